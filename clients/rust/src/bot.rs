//! What a bot is: one method to write, a few to override if wanted.

use std::any::type_name;
use std::collections::HashMap;

use crate::pb::{Card, GameEnded, GameStarted, Move, Noble, Observation, TurnPlayed};

/// What a bot answers; a move, an index or a text becomes one by `into()`.
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    /// A move out of `legal_moves`.
    Move(Move),
    /// Its index there, from 0.
    Index(usize),
    /// A move in text notation.
    Text(String),
    /// Return it to give up the game.
    Resign,
}

impl From<Move> for Choice {
    fn from(chosen: Move) -> Choice {
        Choice::Move(chosen)
    }
}

impl From<&Move> for Choice {
    fn from(chosen: &Move) -> Choice {
        Choice::Move(*chosen)
    }
}

impl From<usize> for Choice {
    fn from(index: usize) -> Choice {
        Choice::Index(index)
    }
}

impl From<&str> for Choice {
    fn from(notation: &str) -> Choice {
        Choice::Text(notation.to_owned())
    }
}

impl From<String> for Choice {
    fn from(notation: String) -> Choice {
        Choice::Text(notation)
    }
}

/// The bot is on turn: what it sees, and what it may do.
#[derive(Clone, Debug)]
pub struct Turn<'a> {
    /// The game: names and seats, rules, time control, seed.
    pub game: &'a GameStarted,
    /// The table as the bot's seat sees it.
    pub observation: Observation,
    /// Every legal move, in the arena's fixed order.
    pub legal_moves: Vec<Move>,
    /// What the others played since the bot's own last turn.
    pub turns_played: Vec<TurnPlayed>,
    /// By seat, what is left of the budget in microseconds; `None` without a budget.
    pub clocks_us: Vec<Option<i64>>,
    /// How long this turn may take in microseconds; `None`: for ever.
    pub allowed_us: Option<i64>,
    /// All cards by id.
    pub cards: &'a HashMap<u32, Card>,
    /// All nobles by id.
    pub nobles: &'a HashMap<u32, Noble>,
    /// Set it to keep up to 1 KiB of words with the move in the game's record.
    pub note: String,
}

impl Turn<'_> {
    /// The bot's own seat, from 0.
    pub fn seat(&self) -> usize {
        self.observation.seat as usize
    }
}

/// A bot; write `choose_move`.
pub trait Bot {
    /// What it calls itself; the name of its type if not written.
    fn name(&self) -> &str {
        let path = type_name::<Self>().split('<').next().unwrap_or_default();
        path.rsplit("::").next().unwrap_or_default()
    }

    /// Its version, for people.
    fn version(&self) -> &str {
        ""
    }

    /// Choose a move. A panic in it ends the process.
    fn choose_move(&mut self, turn: &mut Turn) -> Choice;

    /// Called before a game's first turn; the arena waits for it, but not for ever.
    fn game_started(&mut self, _game: &GameStarted) {}

    /// Called when a game is over for the bot.
    fn game_ended(&mut self, _end: &GameEnded) {}
}

/// A function that chooses a move is a bot too.
impl<F: FnMut(&mut Turn) -> Choice> Bot for F {
    fn choose_move(&mut self, turn: &mut Turn) -> Choice {
        self(turn)
    }
}
