#pragma once
// The text that a kernel's printf() makes. Source: CUDA C++ Programming Guide, "Formatted Output";
// ISO C, fprintf.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace warplab::sim {

struct FormattedPrintf {
  std::string text;
  int arguments = 0;  // how many the format took: what printf() returns on the device
};

using StringAt = std::function<std::optional<std::string>(uint64_t address, size_t most)>;

// `arguments` are packed as vprintf gets them: 4 or 8 bytes each (double for every float), at
// offsets that are a multiple of their size. `string_at` gives the string at a device address,
// `most` characters of it at most, without its terminating zero, or nothing where there is none.
// As on a GPU: flags, a width or `*`, a precision in digits, the lengths h, l and ll and the
// conversions d i o u x X c s p e E f F g G a A and %% mean what they mean on the host. Anything
// else (hh, z, `.*`, an unknown conversion, a missing argument), of which a GPU makes rubbish, is
// printed as it stands and takes no argument. A pointer is "0x" and hexadecimal digits; null
// pointers are "(nil)" and, as strings, "(null)". Compared with the output of an H200.
FormattedPrintf format_device_printf(std::string_view format, std::span<const std::byte> arguments,
                                     const StringAt& string_at);

}  // namespace warplab::sim
