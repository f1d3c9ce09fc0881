package arena

// What a bot is: one method to write, two to add if wanted.

import (
	"reflect"
	"runtime"
	"strings"

	"arena_client/pb"
)

// Choice is what a bot answers; Chosen, Index, Notation and Resign make one.
type Choice func(answer *pb.MoveChosen)

// Chosen answers with a move out of LegalMoves.
func Chosen(move *pb.Move) Choice {
	return func(answer *pb.MoveChosen) { answer.Answer = &pb.MoveChosen_Chosen{Chosen: move} }
}

// Index answers with the place of a move in LegalMoves, from 0.
func Index(index int) Choice {
	return func(answer *pb.MoveChosen) { answer.Answer = &pb.MoveChosen_Index{Index: uint32(index)} }
}

// Notation answers with a move in text notation.
func Notation(notation string) Choice {
	return func(answer *pb.MoveChosen) { answer.Answer = &pb.MoveChosen_Notation{Notation: notation} }
}

// Resign gives up the game.
func Resign() Choice {
	resignation := &pb.MoveChosen_Resignation{Resignation: &pb.Resignation{}}
	return func(answer *pb.MoveChosen) { answer.Answer = resignation }
}

// Turn is what the bot sees when it is on turn, and what it may do.
type Turn struct {
	// The game: names and seats, rules, time control, seed.
	Game *pb.GameStarted
	// The table as the bot's seat sees it.
	Observation *pb.Observation
	// Every legal move, in the arena's fixed order.
	LegalMoves []*pb.Move
	// What the others played since the bot's own last turn.
	TurnsPlayed []*pb.TurnPlayed
	// By seat, what is left of the budget in microseconds; nil without a budget.
	ClocksUs []*int64
	// How long this turn may take in microseconds; nil: for ever.
	AllowedUs *int64
	// All cards by id.
	Cards map[uint32]*pb.Card
	// All nobles by id.
	Nobles map[uint32]*pb.Noble
	// Set it to keep up to 1 KiB of words with the move in the game's record.
	Note string
}

// Seat is the bot's own seat, from 0.
func (turn *Turn) Seat() int {
	return int(turn.Observation.GetSeat())
}

// Bot is a bot; a GameStarter or a GameEnder too if it has their method.
type Bot interface {
	// Name is what it calls itself; the name of its type if empty.
	Name() string
	// Version is its version, for people.
	Version() string
	// ChooseMove chooses a move. A panic in it ends the process.
	ChooseMove(turn *Turn) Choice
}

// GameStarter is a bot that is told when a game begins.
type GameStarter interface {
	// GameStarted is called before a game's first turn; the arena waits for it, but not for ever.
	GameStarted(game *pb.GameStarted)
}

// GameEnder is a bot that is told when a game is over.
type GameEnder interface {
	// GameEnded is called when a game is over for the bot.
	GameEnded(end *pb.GameEnded)
}

// BotFunc makes a bot of a function that chooses a move.
type BotFunc func(turn *Turn) Choice

// Name is the name of the function.
func (choose BotFunc) Name() string {
	path := runtime.FuncForPC(reflect.ValueOf(choose).Pointer()).Name()
	return path[strings.LastIndex(path, ".")+1:]
}

// Version is empty.
func (choose BotFunc) Version() string {
	return ""
}

// ChooseMove calls the function.
func (choose BotFunc) ChooseMove(turn *Turn) Choice {
	return choose(turn)
}
