#include "course/journal.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <mutex>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "exercise/sha256.hpp"

namespace warplab::course {
namespace fs = std::filesystem;
namespace {

// Raised when a table changes its meaning; a journal of a later one is refused.
constexpr int kSchema = 3;

constexpr const char* kTables = R"(
CREATE TABLE IF NOT EXISTS result(
  key TEXT NOT NULL, round INTEGER NOT NULL, slug TEXT NOT NULL, file_hash TEXT NOT NULL,
  exercise_hash TEXT NOT NULL, options TEXT NOT NULL, json TEXT NOT NULL, ms REAL NOT NULL,
  graded_at TEXT NOT NULL, predictions_hash TEXT NOT NULL DEFAULT '',
  PRIMARY KEY(key, round)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS attempt(
  number INTEGER PRIMARY KEY AUTOINCREMENT, student TEXT NOT NULL, slug TEXT NOT NULL,
  file_hash TEXT NOT NULL, submitted INTEGER, path TEXT NOT NULL,
  predictions_hash TEXT NOT NULL DEFAULT '',
  UNIQUE(student, slug, file_hash, predictions_hash));
CREATE TABLE IF NOT EXISTS source(
  file_hash TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS not_graded(
  key TEXT PRIMARY KEY, slug TEXT NOT NULL, sentence TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS student(
  student TEXT PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL, path TEXT NOT NULL,
  submitted INTEGER, submitted_by TEXT NOT NULL, marked_late INTEGER NOT NULL,
  notes TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS answer(
  student TEXT NOT NULL, slug TEXT NOT NULL, path TEXT NOT NULL,
  file_hash TEXT NOT NULL, sentence TEXT NOT NULL, submitted INTEGER,
  predictions_hash TEXT NOT NULL DEFAULT '', PRIMARY KEY(student, slug)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS feedback(
  key TEXT PRIMARY KEY, html TEXT NOT NULL, markdown TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS about(json TEXT NOT NULL);
)";

// 1 had no feedback, which kTables adds. 2 knew of no predictions. A table whose UNIQUE changes is
// made anew; its numbers stay.
constexpr const char* kFromSchema2 = R"(
ALTER TABLE result ADD COLUMN predictions_hash TEXT NOT NULL DEFAULT '';
ALTER TABLE answer ADD COLUMN predictions_hash TEXT NOT NULL DEFAULT '';
ALTER TABLE attempt RENAME TO attempt_of_2;
)";
constexpr const char* kTakeAttemptsOf2 = R"(
INSERT INTO attempt(number, student, slug, file_hash, submitted, path)
  SELECT number, student, slug, file_hash, submitted, path FROM attempt_of_2;
DROP TABLE attempt_of_2;
)";

}  // namespace

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

  Error error() const {
    return Error{
        fmt::format("The journal {} cannot be used: {}.", file.string(), sqlite3_errmsg(handle))};
  }
  Result<bool> run(const char* sql) {
    if (sqlite3_exec(handle, sql, nullptr, nullptr, nullptr) != SQLITE_OK) return error();
    return true;
  }
  // The first number of the first row.
  Result<int64_t> number(const char* sql);
  // Makes the tables, or changes those of an older schema, all or nothing.
  Result<bool> bring_up_to_date();
  // What `read` makes of each row that `sql` finds, in its order.
  template <class Row, class Read>
  Result<std::vector<Row>> rows(const char* sql, const Read& read);
};

namespace {

// One prepared statement: values in, rows out.
class Statement {
 public:
  Statement(sqlite3* handle, const char* sql) : ok_(true) {
    ok_ = sqlite3_prepare_v2(handle, sql, -1, &statement_, nullptr) == SQLITE_OK;
  }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  ~Statement() { sqlite3_finalize(statement_); }

  Statement& operator<<(const std::string& text) {
    return bound(sqlite3_bind_text64(statement_, ++at_, text.data(), text.size(), SQLITE_TRANSIENT,
                                     SQLITE_UTF8));
  }
  Statement& operator<<(int64_t number) {
    return bound(sqlite3_bind_int64(statement_, ++at_, number));
  }
  Statement& operator<<(double number) {
    return bound(sqlite3_bind_double(statement_, ++at_, number));
  }
  Statement& operator<<(const std::optional<int64_t>& number) {
    return number ? *this << *number : bound(sqlite3_bind_null(statement_, ++at_));
  }
  // True: there is a row.
  bool next() {
    if (!ok_) return false;
    const int code = sqlite3_step(statement_);
    ok_ = code == SQLITE_ROW || code == SQLITE_DONE;
    return code == SQLITE_ROW;
  }
  bool ok() const { return ok_; }
  bool do_it() {
    (void)next();
    return ok_;
  }
  // To be filled and done once more.
  void again() {
    sqlite3_reset(statement_);
    at_ = 0;
  }
  std::string text(int column) const {
    const auto* const bytes =
        static_cast<const char*>(static_cast<const void*>(sqlite3_column_text(statement_, column)));
    const auto size = static_cast<size_t>(sqlite3_column_bytes(statement_, column));
    return bytes ? std::string(bytes, size) : std::string();
  }
  int64_t whole(int column) const { return sqlite3_column_int64(statement_, column); }
  double number(int column) const { return sqlite3_column_double(statement_, column); }
  std::optional<int64_t> time(int column) const {
    if (sqlite3_column_type(statement_, column) == SQLITE_NULL) return std::nullopt;
    return whole(column);
  }

 private:
  Statement& bound(int code) {
    ok_ = ok_ && code == SQLITE_OK;
    return *this;
  }
  sqlite3_stmt* statement_ = nullptr;
  int at_ = 0;
  bool ok_;
};

// Everything until commit(), or nothing.
class Transaction {
 public:
  explicit Transaction(sqlite3* handle) : handle_(handle) {
    open_ = sqlite3_exec(handle_, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr) == SQLITE_OK;
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction() {
    if (open_) sqlite3_exec(handle_, "ROLLBACK", nullptr, nullptr, nullptr);
  }
  bool is_open() const { return open_; }
  bool commit() {
    if (!open_ || sqlite3_exec(handle_, "COMMIT", nullptr, nullptr, nullptr) != SQLITE_OK)
      return false;
    open_ = false;
    return true;
  }

 private:
  sqlite3* handle_;
  bool open_ = false;
};

}  // namespace

template <class Row, class Read>
Result<std::vector<Row>> Journal::Database::rows(const char* sql, const Read& read) {
  const std::lock_guard lock(mutex);
  Statement asked(handle, sql);
  std::vector<Row> found;
  while (asked.next()) found.push_back(read(asked));
  if (!asked.ok()) return error();
  return found;
}

Result<int64_t> Journal::Database::number(const char* sql) {
  Statement asked(handle, sql);
  const int64_t found = asked.next() ? asked.whole(0) : 0;
  if (!asked.ok()) return error();
  return found;
}

Result<bool> Journal::Database::bring_up_to_date() {
  Result<int64_t> version = number("PRAGMA user_version");
  if (!version) return Error{version.error()};
  if (*version == kSchema) return true;
  if (*version > kSchema)
    return Error{fmt::format(
        "The journal {} is of a newer Warp Lab; use that one, or another folder for the results.",
        file.string())};
  Transaction transaction(handle);
  if (!transaction.is_open()) return error();
  version = number("PRAGMA user_version");  // another process may have done it meanwhile
  if (!version) return Error{version.error()};
  if (*version == kSchema) return true;
  const Result<int64_t> tables = number("SELECT COUNT(*) FROM sqlite_master");
  if (!tables) return Error{tables.error()};
  if (*version == 0 && *tables > 0)
    return Error{
        fmt::format("{} is a database of another program, and no journal; use another "
                    "folder for the results.",
                    file.string())};
  const bool has_tables = *version > 0;
  if (has_tables)
    if (const Result<bool> done = run(kFromSchema2); !done) return done;
  const std::string set = fmt::format("PRAGMA user_version={}", kSchema);
  for (const char* sql : {kTables, has_tables ? kTakeAttemptsOf2 : "", set.c_str()})
    if (const Result<bool> done = run(sql); !done) return done;
  if (!transaction.commit()) return error();
  return true;
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
  // FULL: what was committed is there after a power cut, too.
  for (const char* sql : {"PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL"})
    if (const Result<bool> done = database->run(sql); !done) return Error{done.error()};
  if (const Result<bool> done = database->bring_up_to_date(); !done) return Error{done.error()};
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
