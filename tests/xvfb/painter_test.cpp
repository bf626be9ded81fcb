// What the shader makes of values, texel by texel, drawn by whatever draws here. Run by painter.sh
// on a display of its own.
#include "gl/picture_painter.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "gl/interop_pictures.hpp"
#include "hidden_window.hpp"

using namespace warplab;
using namespace warplab::app;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
using Texel = std::array<int, 4>;  // red, green, blue, alpha

struct Drawing {
  test::HiddenWindow window;
  std::unique_ptr<gl::ShaderPainter> painter;

  Drawing() {
    REQUIRE_MESSAGE(window.why_not().empty(), window.why_not());
    auto made = gl::ShaderPainter::make();
    REQUIRE_MESSAGE(made, (made ? std::string() : made.error()));
    painter = std::move(*made);
  }
  // One row of values, uploaded.
  std::vector<Texel> uploaded(const std::vector<double>& values, const ValueRange& range,
                              const ColorMap& map) {
    const ValueGrid grid{1, static_cast<int>(values.size()), values};
    return read(painter->paint(0, grid, range, map), values.size());
  }
  // The same, from a texture that holds the values themselves, as a GPU's own are.
  std::vector<Texel> of_device(const std::vector<double>& values, const ValueRange& range,
                               const ColorMap& map) {
    const std::vector<float> floats(values.begin(), values.end());
    const gl::Texture texture = gl::Texture::make();
    glBindTexture(GL_TEXTURE_2D, texture.id());
    for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
      glTexParameteri(GL_TEXTURE_2D, filter, GL_NEAREST);
    const auto columns = static_cast<GLsizei>(floats.size());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, columns, 1, 0, GL_RED, GL_FLOAT, floats.data());
    return read(painter->paint_values(1, texture, 1, columns, range, map), floats.size());
  }

 private:
  static std::vector<Texel> read(ImTextureID painted, size_t columns) {
    std::vector<Texel> texels;
    for (const gl::Texel& texel : gl::read_texels(painted, 1, static_cast<int>(columns)))
      texels.push_back({texel[0], texel[1], texel[2], texel[3]});
    CHECK(glGetError() == GL_NO_ERROR);
    return texels;
  }
};

// Entry `at` of the map, 0 ... 255.
Texel entry(const ColorMap& map, size_t at) {
  const auto& [red, green, blue] = map.colors.at(at);
  return {red, green, blue, 255};
}

// How far two texels are from each other in their farthest channel.
int distance(const Texel& a, const Texel& b) {
  int farthest = 0;
  for (size_t i = 0; i < 4; ++i) farthest = std::max(farthest, std::abs(a[i] - b[i]));
  return farthest;
}

}  // namespace

TEST_CASE("what no thread has written is hatched in grey, and a NaN in another way") {
  Drawing drawing;
  const ColorMap& map = color_map_named("viridis");
  const double none = ValueGrid::kNotWritten, nan = std::nan("");
  const auto texels =
      drawing.uploaded({none, none, none, none, nan, nan, nan, nan, -1e300}, {0, 1}, map);
  const auto is_grey = [](const Texel& t) { return t[0] == t[1] && t[1] == t[2] && t[3] == 255; };
  bool has_two = false, has_color = false;
  for (size_t i = 0; i < 4; ++i) {
    CHECK(is_grey(texels[i]));
    has_two |= texels[i] != texels[0];
    has_color |= !is_grey(texels[4 + i]);
  }
  CHECK(has_two);
  CHECK(has_color);
  CHECK(texels[8] == entry(map, 0));  // a value, however small
}

TEST_CASE(
    "the ends of the range have the first and the last colour, and what lies beyond keeps them") {
  Drawing drawing;
  const ColorMap& map = color_map_named("viridis");
  for (const auto& texels :
       {drawing.uploaded({0, 64, -1, 65, -1e30, 1e30, -kInfinity, kInfinity}, {0, 64}, map),
        drawing.of_device({0, 64, -1, 65, -1e30, 1e30, -kInfinity, kInfinity}, {0, 64}, map)})
    for (size_t i = 0; i < texels.size(); ++i) {
      CAPTURE(i);
      CHECK(distance(texels[i], entry(map, i % 2 == 0 ? 0 : 255)) <= 1);
    }
}

TEST_CASE("values between have the colours between, in every map, whichever way they come") {
  Drawing drawing;
  // Each of the 256 entries once.
  std::vector<double> values(256);
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i) - 100;
  for (const ColorMap& map : color_maps()) {
    CAPTURE(map.name);
    const auto uploaded = drawing.uploaded(values, {-100, 155}, map);
    const auto of_device = drawing.of_device(values, {-100, 155}, map);
    int farthest = 0, apart = 0;
    for (size_t i = 0; i < values.size(); ++i) {
      farthest = std::max(farthest, distance(uploaded[i], entry(map, i)));
      apart = std::max(apart, distance(uploaded[i], of_device[i]));
    }
    CHECK(farthest <= 1);
    CHECK(apart <= 1);
  }
}

TEST_CASE("where there is no element the background shows; what is no number is hatched") {
  Drawing drawing;
  const ColorMap& map = color_map_named("gray");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto texels = drawing.uploaded({ValueGrid::kNoElement, nan, nan, nan, nan, 1}, {0, 1}, map);
  CHECK(texels[0] == Texel{0, 0, 0, 0});
  // Two stripes, the lighter of which is in no map.
  CHECK(texels[1] != texels[3]);
  const Texel& lighter = std::max(texels[1], texels[3]);
  for (size_t i = 1; i < 5; ++i) CHECK(texels[i][3] == 255);
  for (const ColorMap& one : color_maps())
    for (size_t at = 0; at < 256; ++at) CHECK(distance(lighter, entry(one, at)) > 8);
  CHECK(texels[5] == entry(map, 255));
  // On a GPU every place has an element, however low.
  const auto of_device =
      drawing.of_device({std::numeric_limits<float>::lowest(), nan}, {0, 1}, map);
  CHECK(of_device[0] == entry(map, 0));
  CHECK(of_device[1][3] == 255);
}

TEST_CASE("pictures of a GPU that is not there cannot be had, and say why") {
  Drawing drawing;
  gl::InteropPictures pictures("GPU-of-nobody", *drawing.painter);
  const ColorMap& map = color_map_named("gray");
  CHECK(pictures.trouble().empty());
  CHECK(pictures.paint(0, 0, 1, 1, {0, 1}, map).error() == "its memory was not asked for");
  CHECK(pictures.descriptor() == -1);
  CHECK(pictures.bytes() == 0);
  CHECK_FALSE(pictures.trouble().empty());
  CHECK(pictures.paint(0, 0, 1, 1, {0, 1}, map).error() == pictures.trouble());
  CHECK(pictures.try_out().error() == pictures.trouble());
  // What never was on is not given up for another reason.
  const std::string trouble = pictures.trouble();
  pictures.frame_took(std::chrono::seconds(19));
  CHECK(pictures.trouble() == trouble);
}
