package arena

// Connects a bot to the arena and answers until goodbye.
//
// The bot thinks in the goroutine that called Run; the gRPC library's own ones read and write meanwhile.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/grpclog"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"arena_client/pb"
)

const (
	protocol   = 1
	sdk        = "arena_client 0.1.0"
	retryDelay = 100 * time.Millisecond

	mostNoteBytes = 60_000 // a message may have 64 KiB
)

// Run plays until the arena says goodbye; ends the process with code 1 and a sentence if it cannot.
func Run(bot Bot) {
	grpclog.SetLoggerV2(grpclog.NewLoggerV2(io.Discard, io.Discard, io.Discard)) // what is printed is the bot's
	if err := dialAndPlay(bot); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func dialAndPlay(bot Bot) error {
	line, err := channel(os.Getenv)
	if err != nil {
		return err
	}
	defer line.Close()
	given, err := token(os.Getenv)
	if err != nil {
		return err
	}
	stub := pb.NewArenaServiceClient(line)
	return (&client{bot: bot, bearer: "Bearer " + given, stub: stub, game: &pb.GameStarted{}}).play()
}

type client struct {
	bot     Bot
	bearer  string
	stub    pb.ArenaServiceClient
	stream  pb.ArenaService_PlayClient
	welcome *pb.Welcome
	cards   map[uint32]*pb.Card
	nobles  map[uint32]*pb.Noble
	game    *pb.GameStarted
	answer  *pb.MoveChosen
	lostAt  time.Time
}

// play converses on one stream, and on a new one where the arena lets a lost one be replaced.
func (c *client) play() error {
	for {
		err := c.converse()
		if err == nil {
			return nil
		}
		if !c.mayReturn(err) {
			end := status.Convert(err)
			return fmt.Errorf("the arena ended the connection: %s: %s", codeName(end.Code()), end.Message())
		}
		time.Sleep(retryDelay)
	}
}

func (c *client) mayReturn(err error) bool {
	if c.lostAt.IsZero() {
		c.lostAt = time.Now()
	}
	inTime := time.Since(c.lostAt).Microseconds() < c.welcome.GetLimits().GetReconnectUs()
	return inTime && status.Code(err) == codes.Unavailable
}

func (c *client) converse() (err error) {
	ctx := metadata.AppendToOutgoingContext(context.Background(), "authorization", c.bearer)
	if c.stream, err = c.stub.Play(ctx); err != nil {
		return err
	}
	err = c.say(&pb.PlayRequest{Event: &pb.PlayRequest_Hello{Hello: c.hello()}})
	var response *pb.PlayResponse
	for err == nil && response.GetGoodbye() == nil {
		if response, err = c.stream.Recv(); err == nil {
			err = c.hear(response)
		}
	}
	if err == nil {
		c.leave()
	}
	if errors.Is(err, io.EOF) { // the arena ended the stream, and without a complaint
		return nil
	}
	return err
}

// leave: nothing more is said after goodbye, and nothing that may still be heard matters.
func (c *client) leave() {
	err := c.stream.CloseSend()
	for err == nil {
		_, err = c.stream.Recv()
	}
}

func (c *client) hello() *pb.Hello {
	name := c.bot.Name()
	if name == "" {
		name = reflect.Indirect(reflect.ValueOf(c.bot)).Type().Name()
	}
	return &pb.Hello{
		Protocol:  protocol,
		Name:      name,
		Version:   c.bot.Version(),
		Language:  "go",
		Sdk:       sdk,
		ResumeKey: c.welcome.GetResumeKey(),
	}
}

// hear does what an event asks for; an event that is not known is ignored.
func (c *client) hear(response *pb.PlayResponse) error {
	switch event := response.Event.(type) {
	case *pb.PlayResponse_Welcome:
		c.welcomed(event.Welcome)
	case *pb.PlayResponse_GameStarted:
		return c.started(event.GameStarted)
	case *pb.PlayResponse_TurnStarted:
		return c.asked(event.TurnStarted)
	case *pb.PlayResponse_GameEnded:
		c.game = &pb.GameStarted{} // the same game may be played again
		if bot, wants := c.bot.(GameEnder); wants {
			bot.GameEnded(event.GameEnded)
		}
	}
	return nil
}

func (c *client) welcomed(welcome *pb.Welcome) {
	c.welcome, c.lostAt = welcome, time.Time{}
	c.cards, c.nobles = ByID(welcome.GetCatalogue())
}

func (c *client) started(game *pb.GameStarted) error {
	if game.GetGameId() != c.game.GetGameId() { // else it is said again on a new stream
		c.game = game
		if bot, wants := c.bot.(GameStarter); wants {
			bot.GameStarted(game)
		}
	}
	return c.say(&pb.PlayRequest{Event: &pb.PlayRequest_Ready{Ready: &pb.Ready{GameId: game.GetGameId()}}})
}

func (c *client) asked(question *pb.TurnStarted) error {
	if c.answer == nil || question.GetTurnId() != c.answer.TurnId { // else it is asked again on a new stream
		began := time.Now()
		turn := TurnFrom(question, c.game, c.cards, c.nobles)
		c.answer = answerTo(question, c.bot.ChooseMove(turn))
		c.answer.ThinkUs = time.Since(began).Microseconds()
		c.answer.Note = kept(turn.Note, c.welcome.GetLimits().GetNoteBytes())
	}
	return c.say(&pb.PlayRequest{Event: &pb.PlayRequest_MoveChosen{MoveChosen: c.answer}})
}

func (c *client) say(request *pb.PlayRequest) error {
	if err := c.stream.Send(request); !errors.Is(err, io.EOF) {
		return err
	}
	return nil // the stream has ended: what is heard next says why
}

// ByID gives the cards and the nobles of a catalogue, each by its id.
func ByID(catalogue *pb.Catalogue) (map[uint32]*pb.Card, map[uint32]*pb.Noble) {
	cards, nobles := map[uint32]*pb.Card{}, map[uint32]*pb.Noble{}
	for _, card := range catalogue.GetCards() {
		cards[card.Id] = card
	}
	for _, noble := range catalogue.GetNobles() {
		nobles[noble.Id] = noble
	}
	return cards, nobles
}

// TurnFrom is a question as the bot sees it.
func TurnFrom(
	question *pb.TurnStarted, game *pb.GameStarted, cards map[uint32]*pb.Card, nobles map[uint32]*pb.Noble,
) *Turn {
	clocks := make([]*int64, len(question.GetClocks()))
	for seat, clock := range question.GetClocks() {
		clocks[seat] = clock.LeftUs
	}
	return &Turn{
		Game:        game,
		Observation: question.GetObservation(),
		LegalMoves:  question.GetLegalMoves(),
		TurnsPlayed: question.GetTurnsPlayed(),
		ClocksUs:    clocks,
		AllowedUs:   question.AllowedUs,
		Cards:       cards,
		Nobles:      nobles,
	}
}

// kept is what the arena keeps of a note: valid text up to a number of bytes, which 0 leaves to the client.
func kept(note string, limit uint32) string {
	if limit == 0 || limit > mostNoteBytes {
		limit = mostNoteBytes
	}
	text := strings.ToValidUTF8(note, "\uFFFD")
	return strings.ToValidUTF8(text[:min(int(limit), len(text))], "")
}

func answerTo(question *pb.TurnStarted, choice Choice) *pb.MoveChosen {
	if choice == nil {
		panic("ChooseMove returned nil, expected Chosen, Index, Notation or Resign")
	}
	answer := &pb.MoveChosen{GameId: question.GetGameId(), TurnId: question.GetTurnId()}
	choice(answer)
	return answer
}
