/// Connects a bot to the arena and answers until goodbye.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "arena_client/bot.h"

namespace arena {

/// Play until the arena says goodbye; the exit code for `main`: 1, after a sentence on stderr, if it cannot.
int run(Bot& bot);

/// The same with a function that chooses a move.
int run(std::function<Choice(Turn&)> choose_move);

/// The cards or the nobles of a catalogue by id.
template <typename Thing>
std::map<std::uint32_t, Thing> by_id(const Repeated<Thing>& things) {
  std::map<std::uint32_t, Thing> found;
  for (const Thing& thing : things) found[thing.id()] = thing;
  return found;
}

/// A question as the bot sees it.
Turn turn_from(const v1::TurnStarted& question, const GameStarted& game,
               const std::map<std::uint32_t, Card>& cards, const std::map<std::uint32_t, Noble>& nobles);

/// What the arena keeps of a note: valid text up to a number of bytes, which 0 leaves to the client.
std::string kept(std::string_view note, std::size_t limit);

}  // namespace arena
