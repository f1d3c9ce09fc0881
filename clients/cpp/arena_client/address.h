/// Where the arena listens: `ARENA_ADDRESS` as a channel of the gRPC library.
#pragma once

#include <grpcpp/channel.h>

#include <cstdlib>
#include <functional>
#include <memory>
#include <string>

namespace arena {

/// The value of a variable of the environment, or a null pointer.
using Environment = std::function<const char*(const char*)>;

/// A channel to the arena that the environment names.
///
/// Throws std::invalid_argument if the address is missing or of an unknown form, or a file of it cannot be
/// used.
std::shared_ptr<grpc::Channel> channel(const Environment& environment = std::getenv);

/// What the arena knows the bot by.
///
/// Throws std::invalid_argument if it cannot be sent.
std::string token(const Environment& environment = std::getenv);

}  // namespace arena
