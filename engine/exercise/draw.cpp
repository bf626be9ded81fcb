#include "exercise/draw.hpp"

#include <fmt/format.h>

#include <bit>

#include "data/random.hpp"
#include "exercise/sha256.hpp"

namespace warplab::exercise {
namespace {

std::string bytes_of(const Digest& digest) { return {digest.begin(), digest.end()}; }

}  // namespace

Draw::Draw(uint64_t seed) : key_(bytes_of(sha256(fmt::format("seed {}", seed)))) {}

Draw::Draw(uint64_t seed, std::string_view source)
    : key_(bytes_of(sha256(fmt::format("seed {}, file {}", seed, source)))) {}

uint64_t Draw::bits(std::string_view purpose) const {
  return first_bits(sha256(key_ + std::string(purpose)));
}

Seed Draw::seed(std::string_view purpose) const {
  return {bits(fmt::format("input of {}", purpose)), true};
}

SizeSet Draw::size(const SizeSet& size, std::string_view purpose) const {
  SizeSet drawn = size;
  for (const auto& [name, range] : size.ranges) {
    const auto count = static_cast<uint64_t>((range.to - range.from) / range.step) + 1;
    const uint64_t random = bits(fmt::format("{} of {}", name, purpose));
    drawn.values[name] = range.from + static_cast<int64_t>(random % count) * range.step;
  }
  for (const auto& [name, range] : size.doubling) {
    const auto count =
        static_cast<uint64_t>(std::bit_width(static_cast<uint64_t>(range.to / range.from)));
    drawn.values[name] = range.from << bits(fmt::format("{} of {}", name, purpose)) % count;
  }
  if (!size.ranges.empty() || !size.doubling.empty()) drawn.label = size_label(drawn);
  return drawn;
}

}  // namespace warplab::exercise
