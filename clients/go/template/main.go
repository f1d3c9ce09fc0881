package main

import "arena_client"

func main() {
	arena.Run(&MyBot{})
}
