package bots

// A bot that always plays the move that looks best at once. It draws no lots and remembers nothing.
//
// Every move gets a whole number; the highest is played, and of equals the one listed first.
//
//   - A purchase is worth 1000, and 100 for each prestige it brings, nobles included, less one for each token
//     paid and two more for each of them that is gold.
//   - Any other move is worth what can be purchased after it. Each card in the market and in the own hand
//     promises 10, and 6 for each prestige, less 4 for each token still missing after own bonuses, own tokens
//     and gold. The best promise counts eightfold, and each token then held counts one.
//   - Reserving costs 40: it is for positions where taking gains nothing.

import (
	"arena_client"
	"arena_client/pb"
)

// colours are the numbers of white, blue, green, red, black, gold.
type colours [6]int

// GreedyBot chooses the move with the highest worth.
type GreedyBot struct{}

// Name is what it calls itself.
func (bot *GreedyBot) Name() string { return "greedy" }

// Version is its version, for people.
func (bot *GreedyBot) Version() string { return "1" }

// ChooseMove chooses the first of the moves with the highest worth.
func (bot *GreedyBot) ChooseMove(turn *arena.Turn) arena.Choice {
	table := newTable(turn)
	best := turn.LegalMoves[0]
	highest := table.worth(best)
	for _, move := range turn.LegalMoves[1:] {
		if worth := table.worth(move); worth > highest {
			best, highest = move, worth
		}
	}
	return arena.Chosen(best)
}

// table is what the worth of a move depends on, read once a turn.
type table struct {
	cards       map[uint32]*pb.Card
	nobles      map[uint32]*pb.Noble
	shownNobles []uint32
	bonuses     colours
	tokens      colours
	gold        *pb.Tokens // what comes with a reserved card
	wanted      []wanted
	known       map[colours]int
}

// wanted is a card that may be purchased later.
type wanted struct {
	owed    colours
	promise int
}

func newTable(turn *arena.Turn) *table {
	own := turn.Observation.Players[turn.Seat()]
	t := &table{
		cards: turn.Cards, nobles: turn.Nobles, shownNobles: turn.Observation.Nobles,
		bonuses: counts(own.Bonuses), tokens: counts(own.Tokens),
		gold: &pb.Tokens{Gold: min(1, turn.Observation.Bank.GetGold())}, known: map[colours]int{},
	}
	for _, cardID := range turn.Observation.Market {
		if cardID != 0 {
			t.want(cardID)
		}
	}
	for _, card := range own.Reserved {
		t.want(card.CardId)
	}
	return t
}

func (t *table) want(cardID uint32) {
	t.wanted = append(t.wanted, wanted{t.owed(cardID), t.promise(cardID)})
}

// worth is how good a move looks.
func (t *table) worth(move *pb.Move) int {
	switch action := move.Action.(type) {
	case *pb.Move_Purchase:
		return t.purchase(action.Purchase, move.NobleId)
	case *pb.Move_Take:
		return t.holding(changed(t.tokens, action.Take.Tokens, move.Returned))
	case *pb.Move_Reserve:
		return t.holding(changed(t.tokens, t.gold, move.Returned)) - 40
	}
	return 0
}

func (t *table) purchase(purchase *pb.PurchaseAction, chosen uint32) int {
	card := t.cards[purchase.CardId]
	bonuses := t.bonuses
	bonuses[card.Bonus-1]++
	prestige := int(card.Prestige) + t.visit(chosen, bonuses)
	paid := counts(purchase.Payment)
	return 1000 + 100*prestige - sum(paid) - 2*paid[5]
}

// visit is the prestige of the noble that visits once these are the bonuses.
func (t *table) visit(chosen uint32, bonuses colours) int {
	candidates := t.shownNobles
	if chosen != 0 {
		candidates = []uint32{chosen}
	}
	for _, nobleID := range candidates {
		noble := t.nobles[nobleID]
		if covers(bonuses, counts(noble.Requirement)) {
			return int(noble.Prestige)
		}
	}
	return 0
}

// holding is the worth of holding these tokens; many moves lead to the same ones.
func (t *table) holding(tokens colours) int {
	worth, known := t.known[tokens]
	if !known {
		worth = 8*t.bestPromise(tokens) + sum(tokens)
		t.known[tokens] = worth
	}
	return worth
}

func (t *table) bestPromise(tokens colours) int {
	best := 0
	for index, card := range t.wanted {
		if promise := card.promise - 4*missing(card.owed, tokens); index == 0 || promise > best {
			best = promise
		}
	}
	return best
}

func (t *table) owed(cardID uint32) colours {
	owed := counts(t.cards[cardID].Cost)
	for kind := range owed {
		owed[kind] = max(0, owed[kind]-t.bonuses[kind])
	}
	return owed
}

func (t *table) promise(cardID uint32) int {
	return 10 + 6*int(t.cards[cardID].Prestige)
}

func counts(tokens *pb.Tokens) colours {
	return colours{
		int(tokens.GetWhite()), int(tokens.GetBlue()), int(tokens.GetGreen()),
		int(tokens.GetRed()), int(tokens.GetBlack()), int(tokens.GetGold()),
	}
}

func sum(held colours) int {
	total := 0
	for _, count := range held {
		total += count
	}
	return total
}

func covers(bonuses, requirement colours) bool {
	for kind := range requirement {
		if bonuses[kind] < requirement[kind] {
			return false
		}
	}
	return true
}

func changed(tokens colours, gained, lost *pb.Tokens) colours {
	more, less := counts(gained), counts(lost)
	for kind := range tokens {
		tokens[kind] += more[kind] - less[kind]
	}
	return tokens
}

// missing is how many tokens are missing to pay, gold standing for any.
func missing(owed, tokens colours) int {
	short := 0
	for kind := range 5 {
		short += max(0, owed[kind]-tokens[kind])
	}
	return max(0, short-tokens[5])
}
