#include "course/journal.hpp"

#include <thread>

#include "made_up.hpp"

using namespace warplab;
using namespace warplab::course;
using test::contains;
using test::TemporaryFolder;

namespace {

StoredResult stored(const std::string& key, int round = 0) {
  return {key, "copy", "f", "e", "o", round, "{\"score\":1}", 12.5, "2026-11-30T00:00:00Z"};
}

About about() { return {"1", "Moodle", "", "sim", {{"copy", "Copy", "e"}}, {{"x", "why"}}}; }

Journal open(const std::filesystem::path& file) {
  Result<Journal> journal = Journal::open(file);
  REQUIRE(bool(journal));
  return std::move(*journal);
}

}  // namespace

TEST_CASE("a result is there when the journal is opened again, and its latest round counts") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "j";
  {
    Journal journal = open(file);
    REQUIRE(bool(journal.add(stored("k"))));
    StoredResult again = stored("k", 1);
    again.json = "{\"score\":0}";
    REQUIRE(bool(journal.add(again)));
  }
  const Journal journal = open(file);
  CHECK(journal.known()->at("k") == 1);
  CHECK((*journal.result("k"))->json == "{\"score\":0}");
  CHECK_FALSE(journal.result("other")->has_value());
}

TEST_CASE("attempts stay when something else is handed in; what is handed in now takes its place") {
  const TemporaryFolder folder;
  Journal journal = open(folder.path() / "j");
  const std::vector<StudentRow> kim{{"kim", "Kim", "", "kim", 100, "x", false, "{}"}};
  REQUIRE(bool(journal.set_course(about(), kim, {{"kim", "copy", "kim/copy.cu", "f1", "", 100}},
                                  {{"f1", "one"}})));
  REQUIRE(bool(journal.set_course(about(), kim, {{"kim", "copy", "kim/copy.cu", "f2", "", 200}},
                                  {{"f2", "two"}})));
  REQUIRE(bool(journal.set_course(about(), kim, {{"kim", "copy", "kim/copy.cu", "f2", "", 200}},
                                  {{"f2", "two"}})));
  const std::vector<Attempt> attempts = *journal.attempts();
  REQUIRE(attempts.size() == 2);
  CHECK(attempts[0].file_hash == "f1");
  CHECK(attempts[0].submitted == 100);
  CHECK(attempts[1].number > attempts[0].number);
  CHECK(journal.answers()->size() == 1);
  CHECK(*journal.source("f1") == "one");
  CHECK((*journal.about())->exercises[0].title == "Copy");
  CHECK((*journal.about())->troubles[0].sentence == "why");
}

TEST_CASE("what could not be graded is forgotten when it is graded") {
  const TemporaryFolder folder;
  Journal journal = open(folder.path() / "j");
  REQUIRE(bool(journal.add_not_graded({"k", "copy", "no memory"})));
  CHECK(journal.not_graded()->size() == 1);
  REQUIRE(bool(journal.add(stored("k"))));
  CHECK(journal.not_graded()->empty());
}

TEST_CASE("journals of several machines are put together, in any order and twice") {
  const TemporaryFolder folder;
  const std::vector<StudentRow> kim{{"kim", "Kim", "", "kim", {}, "", false, "{}"}};
  const std::vector<AnswerRow> answers{{"kim", "copy", "p", "f", "", {}}};
  for (const char* name : {"a", "b"}) {
    Journal journal = open(folder.path() / name);
    REQUIRE(bool(journal.set_course(about(), kim, answers, {{"f", "text"}})));
    REQUIRE(bool(journal.add(stored(std::string("k") + name))));
  }
  Journal all = open(folder.path() / "all");
  for (const char* name : {"b", "a", "b"}) REQUIRE(bool(all.merge(folder.path() / name)));
  CHECK(all.known()->size() == 2);
  CHECK(all.students()->size() == 1);
  CHECK(all.attempts()->size() == 1);
  CHECK(contains(all.merge(folder.path() / "none").error(), "There is no journal"));
}

TEST_CASE("two processes may write, and threads of one") {
  const TemporaryFolder folder;
  Journal a = open(folder.path() / "j"), b = open(folder.path() / "j");
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 20; ++i)
        (void)(t % 2 ? a : b).add(stored(std::to_string(t) + "-" + std::to_string(i)));
    });
  for (std::thread& thread : threads) thread.join();
  CHECK(a.known()->size() == 80);
}

TEST_CASE("a file that is no journal, and one of a later version, are said to be") {
  const TemporaryFolder folder;
  const auto text = folder.write("text", std::string(5000, 'x'));
  CHECK(contains(Journal::open(text).error(), "cannot be used"));
  CHECK(contains(Journal::open(folder.path() / "no" / "folder").error(), "cannot be used"));
}

TEST_CASE("no two lists of parts have one key") {
  CHECK(Key{"ab", "c", "", ""}.text() != Key{"a", "bc", "", ""}.text());
  CHECK(Key{"a", "b", "c", "d"}.text().size() == 64);
  CHECK(about().key_of("copy", "f")->exercise_hash == "e");
  CHECK_FALSE(about().key_of("swap", "f").has_value());
}

TEST_CASE("feedback is of the latest round, and goes along when journals are put together") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "j";
  {
    Journal journal = open(file);
    REQUIRE(bool(journal.add(stored("k"))));
    CHECK(journal.keys_with_feedback()->empty());
    REQUIRE(bool(journal.add_feedback("k", {"<p>one</p>", "one"})));
    REQUIRE(bool(journal.add(stored("k"))));  // what is known already changes nothing
    CHECK((*journal.feedback("k"))->html == "<p>one</p>");
    CHECK_FALSE(journal.feedback("other")->has_value());
  }
  Journal all = open(folder.path() / "all");
  REQUIRE(bool(all.merge(file)));
  CHECK((*all.feedback("k"))->markdown == "one");
  REQUIRE(bool(all.add(stored("k", 1))));
  CHECK_FALSE(all.feedback("k")->has_value());
  CHECK(all.keys_with_feedback()->empty());
}
