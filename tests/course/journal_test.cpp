#include "course/journal.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <thread>

#include "made_up.hpp"

using namespace warplab;
using namespace warplab::course;
using test::contains;
using test::TemporaryFolder;

namespace {

// The tables as Warp Lab wrote them before results kept predictions (schema 2; 1 had no feedback).
constexpr const char* kTablesOf2 = R"(
CREATE TABLE result(
  key TEXT NOT NULL, round INTEGER NOT NULL, slug TEXT NOT NULL, file_hash TEXT NOT NULL,
  exercise_hash TEXT NOT NULL, options TEXT NOT NULL, json TEXT NOT NULL, ms REAL NOT NULL,
  graded_at TEXT NOT NULL, PRIMARY KEY(key, round)) WITHOUT ROWID;
CREATE TABLE attempt(
  number INTEGER PRIMARY KEY AUTOINCREMENT, student TEXT NOT NULL, slug TEXT NOT NULL,
  file_hash TEXT NOT NULL, submitted INTEGER, path TEXT NOT NULL,
  UNIQUE(student, slug, file_hash));
CREATE TABLE source(
  file_hash TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE not_graded(
  key TEXT PRIMARY KEY, slug TEXT NOT NULL, sentence TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE student(
  student TEXT PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL, path TEXT NOT NULL,
  submitted INTEGER, submitted_by TEXT NOT NULL, marked_late INTEGER NOT NULL,
  notes TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE answer(
  student TEXT NOT NULL, slug TEXT NOT NULL, path TEXT NOT NULL,
  file_hash TEXT NOT NULL, sentence TEXT NOT NULL, submitted INTEGER, PRIMARY KEY(student, slug)) WITHOUT ROWID;
CREATE TABLE about(json TEXT NOT NULL);
)";
constexpr const char* kFeedbackOf2 =
    "CREATE TABLE feedback("
    "key TEXT PRIMARY KEY, html TEXT NOT NULL, markdown TEXT NOT NULL) WITHOUT ROWID;"
    "INSERT INTO feedback VALUES('k', '<p>one</p>', 'one');";
constexpr const char* kRowsOf2 = R"(
INSERT INTO result VALUES('k', 0, 'copy', 'f1', 'e', 'o', '{"score":1}', 12.5, '2026-11-30T00:00:00Z');
INSERT INTO result VALUES('k', 1, 'copy', 'f1', 'e', 'o', '{"score":0}', 12.5, '2026-11-30T00:00:00Z');
INSERT INTO attempt(student, slug, file_hash, submitted, path) VALUES('kim', 'copy', 'gone', 50, 'p');
DELETE FROM attempt;
INSERT INTO attempt(student, slug, file_hash, submitted, path) VALUES('kim', 'copy', 'f1', 100, 'kim/copy.cu');
INSERT INTO attempt(student, slug, file_hash, submitted, path) VALUES('kim', 'copy', 'f2', NULL, 'kim/copy.cu');
INSERT INTO source VALUES('f1', 'one');
INSERT INTO student VALUES('kim', 'Kim', '', 'kim', 100, 'x', 0, '{}');
INSERT INTO answer VALUES('kim', 'copy', 'kim/copy.cu', 'f1', '', 100);
INSERT INTO not_graded VALUES('k2', 'copy', 'no memory');
INSERT INTO about VALUES('{"version":"1","layout":"Moodle","root":"","options":"sim","exercises":[{"slug":"copy","title":"Copy","hash":"e"}],"troubles":[]}');
)";

constexpr const char* kJson = R"({"slug":"copy","score":1})";

void write_database(const std::filesystem::path& file, const std::string& sql) {
  sqlite3* handle = nullptr;
  REQUIRE(sqlite3_open(file.c_str(), &handle) == SQLITE_OK);
  const int code = sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr);
  sqlite3_close(handle);
  REQUIRE(code == SQLITE_OK);
}

StoredResult stored(const std::string& key, int round = 0) {
  return {key, "copy", "f", "e", "o", round, kJson, 12.5, "2026-11-30T00:00:00Z", "", "Warp Lab 1"};
}

About about(const std::string& programs = "Warp Lab 1") {
  About about;
  about.version = "1";
  about.layout = "Moodle";
  about.options = "sim";
  about.programs = programs;
  about.exercises = {{"copy", "Copy", "e"}};
  about.troubles = {{"x", "why"}};
  return about;
}

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
    again.json = R"({"slug":"copy","score":0})";
    REQUIRE(bool(journal.add(again)));
  }
  const Journal journal = open(file);
  CHECK(journal.known()->at("k") == 1);
  CHECK((*journal.result("k"))->json == R"({"slug":"copy","score":0})");
  CHECK_FALSE(journal.result("other")->has_value());
}

