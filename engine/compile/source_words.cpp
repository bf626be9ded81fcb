#include "compile/source_words.hpp"

#include <algorithm>
#include <cctype>
#include <string>

#include <fmt/format.h>

#include "base/lines.hpp"
#include "base/words.hpp"
#include "source/tokens.hpp"

namespace warplab::compile {
namespace {

using source::behind_raw_text;

class WordReader {
 public:
  explicit WordReader(std::string_view source) : source_(source) {}

  SourceWords read() {
    while (at_ < source_.size()) step();
    return std::move(found_);
  }

 private:
  enum class Line { begins, is_code, is_directive, is_condition };

  bool is_at(std::string_view text) const { return source_.substr(at_).starts_with(text); }

  void step() {
    const char c = source_[at_];
    if (const size_t joint = joint_at(at_)) at_ += joint;
    else if (c == '\n') begin_line();
    else if (is_at("//")) skip_to_line_end();
    else if (is_at("/*")) skip_behind("*/", 2);
    else if (is_word_character(c)) word();
    else if (c == '"' || c == '\'') text(c);
    else sign();
  }

  void begin_line() {
    line_ = Line::begins;
    ++at_;
  }

  // How long a backslash and the end of its line are; 0: there is none.
  size_t joint_at(size_t at) const {
    const std::string_view rest = source_.substr(at);
    return rest.starts_with("\\\n") ? 2 : rest.starts_with("\\\r\n") ? 3 : 0;
  }

  void skip_to_line_end() {
    while (at_ < source_.size() && source_[at_] != '\n') at_ += std::max<size_t>(joint_at(at_), 1);
  }

  void skip_behind(std::string_view end, size_t begin_length) {
    const size_t found = source_.find(end, at_ + begin_length);
    at_ = found == std::string_view::npos ? source_.size() : found + end.size();
  }

  void sign() {
    const bool is_hash = source_[at_] == '#' || is_at("%:");
    const size_t length = is_at("%:") ? 2 : 1;
    if (is_hash && line_ == Line::begins) line_ = Line::is_directive;
    else if (is_hash && line_ != Line::is_code && (is_at("##") || is_at("%:%:"))) join(length);
    else if (line_ == Line::begins && !is_blank()) line_ = Line::is_code;
    at_ += length;
  }
  void join(size_t length) {
    found_.are_joined = true;
    at_ += length;
  }
  bool is_blank() const { return std::isspace(static_cast<unsigned char>(source_[at_])) != 0; }

  void word() {
    const size_t begin = at_;
    while (at_ < source_.size() && is_word_character(source_[at_])) ++at_;
    const std::string_view text = source_.substr(begin, at_ - begin);
    if (const size_t joint = joint_at(at_))
      found_.are_joined |= at_ + joint < source_.size() && is_word_character(source_[at_ + joint]);
    if (is_at("\"") && text.ends_with('R')) {
      at_ = behind_raw_text(source_, at_);
      return;
    }
    if (line_ == Line::begins) line_ = Line::is_code;
    if (line_ == Line::is_directive && (text.starts_with("if") || text.starts_with("elif")))
      line_ = Line::is_condition;
    found_.words.push_back({text, line_ != Line::is_code, line_ == Line::is_condition});
  }

  // Ends with its line at the latest, as an apostrophe in an #error has no other.
  void text(char quote) {
    if (line_ == Line::begins) line_ = Line::is_code;
    for (++at_; at_ < source_.size() && source_[at_] != quote && source_[at_] != '\n'; ++at_)
      if (source_[at_] == '\\') at_ += std::max<size_t>(joint_at(at_), 2) - 1;
    if (at_ < source_.size() && source_[at_] == quote) ++at_;
  }

  std::string_view source_;
  size_t at_ = 0;
  Line line_ = Line::begins;
  SourceWords found_;
};

std::string_view without_blanks(std::string_view line) {
  const size_t first = line.find_first_not_of(" \t");
  return first == std::string_view::npos ? std::string_view() : line.substr(first);
}

}  // namespace

SourceWords source_words(std::string_view source) { return WordReader(source).read(); }

std::vector<IncludeLine> include_lines(std::string_view source) {
  std::vector<IncludeLine> includes;
  size_t offset = 0;
  for (const std::string_view line : lines_of<std::string_view>(source)) {
    const std::string_view directive = without_blanks(line);
    const size_t begin = line.find_first_of("<\""), end = line.find_last_of(">\"");
    if (directive.starts_with('#') && without_blanks(directive.substr(1)).starts_with("include") &&
        begin != std::string_view::npos && end > begin)
      includes.push_back({offset, line.size(), line.substr(begin, end - begin + 1)});
    offset += line.size() + 1;
  }
  return includes;
}

std::string includes_that_are_there(std::string_view source) {
  std::string text;
  for (const IncludeLine& line : include_lines(source))
    text += fmt::format("#if __has_include({0})\n#include {0}\n#endif\n", line.header);
  return text;
}

}  // namespace warplab::compile
