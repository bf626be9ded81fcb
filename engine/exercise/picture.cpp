#include <fmt/format.h>
#include <stb_image.h>

#include "exercise/load_parts.hpp"

namespace warplab::exercise {
namespace {

// A side beyond this is refused before decoding: 8192 x 8192 grey pixels are 64 MiB.
constexpr int kLargestSide = 8192;

}  // namespace

Result<std::shared_ptr<const GreyPicture>> load_picture(const std::filesystem::path& file) {
  const std::string name = file.string();
  int width = 0, height = 0, channels = 0;
  if (!stbi_info(name.c_str(), &width, &height, &channels)) {
    std::error_code ignored;
    return Error{std::filesystem::is_regular_file(file, ignored)
                     ? fmt::format("\"{}\" is not a picture that can be read; expected a PNG", name)
                     : fmt::format("there is no picture \"{}\"", name)};
  }
  if (width > kLargestSide || height > kLargestSide) {
    return Error{fmt::format("\"{}\" has {} x {} pixels; a picture may have {} x {}", name, width,
                             height, kLargestSide, kLargestSide)};
  }
  stbi_uc* const pixels = stbi_load(name.c_str(), &width, &height, &channels, 1);
  if (!pixels) {
    return Error{fmt::format("\"{}\" is a broken picture ({})", name, stbi_failure_reason())};
  }
  auto picture = std::make_shared<GreyPicture>();
  picture->file = file;
  picture->width = static_cast<uint32_t>(width);
  picture->height = static_cast<uint32_t>(height);
  picture->pixels.assign(pixels, pixels + size_t{picture->width} * picture->height);
  stbi_image_free(pixels);
  return std::shared_ptr<const GreyPicture>(std::move(picture));
}

}  // namespace warplab::exercise
