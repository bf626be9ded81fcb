#include "gl/screenshot.hpp"

#include <stb/stb_image_write.h>

#include <vector>

#include "gl/names.hpp"

namespace warplab::app::gl {

Result<bool> take_screenshot(const std::filesystem::path& file, int width, int height,
                             const std::function<void()>& draw) {
  const Texture color = Texture::make();
  glBindTexture(GL_TEXTURE_2D, color.id());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, width, height, 0, GL_RGB, GL_UNSIGNED_BYTE, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  const Framebuffer target = Framebuffer::make();
  glBindFramebuffer(GL_FRAMEBUFFER, target.id());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, color.id(), 0);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    return Error{"The driver cannot draw a picture of this size."};
  }
  glViewport(0, 0, width, height);
  draw();
  std::vector<unsigned char> pixels(static_cast<size_t>(width) * static_cast<size_t>(height) * 3);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, pixels.data());
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  stbi_flip_vertically_on_write(1);  // GL's first row is the lowest
  std::error_code error;
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), error);
  if (!stbi_write_png(file.c_str(), width, height, 3, pixels.data(), width * 3))
    return Error{"Cannot write the picture " + file.string() + "."};
  return true;
}

}  // namespace warplab::app::gl
