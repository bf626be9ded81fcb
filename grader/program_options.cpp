#include "program_options.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace warplab::grader {
namespace {

constexpr std::array kSources = {".cu", ".cpp", ".cc", ".cxx", ".c"};
// Of nvcc and the host's compilers: they take the next word, unless it is part of this one.
constexpr std::array kWithWord = {"-I",
                                  "-D",
                                  "-U",
                                  "-include",
                                  "-isystem",
                                  "-Xcompiler",
                                  "-Xptxas",
                                  "--compiler-options",
                                  "--default-stream"};
// And those that begin with two signs, as ours do.
constexpr std::array kLong = {"--extended-lambda",
                              "--expt-extended-lambda",
                              "--expt-relaxed-constexpr",
                              "--use_fast_math",
                              "--std=",
                              "--relocatable-device-code",
                              "--default-stream",
                              "--compiler-options",
                              "--diag-",
                              "--generate-line-info"};

// What is ours to choose: they are left out, with the word behind some of them, so that the words
// of somebody's Makefile can stay as they are.
constexpr std::array kOurs = {"-g", "-G", "-lineinfo", "-c"};
constexpr std::array kOursWithWord = {"-o", "-arch", "-code", "-gencode"};

bool is_source(const std::string& word) {
  return std::ranges::any_of(kSources, [&](const char* end) { return word.ends_with(end); });
}

template <class Integer>
std::optional<Integer> number_in(const std::string& word) {
  Integer number = 0;
  const char* const end = word.data() + word.size();
  const auto read = std::from_chars(word.data(), end, number);
  return read.ec == std::errc{} && read.ptr == end ? std::optional(number) : std::nullopt;
}

class Parser {
 public:
  explicit Parser(const std::vector<std::string>& words) : words_(words) {}

  Result<ProgramOptions> parse() {
    for (; next_ < words_.size(); ++next_) {
      const std::string& word = words_[next_];
      if (word.size() < 2 || word[0] != '-') {
        if (!take_file(word)) break;
        continue;
      }
      if (word == "--") {
        ++next_;
        break;
      }
      if (!options_.sources.empty() && !is_compilers(word)) break;
      if (!take_option(word)) return Error{why_};
    }
    options_.arguments.assign(words_.begin() + static_cast<std::ptrdiff_t>(next_), words_.end());
    if (options_.sources.empty())
      return Error{"run needs a file: grader run FILE.cu [ARGUMENT...]"};
    return std::move(options_);
  }

 private:
  // Sources one behind the other; a program that is built already stands alone.
  bool take_file(const std::string& word) {
    const bool is_first = options_.sources.empty();
    if (!is_first && (!is_source(word) || !is_source(options_.sources.front().string())))
      return false;
    options_.sources.emplace_back(word);
    return true;
  }
  bool is_compilers(const std::string& word) const {
    return word.starts_with("-l") || word.starts_with("-L") || word.starts_with("-I") ||
           word.starts_with("-D");
  }
  // The word behind `option`.
  const std::string* value(const std::string& option) {
    if (next_ + 1 < words_.size()) return &words_[++next_];
    why_ = fmt::format("{} needs a value.", option);
    return nullptr;
  }
  template <class Into>
  bool take_number(const std::string& option, Into& into, int64_t most) {
    const std::string* const word = value(option);
    if (!word) return false;
    const auto number = number_in<int64_t>(*word);
    if (number && *number >= 0 && *number <= most) {
      into = static_cast<typename std::remove_reference_t<Into>>(*number);
      return true;
    }
    why_ =
        fmt::format("{} needs a whole number up to {}, and \"{}\" is none.", option, most, *word);
    return false;
  }
  bool set_form(const std::string& name) {
    using enum ProgramOptions::Form;
    constexpr std::pair<const char*, ProgramOptions::Form> kForms[] = {
        {"text", text}, {"json", json}, {"gcc", gcc}, {"sarif", sarif}};
    for (const auto& [known, form] : kForms)
      if (name == known) {
        options_.form = form;
        return true;
      }
    why_ = fmt::format("--format is text, json, gcc or sarif, and not \"{}\".", name);
    return false;
  }
  bool take_form() {
    const std::string* const name = value("--format");
    return name && set_form(*name);
  }
  bool take_option(const std::string& word) {
    if (word == "--json") return set_form("json");
    if (word == "--format") return take_form();
    if (word == "--quiet") return options_.quiet = true;
    if (word == "--error-exit") {
      int code = 0;
      if (!take_number(word, code, 255)) return false;
      options_.error_exit = code;
      return true;
    }
    if (word == "--exact") return take_number(word, options_.exact_launches, INT64_MAX);
    if (word == "--every") return take_number(word, options_.every, INT64_MAX);
    if (word == "--quick") {
      options_.exact_launches = options_.every = 0;
      return true;
    }
    if (word == "--model" || word == "--output" || word == "--only") {
      const std::string* const given = value(word);
      if (given && word == "--model") options_.model = *given;
      else if (given && word == "--only") options_.only_kernel = *given;
      else if (given) options_.output = *given;
      return given != nullptr;
    }
    const bool is_nvccs =
        std::ranges::any_of(kLong, [&](const char* begin) { return word.starts_with(begin); });
    if (word.starts_with("--") && !is_nvccs) {
      why_ = fmt::format("run has no option {}; grader run --help lists them.", word);
      return false;
    }
    return take_compilers(word);
  }
  bool take_compilers(const std::string& word) {
    if (std::ranges::find(kOurs, word) != kOurs.end()) return true;
    if (std::ranges::find(kOursWithWord, word) != kOursWithWord.end()) return value(word);
    if (word.starts_with("-arch=") || word.starts_with("-code=") || word.starts_with("-gencode="))
      return true;
    const bool is_linkers =
        word.starts_with("-l") || word.starts_with("-L") || word.starts_with("-Wl,");
    std::vector<std::string>& into = is_linkers ? options_.link_options : options_.compile_options;
    into.push_back(word);
    const bool takes_word =
        std::ranges::find(kWithWord, word) != kWithWord.end() || word == "-l" || word == "-L";
    if (!takes_word) return true;
    const std::string* const given = value(word);
    if (given) into.push_back(*given);
    // The host's compiler links, too.
    if (given && given->find("-fopenmp") != std::string::npos)
      options_.link_options.emplace_back("-fopenmp");
    return given != nullptr;
  }

  const std::vector<std::string>& words_;
  size_t next_ = 0;
  ProgramOptions options_;
  std::string why_;
};

}  // namespace

Result<ProgramOptions> parse_program_options(const std::vector<std::string>& words) {
  return Parser(words).parse();
}

}  // namespace warplab::grader
