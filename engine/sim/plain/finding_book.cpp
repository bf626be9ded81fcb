#include "sim/plain/finding_book.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

namespace warplab::sim::plain {
namespace {

std::string what_happened(const Event& e) {
  switch (e.kind) {
    case FindingKind::out_of_bounds:
      if (e.buffer.empty())
        return fmt::format("{} {} bytes at address {:#x}, which belongs to no buffer", e.verb, e.bytes,
                           e.address);
      return fmt::format("{} {}, {}", e.verb, e.element, e.extent);
    case FindingKind::misaligned:
      return fmt::format("{} {} bytes at address {:#x}, which is not a multiple of {}", e.verb, e.bytes,
                         e.address, e.bytes);
    case FindingKind::null_pointer:
      return fmt::format("{} {} bytes through a null pointer (address {:#x})", e.verb, e.bytes,
                         e.address);
    case FindingKind::read_only_write:
      return fmt::format("{} {}, which is constant memory", e.verb, e.element);
    default: return e.text;
  }
}

std::string message(const Event& e, const ThreadPlace& place) {
  const auto& b = place.block;
  const auto& t = place.thread;
  const std::string where = e.line > 0 ? fmt::format("Line {} ", e.line) : "The kernel ";
  return fmt::format("{}{}, by thread ({},{},{}) of block ({},{},{}).", where, what_happened(e), t.x,
                     t.y, t.z, b.x, b.y, b.z);
}

}  // namespace

void FindingBook::add(const Event& event) {
  Entry& entry = entries_[{event.line, event.kind}];
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
    f.place = {position_of(entry.first.block, grid), position_of(entry.first.thread, block)};
    f.message = message(entry.first, f.place);
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
