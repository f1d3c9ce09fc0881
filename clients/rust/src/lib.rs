//! Write a bot for the Splendor arena.
//!
//! ```no_run
//! use arena_client::{Choice, Turn, run};
//!
//! fn choose_move(turn: &mut Turn) -> Choice {
//!     turn.legal_moves[0].into()
//! }
//!
//! fn main() {
//!     run(choose_move)
//! }
//! ```
//!
//! The arena sends the legal moves, the cards and the nobles: a bot needs no rules and no data.

mod address;
pub mod bot;
pub mod client;
pub mod notation;
pub mod pb;
mod status;

pub use bot::{Bot, Choice, Turn};
pub use client::run;
pub use notation::{parse, text};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
