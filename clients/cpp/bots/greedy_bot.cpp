// A bot that always plays the move that looks best at once. It draws no lots and remembers nothing.
//
// Every move gets a whole number; the highest is played, and of equals the one listed first.
//
// - A purchase is worth 1000, and 100 for each prestige it brings, nobles included, less one for each token
//   paid and two more for each of them that is gold.
// - Any other move is worth what can be purchased after it. Each card in the market and in the own hand
//   promises 10, and 6 for each prestige, less 4 for each token still missing after own bonuses, own tokens
//   and gold. The best promise counts eightfold, and each token then held counts one.
// - Reserving costs 40: it is for positions where taking gains nothing.

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "arena_client/arena_client.h"

/// White, blue, green, red, black, gold.
using Counts = std::array<int, 6>;

static Counts counts(const arena::Tokens& tokens) {
  Counts counted{};
  const auto held = arena::counts(tokens);
  std::copy(held.begin(), held.end(), counted.begin());
  return counted;
}

static int sum(const Counts& tokens) {
  return std::accumulate(tokens.begin(), tokens.end(), 0);
}

static Counts changed(const Counts& tokens, const Counts& gained, const Counts& lost) {
  Counts held{};
  for (std::size_t kind = 0; kind < held.size(); ++kind)
    held[kind] = tokens[kind] + gained[kind] - lost[kind];
  return held;
}

/// How many tokens are missing to pay, gold standing for any.
static int missing(const Counts& owed, const Counts& tokens) {
  int lacking = 0;
  for (std::size_t gem = 0; gem < 5; ++gem) lacking += std::max(0, owed[gem] - tokens[gem]);
  return std::max(0, lacking - tokens[5]);
}

/// What the worth of a move depends on, read once a turn.
class Table {
 public:
  explicit Table(const arena::Turn& turn) : turn_(turn) {
    const auto& own = turn.observation.players(turn.seat());
    bonuses_ = counts(own.bonuses());
    tokens_ = counts(own.tokens());
    bank_has_gold_ = turn.observation.bank().gold() > 0;
    for (const std::uint32_t card_id : turn.observation.market()) {
      if (card_id) want(card_id);
    }
    for (const auto& card : own.reserved()) want(card.card_id());
  }

  /// How good a move looks.
  int worth(const arena::Move& move) {
    switch (move.action_case()) {
      case arena::Move::kPurchase:
        return purchase(move);
      case arena::Move::kTake:
        return holding(changed(tokens_, counts(move.take().tokens()), counts(move.returned())));
      case arena::Move::kReserve: {
        const Counts gold{0, 0, 0, 0, 0, bank_has_gold_ ? 1 : 0};
        return holding(changed(tokens_, gold, counts(move.returned()))) - 40;
      }
      default:
        return 0;
    }
  }

 private:
  int purchase(const arena::Move& move) const {
    const arena::Card& card = turn_.cards.at(move.purchase().card_id());
    Counts bonuses = bonuses_;
    bonuses.at(card.bonus() - 1) += 1;
    const int prestige = static_cast<int>(card.prestige()) + visit(move.noble_id(), bonuses);
    const Counts paid = counts(move.purchase().payment());
    return 1000 + 100 * prestige - sum(paid) - 2 * paid[5];
  }

  /// The prestige of the noble that visits once these are the bonuses.
  int visit(std::uint32_t chosen, const Counts& bonuses) const {
    const auto& shown = turn_.observation.nobles();
    std::vector<std::uint32_t> candidates(shown.begin(), shown.end());
    if (chosen) candidates = {chosen};
    for (const std::uint32_t noble_id : candidates) {
      const arena::Noble& noble = turn_.nobles.at(noble_id);
      const Counts asked = counts(noble.requirement());
      if (std::equal(bonuses.begin(), bonuses.end(), asked.begin(), std::greater_equal<>())) {
        return static_cast<int>(noble.prestige());
      }
    }
    return 0;
  }

  /// The worth of holding these tokens; many moves lead to the same ones.
  int holding(const Counts& tokens) {
    const auto known = known_.find(tokens);
    if (known != known_.end()) return known->second;
    std::optional<int> best;
    for (const auto& [owed, promise] : wanted_) {
      best = std::max(best, std::optional(promise - 4 * missing(owed, tokens)));
    }
    return known_[tokens] = 8 * best.value_or(0) + sum(tokens);
  }

  void want(std::uint32_t card_id) { wanted_.emplace_back(owed(card_id), promise(card_id)); }

  Counts owed(std::uint32_t card_id) const {
    Counts cost = counts(turn_.cards.at(card_id).cost());
    for (std::size_t gem = 0; gem < cost.size(); ++gem) cost[gem] = std::max(0, cost[gem] - bonuses_[gem]);
    return cost;
  }

  int promise(std::uint32_t card_id) const {
    return 10 + 6 * static_cast<int>(turn_.cards.at(card_id).prestige());
  }

  const arena::Turn& turn_;
  Counts bonuses_{}, tokens_{};
  bool bank_has_gold_ = false;
  std::vector<std::pair<Counts, int>> wanted_;
  std::map<Counts, int> known_;
};

/// Chooses the move with the highest worth.
class GreedyBot : public arena::Bot {
 public:
  GreedyBot() {
    name = "greedy";
    version = "1";
  }

  /// The first of the moves with the highest worth.
  arena::Choice choose_move(arena::Turn& turn) override {
    if (turn.legal_moves.empty()) throw std::invalid_argument("a turn has a legal move");
    Table table(turn);
    const auto worse = [&](const arena::Move& one, const arena::Move& other) {
      return table.worth(one) < table.worth(other);
    };
    return *std::max_element(turn.legal_moves.begin(), turn.legal_moves.end(), worse);
  }
};

int main() {
  GreedyBot bot;
  return arena::run(bot);
}
