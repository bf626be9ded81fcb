#include "gl/picture_painter.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "common/embedded.hpp"

namespace warplab::app::gl {
namespace {

// What the shader takes for "no element"; every value is kept well above it.
constexpr float kNoElement = -2e30f;
constexpr double kFarthest = 1e29;
constexpr float kNotWritten = -5e29f;  // likewise for what no thread has written

ImTextureID as_imgui(const Texture& texture) {
  return reinterpret_cast<ImTextureID>(static_cast<intptr_t>(texture.id()));
}

void set_filters(GLint filter) {
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

// Each value's place in the range, in double precision, so that large whole numbers keep their
// digits.
std::vector<float> places_in_range(const ValueGrid& grid, const ValueRange& range) {
  const double extent = range.high - range.low;
  std::vector<float> places(grid.values.size());
  std::transform(grid.values.begin(), grid.values.end(), places.begin(), [&](double value) {
    if (value == ValueGrid::kNoElement) return kNoElement;
    if (value == ValueGrid::kNotWritten) return kNotWritten;
    return static_cast<float>(std::clamp((value - range.low) / extent, -kFarthest, kFarthest));
  });
  return places;
}

// Painting happens between ImGui's frames and must not change what its renderer relies on.
struct SavedState {
  GLint framebuffer = 0, program = 0, vertices = 0, texture = 0, active = 0, viewport[4] = {};
  GLboolean blend, scissor, depth, cull;
  SavedState()
      : blend(glIsEnabled(GL_BLEND)),
        scissor(glIsEnabled(GL_SCISSOR_TEST)),
        depth(glIsEnabled(GL_DEPTH_TEST)),
        cull(glIsEnabled(GL_CULL_FACE)) {
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer);
    glGetIntegerv(GL_CURRENT_PROGRAM, &program);
    glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &vertices);
    glGetIntegerv(GL_ACTIVE_TEXTURE, &active);
    glActiveTexture(GL_TEXTURE0);
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &texture);
    glGetIntegerv(GL_VIEWPORT, viewport);
  }
  ~SavedState() {
    const auto set = [](GLenum what, GLboolean on) { on ? glEnable(what) : glDisable(what); };
    set(GL_BLEND, blend);
    set(GL_SCISSOR_TEST, scissor);
    set(GL_DEPTH_TEST, depth);
    set(GL_CULL_FACE, cull);
    glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(framebuffer));
    glUseProgram(static_cast<GLuint>(program));
    glBindVertexArray(static_cast<GLuint>(vertices));
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(texture));
    glActiveTexture(static_cast<GLenum>(active));
    glViewport(viewport[0], viewport[1], viewport[2], viewport[3]);
  }
};

}  // namespace

std::vector<Texel> read_texels(ImTextureID painted, int rows, int columns) {
  std::vector<Texel> texels(static_cast<size_t>(rows) * static_cast<size_t>(columns));
  const Framebuffer source = Framebuffer::make();
  glBindFramebuffer(GL_FRAMEBUFFER, source.id());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
                         static_cast<GLuint>(reinterpret_cast<intptr_t>(painted)), 0);
  glReadPixels(0, 0, columns, rows, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  return texels;
}

Result<std::unique_ptr<ShaderPainter>> ShaderPainter::make() {
  auto program = link_program(embedded_file("picture.vert"), embedded_file("picture.frag"));
  if (!program) return Error{program.error()};
  return std::unique_ptr<ShaderPainter>(new ShaderPainter(std::move(*program)));
}

ShaderPainter::ShaderPainter(Program program)
    : program_(std::move(program)),
      vertices_(VertexArray::make()),
      target_(Framebuffer::make()),
      values_(Texture::make()),
      values_at_(glGetUniformLocation(program_.id(), "values")),
      colors_at_(glGetUniformLocation(program_.id(), "colors")),
      scale_at_(glGetUniformLocation(program_.id(), "scale")),
      shift_at_(glGetUniformLocation(program_.id(), "shift")),
      not_a_number_at_(glGetUniformLocation(program_.id(), "not_a_number")),
      gaps_at_(glGetUniformLocation(program_.id(), "gaps")) {}

const Texture& ShaderPainter::colors_of(const ColorMap& map) {
  const auto known = colors_.find(map.name);
  if (known != colors_.end()) return known->second;
  Texture texture = Texture::make();
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, texture.id());
  set_filters(GL_LINEAR);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, 256, 1, 0, GL_RGB, GL_UNSIGNED_BYTE, map.colors.data());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  return colors_.emplace(std::string(map.name), std::move(texture)).first->second;
}

ImTextureID ShaderPainter::color_bar(const ColorMap& map) {
  const SavedState saved;
  return as_imgui(colors_of(map));
}

ImTextureID ShaderPainter::paint(int slot, const ValueGrid& grid, const ValueRange& range,
                                 const ColorMap& map) {
  if (grid.rows <= 0 || grid.columns <= 0) return nullptr;
  const SavedState saved;
  const std::vector<float> places = places_in_range(grid, range);
  glBindTexture(GL_TEXTURE_2D, values_.id());
  set_filters(GL_NEAREST);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, grid.columns, grid.rows, 0, GL_RED, GL_FLOAT,
               places.data());
  return paint_texture(slot, values_, grid.rows, grid.columns, {}, map);
}

ImTextureID ShaderPainter::paint_values(int slot, const Texture& values, int rows, int columns,
                                        const ValueRange& range, const ColorMap& map) {
  const SavedState saved;
  const double extent = range.high - range.low;
  const Scale scale{static_cast<float>(1 / extent), static_cast<float>(-range.low / extent), false};
  return paint_texture(slot, values, rows, columns, scale, map);
}

// The caller keeps GL's state.
ImTextureID ShaderPainter::paint_texture(int slot, const Texture& values, int rows, int columns,
                                         const Scale& scale, const ColorMap& map) {
  const Texture& colors = colors_of(map);
  Texture& painted = slots_[slot];
  if (!painted) painted = Texture::make();
  glBindTexture(GL_TEXTURE_2D, painted.id());
  set_filters(GL_NEAREST);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, columns, rows, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glBindFramebuffer(GL_FRAMEBUFFER, target_.id());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, painted.id(), 0);

  for (const GLenum off : {GL_BLEND, GL_SCISSOR_TEST, GL_DEPTH_TEST, GL_CULL_FACE}) glDisable(off);
  glViewport(0, 0, columns, rows);
  glUseProgram(program_.id());
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, values.id());
  glUniform1i(values_at_, 0);
  glUniform1f(scale_at_, scale.factor);
  glUniform1f(shift_at_, scale.shift);
  glUniform1i(gaps_at_, scale.gaps);
  glActiveTexture(GL_TEXTURE1);
  glBindTexture(GL_TEXTURE_2D, colors.id());
  glUniform1i(colors_at_, 1);
  constexpr float kHatching[6] = {1.0f, 0.0f, 0.8f, 0.05f, 0.05f, 0.05f};
  glUniform3fv(not_a_number_at_, 2, kHatching);
  glBindVertexArray(vertices_.id());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  return as_imgui(painted);
}

}  // namespace warplab::app::gl
