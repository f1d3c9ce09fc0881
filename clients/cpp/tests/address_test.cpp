// Which addresses are refused, and in which words.

#include "arena_client/address.h"

#include <iostream>
#include <map>
#include <stdexcept>
#include <string>

using Variables = std::map<std::string, std::string>;

static const std::string EXPECTED =
    ", expected tcp://host:port, tls://host:port or unix:///path; the arena sets it: start the bot with "
    "`arena run`";

/// The refusal that these variables get, or nothing.
static std::string refusal(const Variables& variables) {
  try {
    arena::channel([&](const char* name) {
      const auto found = variables.find(name);
      return found == variables.end() ? nullptr : found->second.c_str();
    });
    return "";
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

static int failures = 0;

static void expect(const Variables& variables, const std::string& expected) {
  const std::string got = refusal(variables);
  if (got == expected) return;
  std::cerr << "expected: " << expected << "\ngot:      " << got << "\n";
  ++failures;
}

int main() {
  for (const char* address :
       {"tcp://127.0.0.1:1", "tcp://[::1]:65535", "tls://host:1", "unix:///tmp/socket"}) {
    expect({{"ARENA_ADDRESS", address}}, "");
  }
  for (const char* address : {"", "tcp://", "tcp:/host:1", "http://host:1", "tcp://host:0", "unix://a"}) {
    expect({{"ARENA_ADDRESS", address}}, "ARENA_ADDRESS is '" + std::string(address) + "'" + EXPECTED);
  }
  expect({}, "ARENA_ADDRESS is ''" + EXPECTED);
  expect({{"ARENA_ADDRESS", "tls://host:1"}, {"ARENA_TLS_CA", "/no/file"}},
         "ARENA_TLS_CA is '/no/file', expected a file with PEM certificates that can be read: "
         "No such file or directory");
  return failures ? 1 : 0;
}
