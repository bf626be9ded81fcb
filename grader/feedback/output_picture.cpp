#include "feedback/output_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "data/compare.hpp"
#include "data/number_text.hpp"
#include "data/shape.hpp"
#include "feedback/png.hpp"
#include "html_text.hpp"

namespace warplab::grader {
namespace {

using NineColors = std::array<Rgb, 9>;
struct ReportMap {
  std::string_view name;
  NineColors colors;
};
// Every 32nd colour of the files in assets/color_maps, which say whose they are; between them they
// are mixed.
constexpr ReportMap kMaps[] = {
    {"viridis",
     {{{68, 1, 84},
       {71, 45, 123},
       {59, 82, 139},
       {44, 114, 142},
       {33, 145, 140},
       {40, 174, 128},
       {94, 201, 98},
       {173, 220, 48},
       {253, 231, 37}}}},
    {"cividis",
     {{{0, 34, 78},
       {26, 56, 111},
       {67, 78, 108},
       {97, 101, 111},
       {125, 124, 120},
       {155, 148, 118},
       {188, 174, 108},
       {222, 201, 88},
       {254, 232, 56}}}},
    {"magma",
     {{{0, 0, 4},
       {29, 17, 71},
       {81, 18, 124},
       {131, 38, 129},
       {183, 55, 121},
       {231, 82, 99},
       {252, 137, 97},
       {254, 196, 136},
       {252, 253, 191}}}},
    {"gray",
     {{{6, 6, 6},
       {28, 28, 28},
       {55, 55, 55},
       {83, 83, 83},
       {114, 114, 114},
       {146, 146, 146},
       {179, 179, 179},
       {214, 214, 214},
       {248, 248, 248}}}},
    {"coolwarm",
     {{{59, 76, 192},
       {98, 130, 234},
       {141, 176, 254},
       {185, 208, 249},
       {221, 220, 220},
       {245, 196, 172},
       {244, 152, 122},
       {221, 95, 75},
       {180, 4, 38}}}},
};
const NineColors& colors_of(std::string_view map) {
  const auto found = std::ranges::find(kMaps, map, &ReportMap::name);
  return found == std::end(kMaps) ? kMaps[0].colors : found->colors;
}

constexpr Rgb kNoNumber{128, 128, 128}, kWrong{179, 38, 30}, kRight{226, 228, 232};

Rgb color_of(double value, double low, double high, const NineColors& colors) {
  if (!std::isfinite(value)) return kNoNumber;
  const double part = high > low ? std::clamp((value - low) / (high - low), 0.0, 1.0) : 0.5;
  const double at = part * (colors.size() - 1);
  const size_t first = std::min(static_cast<size_t>(at), colors.size() - 2);
  const auto mixed = [&](uint8_t Rgb::*one) {
    const auto of = [&](size_t i) { return static_cast<double>(colors[i].*one); };
    return static_cast<uint8_t>(
        std::lround(std::lerp(of(first), of(first + 1), at - static_cast<double>(first))));
  };
  return {mixed(&Rgb::red), mixed(&Rgb::green), mixed(&Rgb::blue)};
}

// A buffer of one dimension is broken into rows, so that its picture is about square.
uint64_t row_length(const std::vector<uint64_t>& shape, uint64_t total) {
  constexpr uint64_t kOneRow = 64;
  if (shape.size() > 1) return std::max<uint64_t>(shape.back(), 1);
  if (total <= kOneRow) return std::max<uint64_t>(total, 1);
  return static_cast<uint64_t>(std::ceil(std::sqrt(static_cast<double>(total))));
}

OutputPicture picture_of(const verdict::Picture& shown, const data::Tolerance& tolerance,
                         size_t most_cells) {
  OutputPicture picture;
  // A pixel of a colour picture is one cell's, and wrong where one of its colours is.
  const bool is_color = data::is_color_picture(shown.shape);
  picture.channels = is_color ? shown.shape.back() : 1;
  const size_t element = data::bytes_of(shown.element), size = element * picture.channels;
  picture.total = std::min(shown.actual.size(), shown.expected.size()) / size;
  const uint64_t width = picture.elements_in_row =
      is_color ? shown.shape[1] : row_length(shown.shape, picture.total);
  const uint64_t height = (picture.total + width - 1) / width;
  picture.columns = static_cast<size_t>(std::min<uint64_t>(width, most_cells));
  picture.rows = static_cast<size_t>(std::min<uint64_t>(height, most_cells));
  const size_t cells = picture.rows * picture.columns;
  const double nothing = std::numeric_limits<double>::quiet_NaN();
  picture.actual.assign(cells * picture.channels, nothing);
  picture.expected.assign(cells * picture.channels, nothing);
  picture.is_wrong.assign(cells, false);
  std::vector<bool> taken(cells, false);
  for (uint64_t i = 0; i < picture.total; ++i) {
    const std::byte *const actual = shown.actual.data() + i * size, *const expected =
                                                                        shown.expected.data() +
                                                                        i * size;
    bool wrong = false;
    for (size_t c = 0; c < picture.channels; ++c)
      wrong |=
          !data::is_right(shown.element, actual + c * element, expected + c * element, tolerance);
    const auto cell = static_cast<size_t>(i / width * picture.rows / height * picture.columns +
                                          i % width * picture.columns / width);
    picture.wrong += wrong;
    if (taken[cell] && (!wrong || picture.is_wrong[cell])) continue;
    taken[cell] = true;
    picture.is_wrong[cell] = wrong;
    for (size_t c = 0; c < picture.channels; ++c) {
      const size_t at = cell * picture.channels + c;
      picture.actual[at] = data::number_at(shown.element, actual + c * element);
      picture.expected[at] = data::number_at(shown.element, expected + c * element);
    }
  }
  return picture;
}

void choose_range(const exercise::View& view, bool is_whole, OutputPicture& picture) {
  picture.low = std::numeric_limits<double>::infinity();
  picture.high = -picture.low;
  for (const double value : picture.expected)
    if (std::isfinite(value)) {
      picture.low = std::min(picture.low, value);
      picture.high = std::max(picture.high, value);
    }
  if (view.low && view.high) {
    picture.low = *view.low;
    picture.high = *view.high;
  } else if (picture.channels > 1) {
    picture.low = 0;
    picture.high = is_whole ? 255 : 1;
  }
}

std::string image(const OutputPicture& picture, const std::vector<Rgb>& pixels,
                  std::string_view caption) {
  return fmt::format(
      "<figure><img alt=\"{0}\" width=\"{1}\" height=\"{2}\" src=\"{3}\"><figcaption>{0}"
      "</figcaption></figure>",
      caption, picture.columns, picture.rows, png_data_uri(picture.columns, picture.rows, pixels));
}

std::string image(const OutputPicture& picture, const std::vector<double>& values,
                  std::string_view caption) {
  std::vector<Rgb> pixels;
  pixels.reserve(values.size() / picture.channels);
  const NineColors& colors = colors_of(picture.color_map);
  const auto brightness = [&](double value) {
    const double part = (value - picture.low) / std::max(picture.high - picture.low, 1e-300);
    return std::isfinite(part) ? static_cast<uint8_t>(std::lround(255 * std::clamp(part, 0.0, 1.0)))
                               : uint8_t{0};
  };
  for (size_t i = 0; i + picture.channels <= values.size(); i += picture.channels)
    pixels.push_back(picture.channels == 1 ? color_of(values[i], picture.low, picture.high, colors)
                                           : Rgb{brightness(values[i]), brightness(values[i + 1]),
                                                 brightness(values[i + 2])});
  return image(picture, pixels, caption);
}

// Checks are smaller, and may find what is right here.
std::string wrong_text(const OutputPicture& picture) {
  return picture.wrong == 0
             ? fmt::format("at the graded size all {} elements are right",
                           data::count_text(picture.total))
             : fmt::format("at the graded size {} of {} elements are wrong",
                           data::count_text(picture.wrong), data::count_text(picture.total));
}

}  // namespace

std::vector<OutputPicture> output_pictures(const exercise::Exercise& exercise,
                                           const verdict::ExerciseResult& result,
                                           size_t most_cells) {
  std::vector<OutputPicture> pictures;
  for (const verdict::Picture& shown : result.pictures) {
    const auto buffer = std::ranges::find(exercise.buffers, shown.buffer, &exercise::Buffer::name);
    const auto view = std::ranges::find(exercise.views, shown.buffer, &exercise::View::buffer);
    if (shown.expected.empty() || buffer == exercise.buffers.end() ||
        view == exercise.views.end() || !exercise::is_answer(*buffer))
      continue;
    OutputPicture picture = picture_of(shown, shown.tolerance, most_cells);
    picture.title = view->title;
    picture.color_map = view->color_map;
    choose_range(*view, data::is_whole_type(shown.element), picture);
    pictures.push_back(std::move(picture));
  }
  return pictures;
}

std::string picture_html(const OutputPicture& picture) {
  std::vector<Rgb> wrong;
  for (const bool is_wrong : picture.is_wrong) wrong.push_back(is_wrong ? kWrong : kRight);
  return fmt::format("<h4>{}: {}</h4><div class=\"outputs\">{}{}{}</div>", html_text(picture.title),
                     wrong_text(picture), image(picture, picture.actual, "what it wrote"),
                     image(picture, picture.expected, "what is expected"),
                     picture.wrong > 0 ? image(picture, wrong, "where they differ") : "");
}

std::string picture_text(const OutputPicture& picture) {
  if (picture.wrong == 0) return fmt::format("{}: {}.\n", picture.title, wrong_text(picture));
  std::string text =
      fmt::format("{}: {}; # is where they differ.\n", picture.title, wrong_text(picture));
  for (size_t row = 0; row < picture.rows; ++row) {
    for (size_t column = 0; column < picture.columns; ++column)
      text += picture.is_wrong[row * picture.columns + column] ? '#' : '.';
    text += '\n';
  }
  return text;
}

}  // namespace warplab::grader
