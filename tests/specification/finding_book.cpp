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
      return fmt::format("{} wait{} at this barrier for threads that never come{}{}",
                         threads_text(count), count == 1 ? "s" : "", e.text.empty() ? "" : ": ",
                         e.text);
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

std::string message(const Event& e, uint64_t count, const ThreadPlace& place) {
  std::string text = "The kernel ";
  if (e.line > 0) text = fmt::format("Line {}{} ", e.line, is_clause(e.kind) ? ":" : "");
  return text + sentence_end(what_happened(e, count), place, e.kind != FindingKind::output_limit);
}

}  // namespace

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
    f.message = message(entry.first, entry.count, f.place);
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
