#include "arena_client/notation.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <stdexcept>
#include <utility>

namespace arena {

using v1::Move;
using v1::Tokens;

namespace {

constexpr int CARDS = 90, LEVELS = 3, NOBLES = 10, MOST_OF_A_KIND = 7;

std::string target(const v1::ReserveAction& reserve) {
  if (reserve.target_case() == v1::ReserveAction::kDeckLevel) {
    return "deck" + std::to_string(reserve.deck_level());
  }
  return std::to_string(reserve.card_id());
}

std::string action_text(const Move& move) {
  switch (move.action_case()) {
    case Move::kTake:
      return "take:" + letters(move.take().tokens());
    case Move::kReserve:
      return "reserve:" + target(move.reserve());
    case Move::kPurchase:
      return "buy:" + std::to_string(move.purchase().card_id()) + "=" + letters(move.purchase().payment());
    default:
      return "pass";
  }
}

/// What stands before the separator and what behind it, which is nothing where it is not found.
std::pair<std::string_view, std::string_view> partition(std::string_view text, char separator) {
  const auto at = text.find(separator);
  if (at == std::string_view::npos) return {text, {}};
  return {text.substr(0, at), text.substr(at + 1)};
}

std::uint32_t number(std::string_view digits, int most) {
  const bool short_number = !digits.empty() && digits.size() <= 2;  // none is above 90
  const auto is_digit = [](char letter) { return '0' <= letter && letter <= '9'; };
  int found = 0;
  if (short_number && std::all_of(digits.begin(), digits.end(), is_digit)) {
    for (const char digit : digits) found = 10 * found + (digit - '0');
  }
  if (found < 1 || found > most) {
    throw std::invalid_argument("expected a number from 1 to " + std::to_string(most));
  }
  return static_cast<std::uint32_t>(found);
}

Tokens tokens(std::string_view held) {
  std::array<std::uint32_t, 6> found{};
  for (std::size_t kind = 0; kind < found.size(); ++kind) {
    found[kind] = static_cast<std::uint32_t>(std::count(held.begin(), held.end(), LETTERS[kind]));
  }
  if (std::accumulate(found.begin(), found.end(), std::size_t{0}) != held.size() ||
      *std::max_element(found.begin(), found.end()) > MOST_OF_A_KIND) {
    throw std::invalid_argument("expected letters out of WUGRKJ, at most 7 of a kind");
  }
  Tokens made;
  made.set_white(found[0]);
  made.set_blue(found[1]);
  made.set_green(found[2]);
  made.set_red(found[3]);
  made.set_black(found[4]);
  made.set_gold(found[5]);
  return made;
}

Tokens taken(std::string_view gems) {
  const std::set<char> kinds(gems.begin(), gems.end());
  const bool different = kinds.size() == gems.size() && 1 <= gems.size() && gems.size() <= 3;
  const bool two_of_one = kinds.size() == 1 && gems.size() == 2;
  if (kinds.count('J') || !(different || two_of_one)) {
    throw std::invalid_argument("expected one to three different gems or two of one");
  }
  return tokens(gems);
}

void read_action(Move& move, std::string_view action) {
  const auto [verb, rest] = partition(action, ':');
  if (verb == "take") {
    *move.mutable_take()->mutable_tokens() = taken(rest);
  } else if (verb == "reserve" && rest.substr(0, 4) == "deck") {
    move.mutable_reserve()->set_deck_level(number(rest.substr(4), LEVELS));
  } else if (verb == "reserve") {
    move.mutable_reserve()->set_card_id(number(rest, CARDS));
  } else if (verb == "buy") {
    const auto [card, payment] = partition(rest, '=');
    move.mutable_purchase()->set_card_id(number(card, CARDS));
    *move.mutable_purchase()->mutable_payment() = tokens(payment);
  } else if (verb == "pass") {
    move.mutable_pass_turn();
  } else {
    throw std::invalid_argument("expected take:, reserve:, buy: or pass");
  }
}

Move read(std::string_view notation) {
  const auto [rest, noble] = partition(notation, '@');
  const auto [action, returned] = partition(rest, '>');
  Move move;
  if (!noble.empty()) move.set_noble_id(number(noble, NOBLES));
  if (!returned.empty()) *move.mutable_returned() = tokens(returned);
  read_action(move, action);
  if (!returned.empty() && !move.has_take() && !move.has_reserve()) {
    throw std::invalid_argument("only who takes or reserves returns tokens");
  }
  return move;
}

std::invalid_argument refusal(std::string_view notation, const std::string& why) {
  return std::invalid_argument("'" + std::string(notation) + "' is not a move: " + why);
}

}  // namespace

std::string text(const Move& move) {
  const std::string returned = letters(move.returned());
  const std::string noble = move.noble_id() ? "@" + std::to_string(move.noble_id()) : "";
  return action_text(move) + (returned.empty() ? "" : ">" + returned) + noble;
}

std::string letters(const Tokens& tokens) {
  std::string written;
  const auto held = counts(tokens);
  for (std::size_t kind = 0; kind < held.size(); ++kind) written.append(held[kind], LETTERS[kind]);
  return written;
}

std::array<std::uint32_t, 6> counts(const Tokens& tokens) {
  return {tokens.white(), tokens.blue(), tokens.green(), tokens.red(), tokens.black(), tokens.gold()};
}

Move parse(std::string_view notation) {
  Move move;
  try {
    move = read(notation);
  } catch (const std::invalid_argument& error) {
    throw refusal(notation, error.what());
  }
  // one comparison refuses all that can be read but is not written so: order, zeros, blanks
  if (text(move) != notation) throw refusal(notation, "expected '" + text(move) + "'");
  return move;
}

}  // namespace arena
