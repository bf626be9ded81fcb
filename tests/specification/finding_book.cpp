#include "specification/finding_book.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "data/number_text.hpp"

namespace warplab::sim::plain {
namespace {

constexpr uint64_t kNearNull = uint64_t{1} << 24;  // no buffer lies below

std::string bytes_text(uint64_t n) {
  return fmt::format("{} byte{}", data::count_text(n), n == 1 ? "" : "s");
}
std::string threads_text(uint64_t n) {
  return fmt::format("{} thread{}", data::count_text(n), n == 1 ? "" : "s");
}

std::string what_happened(const Event& e, uint64_t count) {
  switch (e.kind) {
    case FindingKind::out_of_bounds:
      if (e.buffer.empty())
        return fmt::format("{} {} at address {:#x}, which belongs to no buffer{}", e.verb,
                           bytes_text(e.bytes), e.address,
                           e.address < kNearNull
                               ? ": it lies close to a null pointer. malloc() and new return one "
                                 "when the heap is full, for example because nothing is freed"
                               : "");
      if (e.extent.empty()) return fmt::format("{} {}", e.verb, e.element);
      return fmt::format("{} {}, {}", e.verb, e.element, e.extent);
    case FindingKind::misaligned:
      if (!e.alignment.empty())
        return fmt::format("{} {} at {}", e.verb, bytes_text(e.bytes), e.alignment);
      return fmt::format("{} {} at address {:#x}, which is not a multiple of {}", e.verb,
                         bytes_text(e.bytes), e.address, e.bytes);
    case FindingKind::null_pointer:
      return fmt::format("{} {} through a null pointer (address {:#x})", e.verb,
                         bytes_text(e.bytes), e.address);
    case FindingKind::read_only_write:
      if (e.is_input)
        return fmt::format(
            "{} {}, but `{}` is an input of this exercise, which kernels only read: if the line "
            "names another array, are the parameters in the order of the starter?",
            e.verb, e.element, e.buffer);
      return fmt::format("writes {}, which is constant memory", e.element);
    case FindingKind::step_limit:
      return fmt::format("{}: {} of the warp wait{} here", e.text, threads_text(count),
                         count == 1 ? "s" : "");
    case FindingKind::deadlock:
      return fmt::format("{} wait{} at this barrier for threads that never come",
                         threads_text(count), count == 1 ? "s" : "");
    case FindingKind::barrier_divergence:
      return fmt::format("not all threads reach this barrier: {}", e.text);
    default: return e.text;
  }
}

// Whether the sentence goes "Line 3: ..." instead of "Line 3 reads ...".
bool is_clause(FindingKind kind) {
  return kind == FindingKind::deadlock || kind == FindingKind::barrier_divergence ||
         kind == FindingKind::device_assert || kind == FindingKind::note ||
         kind == FindingKind::output_limit;
}

// Not inside of brackets, nor of code between backticks.
size_t begin_of_advice(std::string_view text) {
  int depth = 0;
  bool is_code = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '`') is_code = !is_code;
    if (is_code) continue;
    if (text[i] == '(') ++depth;
    if (text[i] == ')') depth = std::max(depth - 1, 0);
    const std::string_view rest = text.substr(i);
    if (depth == 0 && (rest.starts_with(": ") || rest.starts_with("; "))) return i;
  }
  return text.size();
}

Told told_of(const Event& e, uint64_t count) {
  const bool is_access = e.kind == FindingKind::out_of_bounds ||
                         e.kind == FindingKind::misaligned || e.kind == FindingKind::null_pointer ||
                         e.kind == FindingKind::read_only_write;
  if (is_access || e.told.empty()) return in_two(what_happened(e, count));
  if (e.kind == FindingKind::deadlock) {
    Told told = in_two(what_happened(e, count));
    told.advice = say(Says::because, e.told.what);
    return told;
  }
  if (e.kind == FindingKind::step_limit) {
    Told told = e.told;
    told.advice += as_it_is(
        fmt::format(": {} of the warp wait{} here", threads_text(count), count == 1 ? "s" : ""));
    return told;
  }
  if (e.kind != FindingKind::barrier_divergence) return e.told;
  Told told{say(Says::not_all_reach_barrier), say(Says::because, e.told.what)};
  told.advice += e.told.advice;
  return told;
}

}  // namespace

Told in_two(const std::string& text) {
  const size_t at = begin_of_advice(text);
  Told told{as_it_is(text.substr(0, at)), {}};
  if (at < text.size()) told.advice = as_it_is(text.substr(at));
  return told;
}

void FindingBook::add(const Event& event) {
  Entry& entry = entries_[{event.line, event.kind, event.other_line}];
  if (entry.count == 0 ||
      std::tie(event.block, event.thread) < std::tie(entry.first.block, entry.first.thread))
    entry.first = event;
  ++entry.count;
}

std::vector<Finding> FindingBook::findings(const Dim3& grid, const Dim3& block) const {
  std::vector<std::pair<Event, Finding>> all;
  for (const auto& [key, entry] : entries_) {
    Finding f;
    f.kind = entry.first.kind;
    f.line = entry.first.line;
    f.other_line = entry.first.other_line;
    f.place = {position_of(entry.first.block, grid), position_of(entry.first.thread, block)};
    f.form = f.kind == FindingKind::output_limit ? Finding::Form::clause
             : is_clause(f.kind)                 ? Finding::Form::clause_and_who
                                                 : Finding::Form::does;
    f.told = told_of(entry.first, entry.count);
    f.buffer = entry.first.buffer;
    f.index = entry.first.index;
    f.count = entry.count;
    all.emplace_back(entry.first, std::move(f));
  }
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return std::tie(a.first.line, a.first.block, a.first.thread) <
           std::tie(b.first.line, b.first.block, b.first.thread);
  });
  std::vector<Finding> sorted;
  for (auto& [event, finding] : all) sorted.push_back(std::move(finding));
  return sorted;
}

}  // namespace warplab::sim::plain
