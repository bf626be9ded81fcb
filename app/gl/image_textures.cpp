#include "gl/image_textures.hpp"

#include <stb/stb_image.h>

#include <cstdint>
#include <memory>

#include "common/files.hpp"

namespace warplab::app::gl {
namespace {

constexpr size_t kLargestFile = 16u << 20;
constexpr int kLargestSide = 8192;

}  // namespace

Images::Image ImageTextures::load(const std::filesystem::path& file) {
  const auto [known, is_new] = entries_.try_emplace(file.string());
  Entry& entry = known->second;
  if (!is_new) return entry.image;
  std::error_code error;
  entry.time = std::filesystem::last_write_time(file, error);
  const auto content = read_file(file, kLargestFile);
  if (!content) return {};
  const auto* bytes = reinterpret_cast<const stbi_uc*>(content->data());
  const int size = static_cast<int>(content->size());
  int width = 0, height = 0, channels = 0;
  if (!stbi_info_from_memory(bytes, size, &width, &height, &channels) || width > kLargestSide ||
      height > kLargestSide)
    return {};
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load_from_memory(bytes, size, &width, &height, &channels, 4), stbi_image_free);
  if (!pixels) return {};
  entry.texture = Texture::make();
  GLint bound = 0;
  glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
  glBindTexture(GL_TEXTURE_2D, entry.texture.id());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
               pixels.get());
  glGenerateMipmap(GL_TEXTURE_2D);
  glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(bound));
  entry.image = {reinterpret_cast<ImTextureID>(static_cast<intptr_t>(entry.texture.id())), width,
                 height};
  return entry.image;
}

void ImageTextures::check_files() {
  std::erase_if(entries_, [](const auto& known) {
    std::error_code error;
    return std::filesystem::last_write_time(known.first, error) != known.second.time || error;
  });
}

}  // namespace warplab::app::gl
