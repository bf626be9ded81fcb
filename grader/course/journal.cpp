#include "course/journal.hpp"

#include <fmt/format.h>
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
  for (const std::string* part : {&slug, &file_hash, &exercise_hash, &options})
    all += fmt::format("{}:{}", part->size(), *part);
  // Left out where nothing is asked: keys are those of before there were predictions.
  if (!predictions_hash.empty())
    all += fmt::format("{}:{}", predictions_hash.size(), predictions_hash);
  return exercise::hex_text(exercise::sha256(all));
}

std::optional<Key> About::key_of(const std::string& slug, const std::string& file_hash,
                                 const std::string& predictions_hash) const {
  for (const Exercise& exercise : exercises)
    if (exercise.slug == slug)
      return Key{slug, file_hash, exercise.hash, options, predictions_hash};
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
  const Json json = {{"version", about.version}, {"layout", about.layout}, {"root", about.root},
                     {"options", about.options}, {"exercises", exercises}, {"troubles", troubles}};
  return json.dump(-1, ' ', true, Json::error_handler_t::replace);
}

std::optional<About> about_from(const std::string& text) {
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  try {
    About about{json.at("version"), json.at("layout"), json.at("root"), json.at("options"), {}, {}};
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

Result<Journal> Journal::open(const fs::path& file) {
  auto database = std::make_unique<Database>();
  database->file = file;
  constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX;
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

// Attempts of which nobody wrote down what was predicted: the first prediction stays, so what is
// there now was there then, or is more. One that is known twice then is known once.
bool predict_for_earlier(sqlite3* handle, const AnswerRow& row) {
  Statement put(handle,
                "UPDATE OR IGNORE attempt SET predictions_hash = ? "
                "WHERE student = ? AND slug = ? AND predictions_hash = ''");
  put << row.predictions_hash << row.student << row.slug;
  Statement rest(handle,
                 "DELETE FROM attempt WHERE student = ? AND slug = ? AND predictions_hash = ''");
  rest << row.student << row.slug;
  return put.do_it() && rest.do_it();
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
  Statement student(handle, "INSERT INTO student VALUES(?,?,?,?,?,?,?,?)");
  for (const StudentRow& row : students) {
    student.again();
    student << row.student << row.name << row.email << row.path << row.submitted << row.submitted_by
            << int64_t{row.marked_late} << row.notes_json;
    ok = ok && student.do_it();
  }
  Statement source(handle, "INSERT OR IGNORE INTO source VALUES(?,?)");
  for (const Source& row : sources) {
    source.again();
    source << row.file_hash << row.text;
    ok = ok && source.do_it();
  }
  Statement answer(handle, "INSERT INTO answer VALUES(?,?,?,?,?,?,?)");
  Statement attempt(handle,
                    "INSERT OR IGNORE INTO attempt(student, slug, file_hash, submitted, path, "
                    "predictions_hash) VALUES(?,?,?,?,?,?)");
  for (const AnswerRow& row : answers) {
    answer.again();
    answer << row.student << row.slug << row.path << row.file_hash << row.sentence << row.submitted
           << row.predictions_hash;
    ok = ok && answer.do_it();
    if (!row.predictions_hash.empty()) ok = ok && predict_for_earlier(handle, row);
    if (row.file_hash.empty()) continue;
    attempt.again();
    attempt << row.student << row.slug << row.file_hash << row.submitted << row.path
            << row.predictions_hash;
    ok = ok && attempt.do_it();
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
  Statement row(handle, "INSERT OR IGNORE INTO result VALUES(?,?,?,?,?,?,?,?,?,?)");
  row << result.key << int64_t{result.round} << result.slug << result.file_hash
      << result.exercise_hash << result.options << result.json << result.milliseconds
      << result.graded_at << result.predictions_hash;
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

Result<std::optional<StoredResult>> Journal::result(const std::string& key) const {
  const std::lock_guard lock(database_->mutex);
  Statement asked(
      database_->handle,
      "SELECT key, round, slug, file_hash, exercise_hash, options, json, ms, graded_at, "
      "predictions_hash "
      "FROM result WHERE key = ? ORDER BY round DESC LIMIT 1");
  asked << key;
  std::optional<StoredResult> found;
  if (asked.next())
    found = StoredResult{asked.text(0), asked.text(2),   asked.text(3),
                         asked.text(4), asked.text(5),   static_cast<int>(asked.whole(1)),
                         asked.text(6), asked.number(7), asked.text(8),
                         asked.text(9)};
  if (!asked.ok()) return database_->error();
  return found;
}

Result<std::vector<StudentRow>> Journal::students() const {
  return database_->rows<StudentRow>(
      "SELECT student, name, email, path, submitted, submitted_by, marked_late, notes "
      "FROM student ORDER BY student",
      [](const Statement& asked) {
        return StudentRow{asked.text(0), asked.text(1), asked.text(2),       asked.text(3),
                          asked.time(4), asked.text(5), asked.whole(6) != 0, asked.text(7)};
      });
}

Result<std::vector<AnswerRow>> Journal::answers() const {
  return database_->rows<AnswerRow>(
      "SELECT student, slug, path, file_hash, sentence, submitted, predictions_hash FROM answer "
      "ORDER BY student, slug",
      [](const Statement& asked) {
        return AnswerRow{asked.text(0), asked.text(1), asked.text(2), asked.text(3),
                         asked.text(4), asked.time(5), asked.text(6)};
      });
}

Result<std::vector<Attempt>> Journal::attempts() const {
  return database_->rows<Attempt>(
      "SELECT student, slug, file_hash, submitted, path, number, predictions_hash FROM attempt "
      "ORDER BY student, slug, number",
      [](const Statement& asked) {
        return Attempt{asked.text(0), asked.text(1),  asked.text(2), asked.time(3),
                       asked.text(4), asked.whole(5), asked.text(6)};
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
        "INSERT OR IGNORE INTO attempt(student, slug, file_hash, submitted, path, "
        "predictions_hash) SELECT student, slug, file_hash, submitted, path, predictions_hash "
        "FROM other.attempt ORDER BY number",
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
