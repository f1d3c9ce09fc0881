//! How a conversation ended that was not over: in the words that all clients use.

use std::error::Error;

use tonic::{Code, Status};

/// The code of a status; one that has a source was not sent by the arena but tells of a lost connection.
pub fn code(status: &Status) -> Code {
    if status.source().is_some() { Code::Unavailable } else { status.code() }
}

/// A status in a sentence.
pub fn sentence(status: &Status) -> String {
    let details = status.source().map_or(status.message().to_owned(), |error| cause(error).to_string());
    format!("the arena ended the connection: {}: {details}", name(code(status)))
}

/// The name of a code in capital letters, such as `INVALID_ARGUMENT`.
fn name(code: Code) -> String {
    let mut name = String::new();
    for letter in format!("{code:?}").chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(letter.to_ascii_uppercase());
    }
    name
}

/// What is at the bottom of an error.
pub fn cause<'a>(error: &'a (dyn Error + 'static)) -> &'a (dyn Error + 'static) {
    error.source().map_or(error, cause)
}
