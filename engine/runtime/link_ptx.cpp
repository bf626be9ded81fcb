#include "runtime/link_ptx.hpp"

#include <cctype>
#include <charconv>
#include <set>
#include <string_view>

#include <fmt/format.h>

namespace warplab::runtime {
namespace {

// So many files has no module.
constexpr int kFilesOfModule = 100'000;

bool is_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '%';
}

// A definition or declaration at the module's level, with the text that belongs to it.
struct Part {
  enum class Linkage { none, own, weak, visible, external };
  Linkage linkage = Linkage::none;
  std::string_view text;
  std::string_view name;  // empty: it declares nothing
};

// Words, strings and signs of PTX, as far as they tell where a part ends.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool at_end() {
    skip();
    return at_ >= text_.size();
  }
  // Up to its `;` or `}`; of a directive without either, up to the end of the line.
  Part part() {
    skip();
    Part part;
    const size_t begin = at_;
    const std::string_view first = word();
    const bool is_line =
        first == ".version" || first == ".target" || first == ".address_size" || first == ".file";
    if (is_line) {
      at_ = std::min(text_.find('\n', at_), text_.size());
      part.text = text_.substr(begin, at_ - begin);
      return part;
    }
    part.linkage = first == ".visible"                      ? Part::Linkage::visible
                   : first == ".weak" || first == ".common" ? Part::Linkage::weak
                   : first == ".extern"                     ? Part::Linkage::external
                   : first == ".section" || first == ".pragma" || first == ".alias"
                       ? Part::Linkage::none
                       : Part::Linkage::own;
    at_ = begin;
    read_to_end(part);
    part.text = text_.substr(begin, at_ - begin);
    if (part.linkage == Part::Linkage::none) part.name = {};
    return part;
  }

 private:
  void skip() {
    while (at_ < text_.size()) {
      if (std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
      else if (text_.substr(at_, 2) == "//") at_ = std::min(text_.find('\n', at_), text_.size());
      else if (text_.substr(at_, 2) == "/*")
        at_ = std::min(text_.find("*/", at_) + 2, text_.size());
      else break;
    }
  }
  std::string_view word() {
    const size_t begin = at_;
    if (at_ < text_.size() && text_[at_] == '.') ++at_;
    while (at_ < text_.size() && is_of_name(text_[at_])) ++at_;
    if (at_ == begin) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  void skip_string() {
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_)
      if (text_[at_] == '\\') ++at_;
    ++at_;
  }
  // The name is the first word that is no directive, outside of what is in round brackets (results)
  // and not a number (of an alignment).
  void read_to_end(Part& part) {
    int round = 0, curly = 0;
    bool is_function = false;
    while (!at_end()) {
      const char c = text_[at_];
      if (c == '"') {
        skip_string();
        continue;
      }
      const std::string_view read = word();
      if (read == ".func" || read == ".entry") is_function = true;
      if (c == '(') ++round;
      if (c == ')') --round;
      if (c == '{') ++curly;
      if (c == '}' && --curly == 0 && (is_function || part.linkage == Part::Linkage::none)) break;
      if (c == ';' && curly == 0) break;
      const bool is_name = is_of_name(c) && !std::isdigit(static_cast<unsigned char>(c));
      if (is_name && round == 0 && curly == 0 && part.name.empty()) part.name = read;
    }
  }

  std::string_view text_;
  size_t at_ = 0;
};

bool has_body(const Part& part) { return part.text.ends_with('}'); }

// Numbers of files behind `.file`, `.loc` and `inlined_at`, and names that are others' already.
std::string renamed(std::string_view text, size_t module, const std::set<std::string>& own) {
  std::string result;
  bool number_is_files = false;
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '"') {
      const size_t end = std::min(text.find('"', at + 1), text.size() - 1) + 1;
      result += text.substr(at, end - at);
      at = end;
      continue;
    }
    if (!is_of_name(c) && c != '.') {
      result += c;
      ++at;
      continue;
    }
    size_t end = at + 1;
    while (end < text.size() && is_of_name(text[end])) ++end;
    const std::string word(text.substr(at, end - at));
    at = end;
    int number = 0;
    if (number_is_files &&
        std::from_chars(word.data(), word.data() + word.size(), number).ec == std::errc())
      result += fmt::format("{}", number + static_cast<int>(module) * kFilesOfModule);
    else result += own.contains(word) ? fmt::format("{}$module{}", word, module) : word;
    number_is_files = word == ".file" || word == ".loc" || word == "inlined_at";
  }
  return result;
}

}  // namespace

std::string link_ptx(const std::vector<std::string>& modules) {
  std::string linked;
  std::set<std::string> taken;
  for (size_t m = 0; m < modules.size(); ++m) {
    std::vector<Part> parts;
    std::set<std::string> twice;
    for (Reader reader(modules[m]); !reader.at_end();) {
      Part part = reader.part();
      const bool is_header = part.text.starts_with(".version") ||
                             part.text.starts_with(".target") ||
                             part.text.starts_with(".address_size");
      if (is_header && m > 0) continue;
      const std::string name(part.name);
      const bool is_definition = !name.empty() && part.linkage != Part::Linkage::external;
      if (is_definition && taken.contains(name)) {
        if (part.linkage == Part::Linkage::weak && (has_body(part) || part.text.ends_with(';')))
          continue;
        if (part.linkage == Part::Linkage::own) twice.insert(name);
      }
      parts.push_back(part);
    }
    std::string text;
    for (const Part& part : parts) {
      text += part.text;
      text += '\n';
    }
    linked += renamed(text, m, twice);
    for (const Part& part : parts)
      if (!part.name.empty() && part.linkage != Part::Linkage::external) taken.emplace(part.name);
  }
  return linked;
}

}  // namespace warplab::runtime
