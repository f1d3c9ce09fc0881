// Package arena lets you write a bot for the Splendor arena.
//
//	package main
//
//	import "arena_client"
//
//	func chooseMove(turn *arena.Turn) arena.Choice {
//		return arena.Chosen(turn.LegalMoves[0])
//	}
//
//	func main() {
//		arena.Run(arena.BotFunc(chooseMove))
//	}
//
// The arena sends the legal moves, the cards and the nobles: a bot needs no rules and no data.
package arena
