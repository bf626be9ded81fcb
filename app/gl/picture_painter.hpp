#pragma once
// Colours for values: the grids of the output pane through shaders/picture.frag into textures.
#include <array>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "draw/ui.hpp"
#include "gl/program.hpp"

namespace warplab::app::gl {

using Texel = std::array<unsigned char, 4>;  // red, green, blue, alpha
// Of a painted texture, its first row first, by glReadPixels(), as screenshots are taken.
std::vector<Texel> read_texels(ImTextureID painted, int rows, int columns);

class ShaderPainter : public PicturePainter {
 public:
  // A GL 3.3 context must be current here and in every call.
  static Result<std::unique_ptr<ShaderPainter>> make();

  ImTextureID paint(int slot, const ValueGrid& grid, const ValueRange& range,
                    const ColorMap& map) override;
  ImTextureID color_bar(const ColorMap& map) override;
  // Of a texture that holds the values themselves, in single precision (GL_R32F), an element in
  // every texel.
  ImTextureID paint_values(int slot, const Texture& values, int rows, int columns,
                           const ValueRange& range, const ColorMap& map);

 private:
  explicit ShaderPainter(Program program);
  const Texture& colors_of(const ColorMap& map);
  struct Scale {
    float factor = 1, shift = 0;  // a value's place in the range: value * factor + shift
    bool gaps = true;             // there may be places without an element
  };
  ImTextureID paint_texture(int slot, const Texture& values, int rows, int columns,
                            const Scale& scale, const ColorMap& map);

  Program program_;
  VertexArray vertices_;
  Framebuffer target_;
  Texture values_;
  GLint values_at_ = -1, colors_at_ = -1, scale_at_ = -1, shift_at_ = -1, not_a_number_at_ = -1,
        gaps_at_ = -1;
  std::map<int, Texture> slots_;
  std::map<std::string, Texture, std::less<>> colors_;
};

}  // namespace warplab::app::gl
