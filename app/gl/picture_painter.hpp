#pragma once
// Colours for values: the grids of the output pane through shaders/picture.frag into textures.
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "gl/program.hpp"
#include "views/ui.hpp"

namespace warplab::app::gl {

class ShaderPainter : public PicturePainter {
 public:
  // A GL 3.3 context must be current here and in every call.
  static Result<std::unique_ptr<ShaderPainter>> make();

  ImTextureID paint(int slot, const ValueGrid& grid, const ValueRange& range, const ColorMap& map) override;
  ImTextureID color_bar(const ColorMap& map) override;

 private:
  explicit ShaderPainter(Program program);
  const Texture& colors_of(const ColorMap& map);

  Program program_;
  VertexArray vertices_;
  Framebuffer target_;
  Texture values_;
  GLint values_at_ = -1, colors_at_ = -1, not_a_number_at_ = -1;
  std::map<int, Texture> slots_;
  std::map<std::string, Texture, std::less<>> colors_;
};

}  // namespace warplab::app::gl
