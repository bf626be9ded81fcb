#include "compile/instructions.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "base/lines.hpp"
#include "base/text_hash.hpp"
#include "base/words.hpp"

namespace warplab::compile {
namespace {

constexpr auto kOfNoInstruction =
    std::to_array<std::string_view>({".loc", ".file", "//", ".target", ".version"});

// Labels and the memory of local variables are numbered through the module: "$L__BB3_1".
std::string without_numbers_of_functions(std::string_view line) {
  std::string text(line);
  for (const std::string_view before : {"$L__BB", "__local_depot"})
    for (size_t at = text.find(before); at != std::string::npos; at = text.find(before, at)) {
      at += before.size();
      size_t end = at;
      while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
      text.erase(at, end - at);
    }
  return text;
}

// Functions and variables, each with all its lines.
std::multiset<std::string> parts_of(std::string_view ptx) {
  std::multiset<std::string> parts;
  std::string part;
  int depth = 0;
  const std::string alone = instructions_alone(ptx);
  for (const std::string_view line : lines_of<std::string_view>(alone)) {
    part += without_numbers_of_functions(line) + '\n';
    depth += static_cast<int>(std::ranges::count(line, '{') - std::ranges::count(line, '}'));
    const bool ends = line.ends_with(';') || line.ends_with('}');
    if (depth > 0 || !ends) continue;
    parts.insert(std::move(part));
    part.clear();
  }
  return parts;
}

}  // namespace

std::string instructions_alone(std::string_view ptx) {
  std::string instructions;
  for (const std::string_view line : lines_of<std::string_view>(ptx)) {
    const size_t first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos) continue;
    const std::string_view text = line.substr(first);
    if (text.starts_with(".section")) break;  // of a debugger, behind all functions
    if (begins_with_one_of(text, kOfNoInstruction)) continue;
    instructions.append(text).push_back('\n');
  }
  return instructions;
}

uint64_t hash_of_instructions(std::string_view ptx) { return text_hash(instructions_alone(ptx)); }

bool has_all_of(std::string_view other, std::string_view own) {
  return std::ranges::includes(parts_of(other), parts_of(own));
}

}  // namespace warplab::compile
