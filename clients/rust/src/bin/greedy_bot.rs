//! A bot that always plays the move that looks best at once. It draws no lots and remembers nothing.
//!
//! Every move gets a whole number; the highest is played, and of equals the one listed first.
//!
//! - A purchase is worth 1000, and 100 for each prestige it brings, nobles included, less one for each token
//!   paid and two more for each of them that is gold.
//! - Any other move is worth what can be purchased after it. Each card in the market and in the own hand
//!   promises 10, and 6 for each prestige, less 4 for each token still missing after own bonuses, own tokens
//!   and gold. The best promise counts eightfold, and each token then held counts one.
//! - Reserving costs 40: it is for positions where taking gains nothing.

use std::cmp::Reverse;
use std::collections::HashMap;

use arena_client::pb::{Action, Card, Move, Noble, PurchaseAction, Tokens};
use arena_client::{Bot, Choice, Turn, run};

/// White, blue, green, red, black, gold.
type Counts = [i64; 6];

/// Chooses the move with the highest worth.
pub struct GreedyBot;

impl Bot for GreedyBot {
    fn name(&self) -> &str {
        "greedy"
    }

    fn version(&self) -> &str {
        "1"
    }

    /// The first of the moves with the highest worth.
    fn choose_move(&mut self, turn: &mut Turn) -> Choice {
        let mut table = Table::new(turn);
        // of equals, `max_by_key` would choose the last
        let best = turn.legal_moves.iter().min_by_key(|legal| Reverse(table.worth(legal)));
        best.expect("a turn has a legal move").into()
    }
}

/// What the worth of a move depends on, read once a turn.
struct Table<'a> {
    cards: &'a HashMap<u32, Card>,
    nobles: &'a HashMap<u32, Noble>,
    shown_nobles: &'a [u32],
    bonuses: Counts,
    tokens: Counts,
    gold: Tokens,
    wanted: Vec<(Counts, i64)>,
    known: HashMap<Counts, i64>,
}

impl<'a> Table<'a> {
    fn new(turn: &'a Turn) -> Table<'a> {
        let own = &turn.observation.players[turn.seat()];
        let bank_gold = turn.observation.bank.unwrap_or_default().gold;
        let mut table = Table {
            cards: turn.cards,
            nobles: turn.nobles,
            shown_nobles: &turn.observation.nobles,
            bonuses: counts(own.bonuses),
            tokens: counts(own.tokens),
            gold: Tokens { gold: bank_gold.min(1), ..Tokens::default() },
            wanted: Vec::new(),
            known: HashMap::new(),
        };
        let market = turn.observation.market.iter().copied().filter(|card_id| *card_id != 0);
        let hand = own.reserved.iter().map(|card| card.card_id);
        table.wanted =
            market.chain(hand).map(|card_id| (table.owed(card_id), table.promise(card_id))).collect();
        table
    }

    /// How good a move looks.
    fn worth(&mut self, legal: &Move) -> i64 {
        match legal.action {
            Some(Action::Purchase(purchase)) => self.purchase(purchase, legal.noble_id),
            Some(Action::Take(take)) => self.holding(changed(self.tokens, take.tokens, legal.returned)),
            Some(Action::Reserve(_)) => {
                self.holding(changed(self.tokens, Some(self.gold), legal.returned)) - 40
            }
            _ => 0,
        }
    }

    fn purchase(&self, purchase: PurchaseAction, noble_id: u32) -> i64 {
        let card = &self.cards[&purchase.card_id];
        let mut bonuses = self.bonuses;
        bonuses[card.bonus as usize - 1] += 1;
        let prestige = i64::from(card.prestige) + self.visit(noble_id, bonuses);
        let paid = counts(purchase.payment);
        1000 + 100 * prestige - paid.iter().sum::<i64>() - 2 * paid[5]
    }

    /// The prestige of the noble that visits once these are the bonuses.
    fn visit(&self, chosen: u32, bonuses: Counts) -> i64 {
        let noble_ids = if chosen == 0 { self.shown_nobles } else { &[chosen] };
        let visitor = noble_ids
            .iter()
            .map(|noble_id| &self.nobles[noble_id])
            .find(|noble| bonuses.iter().zip(counts(noble.requirement)).all(|(has, asks)| *has >= asks));
        visitor.map_or(0, |noble| i64::from(noble.prestige))
    }

    /// The worth of holding these tokens; many moves lead to the same ones.
    fn holding(&mut self, tokens: Counts) -> i64 {
        let wanted = &self.wanted;
        *self.known.entry(tokens).or_insert_with(|| {
            let best = wanted.iter().map(|(owed, promise)| promise - 4 * missing(owed, &tokens)).max();
            8 * best.unwrap_or(0) + tokens.iter().sum::<i64>()
        })
    }

    fn owed(&self, card_id: u32) -> Counts {
        let cost = counts(self.cards[&card_id].cost);
        std::array::from_fn(|colour| (cost[colour] - self.bonuses[colour]).max(0))
    }

    fn promise(&self, card_id: u32) -> i64 {
        10 + 6 * i64::from(self.cards[&card_id].prestige)
    }
}

fn counts(tokens: Option<Tokens>) -> Counts {
    let tokens = tokens.unwrap_or_default();
    [tokens.white, tokens.blue, tokens.green, tokens.red, tokens.black, tokens.gold].map(i64::from)
}

fn changed(tokens: Counts, gained: Option<Tokens>, lost: Option<Tokens>) -> Counts {
    let (more, less) = (counts(gained), counts(lost));
    std::array::from_fn(|colour| tokens[colour] + more[colour] - less[colour])
}

/// How many tokens are missing to pay, gold standing for any.
fn missing(owed: &Counts, tokens: &Counts) -> i64 {
    let short: i64 = (0..5).map(|colour| (owed[colour] - tokens[colour]).max(0)).sum();
    (short - tokens[5]).max(0)
}

fn main() {
    run(GreedyBot)
}