TEST_CASE("what stands in the place of a result and is none is graded again") {
  const TemporaryFolder folder;
  Journal journal = open(folder.path() / "j");
  for (const char* json : {"{}", "[]", "", "null", R"({"slug":"swap","score":1})",
                           R"({"slug":"copy","score":"1"})", kJson}) {
    StoredResult result = stored(std::string("of ") + json);
    result.json = json;
    REQUIRE(bool(journal.add(result)));
  }
  REQUIRE(journal.known()->size() == 7);
  REQUIRE(bool(journal.drop_what_is_no_result()));
  REQUIRE(journal.known()->size() == 1);
  CHECK(journal.known()->begin()->first == std::string("of ") + kJson);
}

TEST_CASE("a result of other programs is another one, which is found where it is asked for") {
  const TemporaryFolder folder;
  Journal journal = open(folder.path() / "j");
  const Key old = *about("Warp Lab 1").key_of("copy", "f"), now = *about("now").key_of("copy", "f");
  StoredResult result = stored(old.text());
  result.exercise_hash = old.exercise_hash;
  result.options = old.options;
  REQUIRE(bool(journal.add(result)));
  CHECK_FALSE(journal.result(now.text())->has_value());
  REQUIRE(journal.result_of_others(now)->has_value());
  CHECK((*journal.result_of_others(now))->programs == "Warp Lab 1");
  CHECK_FALSE(journal.result_of_others(old)->has_value());
  Key another = now;
  another.options = "a GPU";
  CHECK_FALSE(journal.result_of_others(another)->has_value());
}

TEST_CASE(
    "an attempt has the date that is said of it now, and belongs to whom it is said to be of") {
  const TemporaryFolder folder;
  Journal journal = open(folder.path() / "j");
  const auto hand_in = [&](const std::string& id, const std::string& file, int64_t when,
                           bool late) {
    const std::vector<StudentRow> row{{id, "kim", "Kim", "", "kim", when, "x", late, "{}"}};
    REQUIRE(bool(journal.set_course(about(), row,
                                    {{id, "copy", "kim/copy.cu", file, "", when, late, ""}}, {})));
  };
  hand_in("1", "f1", 200, true);
  hand_in("2", "f1", 100, false);  // the time was wrong, and so was the id
  REQUIRE(journal.attempts()->size() == 1);
  CHECK(journal.attempts()->at(0).submitted == 100);
  CHECK_FALSE(journal.attempts()->at(0).marked_late);
  hand_in("2", "f2", 300, false);
  REQUIRE(journal.attempts()->size() == 2);
  CHECK(journal.attempts()->at(0).submitted == 100);  // what was there once was there then
  const std::vector<std::string> owners = Journal::owners_of(journal.students()->at(0));
  const std::vector<Attempt> attempts = *journal.attempts();
  for (const Attempt& attempt : attempts)
    CHECK(std::ranges::find(owners, attempt.owner) != owners.end());
}

