//! A bot that plays any legal move. The seed of the game makes it play the same game again.

use arena_client::pb::GameStarted;
use arena_client::{Bot, Choice, Turn, run};
use fastrand::Rng;

/// Chooses uniformly from the legal moves.
#[derive(Default)]
pub struct RandomBot {
    lots: Rng,
}

impl Bot for RandomBot {
    fn name(&self) -> &str {
        "random"
    }

    fn version(&self) -> &str {
        "1"
    }

    /// Draw lots as the arena wants them for this game.
    fn game_started(&mut self, game: &GameStarted) {
        self.lots = Rng::with_seed(number(&game.bot_seed));
    }

    /// Any legal move.
    fn choose_move(&mut self, turn: &mut Turn) -> Choice {
        self.lots.choice(&turn.legal_moves).expect("a turn has a legal move").into()
    }
}

/// The first eight bytes of a seed, which are as random as all of it.
fn number(seed: &[u8]) -> u64 {
    seed.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
}

fn main() {
    run(RandomBot::default())
}
