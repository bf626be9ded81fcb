#include "sim/state/undefined_quotients.hpp"

#include <limits>

#include "sim/state/lanes.hpp"
#include "sim/state/warp.hpp"

namespace warplab::sim {
namespace {

// T: the type; Lane: what a register has room for.
template <class T, class Lane>
uint32_t undefined_of(Warp& w, Place a, Place b, uint32_t lanes) {
  const Lane* const divisors = w.at<Lane>(b);
  // Nearly always none is 0 or -1.
  uint32_t rare = 0;
  for (unsigned l = 0; l < kLanes; ++l) {
    const auto divisor = static_cast<std::make_unsigned_t<T>>(divisors[l]);
    rare |= static_cast<uint32_t>(static_cast<std::make_unsigned_t<T>>(divisor + 1) <= 1) << l;
  }
  uint32_t undefined = 0;
  for_lanes(rare & lanes, [&](unsigned l) {
    const auto divisor = static_cast<T>(divisors[l]);
    const auto dividend = static_cast<T>(w.at<Lane>(a)[l]);
    const bool is_beyond =
        std::is_signed_v<T> && divisor != 0 && dividend == std::numeric_limits<T>::min();
    undefined |= static_cast<uint32_t>(divisor == 0 || is_beyond) << l;
  });
  return undefined;
}

}  // namespace

uint32_t undefined_quotients(Warp& w, Place a, Place b, ptx::Type type, uint32_t lanes) {
  switch (type) {
    case ptx::Type::s16: return undefined_of<int16_t, uint32_t>(w, a, b, lanes);
    case ptx::Type::u16: return undefined_of<uint16_t, uint32_t>(w, a, b, lanes);
    case ptx::Type::s32: return undefined_of<int32_t, uint32_t>(w, a, b, lanes);
    case ptx::Type::u32: return undefined_of<uint32_t, uint32_t>(w, a, b, lanes);
    case ptx::Type::s64: return undefined_of<int64_t, uint64_t>(w, a, b, lanes);
    case ptx::Type::u64: return undefined_of<uint64_t, uint64_t>(w, a, b, lanes);
    default: return 0;
  }
}

}  // namespace warplab::sim