TEST_CASE("attempts stay when something else is handed in; what is handed in now takes its place") {
  const TemporaryFolder folder;
  Journal journal = open(folder.path() / "j");
  const std::vector<StudentRow> kim{{"kim", "kim", "Kim", "", "kim", 100, "x", false, "{}"}};
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
  const std::vector<StudentRow> kim{{"kim", "kim", "Kim", "", "kim", {}, "", false, "{}"}};
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
  CHECK(contains(Journal::open(folder.write("empty", "")).error(), "it is empty"));
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

TEST_CASE("a journal of an older Warp Lab is brought up to date, with everything that is in it") {
  for (const int schema : {1, 2}) {
    CAPTURE(schema);
    const TemporaryFolder folder;
    const auto file = folder.path() / "j";
    write_database(file, std::string(kTablesOf2) + kRowsOf2 + (schema == 2 ? kFeedbackOf2 : "") +
                             "PRAGMA user_version=" + std::to_string(schema));
    for (int opened = 0; opened < 2; ++opened) {  // what is up to date stays as it is
      Journal journal = open(file);
      CHECK(journal.known()->at("k") == 1);
      const std::optional<StoredResult> result = *journal.result("k");
      REQUIRE(result);
      CHECK(result->json == "{\"score\":0}");
      CHECK(result->graded_at == "2026-11-30T00:00:00Z");
      CHECK(result->predictions_hash.empty());
      const std::vector<Attempt> attempts = *journal.attempts();
      REQUIRE(attempts.size() == 2);
      CHECK(attempts[0].number == 2);
      CHECK(attempts[0].submitted == 100);
      CHECK_FALSE(attempts[1].submitted);
      CHECK(journal.answers()->at(0).file_hash == "f1");
      CHECK(journal.students()->at(0).name == "Kim");
      CHECK(journal.not_graded()->at(0).sentence == "no memory");
      CHECK(*journal.source("f1") == "one");
      CHECK((*journal.about())->exercises.at(0).hash == "e");
      CHECK(journal.feedback("k")->has_value() == (schema == 2));
    }
    Journal journal = open(file);
    const std::vector<StudentRow> kim{{"kim", "kim", "Kim", "", "kim", 300, "x", false, "{}"}};
    REQUIRE(bool(journal.add(stored("new"))));
    REQUIRE(bool(journal.set_course(about(), kim, {{"kim", "copy", "p", "f3", "", 300}}, {})));
    REQUIRE(journal.attempts()->size() == 3);
    CHECK(journal.attempts()->at(2).number == 4);  // numbers go on
    Journal all = open(folder.path() / "all");
    REQUIRE(bool(all.merge(file)));
    CHECK(all.known()->size() == 2);
    // What the older one says of a file that is there now is not kept beside what is said now.
    REQUIRE(bool(journal.set_course(about(), kim, {{"kim", "copy", "p", "f1", "", 400}}, {})));
    std::vector<int64_t> dates;
    const std::vector<Attempt> now = *journal.attempts();
    for (const Attempt& attempt : now)
      if (attempt.file_hash == "f1") dates.push_back(attempt.submitted.value_or(0));
    CHECK(dates == std::vector<int64_t>{400});
  }
}

TEST_CASE("a journal of a newer Warp Lab and another program's database are left as they are") {
  const TemporaryFolder folder;
  const auto newer = folder.path() / "newer", other = folder.path() / "other";
  write_database(newer, "CREATE TABLE x(y); PRAGMA user_version=99");
  CHECK(contains(Journal::open(newer).error(), "is of a newer Warp Lab"));
  write_database(other, "CREATE TABLE photos(name TEXT)");
  const std::string bytes = test::content_of(other);
  CHECK(contains(Journal::open(other).error(), "is a database of another program"));
  CHECK(test::content_of(other) == bytes);
  write_database(other, "INSERT INTO photos VALUES('x')");  // it is whole
}

TEST_CASE("what was predicted is part of an attempt and of its key, where it is asked for") {
  CHECK(about().key_of("copy", "f")->text() == about().key_of("copy", "f", "")->text());
  CHECK(about("Warp Lab 2").key_of("copy", "f")->text() != about().key_of("copy", "f")->text());
  CHECK(about().key_of("copy", "f", "p")->text() != about().key_of("copy", "f", "q")->text());
  CHECK(about().key_of("copy", "f", "p")->text() != about().key_of("copy", "f")->text());
  const TemporaryFolder folder;
  Journal journal = open(folder.path() / "j");
  const std::vector<StudentRow> kim{{"kim", "kim", "Kim", "", "kim", 100, "x", false, "{}"}};
  const auto hand_in = [&](const std::string& file, const std::string& predictions) {
    REQUIRE(bool(journal.set_course(
        about(), kim, {{"kim", "copy", "kim/copy.cu", file, "", 100, false, predictions}}, {})));
  };
  hand_in("f1", "");
  hand_in("f2", "");
  REQUIRE(journal.attempts()->size() == 2);
  // Since the exercise asks, it asks of what was handed in before, too.
  hand_in("f2", "p");
  std::vector<Attempt> attempts = *journal.attempts();
  REQUIRE(attempts.size() == 2);
  for (const Attempt& attempt : attempts) CHECK(attempt.predictions_hash == "p");
  hand_in("f2", "q");
  attempts = *journal.attempts();
  REQUIRE(attempts.size() == 3);
  CHECK(attempts[1].predictions_hash == "p");
  CHECK(attempts[2].predictions_hash == "q");
  hand_in("f2", "q");
  CHECK(journal.attempts()->size() == 3);
}
