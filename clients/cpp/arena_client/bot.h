/// What a bot is: one method to write, two to override if wanted.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "arena/v1/arena.pb.h"

namespace arena {

using v1::Card;
using v1::GameEnded;
using v1::GameStarted;
using v1::Move;
using v1::Noble;
using v1::Observation;
using v1::Tokens;
using v1::TurnPlayed;

/// The choice to give up.
struct Resign {};

/// Return it to give up the game.
inline constexpr Resign RESIGN{};

/// A move out of `legal_moves`, its index there, a move in text notation, or `RESIGN`.
using Choice = std::variant<Move, int, std::string, Resign>;

/// A list in a message: it has `size()`, `[]` and iterators, as a vector has.
template <typename Element>
using Repeated = google::protobuf::RepeatedPtrField<Element>;

/// The bot is on turn: what it sees, and what it may do. Copy what you keep: it lives as long as the turn.
struct Turn {
  /// The game: names and seats, rules, time control, seed.
  const GameStarted& game;
  /// The table as the bot's seat sees it.
  const Observation& observation;
  /// Every legal move, in the arena's fixed order.
  const Repeated<Move>& legal_moves;
  /// What the others played since the bot's own last turn.
  const Repeated<TurnPlayed>& turns_played;
  /// By seat, what is left of the budget in microseconds; nothing without a budget.
  std::vector<std::optional<std::int64_t>> clocks_us;
  /// How long this turn may take in microseconds; nothing: for ever.
  std::optional<std::int64_t> allowed_us;
  /// All cards by id.
  const std::map<std::uint32_t, Card>& cards;
  /// All nobles by id.
  const std::map<std::uint32_t, Noble>& nobles;
  /// Set it to keep up to 1 KiB of words, in UTF-8, with the move in the game's record.
  std::string note = {};

  /// The bot's own seat, from 0.
  int seat() const { return static_cast<int>(observation.seat()); }
};

/// A bot; write `choose_move`.
class Bot {
 public:
  virtual ~Bot() = default;

  /// What it calls itself; the name of its class if empty.
  std::string name;
  /// Its version, for people.
  std::string version;

  /// Choose a move.
  virtual Choice choose_move(Turn& turn) = 0;

  /// Called before a game's first turn; the arena waits for it, but not for ever.
  virtual void game_started(const GameStarted& game) { static_cast<void>(game); }

  /// Called when a game is over for the bot.
  virtual void game_ended(const GameEnded& end) { static_cast<void>(end); }
};

}  // namespace arena
