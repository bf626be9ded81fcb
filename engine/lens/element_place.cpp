#include "lens/element_place.hpp"

#include <fmt/format.h>

namespace warplab::lens {

std::optional<ElementPlace> element_at(uint64_t address, const data::AccessLog& log,
                                       std::span<const data::Buffer> buffers) {
  for (const data::LoggedBuffer& at : log.buffers) {
    if (address < at.begin || address - at.begin >= at.bytes || at.buffer < 0) continue;
    const auto buffer = static_cast<size_t>(at.buffer);
    if (buffer >= buffers.size()) continue;
    return ElementPlace{buffer, (address - at.begin) / data::bytes_of(buffers[buffer].element)};
  }
  return std::nullopt;
}

std::string place_text(const data::LoggedAccess& access, unsigned lane, const data::AccessLog& log,
                       std::span<const data::Buffer> buffers) {
  const uint64_t address = access.addresses[lane];
  if (access.space == data::TraceSpace::shared || access.space == data::TraceSpace::local)
    return fmt::format("byte {}", address);
  if (const auto place = element_at(address, log, buffers))
    return data::element_text(buffers[place->buffer], place->index);
  return fmt::format("0x{:x}", address);
}

}  // namespace warplab::lens
