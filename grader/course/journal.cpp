#include "course/journal.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "course/journal_schema.hpp"
#include "course/sqlite.hpp"
#include "exercise/sha256.hpp"

namespace warplab::course {
namespace fs = std::filesystem;
std::string Key::text() const {
  // A length in front of each part, so that no two lists of parts look alike.
  std::string all;
  for (const std::string* part :
       {&slug, &file_hash, &exercise_hash, &options, &predictions_hash, &programs})
    all += fmt::format("{}:{}", part->size(), *part);
  return exercise::hex_text(exercise::sha256(all));
}

std::optional<Key> About::key_of(const std::string& slug, const std::string& file_hash,
                                 const std::string& predictions_hash) const {
  for (const Exercise& exercise : exercises)
    if (exercise.slug == slug)
      return Key{slug, file_hash, exercise.hash, options, predictions_hash, programs};
  return std::nullopt;
}

namespace {

std::string to_text(const About& about) {
  using Json = nlohmann::json;
  Json exercises = Json::array(), troubles = Json::array();
  for (const About::Exercise& e : about.exercises)
    exercises.push_back({{"slug", e.slug}, {"title", e.title}, {"hash", e.hash}});
  for (const About::Note& note : about.troubles)
    troubles.push_back({{"path", note.path}, {"sentence", note.sentence}});
  const Json json = {{"version", about.version},     {"layout", about.layout},
                     {"root", about.root},           {"options", about.options},
                     {"programs", about.programs},   {"keep_old", about.keep_old},
                     {"time_zone", about.time_zone}, {"needs_zone", about.needs_zone},
                     {"exercises", exercises},       {"troubles", troubles}};
  return json.dump(-1, ' ', true, Json::error_handler_t::replace);
}

std::optional<About> about_from(const std::string& text) {
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  try {
    About about;
    about.version = json.at("version");
    about.layout = json.at("layout");
    about.root = json.at("root");
    about.options = json.at("options");
    about.programs = json.value("programs", "");
    about.keep_old = json.value("keep_old", false);
    about.time_zone = json.value("time_zone", "");
    about.needs_zone = json.value("needs_zone", true);
    for (const auto& e : json.at("exercises"))
      about.exercises.push_back({e.at("slug"), e.at("title"), e.at("hash")});
    for (const auto& note : json.at("troubles"))
      about.troubles.push_back({note.at("path"), note.at("sentence")});
    return about;
  } catch (const nlohmann::json::exception&) {  // somebody else wrote it
    return std::nullopt;
  }
}

}  // namespace

bool is_result(const nlohmann::json& json, const std::string& slug) {
  const auto is_text = [&](const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string();
  };
  return json.is_object() && is_text("slug") && json["slug"] == slug && json.contains("score") &&
         json["score"].is_number();
}

// The database, and the one place where SQLite's errors become sentences.
struct Journal::Database {
  fs::path file;
  sqlite3* handle = nullptr;
  std::mutex mutex;  // one statement at a time; what takes long is grading

  ~Database() { sqlite3_close_v2(handle); }

