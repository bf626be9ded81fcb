#pragma once
// Typed reading of exercise.toml. A value that is missing or of the wrong kind is noted once, with
// file, line and key, and a stand-in is returned, so that the code that reads stays a plain list of
// keys. The descriptions of GPUs (engine/model) are read with it, too.
#include <toml++/toml.h>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "exercise/expression.hpp"
#include "exercise/formula.hpp"

namespace warplab::exercise {

// The names that an expression may use where it stands.
using Scope = std::vector<std::string>;

// What is wrong with one file so far.
class Problems {
 public:
  explicit Problems(std::string file) : file_(std::move(file)) {}
  // Line 0: the file as a whole. `key` is a path such as "buffer.fill.kind", or empty.
  void add(size_t line, std::string_view key, std::string_view message);
  bool any() const { return first_.has_value(); }
  // The problem that comes first in the file. Only when there is any().
  Error first() const { return Error{first_->message}; }
  const std::string& file() const { return file_; }

 private:
  struct Problem {
    size_t line = 0;
    std::string message;
  };
  std::string file_;
  std::optional<Problem> first_;
};

// One table of the file. Tables live as long as the parsed document.
class TomlTable {
 public:
  TomlTable(const toml::table& table, std::string path, Problems& problems)
      : table_(&table), path_(std::move(path)), problems_(&problems) {}

  // Notes every key that is not in `keys`, with the nearest that is.
  void allow_only(std::span<const std::string_view> known) const;
  void allow_only(std::initializer_list<std::string_view> keys) const {
    allow_only(std::span(keys.begin(), keys.size()));
  }

  bool has(std::string_view key) const { return table_->contains(key); }
  size_t line() const { return table_->source().begin.line; }
  size_t line_of(std::string_view key) const;  // of its value; the table's own where it is missing
  const std::string& path() const { return path_; }
  std::string path_of(std::string_view key) const;
  void problem(std::string_view key, std::string_view message) const;

  // The required forms note a missing key and say what was expected: `example` stands for a value.
  std::string required_text(std::string_view key, std::string_view example) const;
  std::string text(std::string_view key, std::string_view otherwise = "") const;
  std::optional<double> number(std::string_view key) const;  // whole or decimal, finite
  std::optional<int64_t> whole(std::string_view key) const;
  bool flag(std::string_view key, bool otherwise) const;       // true or false
  std::vector<std::string> texts(std::string_view key) const;  // none of them empty
  // A whole number, or a string with an expression over the names in `scope`.
  std::optional<Expression> expression(std::string_view key, const Scope& scope) const;
  std::optional<Expression> expression_of(const toml::node& node, std::string_view key,
                                          const Scope& scope) const;
  // A list of `least` to `most` of them; empty where the key is missing.
  std::vector<Expression> expressions(std::string_view key, size_t least, size_t most,
                                      const Scope& scope) const;
  std::optional<Formula> formula(std::string_view key, const Scope& scope) const;

  std::optional<TomlTable> table(std::string_view key) const;
  // [[key]]: a list of tables; empty where the key is missing.
  std::vector<TomlTable> tables(std::string_view key) const;
  // The table as TOML with its keys sorted: the same for every layout of the same values.
  std::string as_text() const;
  // Every key of the table in the order of the file.
  std::vector<std::string> keys() const;
  const toml::node* node(std::string_view key) const { return table_->get(key); }
  Problems& problems() const { return *problems_; }

 private:
  void expected(std::string_view key, std::string_view what) const;

  const toml::table* table_;
  std::string path_;
  Problems* problems_;
};

// Parses the text; malformed TOML is an Error with file and line, in the words of the parser.
Result<toml::table> parse_toml(std::string_view text, const std::string& file);

// "a string", "a whole number", "a list": what a node is, for messages.
std::string_view kind_of(const toml::node& node);

// A name as expressions can use it: a letter or _, then letters, digits and _.
bool is_identifier(std::string_view word);

}  // namespace warplab::exercise
