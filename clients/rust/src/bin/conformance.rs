//! Tells whether this client does what all clients do: reads a case a line, writes a result a line.
//!
//! A case is `ID KIND BASE64`, a result `ID RESULT`; `clients/vectors/README.md` describes the kinds.

#[allow(dead_code)] // it is a program of its own
mod greedy_bot;

use std::collections::HashMap;
use std::error::Error;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use arena_client::client::{by_id, turn_from};
use arena_client::pb::play_response::Event;
use arena_client::pb::{Card, GameStarted, Move, Noble, PlayResponse};
use arena_client::{Bot, Choice, parse, text};
use base64::prelude::{BASE64_STANDARD, Engine};
use prost::Message;

use crate::greedy_bot::GreedyBot;

type Said = Result<String, Box<dyn Error>>;

/// What a case says stays known for the next ones: the catalogue of the last `welcome`.
#[derive(Default)]
struct Conformance {
    cards: HashMap<u32, Card>,
    nobles: HashMap<u32, Noble>,
}

impl Conformance {
    /// The result of one case; `failed` where a bot would have ended.
    fn result(&mut self, kind: &str, encoded: &str) -> String {
        let said = catch_unwind(AssertUnwindSafe(|| self.said(kind, &BASE64_STANDARD.decode(encoded)?)));
        said.ok().and_then(Result::ok).unwrap_or_else(|| "failed".to_owned())
    }

    fn said(&mut self, kind: &str, payload: &[u8]) -> Said {
        match kind {
            "welcome" => self.welcomed(payload),
            "choose" => self.chosen(payload),
            "format" => Ok(text(&Move::decode(payload)?)),
            "parse" => Ok(parsed(payload)),
            _ => Ok("unknown".to_owned()),
        }
    }

    fn welcomed(&mut self, payload: &[u8]) -> Said {
        let catalogue = match PlayResponse::decode(payload)?.event {
            Some(Event::Welcome(welcome)) => welcome.catalogue,
            _ => None,
        };
        (self.cards, self.nobles) = by_id(catalogue.unwrap_or_default());
        Ok("ok".to_owned())
    }

    fn chosen(&self, payload: &[u8]) -> Said {
        let Some(Event::TurnStarted(question)) = PlayResponse::decode(payload)?.event else {
            return Err("no question".into());
        };
        let game = GameStarted::default();
        match GreedyBot.choose_move(&mut turn_from(question, &game, &self.cards, &self.nobles)) {
            Choice::Move(chosen) => Ok(text(&chosen)),
            other => Err(format!("{other:?} is no move").into()),
        }
    }
}

fn parsed(payload: &[u8]) -> String {
    match str::from_utf8(payload).map(parse) {
        Ok(Ok(read)) => BASE64_STANDARD.encode(read.encode_to_vec()),
        _ => "refused".to_owned(),
    }
}

/// Answer until the input ends.
fn main() -> io::Result<()> {
    let mut conformance = Conformance::default();
    for line in io::stdin().lock().split(b'\n') {
        let line = String::from_utf8_lossy(&line?).into_owned();
        let mut words = line.trim_end_matches('\r').splitn(3, ' ');
        let [case_id, kind, encoded] = [(); 3].map(|()| words.next().unwrap_or_default());
        writeln!(io::stdout(), "{case_id} {}", conformance.result(kind, encoded))?;
    }
    Ok(())
}
