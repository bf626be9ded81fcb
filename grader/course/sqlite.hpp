#pragma once
// SQLite's statements and transactions as values. Only the journal's files include this.
#include <sqlite3.h>

#include <cstdint>
#include <optional>
#include <string>

namespace warplab::course {

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

}  // namespace warplab::course
