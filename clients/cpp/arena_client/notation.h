/// A move as one line of text, the way logs and records show it, and back.
///
/// It knows how moves are written, and nothing of which one is legal.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "arena/v1/game.pb.h"

namespace arena {

/// White, blue, green, red, black, gold: always in this order.
inline constexpr std::string_view LETTERS = "WUGRKJ";

/// The text notation of a move, such as `take:WUG>GJ` or `buy:63=WWWKJ@7`.
std::string text(const v1::Move& move);

/// Tokens as letters, in the order WUGRKJ.
std::string letters(const v1::Tokens& tokens);

/// White, blue, green, red, black, gold.
std::array<std::uint32_t, 6> counts(const v1::Tokens& tokens);

/// The move that a text stands for.
///
/// Throws std::invalid_argument if the text is not exactly what `text` writes for some move.
v1::Move parse(std::string_view notation);

}  // namespace arena
