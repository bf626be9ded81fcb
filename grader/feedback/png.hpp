#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace warplab::grader {

struct Rgb {
  uint8_t red = 0, green = 0, blue = 0;
};

// "data:image/png;base64,..." of a picture of `width` x `height` pixels, row-major, top row first.
std::string png_data_uri(size_t width, size_t height, const std::vector<Rgb>& pixels);

}  // namespace warplab::grader
