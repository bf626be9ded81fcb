#include "data/element_place.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "data/number_text.hpp"

namespace warplab::data {

std::optional<ElementPlace> element_at(uint64_t address, const AccessLog& log,
                                       std::span<const Buffer> buffers) {
  for (const LoggedBuffer& at : log.buffers) {
    if (address < at.begin || address - at.begin >= at.bytes || at.buffer < 0) continue;
    const auto buffer = static_cast<size_t>(at.buffer);
    if (buffer >= buffers.size()) continue;
    return ElementPlace{buffer, (address - at.begin) / bytes_of(buffers[buffer].element)};
  }
  return std::nullopt;
}

std::string place_text(const LoggedAccess& access, unsigned lane, const AccessLog& log,
                       std::span<const Buffer> buffers) {
  const uint64_t address = access.addresses[lane];
  if (access.space == TraceSpace::shared || access.space == TraceSpace::local)
    return fmt::format("byte {}", address);
  if (const auto place = element_at(address, log, buffers))
    return element_text(buffers[place->buffer], place->index);
  return fmt::format("0x{:x}", address);
}

std::string reads_before(const AccessLog& log, std::span<const Buffer> buffers, size_t store,
                         unsigned lane, const ValueOf& value_of) {
  constexpr size_t kMostNamed = 3;  // more are counted
  const LoggedAccess& written = log.accesses[store];
  std::vector<std::pair<size_t, uint64_t>> seen;  // buffer and element, in their order
  std::set<std::pair<size_t, uint64_t>> known;
  for (size_t i = 0; i < store; ++i) {
    const LoggedAccess& one = log.accesses[i];
    if (one.block != written.block || one.warp != written.warp || one.kind != TraceKind::load ||
        one.space != TraceSpace::global || (one.mask >> lane & 1) == 0)
      continue;
    for (uint64_t at = one.addresses[lane]; at < one.addresses[lane] + one.bytes;) {
      const auto place = element_at(at, log, buffers);
      if (!place) break;
      if (known.insert({place->buffer, place->index}).second)
        seen.emplace_back(place->buffer, place->index);
      at += bytes_of(buffers[place->buffer].element);
    }
  }
  if (seen.empty()) return "before which it had read no element of a buffer";
  std::string text = "after it had read ";
  const size_t named = std::min(seen.size(), kMostNamed);
  for (size_t i = 0; i < named; ++i) {
    const Buffer& buffer = buffers[seen[i].first];
    if (i) text += i + 1 == seen.size() ? " and " : ", ";
    text += element_text(buffer, seen[i].second);
    const std::string value = value_of ? value_of(buffer, seen[i].second) : "";
    if (!value.empty()) text += " = " + value;
  }
  if (seen.size() > named)
    text += fmt::format(" and {} other element{}", count_text(seen.size() - named),
                        seen.size() == named + 1 ? "" : "s");
  return text;
}

}  // namespace warplab::data