  Error error() const { return error_of(handle, file); }
  Result<bool> run(const char* sql) {
    if (sqlite3_exec(handle, sql, nullptr, nullptr, nullptr) != SQLITE_OK) return error();
    return true;
  }
  // What `read` makes of each row that `sql` finds, in its order.
  template <class Row, class Read>
  Result<std::vector<Row>> rows(const char* sql, const Read& read);
};

template <class Row, class Read>
Result<std::vector<Row>> Journal::Database::rows(const char* sql, const Read& read) {
  const std::lock_guard lock(mutex);
  Statement asked(handle, sql);
  std::vector<Row> found;
  while (asked.next()) found.push_back(read(asked));
  if (!asked.ok()) return error();
  return found;
}

Journal::Journal(std::unique_ptr<Database> database) : database_(std::move(database)) {}
Journal::Journal(Journal&&) noexcept = default;
Journal& Journal::operator=(Journal&&) noexcept = default;
Journal::~Journal() = default;

namespace {

// A new journal gets its name when its tables are in it, so that one of 0 bytes is never ours.
Result<bool> make_journal(const fs::path& file) {
  const fs::path made = fmt::format("{}.new-{}", file.string(), ::getpid());
  sqlite3* handle = nullptr;
  const bool opened = sqlite3_open(made.c_str(), &handle) == SQLITE_OK;
  Result<bool> done = opened ? bring_up_to_date(handle, file) : error_of(handle, file);
  sqlite3_close_v2(handle);
  // Another process may have made one meanwhile, which is as good. Not every file system has links.
  if (done && ::link(made.c_str(), file.c_str()) != 0 && errno != EEXIST &&
      ::rename(made.c_str(), file.c_str()) != 0)
    done = Error{
        fmt::format("The journal {} cannot be made: {}.", file.string(), std::strerror(errno))};
  ::unlink(made.c_str());
  return done;
}

}  // namespace

Result<Journal> Journal::open(const fs::path& file) {
  std::error_code unknown;
  if (fs::is_regular_file(file, unknown) && fs::file_size(file, unknown) == 0)
    return Error{fmt::format(
        "The journal {} cannot be used: it is empty, and what was in it is lost. Take it away to "
        "begin anew.",
        file.string())};
  if (!fs::exists(file, unknown))
    if (const Result<bool> made = make_journal(file); !made) return Error{made.error()};
  auto database = std::make_unique<Database>();
  database->file = file;
  constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX;
  if (sqlite3_open_v2(file.c_str(), &database->handle, kFlags, nullptr) != SQLITE_OK)
    return database->error();
  // Another process may be writing: a result is written in milliseconds.
  constexpr int kWaitMilliseconds = 60'000;
  sqlite3_busy_timeout(database->handle, kWaitMilliseconds);
  // First: a database that is no journal is left as it is.
  if (const Result<bool> done = bring_up_to_date(database->handle, file); !done)
    return Error{done.error()};
  // FULL: what was committed is there after a power cut, too.
  for (const char* sql : {"PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL"})
    if (const Result<bool> done = database->run(sql); !done) return Error{done.error()};
  return Journal(std::move(database));
}

namespace {

// Attempts belong to whom the submissions name. Those of a journal of before have the id that
// students.csv gave them then.
std::string owner_by_id(const std::string& student) { return "id:" + student; }

std::string owner_of(const StudentRow& row) {
  return row.owner.empty() ? owner_by_id(row.student) : "in:" + row.owner;
}

// Attempts of which nobody wrote down what was predicted: the first prediction stays, so what is
// there now was there then, or is more. One that is known twice then is known once.
bool predict_for_earlier(sqlite3* handle, const AnswerRow& row, const std::string& owner) {
  Statement put(handle,
                "UPDATE OR IGNORE attempt SET predictions_hash = ? "
                "WHERE owner IN (?, ?) AND slug = ? AND predictions_hash = ''");
  put << row.predictions_hash << owner << owner_by_id(row.student) << row.slug;
  Statement rest(
      handle, "DELETE FROM attempt WHERE owner IN (?, ?) AND slug = ? AND predictions_hash = ''");
  rest << owner << owner_by_id(row.student) << row.slug;
  return put.do_it() && rest.do_it();
}

// With the date that is said now, and no other one.
bool add_attempt(sqlite3* handle, const AnswerRow& row, const std::string& owner) {
  Statement earlier(handle, "DELETE FROM attempt WHERE owner = ? AND slug = ? AND file_hash = ?");
  earlier << owner_by_id(row.student) << row.slug << row.file_hash;
  Statement put(handle,
                "INSERT INTO attempt(owner, slug, file_hash, submitted, marked_late, path, "
                "predictions_hash) VALUES(?,?,?,?,?,?,?) "
                "ON CONFLICT(owner, slug, file_hash, predictions_hash) DO UPDATE SET "
                "submitted = excluded.submitted, marked_late = excluded.marked_late, "
                "path = excluded.path");
  put << owner << row.slug << row.file_hash << row.submitted << int64_t{row.marked_late} << row.path
      << row.predictions_hash;
  return (owner == owner_by_id(row.student) || earlier.do_it()) && put.do_it();
}

}  // namespace

Result<bool> Journal::set_course(const About& about, const std::vector<StudentRow>& students,
                                 const std::vector<AnswerRow>& answers,
                                 const std::vector<Source>& sources) {
  const std::lock_guard lock(database_->mutex);
  sqlite3* const handle = database_->handle;
  Transaction transaction(handle);
  if (!transaction.is_open()) return database_->error();
  for (const char* sql : {"DELETE FROM student", "DELETE FROM answer", "DELETE FROM about"})
    if (const Result<bool> done = database_->run(sql); !done) return done;
  bool ok = (Statement(handle, "INSERT INTO about VALUES(?)") << to_text(about)).do_it();
  Statement student(handle, "INSERT INTO student VALUES(?,?,?,?,?,?,?,?,?)");
  std::map<std::string, std::string> owners;  // by student
  for (const StudentRow& row : students) {
    owners[row.student] = owner_of(row);
    student.again();
    student << row.student << row.name << row.email << row.path << row.submitted << row.submitted_by
            << int64_t{row.marked_late} << row.notes_json << row.owner;
    ok = ok && student.do_it();
  }
  Statement source(handle, "INSERT OR IGNORE INTO source VALUES(?,?)");
  for (const Source& row : sources) {
    source.again();
    source << row.file_hash << row.text;
    ok = ok && source.do_it();
  }
  Statement answer(handle, "INSERT INTO answer VALUES(?,?,?,?,?,?,?,?)");
  for (const AnswerRow& row : answers) {
    answer.again();
    answer << row.student << row.slug << row.path << row.file_hash << row.sentence << row.submitted
           << row.predictions_hash << int64_t{row.marked_late};
    ok = ok && answer.do_it();
    const std::string& owner = owners[row.student];
    if (!row.predictions_hash.empty()) ok = ok && predict_for_earlier(handle, row, owner);
    if (!row.file_hash.empty()) ok = ok && add_attempt(handle, row, owner);
  }
  if (!ok || !transaction.commit()) return database_->error();
  return true;
}

Result<std::optional<About>> Journal::about() const {
  const std::lock_guard lock(database_->mutex);
  Statement asked(database_->handle, "SELECT json FROM about");
  std::optional<About> about;
  if (asked.next()) {
    about = about_from(asked.text(0));
    if (!about) return Error{fmt::format("The journal {} is damaged.", database_->file.string())};
  }
  if (!asked.ok()) return database_->error();
  return about;
}

Result<std::string> Journal::source(const std::string& file_hash) const {
  const std::lock_guard lock(database_->mutex);
  Statement asked(database_->handle, "SELECT text FROM source WHERE file_hash = ?");
  asked << file_hash;
  std::string text = asked.next() ? asked.text(0) : std::string();
  if (!asked.ok()) return database_->error();
  return text;
}

Result<bool> Journal::add(const StoredResult& result) {
  const std::lock_guard lock(database_->mutex);
  sqlite3* const handle = database_->handle;
  Transaction transaction(handle);
  if (!transaction.is_open()) return database_->error();
  Statement row(handle, "INSERT OR IGNORE INTO result VALUES(?,?,?,?,?,?,?,?,?,?,?)");
  row << result.key << int64_t{result.round} << result.slug << result.file_hash
      << result.exercise_hash << result.options << result.json << result.milliseconds
      << result.graded_at << result.predictions_hash << result.programs;
  Statement cleared(handle, "DELETE FROM not_graded WHERE key = ?");
  cleared << result.key;
  // What was said of an earlier round is not said of this one.
  Statement outdated(handle, "DELETE FROM feedback WHERE key = ? AND ? > 0");
  outdated << result.key << int64_t{result.round};
  if (!row.do_it() || !cleared.do_it() || !outdated.do_it() || !transaction.commit())
    return database_->error();
  return true;
}

Result<bool> Journal::add_feedback(const std::string& key, const FeedbackText& text) {
  const std::lock_guard lock(database_->mutex);
  Statement put(database_->handle, "INSERT OR REPLACE INTO feedback VALUES(?,?,?)");
  put << key << text.html << text.markdown;
  if (!put.do_it()) return database_->error();
  return true;
}

Result<std::set<std::string>> Journal::keys_with_feedback() const {
  const std::lock_guard lock(database_->mutex);
  Statement asked(database_->handle, "SELECT key FROM feedback");
  std::set<std::string> keys;
  while (asked.next()) keys.insert(asked.text(0));
  if (!asked.ok()) return database_->error();
  return keys;
}

Result<std::optional<FeedbackText>> Journal::feedback(const std::string& key) const {
  const std::lock_guard lock(database_->mutex);
  Statement asked(database_->handle, "SELECT html, markdown FROM feedback WHERE key = ?");
  asked << key;
  std::optional<FeedbackText> found;
  if (asked.next()) found = FeedbackText{asked.text(0), asked.text(1)};
  if (!asked.ok()) return database_->error();
  return found;
}

Result<bool> Journal::add_not_graded(const NotGradedRow& row) {
  const std::lock_guard lock(database_->mutex);
  Statement put(database_->handle, "INSERT OR REPLACE INTO not_graded VALUES(?,?,?)");
  put << row.key << row.slug << row.sentence;
  if (!put.do_it()) return database_->error();
  return true;
}

Result<std::map<std::string, int>> Journal::known() const {
  const std::lock_guard lock(database_->mutex);
  Statement asked(database_->handle, "SELECT key, MAX(round) FROM result GROUP BY key");
  std::map<std::string, int> keys;
  while (asked.next()) keys[asked.text(0)] = static_cast<int>(asked.whole(1));
  if (!asked.ok()) return database_->error();
  return keys;
}

Result<bool> Journal::drop_what_is_no_result() {
  const std::lock_guard lock(database_->mutex);
  std::vector<std::pair<std::string, int64_t>> bad;
  Statement asked(database_->handle, "SELECT key, round, slug, json FROM result");
  while (asked.next())
    if (!is_result(nlohmann::json::parse(asked.text(3), nullptr, false), asked.text(2)))
      bad.emplace_back(asked.text(0), asked.whole(1));
  if (!asked.ok()) return database_->error();
  for (const auto& [key, round] : bad) {
    Statement drop(database_->handle, "DELETE FROM result WHERE key = ? AND round = ?");
    drop << key << round;
    if (!drop.do_it()) return database_->error();
  }
  return true;
}

namespace {

constexpr const char* kSelectResult =
    "SELECT key, round, slug, file_hash, exercise_hash, options, json, ms, graded_at, "
    "predictions_hash, programs FROM result ";

StoredResult result_in(const Statement& asked) {
  return {asked.text(0), asked.text(2),   asked.text(3),
          asked.text(4), asked.text(5),   static_cast<int>(asked.whole(1)),
          asked.text(6), asked.number(7), asked.text(8),
          asked.text(9), asked.text(10)};
}

}  // namespace

Result<std::optional<StoredResult>> Journal::result(const std::string& key) const {
  const std::lock_guard lock(database_->mutex);
  const std::string sql = std::string(kSelectResult) + "WHERE key = ? ORDER BY round DESC LIMIT 1";
  Statement asked(database_->handle, sql.c_str());
  asked << key;
  std::optional<StoredResult> found;
  if (asked.next()) found = result_in(asked);
  if (!asked.ok()) return database_->error();
  return found;
}

Result<std::optional<StoredResult>> Journal::result_of_others(const Key& key) const {
  const std::lock_guard lock(database_->mutex);
  const std::string sql =
      std::string(kSelectResult) +
      "WHERE slug = ? AND file_hash = ? AND exercise_hash = ? AND options = ? AND "
      "predictions_hash = ? AND programs <> ? ORDER BY graded_at DESC, round DESC, key LIMIT 1";
  Statement asked(database_->handle, sql.c_str());
  asked << key.slug << key.file_hash << key.exercise_hash << key.options << key.predictions_hash
        << key.programs;
  std::optional<StoredResult> found;
  if (asked.next()) found = result_in(asked);
  if (!asked.ok()) return database_->error();
  return found;
}

std::vector<std::string> Journal::owners_of(const StudentRow& row) {
  if (row.owner.empty()) return {owner_by_id(row.student)};
  return {owner_by_id(row.student), owner_of(row)};
}

Result<std::vector<StudentRow>> Journal::students() const {
  return database_->rows<StudentRow>(
      "SELECT student, owner, name, email, path, submitted, submitted_by, marked_late, notes "
      "FROM student ORDER BY student",
      [](const Statement& asked) {
        return StudentRow{asked.text(0), asked.text(1),       asked.text(2),
                          asked.text(3), asked.text(4),       asked.time(5),
                          asked.text(6), asked.whole(7) != 0, asked.text(8)};
      });
}

Result<std::vector<AnswerRow>> Journal::answers() const {
  return database_->rows<AnswerRow>(
      "SELECT student, slug, path, file_hash, sentence, submitted, marked_late, predictions_hash "
      "FROM answer ORDER BY student, slug",
      [](const Statement& asked) {
        return AnswerRow{asked.text(0), asked.text(1), asked.text(2),       asked.text(3),
                         asked.text(4), asked.time(5), asked.whole(6) != 0, asked.text(7)};
      });
}

Result<std::vector<Attempt>> Journal::attempts() const {
  return database_->rows<Attempt>(
      "SELECT owner, slug, file_hash, submitted, marked_late, path, number, predictions_hash "
      "FROM attempt ORDER BY owner, slug, number",
      [](const Statement& asked) {
        return Attempt{asked.text(0),       asked.text(1), asked.text(2),  asked.time(3),
                       asked.whole(4) != 0, asked.text(5), asked.whole(6), asked.text(7)};
      });
}

Result<std::vector<NotGradedRow>> Journal::not_graded() const {
  return database_->rows<NotGradedRow>(
      "SELECT key, slug, sentence FROM not_graded ORDER BY key", [](const Statement& asked) {
        return NotGradedRow{asked.text(0), asked.text(1), asked.text(2)};
      });
}

Result<bool> Journal::merge(const fs::path& other) {
  std::error_code why;
  if (!fs::is_regular_file(other, why))
    return Error{fmt::format("There is no journal {}.", other.string())};
  // It must be one of ours, and whole, before anything of it is taken.
  if (const Result<Journal> readable = open(other); !readable) return Error{readable.error()};
  const std::lock_guard lock(database_->mutex);
  {
    Statement attach(database_->handle, "ATTACH DATABASE ? AS other");
    attach << other.string();
    if (!attach.do_it()) return database_->error();
  }
  Result<bool> done = true;
  {
    Transaction transaction(database_->handle);
    constexpr const char* kTake[] = {
        "INSERT OR IGNORE INTO result SELECT * FROM other.result",
        "INSERT OR IGNORE INTO source SELECT * FROM other.source",
        "INSERT OR IGNORE INTO feedback SELECT * FROM other.feedback",
        "INSERT OR IGNORE INTO attempt(owner, slug, file_hash, submitted, marked_late, path, "
        "predictions_hash) SELECT owner, slug, file_hash, submitted, marked_late, path, "
        "predictions_hash FROM other.attempt ORDER BY number",
        "INSERT OR IGNORE INTO not_graded SELECT * FROM other.not_graded",
        "DELETE FROM not_graded WHERE key IN (SELECT key FROM result)",
        "INSERT INTO student SELECT * FROM other.student WHERE NOT EXISTS (SELECT 1 FROM student)",
        "INSERT INTO answer SELECT * FROM other.answer WHERE NOT EXISTS (SELECT 1 FROM answer)",
        "INSERT INTO about SELECT * FROM other.about WHERE NOT EXISTS (SELECT 1 FROM about)"};
    if (!transaction.is_open()) done = database_->error();
    for (const char* sql : kTake)
      if (done) done = database_->run(sql);
    if (done && !transaction.commit()) done = database_->error();
  }
  (void)database_->run("DETACH DATABASE other");
  return done;
}

}  // namespace warplab::course
