#include "feedback/png.hpp"

#include <stb/stb_image_write.h>

#include <string_view>

namespace warplab::grader {
namespace {

void append(void* context, void* data, int size) {
  static_cast<std::string*>(context)->append(static_cast<const char*>(data),
                                             static_cast<size_t>(size));
}

// RFC 4648, section 4.
std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const size_t left = bytes.size() - i;
    uint32_t bits = 0;
    for (size_t k = 0; k < 3; ++k)
      bits = bits << 8 | (k < left ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (size_t k = 0; k < 4; ++k) text += k <= left ? kDigits[bits >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

}  // namespace

std::string png_data_uri(size_t width, size_t height, const std::vector<Rgb>& pixels) {
  static_assert(sizeof(Rgb) == 3);
  std::string png;
  stbi_write_png_to_func(append, &png, static_cast<int>(width), static_cast<int>(height), 3,
                         pixels.data(), static_cast<int>(3 * width));
  return "data:image/png;base64," + base64(png);
}

}  // namespace warplab::grader
