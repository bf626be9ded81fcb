#include <fmt/format.h>
#include <stb_image.h>

#include <algorithm>
#include <filesystem>

#include "base/file_text.hpp"
#include "exercise/beneath.hpp"
#include "exercise/live.hpp"
#include "exercise/load_parts.hpp"

namespace warplab::exercise {
namespace {

// A side beyond this is refused before decoding: 8192 x 8192 grey pixels are 64 MiB.
constexpr int kLargestSide = 8192;
// As much as such a picture has without compression, in three colours.
constexpr uint64_t kLargestFile = uint64_t{3} * kLargestSide * kLargestSide;

// What a camera takes; decoding needs three to four bytes for each.
constexpr int64_t kMostOwnPixels = 25'000'000;
constexpr uintmax_t kLargestOwnFile = uintmax_t{64} << 20;
// Of a student's own picture, in both directions: a buffer that is looked at has no more elements.
constexpr uint32_t kKeptSide = 1024;

Result<std::shared_ptr<GreyPicture>> decode(std::string_view content, const std::string& name,
                                            int64_t most_pixels) {
  const auto* const bytes = reinterpret_cast<const stbi_uc*>(content.data());
  const int size = static_cast<int>(content.size());
  int width = 0, height = 0, channels = 0;
  if (!stbi_info_from_memory(bytes, size, &width, &height, &channels)) {
    return Error{fmt::format("\"{}\" is not a picture that can be read; expected a PNG", name)};
  }
  if (width > kLargestSide || height > kLargestSide) {
    return Error{fmt::format("\"{}\" has {} x {} pixels; a picture may have {} x {}", name, width,
                             height, kLargestSide, kLargestSide)};
  }
  if (int64_t{width} * height > most_pixels) {
    return Error{fmt::format("\"{}\" has {} x {} pixels; a picture may have {} million", name,
                             width, height, most_pixels / 1'000'000)};
  }
  stbi_uc* const pixels = stbi_load_from_memory(bytes, size, &width, &height, &channels, 1);
  if (!pixels) {
    return Error{fmt::format("\"{}\" is a broken picture ({})", name, stbi_failure_reason())};
  }
  auto picture = std::make_shared<GreyPicture>();
  picture->width = static_cast<uint32_t>(width);
  picture->height = static_cast<uint32_t>(height);
  picture->pixels.assign(pixels, pixels + size_t{picture->width} * picture->height);
  stbi_image_free(pixels);
  return picture;
}

// Of a picture that decode() has taken.
void add_colors(std::string_view content, GreyPicture& picture) {
  int width = 0, height = 0, channels = 0;
  stbi_uc* const pixels =
      stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(content.data()),
                            static_cast<int>(content.size()), &width, &height, &channels, 4);
  if (!pixels) return;
  picture.colors.assign(pixels, pixels + size_t{4} * picture.width * picture.height);
  stbi_image_free(pixels);
}

// Each pixel of the result is the mean of those that it stands for.
void shrink(GreyPicture& picture) {
  const uint32_t width = std::min(picture.width, kKeptSide);
  const uint32_t height = std::min(picture.height, kKeptSide);
  if (width == picture.width && height == picture.height) return;
  std::vector<uint8_t> pixels(size_t{width} * height);
  const auto begin = [](uint64_t i, uint64_t from, uint64_t to) { return i * from / to; };
  for (uint32_t y = 0; y < height; ++y)
    for (uint32_t x = 0; x < width; ++x) {
      uint64_t sum = 0, count = 0;
      for (uint64_t v = begin(y, picture.height, height); v < begin(y + 1, picture.height, height);
           ++v)
        for (uint64_t u = begin(x, picture.width, width); u < begin(x + 1, picture.width, width);
             ++u) {
          sum += picture.pixels[v * picture.width + u];
          ++count;
        }
      pixels[size_t{y} * width + x] = static_cast<uint8_t>((sum + count / 2) / count);
    }
  picture.width = width;
  picture.height = height;
  picture.pixels = std::move(pixels);
}

}  // namespace

Result<std::shared_ptr<const GreyPicture>> load_picture(const std::filesystem::path& folder,
                                                        const std::string& name, bool with_colors) {
  const Result<std::string> content = read_beneath(folder, name, kLargestFile);
  if (!content) return Error{content.error()};
  auto picture = decode(*content, name, int64_t{kLargestSide} * kLargestSide);
  if (!picture) return Error{picture.error()};
  (*picture)->file = folder / name;
  if (with_colors) add_colors(*content, **picture);
  return std::shared_ptr<const GreyPicture>(std::move(*picture));
}

Result<std::shared_ptr<const GreyPicture>> decode_own_picture(std::string_view bytes,
                                                              const std::string& name) {
  auto picture = decode(bytes, name, kMostOwnPixels);
  if (!picture) return Error{picture.error()};
  shrink(**picture);
  return std::shared_ptr<const GreyPicture>(std::move(*picture));
}

Result<std::shared_ptr<const GreyPicture>> load_own_picture(const std::filesystem::path& file) {
  std::error_code why;
  const std::string name = file.filename().string();
  const std::filesystem::file_status status = std::filesystem::status(file, why);
  if (!std::filesystem::exists(status))
    return Error{fmt::format("there is no file \"{}\"", file.string())};
  if (!std::filesystem::is_regular_file(status))
    return Error{fmt::format("\"{}\" is no ordinary file; expected a picture", name)};
  if (const uintmax_t bytes = std::filesystem::file_size(file, why); why || bytes > kLargestOwnFile)
    return Error{fmt::format("\"{}\" has more than {} MiB; expected a smaller picture", name,
                             kLargestOwnFile >> 20)};
  const std::optional<std::string> bytes = file_text(file);
  if (!bytes) return Error{fmt::format("\"{}\" cannot be read", file.string())};
  return decode_own_picture(*bytes, name);
}

}  // namespace warplab::exercise
