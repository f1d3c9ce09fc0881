//! Connects a bot to the arena and answers until goodbye.
//!
//! The bot thinks in the thread that called `run`; another thread reads and writes meanwhile.

use std::collections::HashMap;
use std::env;
use std::process::exit;
use std::thread::sleep;
use std::time::{Duration, Instant};

use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::metadata::MetadataValue;
use tonic::transport::Channel;
use tonic::{Code, Request, Status};

use crate::address::{channel, token};
use crate::bot::{Bot, Choice, Turn};
use crate::pb::arena_service_client::ArenaServiceClient;
use crate::pb::move_chosen::Answer;
use crate::pb::play_request::Event as Said;
use crate::pb::play_response::Event as Heard;
use crate::pb::{
    Card, Catalogue, GameStarted, Hello, MoveChosen, Noble, PlayRequest, Ready, Resignation, TurnStarted,
    Welcome,
};
use crate::status::{code, sentence};

const PROTOCOL: u32 = 1;
const SDK: &str = concat!("arena_client ", env!("CARGO_PKG_VERSION"));
const RETRY: Duration = Duration::from_millis(100);
/// A message may have 64 KiB.
const MOST_NOTE_BYTES: usize = 60_000;

/// Play until the arena says goodbye; ends the process with code 1 and a sentence if it cannot.
pub fn run(bot: impl Bot) {
    // its one thread reads and writes while the bot thinks in this one
    let runtime =
        Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a thread can start");
    let line =
        runtime.block_on(async { channel(|name| env::var_os(name)) }).unwrap_or_else(|wrong| stop(&wrong));
    let token = token(|name| env::var_os(name)).unwrap_or_else(|wrong| stop(&wrong));
    if let Err(status) = Client::new(bot, line, token, runtime).play() {
        stop(&sentence(&status));
    }
}

fn stop(sentence: &str) -> ! {
    eprintln!("{sentence}");
    exit(1)
}

struct Client<B> {
    bot: B,
    stub: ArenaServiceClient<Channel>,
    bearer: String,
    runtime: Runtime,
    said: Option<UnboundedSender<PlayRequest>>,
    welcome: Welcome,
    cards: HashMap<u32, Card>,
    nobles: HashMap<u32, Noble>,
    game: GameStarted,
    answer: Option<MoveChosen>,
    lost_at: Option<Instant>,
}

impl<B: Bot> Client<B> {
    fn new(bot: B, line: Channel, token: String, runtime: Runtime) -> Client<B> {
        Client {
            bot,
            stub: ArenaServiceClient::new(line).max_decoding_message_size(usize::MAX),
            bearer: format!("Bearer {token}"),
            runtime,
            said: None,
            welcome: Welcome::default(),
            cards: HashMap::new(),
            nobles: HashMap::new(),
            game: GameStarted::default(),
            answer: None,
            lost_at: None,
        }
    }

    /// Converse on one stream, and on a new one where the arena lets a lost one be replaced.
    fn play(&mut self) -> Result<(), Status> {
        while let Err(status) = self.converse() {
            if !self.may_return(&status) {
                return Err(status);
            }
            sleep(RETRY);
        }
        Ok(())
    }

    fn may_return(&mut self, status: &Status) -> bool {
        let lost_at = *self.lost_at.get_or_insert_with(Instant::now);
        let reconnect_us = self.welcome.limits.unwrap_or_default().reconnect_us;
        let in_time = lost_at.elapsed() < Duration::from_micros(reconnect_us.try_into().unwrap_or(0));
        in_time && code(status) == Code::Unavailable
    }

    fn converse(&mut self) -> Result<(), Status> {
        let (said, outgoing) = unbounded_channel();
        self.said = Some(said);
        self.say(Said::Hello(self.hello()));
        let mut incoming =
            self.runtime.block_on(self.stub.play(stream(outgoing, &self.bearer)))?.into_inner();
        while let Some(response) = self.runtime.block_on(incoming.message())? {
            match response.event {
                Some(Heard::Goodbye(_)) => break,
                event => self.hear(event),
            }
        }
        self.said = None; // closes this side of the stream, then let it end
        while let Ok(Some(_)) = self.runtime.block_on(incoming.message()) {}
        Ok(())
    }

    fn hello(&self) -> Hello {
        Hello {
            protocol: PROTOCOL,
            name: self.bot.name().to_owned(),
            version: self.bot.version().to_owned(),
            language: "rust".to_owned(),
            sdk: SDK.to_owned(),
            resume_key: self.welcome.resume_key.clone(),
            ..Hello::default()
        }
    }

