// Tells whether this client does what all clients do: reads a case a line, writes a result a line.
//
// A case is `ID KIND BASE64`, a result `ID RESULT`; `clients/vectors/README.md` describes the kinds.

#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "arena_client/arena_client.h"

// the bot's class is wanted here, not its program
#define main greedy_bot_main
#include "bots/greedy_bot.cpp"
#undef main

static constexpr std::string_view BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static std::string decoded(std::string_view letters) {
  std::string bytes;
  unsigned bits = 0, held = 0;
  for (const char letter : letters) {
    const auto value = BASE64.find(letter);
    if (value == std::string_view::npos) break;  // the padding
    bits = (bits << 6 | static_cast<unsigned>(value)) & 0xFFFF;
    held += 6;
    if (held >= 8) bytes.push_back(static_cast<char>(bits >> (held -= 8)));
  }
  return bytes;
}

static std::string encoded(std::string_view bytes) {
  std::string letters;
  unsigned bits = 0, held = 0;
  for (const char byte : bytes) {
    bits = (bits << 8 | static_cast<unsigned char>(byte)) & 0xFFFF;
    for (held += 8; held >= 6;) letters.push_back(BASE64[bits >> (held -= 6) & 63]);
  }
  if (held > 0) letters.push_back(BASE64[bits << (6 - held) & 63]);
  while (letters.size() % 4) letters.push_back('=');
  return letters;
}

/// A message out of its bytes.
template <typename Message>
static Message message(const std::string& payload) {
  Message read;
  if (!read.ParseFromString(payload)) throw std::invalid_argument("not a message");
  return read;
}

static std::string parsed(const std::string& payload) {
  try {
    return encoded(arena::parse(payload).SerializeAsString());
  } catch (const std::invalid_argument&) {
    return "refused";
  }
}

/// What a case says stays known for the next ones: the catalogue of the last `welcome`.
class Conformance {
 public:
  /// The result of one case.
  std::string result(const std::string& kind, const std::string& payload) {
    if (kind == "welcome") return welcome(payload);
    if (kind == "choose") return choose(payload);
    if (kind == "format") return arena::text(message<arena::Move>(payload));
    if (kind == "parse") return parsed(payload);
    return "unknown";
  }

 private:
  std::string welcome(const std::string& payload) {
    const auto response = message<arena::v1::PlayResponse>(payload);
    cards_ = arena::by_id(response.welcome().catalogue().cards());
    nobles_ = arena::by_id(response.welcome().catalogue().nobles());
    return "ok";
  }

  std::string choose(const std::string& payload) const {
    const auto response = message<arena::v1::PlayResponse>(payload);
    const arena::GameStarted game;
    arena::Turn turn = arena::turn_from(response.turn_started(), game, cards_, nobles_);
    return arena::text(std::get<arena::Move>(GreedyBot().choose_move(turn)));
  }

  std::map<std::uint32_t, arena::Card> cards_;
  std::map<std::uint32_t, arena::Noble> nobles_;
};

/// The result of a line; `failed` where a bot would have ended.
static std::string result(Conformance& conformance, const std::string& kind, const std::string& payload) {
  try {
    const std::string bytes = decoded(payload);
    return encoded(bytes) == payload ? conformance.result(kind, bytes) : "failed";
  } catch (const std::exception&) {
    return "failed";
  }
}

/// Answer until the input ends.
int main() {
  Conformance conformance;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string id, kind, payload;
    words >> id >> kind >> payload;
    std::cout << id << ' ' << result(conformance, kind, payload) << std::endl;
  }
}
