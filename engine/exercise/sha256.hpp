#pragma once
// SHA-256 (FIPS 180-4), for numbers that nobody can choose: what is drawn for a file must not be
// steered by searching for a comment that draws something nice.
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace warplab::exercise {

using Digest = std::array<uint8_t, 32>;

Digest sha256(std::string_view message);

// 64 digits, in lower case.
std::string hex_text(const Digest& digest);

// The first 8 bytes, the first the highest.
uint64_t first_bits(const Digest& digest);

}  // namespace warplab::exercise
