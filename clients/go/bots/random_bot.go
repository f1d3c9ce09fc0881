package bots

// A bot that plays any legal move. The seed of the game makes it play the same game again.

import (
	"math/rand/v2"

	"arena_client"
	"arena_client/pb"
)

// RandomBot chooses uniformly from the legal moves.
type RandomBot struct {
	lots *rand.Rand
}

// Name is what it calls itself.
func (bot *RandomBot) Name() string { return "random" }

// Version is its version, for people.
func (bot *RandomBot) Version() string { return "1" }

// GameStarted draws lots as the arena wants them for this game.
func (bot *RandomBot) GameStarted(game *pb.GameStarted) {
	var seed [32]byte
	copy(seed[:], game.BotSeed)
	bot.lots = rand.New(rand.NewChaCha8(seed))
}

// ChooseMove chooses any legal move.
func (bot *RandomBot) ChooseMove(turn *arena.Turn) arena.Choice {
	return arena.Chosen(turn.LegalMoves[bot.lots.IntN(len(turn.LegalMoves))])
}
