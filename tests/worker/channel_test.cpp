#include "worker/channel.hpp"

#include <doctest/doctest.h>
#include <sys/socket.h>

#include <cstring>
#include <thread>

using namespace warplab::worker;
using namespace std::chrono_literals;
using Ending = Channel::Outcome;

namespace {

struct Pair {
  Pair() {
    int ends[2];
    REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
    left = Channel(Descriptor(ends[0]), true);
    right = Channel(Descriptor(ends[1]), true);
  }
  Channel left{Descriptor(), false}, right{Descriptor(), false};
};

Channel::Clock::time_point soon() { return Channel::Clock::now() + 10s; }

void write_raw(const Channel& channel, const void* data, size_t bytes) {
  REQUIRE(::send(channel.socket(), data, bytes, 0) == static_cast<ssize_t>(bytes));
}

}  // namespace

TEST_CASE("a message arrives as it was sent, one after the other") {
  Pair pair;
  REQUIRE(pair.left.send({MessageKind::ready, "{}", "blob"}, {}, soon()) == Ending::done);
  REQUIRE(pair.left.send({MessageKind::failure, "", ""}, {}, soon()) == Ending::done);
  Message message;
  REQUIRE(pair.right.receive(message, soon()) == Ending::done);
  CHECK(message.kind == MessageKind::ready);
  CHECK(message.json == "{}");
  CHECK(message.blob == "blob");
  REQUIRE(pair.right.receive(message, soon()) == Ending::done);
  CHECK(message.kind == MessageKind::failure);
  CHECK(message.blob.empty());
}

TEST_CASE("a message larger than the socket's buffer arrives whole") {
  Pair pair;
  const std::string large(20'000'000, 'x');
  std::thread sender([&] {
    pair.left.send({MessageKind::compile_answer, "{}", large}, {}, soon());
  });
  Message message;
  const Ending outcome = pair.right.receive(message, soon());
  sender.join();
  REQUIRE(outcome == Ending::done);
  CHECK(message.blob == large);
}

TEST_CASE("waiting ends at the deadline, and a later call goes on with what has come") {
  Pair pair;
  Message message;
  const auto begin = Channel::Clock::now();
  CHECK(pair.right.receive(message, begin + 30ms) == Ending::timed_out);
  CHECK(Channel::Clock::now() - begin >= 30ms);
  const Message sent{MessageKind::ready, "{\"a\":1}", "0123456789"};
  const auto header = encode_header(sent);
  write_raw(pair.left, header.data(), 10);
  CHECK(pair.right.receive(message, Channel::Clock::now() + 5ms) == Ending::timed_out);
  write_raw(pair.left, header.data() + 10, header.size() - 10);
  write_raw(pair.left, "{\"a\"", 4);
  CHECK(pair.right.receive(message, Channel::Clock::now() + 5ms) == Ending::timed_out);
  write_raw(pair.left, ":1}01234", 8);
  CHECK(pair.right.receive(message, Channel::Clock::now() + 5ms) == Ending::timed_out);
  write_raw(pair.left, "56789", 5);
  REQUIRE(pair.right.receive(message, soon()) == Ending::done);
  CHECK(message.json == sent.json);
  CHECK(message.blob == sent.blob);
}

TEST_CASE("sending to somebody who does not read ends at the deadline") {
  Pair pair;
  const Message large{MessageKind::compile_answer, "", std::string(20'000'000, 'x')};
  CHECK(pair.left.send(large, {}, Channel::Clock::now() + 50ms) == Ending::timed_out);
}

TEST_CASE("the end of the other side is told, in the middle of a message too") {
  Pair pair;
  const auto header = encode_header({MessageKind::ready, "12345", ""});
  write_raw(pair.left, header.data(), header.size());
  pair.left = Channel(Descriptor(), false);
  Message message;
  CHECK(pair.right.receive(message, soon()) == Ending::closed);
  CHECK(pair.right.send({MessageKind::ready, "", ""}, {}, soon()) == Ending::closed);
}

TEST_CASE("what is no message is told once and for all") {
  Pair pair;
  const std::string junk(64, 'j');
  write_raw(pair.left, junk.data(), junk.size());
  Message message;
  CHECK(pair.right.receive(message, soon()) == Ending::malformed);
  CHECK(!pair.right.fault().empty());
  CHECK(pair.right.receive(message, soon()) == Ending::malformed);
}

TEST_CASE("descriptors travel with their message and are the same file") {
  Pair pair;
  int pipe_ends[2];
  REQUIRE(::pipe(pipe_ends) == 0);
  const Descriptor reading(pipe_ends[0]), writing(pipe_ends[1]);
  const int sent[1] = {writing.number()};
  REQUIRE(pair.left.send({MessageKind::simulate_request, "{}", ""}, sent, soon()) == Ending::done);
  Message message;
  REQUIRE(pair.right.receive(message, soon()) == Ending::done);
  const std::vector<Descriptor> arrived = pair.right.take_descriptors();
  REQUIRE(arrived.size() == 1);
  CHECK(arrived[0].number() != writing.number());
  REQUIRE(::write(arrived[0].number(), "hi", 2) == 2);
  char text[2];
  REQUIRE(::read(reading.number(), text, 2) == 2);
  CHECK(std::memcmp(text, "hi", 2) == 0);
  // The next message has none.
  REQUIRE(pair.left.send({MessageKind::ready, "{}", ""}, {}, soon()) == Ending::done);
  REQUIRE(pair.right.receive(message, soon()) == Ending::done);
  CHECK(pair.right.take_descriptors().empty());
}

TEST_CASE("a side that takes no descriptors gets none, and none stays open") {
  int ends[2];
  REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
  Channel giver{Descriptor(ends[0]), false}, taker{Descriptor(ends[1]), false};
  int pipe_ends[2];
  REQUIRE(::pipe(pipe_ends) == 0);
  {
    const Descriptor writing(pipe_ends[1]);
    const int sent[1] = {writing.number()};
    REQUIRE(giver.send({MessageKind::ready, "{}", ""}, sent, soon()) == Ending::done);
  }
  Message message;
  REQUIRE(taker.receive(message, soon()) == Ending::done);
  CHECK(taker.take_descriptors().empty());
  const Descriptor reading(pipe_ends[0]);
  char byte;
  CHECK(::read(reading.number(), &byte, 1) == 0);  // no writer is left
}
