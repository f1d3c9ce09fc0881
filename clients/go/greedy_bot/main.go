// Greedy_bot plays as the greedy bot.
package main

import (
	"arena_client"
	"arena_client/bots"
)

func main() {
	arena.Run(&bots.GreedyBot{})
}