    /// Do what an event asks for; an event that is not known is ignored.
    fn hear(&mut self, event: Option<Heard>) {
        match event {
            Some(Heard::Welcome(welcome)) => self.welcomed(welcome),
            Some(Heard::GameStarted(game)) => self.started(game),
            Some(Heard::TurnStarted(question)) => self.asked(question),
            Some(Heard::GameEnded(end)) => {
                self.game = GameStarted::default(); // the same game may be played again
                self.bot.game_ended(&end);
            }
            Some(Heard::Goodbye(_)) | None => {}
        }
    }

    fn welcomed(&mut self, mut welcome: Welcome) {
        (self.cards, self.nobles) = by_id(welcome.catalogue.take().unwrap_or_default());
        (self.welcome, self.lost_at) = (welcome, None);
    }

    fn started(&mut self, game: GameStarted) {
        let game_id = game.game_id.clone();
        if game_id != self.game.game_id {
            // else it is said again on a new stream
            self.game = game;
            self.bot.game_started(&self.game);
        }
        self.say(Said::Ready(Ready { game_id }));
    }

    fn asked(&mut self, question: TurnStarted) {
        if self.answer.as_ref().is_none_or(|answer| answer.turn_id != question.turn_id) {
            // else it is asked again on a new stream
            let began = Instant::now();
            let (game_id, turn_id) = (question.game_id.clone(), question.turn_id);
            let mut turn = turn_from(question, &self.game, &self.cards, &self.nobles);
            let answer = Some(answer_of(self.bot.choose_move(&mut turn)));
            let think_us = began.elapsed().as_micros() as i64;
            let note = kept(turn.note, self.welcome.limits.unwrap_or_default().note_bytes);
            self.answer = Some(MoveChosen { game_id, turn_id, answer, think_us, note });
        }
        self.say(Said::MoveChosen(self.answer.clone().unwrap_or_default()));
    }

    fn say(&self, event: Said) {
        if let Some(said) = &self.said {
            // where nobody listens any more, what is heard next says why
            let _ = said.send(PlayRequest { event: Some(event) });
        }
    }
}

fn stream(
    outgoing: UnboundedReceiver<PlayRequest>,
    bearer: &str,
) -> Request<UnboundedReceiverStream<PlayRequest>> {
    let mut request = Request::new(UnboundedReceiverStream::new(outgoing));
    let bearer = MetadataValue::try_from(bearer).expect("a token that a header can carry");
    request.metadata_mut().insert("authorization", bearer);
    request
}

/// The cards and the nobles of a catalogue, each by its id.
pub fn by_id(catalogue: Catalogue) -> (HashMap<u32, Card>, HashMap<u32, Noble>) {
    let cards = catalogue.cards.into_iter().map(|card| (card.id, card));
    let nobles = catalogue.nobles.into_iter().map(|noble| (noble.id, noble));
    (cards.collect(), nobles.collect())
}

/// A question as the bot sees it.
pub fn turn_from<'a>(
    question: TurnStarted,
    game: &'a GameStarted,
    cards: &'a HashMap<u32, Card>,
    nobles: &'a HashMap<u32, Noble>,
) -> Turn<'a> {
    Turn {
        game,
        observation: question.observation.unwrap_or_default(),
        legal_moves: question.legal_moves,
        turns_played: question.turns_played,
        clocks_us: question.clocks.iter().map(|clock| clock.left_us).collect(),
        allowed_us: question.allowed_us,
        cards,
        nobles,
        note: String::new(),
    }
}

/// What the arena keeps of a note: valid text up to a number of bytes, which 0 leaves to the client.
fn kept(mut note: String, limit: u32) -> String {
    let room = if limit == 0 { MOST_NOTE_BYTES } else { MOST_NOTE_BYTES.min(limit as usize) };
    let mut end = room.min(note.len());
    while !note.is_char_boundary(end) {
        end -= 1;
    }
    note.truncate(end);
    note
}

fn answer_of(choice: Choice) -> Answer {
    match choice {
        Choice::Text(notation) => Answer::Notation(notation),
        Choice::Index(index) => Answer::Index(u32::try_from(index).expect("an index of turn.legal_moves")),
        Choice::Resign => Answer::Resignation(Resignation {}),
        Choice::Move(chosen) => Answer::Chosen(chosen),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_made_valid_text_of_the_length_that_is_kept() {
        let long = "é".repeat(99_999);
        for (note, limit, expected) in [
            ("because", 1024, "because"),
            ("because", 4, "beca"),
            ("éé", 3, "é"),
            ("😀", 3, ""),
            (&long, 0, &long[..60_000]),
            (&long, u32::MAX, &long[..60_000]),
        ] {
            assert_eq!(kept(note.to_owned(), limit), expected);
        }
    }
}
