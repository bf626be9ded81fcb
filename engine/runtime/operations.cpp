#include "runtime/operations.hpp"

#include <algorithm>
#include <utility>

namespace warplab::runtime {
namespace {

// A program that waits for nothing has many; the oldest are forgotten.
constexpr size_t kMostOperations = 256;

void append_page(std::vector<Area>& areas, uint64_t page, bool may_read) {
  const uint64_t begin = page * AccessSet::kPage;
  if (!areas.empty() && areas.back().begin + areas.back().bytes == begin &&
      (areas.back().may_read != 0) == may_read)
    areas.back().bytes += AccessSet::kPage;
  else areas.push_back({begin, AccessSet::kPage, may_read});
}

}  // namespace

std::vector<Operations::Meeting> Operations::add(Operation operation) {
  std::vector<Meeting> meetings;
  for (const Operation& earlier : list_) {
    if (order_.comes_before(earlier.when, operation.when.stream)) continue;
    const std::optional<Conflict> conflict = conflict_of(earlier.touched, operation.touched);
    if (conflict) meetings.push_back({{earlier.when, earlier.at, earlier.what, {}}, *conflict});
  }
  list_.push_back(std::move(operation));
  if (list_.size() > kMostOperations) list_.pop_front();
  return meetings;
}

void Operations::close_page(uint64_t page, const AccessSet::Page& touched) {
  const bool may_read = !touched.written.any() && !touched.updated.any();
  const auto [known, is_new] = closed_.try_emplace(page, may_read);
  if (!is_new && (may_read || !known->second)) return;
  known->second = may_read;
  closed_late_.push_back(page);
}

std::vector<Area> Operations::take_closed() {
  std::ranges::sort(closed_late_);
  std::vector<Area> areas;
  for (const uint64_t page : std::exchange(closed_late_, {}))
    if (const auto closed = closed_.find(page); closed != closed_.end())
      append_page(areas, page, closed->second);
  return areas;
}

std::vector<Area> Operations::open_done() {
  std::erase_if(list_,
                [&](const Operation& operation) { return order_.host_knows(operation.when); });
  std::vector<Area> areas;
  std::erase_if(closed_, [&](const auto& closed) {
    const bool is_open = std::ranges::none_of(list_, [&](const Operation& operation) {
      return operation.touched.page(closed.first) != nullptr;
    });
    if (is_open) append_page(areas, closed.first, false);
    return is_open;
  });
  return areas;
}

Operations::HostAccess Operations::host_comes_to(uint64_t address, bool is_write) {
  HostAccess access;
  const uint64_t number = address / AccessSet::kPage, byte = address % AccessSet::kPage;
  access.was_closed = closed_.erase(number) != 0;
  if (!access.was_closed) return access;
  for (const Operation& operation : list_) {
    const AccessSet::Page* const page = operation.touched.page(number);
    if (!page) continue;
    const bool writes = page->written[byte] || page->updated[byte];
    if (!writes && !(is_write && page->read[byte])) continue;
    access.too_early = {operation.when, operation.at, operation.what, {}};
    access.operation_writes = writes;
    break;
  }
  return access;
}

void Operations::clear() {
  list_.clear();
  closed_.clear();
  closed_late_.clear();
  order_ = {};
}

}  // namespace warplab::runtime
