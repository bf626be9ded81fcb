#pragma once
// The text that a kernel's printf() makes. Source: CUDA C++ Programming Guide, "Formatted Output";
// ISO C, fprintf.
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace warplab::sim {

// Where the arguments and strings of one call lie. Arguments are packed as vprintf gets them: 4 or 8
// bytes each (double for every float), at offsets that are a multiple of their size.
struct PrintfArguments {
  // The `bytes` (4 or 8) at `offset`, little-endian; nothing where they cannot be read.
  std::function<std::optional<uint64_t>(uint64_t offset, unsigned bytes)> value;
  // The string at a device address, without its terminating zero; nothing where there is none.
  std::function<std::optional<std::string>(uint64_t address)> string;
};

struct PrintfResult {
  std::string text;
  int arguments = 0;   // how many the format took: what printf() returns on the device
};

// Flags, width, precision, `*`, the lengths hh h l ll j z t L and the conversions d i o u x X c s p
// e E f F g G a A and %% as on the host; an unknown conversion, and one whose argument cannot be read,
// is printed as it stands. A pointer is "0x" and hexadecimal digits, null pointers are "(nil)" and, as
// strings, "(null)".
PrintfResult format_device_printf(std::string_view format, const PrintfArguments& arguments);

}  // namespace warplab::sim
