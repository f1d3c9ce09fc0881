// What is kept of a note.

#include "arena_client/client.h"

#include <iostream>
#include <string>

static int failures = 0;

static void expect(const std::string& got, const std::string& expected) {
  if (got == expected) return;
  std::cerr << "expected: " << expected << "\ngot:      " << got << "\n";
  ++failures;
}

int main() {
  std::string lengthy;
  for (int letter = 0; letter < 99'999; ++letter) lengthy += "\u00E9";
  expect(arena::kept("because", 1024), "because");
  expect(arena::kept("because", 4), "beca");
  expect(arena::kept("\u00E9\u00E9", 3), "\u00E9");
  expect(arena::kept("\U0001F600", 3), "");
  expect(arena::kept("\U0001F600\u20AC\u00E9", 9), "\U0001F600\u20AC\u00E9");
  for (const char* wrong : {"\xff", "\x80", "\xC3", "\xC0", "\xF5"}) {
    expect(arena::kept(std::string("a") + wrong + "b", 1024), "a\uFFFDb");
  }
  for (const char* wrong : {"\xED\xA0\x80", "\xE0\x80\x80", "\xF4\x90\x80"}) {  // surrogate, overlong, above
    expect(arena::kept(wrong, 1024), "\uFFFD\uFFFD\uFFFD");
  }
  expect(arena::kept(lengthy, 0), lengthy.substr(0, 60'000));
  expect(arena::kept(lengthy, 0xFFFFFFFF), lengthy.substr(0, 60'000));
  return failures ? 1 : 0;
}
