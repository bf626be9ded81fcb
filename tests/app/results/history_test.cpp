#include "results/history.hpp"

#include <doctest/doctest.h>

#include "temporary_folder.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::test;
namespace fs = std::filesystem;

namespace {

Attempt attempt_at(int seconds, verdict::Status status) {
  Attempt attempt;
  attempt.time =
      std::chrono::system_clock::time_point(std::chrono::seconds(1'800'000'000 + seconds));
  attempt.verdict = status;
  attempt.score = 0.5;
  attempt.summary = "Not yet: \"x\" \xC3\xA9";
  attempt.gates = {{"loads", "sectors/request", verdict::Status::fail, 32.0},
                   {"correct", "", verdict::Status::pass, {}}};
  return attempt;
}

}  // namespace

TEST_CASE("attempts come back as they were, newest first") {
  const TemporaryFolder folder;
  {
    History history(folder.path());
    REQUIRE(history.add("copy", attempt_at(0, verdict::Status::fail), "first"));
    REQUIRE(history.add("copy", attempt_at(9, verdict::Status::pass), "second"));
  }
  History history(folder.path());
  const auto& attempts = history.of("copy");
  REQUIRE(attempts.size() == 2);
  CHECK(attempts[0].verdict == verdict::Status::pass);
  CHECK(attempts[1].verdict == verdict::Status::fail);
  CHECK(attempts[1].summary == "Not yet: \"x\" \xC3\xA9");
  CHECK(attempts[1].gates[0].value == 32.0);
  CHECK_FALSE(attempts[1].gates[1].value);
  CHECK(attempts[1].gates_passed() == 1);
  CHECK(*history.source("copy", attempts[1].id) == "first");
}

TEST_CASE("attempts from before submissions had folders go to the first that is opened") {
  const TemporaryFolder folder;
  {
    History before(folder.path() / "history");
    REQUIRE(before.add("copy", attempt_at(0, verdict::Status::pass), "text"));
  }
  const fs::path mine = history_folder(folder.path(), folder.path() / "mine");
  CHECK(History(mine).progress("copy") == Progress::passed);
  CHECK(history_folder(folder.path(), folder.path() / "mine") == mine);
  const fs::path theirs = history_folder(folder.path(), folder.path() / "theirs");
  CHECK(theirs != mine);
  CHECK(History(theirs).progress("copy") == Progress::untouched);
}

TEST_CASE("two attempts of the same millisecond are both kept") {
  const TemporaryFolder folder;
  History history(folder.path());
  REQUIRE(history.add("copy", attempt_at(0, verdict::Status::fail), "a"));
  REQUIRE(history.add("copy", attempt_at(0, verdict::Status::fail), "b"));
  CHECK(History(folder.path()).of("copy").size() == 2);
}

TEST_CASE("an attempt that was cut short by a crash is passed over") {
  const TemporaryFolder folder;
  write(folder.path() / "copy" / ".unfinished-2026" / "source.cu", "x");
  write(folder.path() / "copy" / "2026-no-source" / "attempt.json", "{}");
  write(folder.path() / "copy" / "2026-damaged" / "attempt.json", "{\"schema\":1,\"gates\":[7]}");
  write(folder.path() / "copy" / "2026-damaged" / "source.cu", "x");
  CHECK(History(folder.path()).of("copy").empty());
}

TEST_CASE("progress is known without opening a file") {
  const TemporaryFolder folder;
  History history(folder.path());
  CHECK(history.progress("copy") == Progress::untouched);
  REQUIRE(history.add("copy", attempt_at(0, verdict::Status::fail), "a"));
  CHECK(history.progress("copy") == Progress::tried);
  REQUIRE(history.add("copy", attempt_at(1, verdict::Status::pass), "b"));
  REQUIRE(history.add("copy", attempt_at(2, verdict::Status::fail), "c"));
  CHECK(history.progress("copy") == Progress::passed);
}

TEST_CASE("bytes that are not UTF-8 do not keep an attempt from being kept") {
  const TemporaryFolder folder;
  History history(folder.path());
  Attempt attempt = attempt_at(0, verdict::Status::fail);
  attempt.summary = "\xff\xfe";
  REQUIRE(history.add("copy", attempt, "\xff source"));
  CHECK(*history.source("copy", history.of("copy")[0].id) == "\xff source");
  CHECK(History(folder.path()).of("copy").size() == 1);
}

TEST_CASE("a folder that cannot be written is an error with its name") {
  const TemporaryFolder folder;
  write(folder.path() / "file", "");
  History history(folder.path() / "file");
  const auto added = history.add("copy", attempt_at(0, verdict::Status::fail), "x");
  REQUIRE_FALSE(added);
  CHECK(added.error().find("file") != std::string::npos);
}
