#include "memory/ptx_page.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <utility>

#include "base/lines.hpp"
#include "common/embedded.hpp"

namespace warplab::app {
namespace {

std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

std::string_view last_component(std::string_view path) {
  const size_t slash = path.find_last_of("/\\");
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

int number_at(std::string_view& text) {
  text = trimmed(text);
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return number;
}

// The text between the next two quotation marks; it is taken off the front.
std::string_view quoted(std::string_view& text) {
  const size_t begin = text.find('"');
  if (begin == std::string_view::npos) return {};
  const size_t end = text.find('"', begin + 1);
  if (end == std::string_view::npos) return {};
  const std::string_view inside = text.substr(begin + 1, end - begin - 1);
  text.remove_prefix(end + 1);
  return inside;
}

// The numbers under which `.file` names the student's file.
std::set<int> file_numbers(std::string_view ptx, std::string_view student_file) {
  std::set<int> numbers;
  while (!ptx.empty()) {
    std::string_view line = trimmed(next_line(ptx));
    if (!line.starts_with(".file")) continue;
    line.remove_prefix(5);
    const int number = number_at(line);
    if (last_component(quoted(line)) == last_component(student_file)) numbers.insert(number);
  }
  return numbers;
}

// PTX ISA, .loc: "FILE LINE COLUMN[, function_name ..., inlined_at FILE LINE COLUMN]". The line in
// one of these files, from the inside to the outside; 0: none.
int line_of_loc(std::string_view loc, const std::set<int>& files) {
  constexpr std::string_view kInlined = "inlined_at";
  while (true) {
    const int file = number_at(loc);
    const int line = number_at(loc);
    if (files.contains(file)) return line;
    const size_t at = loc.find(kInlined);
    if (at == std::string_view::npos) return 0;
    loc.remove_prefix(at + kInlined.size());
  }
}

bool is_hidden(std::string_view line) {
  return line.empty() || line.starts_with(".loc") || line.starts_with("//") ||
         line.starts_with(".file");
}

bool begins_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '%' || c == '.';
}
bool is_in_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

}  // namespace

std::vector<CodeRow> ptx_rows(std::string_view ptx, std::string_view kernel,
                              std::string_view student_file, const LensLook* look) {
  const std::set<int> files = file_numbers(ptx, student_file);
  std::map<int, const data::ExecutedInstruction*> executed;  // by line of the PTX
  if (look != nullptr)
    for (const data::ExecutedInstruction& one : look->look.log.executed)
      executed[one.ptx_line] = &one;
  std::vector<CodeRow> rows;
  bool inside = false;
  int line_now = 0, number = 0;
  while (!ptx.empty()) {
    std::string_view line = next_line(ptx);
    ++number;
    const std::string_view text = trimmed(line);
    if (!inside) {
      const size_t entry = text.find(".entry");
      if (entry == std::string_view::npos) continue;
      const std::string_view name = trimmed(text.substr(entry + 6));
      inside = name.substr(0, name.find_first_of("( \t")) == kernel;
      if (!inside) continue;
      line_now = 0;
    }
    if (text.starts_with(".loc")) line_now = line_of_loc(text.substr(4), files);
    if (is_hidden(text)) continue;
    CodeRow row;
    row.text = std::string(line.substr(0, line.find_last_not_of(" \t\r") + 1));
    std::ranges::replace(row.text, '\t', ' ');
    row.is_instruction = text.ends_with(';') && !text.starts_with('.') && !text.starts_with('{');
    if (row.is_instruction) row.line = line_now;
    if (const auto found = executed.find(number); found != executed.end()) {
      const data::ExecutedInstruction& one = *found->second;
      row.line = one.line;
      row.warps = one.warps;
      row.threads = one.threads;
      if (one.number < look->by_instruction.size()) {
        row.accesses = look->by_instruction[one.number].accesses;
        row.units = look->by_instruction[one.number].units;
        row.ideal = look->by_instruction[one.number].ideal;
        row.in_shared = text.find(".shared") != std::string_view::npos;
      }
    }
    rows.push_back(std::move(row));
    if (line.starts_with('}')) break;  // the kernel's own bracket stands at the edge
  }
  return rows;
}

std::vector<CodeRow> machine_rows(std::string_view disassembly, std::string_view kernel,
                                  std::string_view student_file) {
  const std::string section = ".text." + std::string(kernel) + ":";
  std::vector<CodeRow> rows;
  bool inside = false, in_places = false;
  int line_now = 0;
  while (!disassembly.empty()) {
    const std::string_view line = next_line(disassembly);
    const std::string_view text = trimmed(line);
    if (!inside) {
      inside = text == section;
      continue;
    }
    if (text.starts_with("//---") || text.starts_with(".section")) break;
    if (text.starts_with("//## File")) {
      // The places of one instruction, the innermost first: the first in the student's file counts.
      if (!std::exchange(in_places, true)) line_now = 0;
      std::string_view rest = text;
      while (line_now == 0 && rest.find('"') != std::string_view::npos) {
        const std::string_view file = quoted(rest);
        const size_t at = rest.find("line");
        if (at == std::string_view::npos) break;
        rest.remove_prefix(at + 4);
        const int number = number_at(rest);
        if (last_component(file) == last_component(student_file)) line_now = number;
      }
      continue;
    }
    if (text.empty() || text.starts_with("//")) continue;
    in_places = false;
    CodeRow row;
    row.is_instruction = text.starts_with("/*");
    std::string_view shown = text;
    if (row.is_instruction) {
      const size_t end = shown.find("*/");
      shown = trimmed(shown.substr(end == std::string_view::npos ? 0 : end + 2));
      if (shown.starts_with("NOP")) continue;  // fills up the end
      row.line = line_now;
      row.text = " ";
    } else if (text.starts_with('.') && !text.ends_with(':')) {
      continue;  // directives of the assembler
    }
    row.text += shown;
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<int> linked_lines(const std::vector<CodeRow>& rows) {
  std::set<int> lines;
  for (const CodeRow& row : rows)
    if (row.line > 0) lines.insert(row.line);
  return {lines.begin(), lines.end()};
}

const std::vector<PtxWord>& ptx_words() {
  static const std::vector<PtxWord> words = [] {
    std::vector<PtxWord> read;
    std::string_view text = embedded_file("ptx_words.txt");
    while (!text.empty()) {
      const std::string_view line = trimmed(next_line(text));
      if (line.empty() || line.starts_with('#')) continue;
      const size_t first = line.find(" | "), second = line.find(" | ", first + 3);
      if (first == std::string_view::npos || second == std::string_view::npos) continue;
      read.push_back({line.substr(0, first), line.substr(first + 3, second - first - 3),
                      line.substr(second + 3)});
    }
    std::ranges::stable_sort(read, {}, &PtxWord::word);
    return read;
  }();
  return words;
}

const PtxWord* find_ptx_word(std::string_view word) {
  const auto& words = ptx_words();
  const auto at = std::ranges::lower_bound(words, word, {}, &PtxWord::word);
  return at != words.end() && at->word == word ? &*at : nullptr;
}

std::vector<PlacedWord> words_of(std::string_view row) {
  std::vector<PlacedWord> placed;
  const bool is_directive = trimmed(row).starts_with('.');
  const size_t braces = row.find_first_of("[\"");  // addresses and strings have no words of ours
  for (size_t i = 0; i < row.size(); ++i) {
    if (!begins_word(row[i]) || (i > 0 && is_in_word(row[i - 1]) && row[i] != '.')) continue;
    size_t end = i + 1;
    while (end < row.size() && is_in_word(row[end])) ++end;
    std::string_view word = row.substr(i, end - i);
    size_t begin = i;
    // ".f32" is a type, in an instruction as well as in a directive; ".reg" is a directive.
    if (word.starts_with('.') && (!is_directive || find_ptx_word(word) == nullptr)) {
      word.remove_prefix(1);
      ++begin;
    }
    if (begin < braces)
      if (const PtxWord* const found = find_ptx_word(word))
        placed.push_back({begin, word.size(), found});
    i = end - 1;
  }
  return placed;
}

}  // namespace warplab::app
