// What holds for every message, tried on the fuzzer's seeds: one or more of each kind.
#include "worker/all_messages.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>

using namespace warplab;
using namespace warplab::worker;

namespace {

constexpr Expected kExpected{.launches = 4, .buffers = 4};

// A seed as the fuzzer reads it: the kind, the length of the JSON in two bytes, JSON, blob.
Message message_of(const std::string& seed) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(seed.at(i)); };
  const size_t json = byte(1) + 256u * byte(2);
  return {static_cast<MessageKind>(byte(0)), seed.substr(3, json), seed.substr(3 + json)};
}

std::multimap<MessageKind, Message> seeds() {
  std::multimap<MessageKind, Message> messages;
  for (const auto& entry :
       std::filesystem::directory_iterator(WARPLAB_SOURCE_DIR "/tests/fuzz/corpus/protocol")) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string seed{std::istreambuf_iterator<char>(file), {}};
    const Message message = message_of(seed);
    messages.emplace(message.kind, message);
  }
  return messages;
}

// Calls `look(seed, decode)` for the seeds of each kind; `decode(message)` is a Result.
template <class Look>
void for_each_seed(const Look& look) {
  const auto all = seeds();
  for_each_body([&]<class Body>() {
    CAPTURE(static_cast<int>(kind_of<Body>));
    REQUIRE(all.count(kind_of<Body>) > 0);
    const auto [begin, end] = all.equal_range(kind_of<Body>);
    for (auto seed = begin; seed != end; ++seed) {
      CAPTURE(seed->second.json);
      look(seed->second, [](const Message& message) { return decode<Body>(message, kExpected); });
    }
  });
}

}  // namespace

TEST_CASE("every message is understood and written again byte for byte") {
  for_each_seed([](const Message& seed, const auto& decode) {
    const auto body = decode(seed);
    REQUIRE_MESSAGE(body, body.error());
    const Message again = encode(*body);
    CHECK(again.kind == seed.kind);
    CHECK(again.json == seed.json);
    CHECK(again.blob == seed.blob);
  });
}

TEST_CASE("every message with a byte too many or too few, or of another kind, is refused") {
  for_each_seed([](const Message& seed, const auto& decode) {
    Message changed = seed;
    changed.blob += 'x';
    CHECK_FALSE(decode(changed));
    changed = seed;
    if (!changed.blob.empty()) {
      changed.blob.pop_back();
      CHECK_FALSE(decode(changed));
    }
    changed = seed;
    changed.kind = seed.kind == MessageKind::ready ? MessageKind::failure : MessageKind::ready;
    CHECK_FALSE(decode(changed));
  });
}

TEST_CASE("no field of a message may be missing, and the refusal says which one is") {
  // What a structure may have or not have.
  const std::set<std::string> optional = {"other_place", "watched",   "watch",     "bytes",
                                          "writer",      "clock_mhz", "processes", "waits_from",
                                          "search",      "state",     "executed",  "bits"};
  size_t needed = 0, may_miss = 0;
  for_each_seed([&](const Message& seed, const auto& decode) {
    for (size_t colon = seed.json.find("\":"); colon != std::string::npos;
         colon = seed.json.find("\":", colon + 2)) {
      const size_t name = seed.json.rfind('"', colon - 1) + 1;
      const std::string field = seed.json.substr(name, colon - name);
      Message changed = seed;
      changed.json.replace(name, field.size(), "renamed");
      const auto body = decode(changed);
      if (!body && body.error().find(field) != std::string::npos) {
        ++needed;
        continue;
      }
      CAPTURE(field);
      CHECK(optional.contains(field));
      ++may_miss;
    }
  });
  CHECK(needed > 100);
  CHECK(may_miss >= optional.size());
}

TEST_CASE("what makes no sense is said of the worker that sent it, as a question or an answer") {
  const auto why = [](const auto& refused) { return refused.error(); };
  const Message other{MessageKind::failure, "{}", {}};
  CHECK(why(decode<WalkRequest>(other)).starts_with("The worker was asked"));
  CHECK(why(decode<WrittenRequest>(other)).starts_with("The worker was asked"));
  CHECK(why(decode<WrittenAnswer>(other)).starts_with("The worker gave"));
  CHECK(why(decode<ForkAnswer>(other)).starts_with("The worker gave"));
  CHECK(why(decode<GpuKeepRequest>(other)).starts_with("The GPU worker was asked"));
  CHECK(why(decode<GpuState>(other)).starts_with("The GPU worker gave"));
}
