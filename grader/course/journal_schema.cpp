#include "course/journal_schema.hpp"

#include <fmt/format.h>

#include <string>

#include "course/sqlite.hpp"

namespace warplab::course {
namespace {

// Raised when a table changes its meaning; a journal of a later one is refused.
constexpr int kSchema = 4;

constexpr const char* kTables = R"(
CREATE TABLE IF NOT EXISTS result(
  key TEXT NOT NULL, round INTEGER NOT NULL, slug TEXT NOT NULL, file_hash TEXT NOT NULL,
  exercise_hash TEXT NOT NULL, options TEXT NOT NULL, json TEXT NOT NULL, ms REAL NOT NULL,
  graded_at TEXT NOT NULL, predictions_hash TEXT NOT NULL DEFAULT '',
  programs TEXT NOT NULL DEFAULT '',
  PRIMARY KEY(key, round)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS attempt(
  number INTEGER PRIMARY KEY AUTOINCREMENT, owner TEXT NOT NULL, slug TEXT NOT NULL,
  file_hash TEXT NOT NULL, submitted INTEGER, marked_late INTEGER NOT NULL, path TEXT NOT NULL,
  predictions_hash TEXT NOT NULL, UNIQUE(owner, slug, file_hash, predictions_hash));
CREATE TABLE IF NOT EXISTS source(
  file_hash TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS not_graded(
  key TEXT PRIMARY KEY, slug TEXT NOT NULL, sentence TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS student(
  student TEXT PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL, path TEXT NOT NULL,
  submitted INTEGER, submitted_by TEXT NOT NULL, marked_late INTEGER NOT NULL,
  notes TEXT NOT NULL, owner TEXT NOT NULL DEFAULT '') WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS answer(
  student TEXT NOT NULL, slug TEXT NOT NULL, path TEXT NOT NULL,
  file_hash TEXT NOT NULL, sentence TEXT NOT NULL, submitted INTEGER,
  predictions_hash TEXT NOT NULL DEFAULT '', marked_late INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY(student, slug)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS feedback(
  key TEXT PRIMARY KEY, html TEXT NOT NULL, markdown TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS about(json TEXT NOT NULL);
)";

// 1 had no feedback, which kTables adds. 2 knew of no predictions. 3 had attempts by the ids of
// students.csv. A table whose UNIQUE changes is made anew; its numbers stay.
constexpr const char* kFromSchema2 = R"(
ALTER TABLE result ADD COLUMN predictions_hash TEXT NOT NULL DEFAULT '';
ALTER TABLE answer ADD COLUMN predictions_hash TEXT NOT NULL DEFAULT '';
ALTER TABLE attempt ADD COLUMN predictions_hash TEXT NOT NULL DEFAULT '';
)";
constexpr const char* kFromSchema3 = R"(
ALTER TABLE result ADD COLUMN programs TEXT NOT NULL DEFAULT '';
ALTER TABLE student ADD COLUMN owner TEXT NOT NULL DEFAULT '';
ALTER TABLE answer ADD COLUMN marked_late INTEGER NOT NULL DEFAULT 0;
ALTER TABLE attempt RENAME TO attempt_of_3;
)";
constexpr const char* kTakeAttemptsOf3 = R"(
INSERT INTO attempt(number, owner, slug, file_hash, submitted, marked_late, path, predictions_hash)
  SELECT number, 'id:' || student, slug, file_hash, submitted, 0, path, predictions_hash
  FROM attempt_of_3;
DROP TABLE attempt_of_3;
)";

}  // namespace

Error error_of(sqlite3* handle, const std::filesystem::path& file) {
  return Error{
      fmt::format("The journal {} cannot be used: {}.", file.string(), sqlite3_errmsg(handle))};
}

namespace {

Result<bool> run(sqlite3* handle, const std::filesystem::path& file, const char* sql) {
  if (sqlite3_exec(handle, sql, nullptr, nullptr, nullptr) != SQLITE_OK)
    return error_of(handle, file);
  return true;
}

// The first number of the first row.
Result<int64_t> number(sqlite3* handle, const std::filesystem::path& file, const char* sql) {
  Statement asked(handle, sql);
  const int64_t found = asked.next() ? asked.whole(0) : 0;
  if (!asked.ok()) return error_of(handle, file);
  return found;
}

// In a transaction.
Result<bool> change(sqlite3* handle, const std::filesystem::path& file, int64_t version) {
  const Result<int64_t> tables = number(handle, file, "SELECT COUNT(*) FROM sqlite_master");
  if (!tables) return Error{tables.error()};
  if (version == 0 && *tables > 0)
    return Error{
        fmt::format("{} is a database of another program, and no journal; use another "
                    "folder for the results.",
                    file.string())};
  const bool has_tables = version > 0;
  const std::string set = fmt::format("PRAGMA user_version={}", kSchema);
  for (const char* sql :
       {has_tables && version < 3 ? kFromSchema2 : "", has_tables ? kFromSchema3 : "", kTables,
        has_tables ? kTakeAttemptsOf3 : "", set.c_str()})
    if (const Result<bool> done = run(handle, file, sql); !done) return done;
  return true;
}

}  // namespace

Result<bool> bring_up_to_date(sqlite3* handle, const std::filesystem::path& file) {
  constexpr const char* kVersion = "PRAGMA user_version";
  Result<int64_t> version = number(handle, file, kVersion);
  if (!version) return Error{version.error()};
  if (*version == kSchema) return true;
  if (*version > kSchema)
    return Error{fmt::format(
        "The journal {} is of a newer Warp Lab; use that one, or another folder for the results.",
        file.string())};
  Transaction transaction(handle);
  if (!transaction.is_open()) return error_of(handle, file);
  version = number(handle, file, kVersion);  // another process may have done it meanwhile
  if (!version) return Error{version.error()};
  if (*version == kSchema) return true;
  if (const Result<bool> changed = change(handle, file, *version); !changed) return changed;
  if (!transaction.commit()) return error_of(handle, file);
  return true;
}

}  // namespace warplab::course
