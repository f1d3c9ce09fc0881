package arena

// A move as one line of text, the way logs and records show it, and back.
//
// It knows how moves are written, and nothing of which one is legal.

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"arena_client/pb"
)

// letterOrder is white, blue, green, red, black, gold: always in this order.
const letterOrder = "WUGRKJ"

const mostCards, mostLevels, mostNobles, mostOfAKind = 90, 3, 10, 7

// Text is the text notation of a move, such as `take:WUG>GJ` or `buy:63=WWWKJ@7`.
func Text(move *pb.Move) string {
	written := action(move)
	if returned := letters(move.GetReturned()); returned != "" {
		written += ">" + returned
	}
	if move.GetNobleId() != 0 {
		written += fmt.Sprintf("@%d", move.GetNobleId())
	}
	return written
}

// letters writes tokens in the order WUGRKJ.
func letters(tokens *pb.Tokens) string {
	var written strings.Builder
	for kind, count := range counts(tokens) {
		written.WriteString(strings.Repeat(letterOrder[kind:kind+1], count))
	}
	return written.String()
}

// counts gives white, blue, green, red, black, gold.
func counts(tokens *pb.Tokens) [6]int {
	return [6]int{
		int(tokens.GetWhite()), int(tokens.GetBlue()), int(tokens.GetGreen()),
		int(tokens.GetRed()), int(tokens.GetBlack()), int(tokens.GetGold()),
	}
}

func action(move *pb.Move) string {
	switch action := move.GetAction().(type) {
	case *pb.Move_Take:
		return "take:" + letters(action.Take.GetTokens())
	case *pb.Move_Reserve:
		return "reserve:" + target(action.Reserve)
	case *pb.Move_Purchase:
		return fmt.Sprintf("buy:%d=%s", action.Purchase.GetCardId(), letters(action.Purchase.GetPayment()))
	}
	return "pass"
}

func target(reserve *pb.ReserveAction) string {
	if deck, unseen := reserve.GetTarget().(*pb.ReserveAction_DeckLevel); unseen {
		return fmt.Sprintf("deck%d", deck.DeckLevel)
	}
	return strconv.Itoa(int(reserve.GetCardId()))
}

// Parse is the move that a text stands for; an error if it is not exactly what Text writes for some move.
func Parse(notation string) (*pb.Move, error) {
	move, err := read(notation)
	if err != nil {
		return nil, fmt.Errorf("%q is not a move: %w", notation, err)
	}
	// one comparison refuses all that can be read but is not written so: order, zeros, blanks
	if Text(move) != notation {
		return nil, fmt.Errorf("%q is not a move: expected %q", notation, Text(move))
	}
	return move, nil
}

func read(notation string) (move *pb.Move, err error) {
	rest, noble, _ := strings.Cut(notation, "@")
	action, returned, _ := strings.Cut(rest, ">")
	if move, err = readAction(action); err != nil {
		return nil, err
	}
	if noble != "" {
		if move.NobleId, err = number(noble, mostNobles); err != nil {
			return nil, err
		}
	}
	if returned != "" {
		if move.GetTake() == nil && move.GetReserve() == nil {
			return nil, errors.New("only who takes or reserves returns tokens")
		}
		move.Returned, err = tokens(returned)
	}
	return move, err
}

func readAction(action string) (*pb.Move, error) {
	verb, rest, _ := strings.Cut(action, ":")
	switch verb {
	case "take":
		taken, err := taken(rest)
		return &pb.Move{Action: &pb.Move_Take{Take: &pb.TakeAction{Tokens: taken}}}, err
	case "reserve":
		reserve, err := reserved(rest)
		return &pb.Move{Action: &pb.Move_Reserve{Reserve: reserve}}, err
	case "buy":
		purchase, err := purchased(rest)
		return &pb.Move{Action: &pb.Move_Purchase{Purchase: purchase}}, err
	case "pass":
		return &pb.Move{Action: &pb.Move_PassTurn{PassTurn: &pb.PassAction{}}}, nil
	}
	return nil, errors.New("expected take:, reserve:, buy: or pass")
}

func taken(gems string) (*pb.Tokens, error) {
	taken, err := tokens(gems)
	if err != nil {
		return nil, err
	}
	most := 0
	for _, count := range counts(taken) {
		most = max(most, count)
	}
	different := most == 1 && len(gems) <= 3
	twoOfOne := most == 2 && len(gems) == 2
	if taken.Gold > 0 || !(different || twoOfOne) {
		return nil, errors.New("expected one to three different gems or two of one")
	}
	return taken, nil
}

func reserved(target string) (*pb.ReserveAction, error) {
	if level, unseen := strings.CutPrefix(target, "deck"); unseen {
		level, err := number(level, mostLevels)
		return &pb.ReserveAction{Target: &pb.ReserveAction_DeckLevel{DeckLevel: level}}, err
	}
	card, err := number(target, mostCards)
	return &pb.ReserveAction{Target: &pb.ReserveAction_CardId{CardId: card}}, err
}

func purchased(purchase string) (*pb.PurchaseAction, error) {
	card, payment, _ := strings.Cut(purchase, "=")
	id, err := number(card, mostCards)
	if err != nil {
		return nil, err
	}
	paid, err := tokens(payment)
	return &pb.PurchaseAction{CardId: id, Payment: paid}, err
}

func tokens(held string) (*pb.Tokens, error) {
	var found [len(letterOrder)]uint32
	for _, letter := range held {
		kind := strings.IndexRune(letterOrder, letter)
		if kind < 0 || found[kind] == mostOfAKind {
			return nil, fmt.Errorf("expected letters out of %s, at most %d of a kind", letterOrder, mostOfAKind)
		}
		found[kind]++
	}
	return &pb.Tokens{
		White: found[0], Blue: found[1], Green: found[2], Red: found[3], Black: found[4], Gold: found[5],
	}, nil
}

func number(digits string, most int) (uint32, error) {
	number, err := strconv.ParseUint(digits, 10, 32) // takes digits only, no sign
	if err != nil || number < 1 || number > uint64(most) {
		return 0, fmt.Errorf("expected a number from 1 to %d", most)
	}
	return uint32(number), nil
}
