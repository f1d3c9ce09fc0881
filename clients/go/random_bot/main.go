// Random_bot plays as the random bot.
package main

import (
	"arena_client"
	"arena_client/bots"
)

func main() {
	arena.Run(&bots.RandomBot{})
}
