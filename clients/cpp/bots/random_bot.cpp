// A bot that plays any legal move. The seed of the game makes it play the same game again.

#include <random>
#include <stdexcept>
#include <string>

#include "arena_client/arena_client.h"

/// Chooses uniformly from the legal moves.
class RandomBot : public arena::Bot {
 public:
  RandomBot() {
    name = "random";
    version = "1";
  }

  /// Draw lots as the arena wants them for this game.
  void game_started(const arena::GameStarted& game) override {
    const std::string& bytes = game.bot_seed();
    std::seed_seq seed(bytes.begin(), bytes.end());
    lots_.seed(seed);
  }

  /// Any legal move.
  arena::Choice choose_move(arena::Turn& turn) override {
    if (turn.legal_moves.empty()) throw std::invalid_argument("a turn has a legal move");
    std::uniform_int_distribution<int> any(0, turn.legal_moves.size() - 1);
    return turn.legal_moves[any(lots_)];
  }

 private:
  std::mt19937 lots_;
};

int main() {
  RandomBot bot;
  return arena::run(bot);
}
