//! A move as one line of text, the way logs and records show it, and back.
//!
//! It knows how moves are written, and nothing of which one is legal.

use std::collections::HashSet;
use std::error::Error;
use std::fmt;

use crate::pb::{Action, Move, PassAction, PurchaseAction, ReserveAction, TakeAction, Target, Tokens};

/// White, blue, green, red, black, gold: always in this order.
const LETTERS: [char; 6] = ['W', 'U', 'G', 'R', 'K', 'J'];

const CARDS: u32 = 90;
const LEVELS: u32 = 3;
const NOBLES: u32 = 10;
const MOST_OF_A_KIND: usize = 7;

/// Why a text is not a move, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError(String);

impl fmt::Display for NotationError {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl Error for NotationError {}

/// The text notation of a move, such as `take:WUG>GJ` or `buy:63=WWWKJ@7`.
pub fn text(chosen: &Move) -> String {
    let returned = match letters(chosen.returned.as_ref()) {
        none if none.is_empty() => none,
        returned => format!(">{returned}"),
    };
    let noble = if chosen.noble_id == 0 { String::new() } else { format!("@{}", chosen.noble_id) };
    format!("{}{returned}{noble}", action(chosen))
}

/// Tokens as letters, in the order WUGRKJ.
pub fn letters(tokens: Option<&Tokens>) -> String {
    let repeated = |(letter, count): (char, u32)| letter.to_string().repeat(count as usize);
    LETTERS.into_iter().zip(counts(tokens)).map(repeated).collect()
}

/// White, blue, green, red, black, gold; all zero where there are no tokens.
pub fn counts(tokens: Option<&Tokens>) -> [u32; 6] {
    let tokens = tokens.copied().unwrap_or_default();
    [tokens.white, tokens.blue, tokens.green, tokens.red, tokens.black, tokens.gold]
}

fn action(chosen: &Move) -> String {
    match &chosen.action {
        Some(Action::Take(take)) => format!("take:{}", letters(take.tokens.as_ref())),
        Some(Action::Reserve(reserve)) => format!("reserve:{}", target(reserve)),
        Some(Action::Purchase(purchase)) => {
            format!("buy:{}={}", purchase.card_id, letters(purchase.payment.as_ref()))
        }
        Some(Action::PassTurn(_)) | None => "pass".to_owned(),
    }
}

fn target(reserve: &ReserveAction) -> String {
    match reserve.target {
        Some(Target::DeckLevel(level)) => format!("deck{level}"),
        Some(Target::CardId(card_id)) => card_id.to_string(),
        None => "0".to_owned(),
    }
}

/// The move that a text stands for; an error if it is not exactly what `text` writes for some move.
pub fn parse(notation: &str) -> Result<Move, NotationError> {
    let refused = |why: String| NotationError(format!("{notation:?} is not a move: {why}"));
    let read = read(notation).map_err(refused)?;
    // one comparison refuses all that can be read but is not written so: order, zeros, blanks
    if text(&read) != notation {
        return Err(refused(format!("expected {:?}", text(&read))));
    }
    Ok(read)
}

fn read(notation: &str) -> Result<Move, String> {
    let (rest, noble) = notation.split_once('@').unwrap_or((notation, ""));
    let (action, returned) = rest.split_once('>').unwrap_or((rest, ""));
    let noble_id = if noble.is_empty() { 0 } else { number(noble, NOBLES)? };
    let tokens_returned = if returned.is_empty() { None } else { Some(tokens(returned)?) };
    let action = read_action(action)?;
    if tokens_returned.is_some() && !matches!(action, Action::Take(_) | Action::Reserve(_)) {
        return Err("only who takes or reserves returns tokens".to_owned());
    }
    Ok(Move { action: Some(action), returned: tokens_returned, noble_id })
}

fn read_action(action: &str) -> Result<Action, String> {
    let (verb, rest) = action.split_once(':').unwrap_or((action, ""));
    Ok(match verb {
        "take" => Action::Take(TakeAction { tokens: Some(taken(rest)?) }),
        "reserve" => Action::Reserve(ReserveAction { target: Some(read_target(rest)?) }),
        "buy" => Action::Purchase(purchase(rest)?),
        "pass" => Action::PassTurn(PassAction {}),
        _ => return Err("expected take:, reserve:, buy: or pass".to_owned()),
    })
}

fn read_target(target: &str) -> Result<Target, String> {
    match target.strip_prefix("deck") {
        Some(level) => Ok(Target::DeckLevel(number(level, LEVELS)?)),
        None => Ok(Target::CardId(number(target, CARDS)?)),
    }
}

fn purchase(purchase: &str) -> Result<PurchaseAction, String> {
    let (card, payment) = purchase.split_once('=').unwrap_or((purchase, ""));
    Ok(PurchaseAction { card_id: number(card, CARDS)?, payment: Some(tokens(payment)?) })
}

fn taken(gems: &str) -> Result<Tokens, String> {
    let (all, kinds) = (gems.chars().count(), gems.chars().collect::<HashSet<_>>().len());
    let different = kinds == all && (1..=3).contains(&all);
    let two_of_one = kinds == 1 && all == 2;
    if gems.contains('J') || !(different || two_of_one) {
        return Err("expected one to three different gems or two of one".to_owned());
    }
    tokens(gems)
}

fn tokens(held: &str) -> Result<Tokens, String> {
    let found = LETTERS.map(|letter| held.matches(letter).count());
    if found.iter().sum::<usize>() != held.chars().count()
        || found.iter().any(|&count| count > MOST_OF_A_KIND)
    {
        return Err(format!(
            "expected letters out of {}, at most {MOST_OF_A_KIND} of a kind",
            String::from_iter(LETTERS)
        ));
    }
    let [white, blue, green, red, black, gold] = found.map(|count| count as u32);
    Ok(Tokens { white, blue, green, red, black, gold })
}

fn number(digits: &str, most: u32) -> Result<u32, String> {
    digits
        .parse()
        .ok()
        .filter(|number| (1..=most).contains(number))
        .ok_or_else(|| format!("expected a number from 1 to {most}"))
}
