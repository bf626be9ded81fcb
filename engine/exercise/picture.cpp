#include <fmt/format.h>
#include <stb_image.h>

#include "exercise/beneath.hpp"
#include "exercise/load_parts.hpp"

namespace warplab::exercise {
namespace {

// A side beyond this is refused before decoding: 8192 x 8192 grey pixels are 64 MiB.
constexpr int kLargestSide = 8192;
// As much as such a picture has without compression, in three colours.
constexpr uint64_t kLargestFile = uint64_t{3} * kLargestSide * kLargestSide;

}  // namespace

Result<std::shared_ptr<const GreyPicture>> load_picture(const std::filesystem::path& folder,
                                                        const std::string& name) {
  const Result<std::string> content = read_beneath(folder, name, kLargestFile);
  if (!content) return Error{content.error()};
  const auto* const bytes = reinterpret_cast<const stbi_uc*>(content->data());
  const int size = static_cast<int>(content->size());
  int width = 0, height = 0, channels = 0;
  if (!stbi_info_from_memory(bytes, size, &width, &height, &channels)) {
    return Error{fmt::format("\"{}\" is not a picture that can be read; expected a PNG", name)};
  }
  if (width > kLargestSide || height > kLargestSide) {
    return Error{fmt::format("\"{}\" has {} x {} pixels; a picture may have {} x {}", name, width,
                             height, kLargestSide, kLargestSide)};
  }
  stbi_uc* const pixels = stbi_load_from_memory(bytes, size, &width, &height, &channels, 1);
  if (!pixels) {
    return Error{fmt::format("\"{}\" is a broken picture ({})", name, stbi_failure_reason())};
  }
  auto picture = std::make_shared<GreyPicture>();
  picture->file = folder / name;
  picture->width = static_cast<uint32_t>(width);
  picture->height = static_cast<uint32_t>(height);
  picture->pixels.assign(pixels, pixels + size_t{picture->width} * picture->height);
  stbi_image_free(pixels);
  return std::shared_ptr<const GreyPicture>(std::move(picture));
}

}  // namespace warplab::exercise
