// Conformance tells whether this client does what all clients do: reads a case a line, writes a result
// a line.
//
// A case is `ID KIND BASE64`, a result `ID RESULT`; clients/vectors/README.md describes the kinds.
package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"os"
	"strings"

	"google.golang.org/protobuf/proto"

	"arena_client"
	"arena_client/bots"
	"arena_client/pb"
)

// conformance is what a case says and stays known for the next ones: the catalogue of the last `welcome`.
type conformance struct {
	cards  map[uint32]*pb.Card
	nobles map[uint32]*pb.Noble
}

// result is the result of one case; `failed` where a bot would have ended with a panic.
func (c *conformance) result(kind string, payload []byte) (said string) {
	defer func() {
		if recover() != nil {
			said = "failed"
		}
	}()
	switch kind {
	case "welcome":
		c.cards, c.nobles = arena.ByID(response(payload).GetWelcome().GetCatalogue())
		return "ok"
	case "choose":
		turn := arena.TurnFrom(response(payload).GetTurnStarted(), &pb.GameStarted{}, c.cards, c.nobles)
		answer := &pb.MoveChosen{}
		(&bots.GreedyBot{}).ChooseMove(turn)(answer)
		return arena.Text(answer.GetChosen())
	case "format":
		move := &pb.Move{}
		read(payload, move)
		return arena.Text(move)
	case "parse":
		return parsed(payload)
	}
	return "unknown"
}

func response(payload []byte) *pb.PlayResponse {
	response := &pb.PlayResponse{}
	read(payload, response)
	return response
}

func read(payload []byte, into proto.Message) {
	if err := proto.Unmarshal(payload, into); err != nil {
		panic(err)
	}
}

func parsed(payload []byte) string {
	move, err := arena.Parse(string(payload))
	if err != nil {
		return "refused"
	}
	encoded, err := proto.Marshal(move)
	if err != nil {
		panic(err)
	}
	return base64.StdEncoding.EncodeToString(encoded)
}

// main answers until the input ends.
func main() {
	cases := &conformance{}
	input := bufio.NewReader(os.Stdin)
	for line, err := input.ReadString('\n'); line != ""; line, err = input.ReadString('\n') {
		id, rest, _ := strings.Cut(strings.TrimRight(line, "\r\n"), " ")
		kind, encoded, _ := strings.Cut(rest, " ")
		payload, wrong := base64.StdEncoding.DecodeString(encoded)
		if wrong != nil {
			fmt.Println(id, "failed")
		} else {
			fmt.Println(id, cases.result(kind, payload))
		}
		if err != nil {
			return
		}
	}
}
