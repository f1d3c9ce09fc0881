/// Write a bot for the Splendor arena.
///
///     #include "arena_client/arena_client.h"
///
///     int main() {
///       return arena::run([](arena::Turn& turn) { return turn.legal_moves[0]; });
///     }
///
/// The arena sends the legal moves, the cards and the nobles: a bot needs no rules and no data.
#pragma once

#include "arena_client/bot.h"
#include "arena_client/client.h"
#include "arena_client/notation.h"
