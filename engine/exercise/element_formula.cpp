#include "exercise/element_formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "data/element.hpp"
#include "data/shape.hpp"
#include "exercise/plane.hpp"

namespace warplab::exercise {
namespace {

// Where a name's value comes from: a size or a flag stays, the others change with the element.
struct Changing {
  size_t slot = 0;
  enum class From : uint8_t { axis, index, random, picture } from = From::axis;
  size_t axis = 0;
};

// One of those that a slider turns.
const double* parameter(const FormulaSources& sources, const std::string& name) {
  if (!sources.parameters) return nullptr;
  const auto found = sources.parameters->find(name);
  return found == sources.parameters->end() ? nullptr : &found->second;
}

std::vector<Changing> changing_names(const std::vector<std::string>& names, const Values& fixed,
                                     const FormulaSources& sources, std::vector<double>& values) {
  std::vector<Changing> changing;
  for (size_t slot = 0; slot < names.size(); ++slot) {
    if (const double* const turned = parameter(sources, names[slot])) values[slot] = *turned;
    else if (const auto found = fixed.find(names[slot]); found != fixed.end())
      values[slot] = static_cast<double>(found->second);
    else if (names[slot] == kIndexName) changing.push_back({slot, Changing::From::index});
    else if (names[slot] == kRandomName) changing.push_back({slot, Changing::From::random});
    else if (names[slot] == kPictureName) changing.push_back({slot, Changing::From::picture});
    else  // "i2": load() lets no other names through
      changing.push_back({slot, Changing::From::axis, static_cast<size_t>(names[slot][1] - '0')});
  }
  return changing;
}

// Of an element in row-major order.
std::vector<uint64_t> position_of(uint64_t element, const std::vector<uint64_t>& shape) {
  std::vector<uint64_t> position(shape.size(), 0);
  for (size_t d = shape.size(); d-- > 0;) {
    const uint64_t extent = std::max<uint64_t>(shape[d], 1);
    position[d] = element % extent;
    element /= extent;
  }
  return position;
}

}  // namespace

double grey_at(const GreyPicture& picture, const data::Buffer& buffer, size_t i) {
  if (data::is_color_picture(buffer.shape) && !picture.colors.empty()) {
    const uint64_t channels = buffer.shape[2], pixel = i / channels;
    const uint64_t y = pixel / buffer.shape[1] * picture.height / buffer.shape[0];
    const uint64_t x = pixel % buffer.shape[1] * picture.width / buffer.shape[1];
    return picture.colors[4 * (y * picture.width + x) + i % channels] / 255.0;
  }
  const Plane plane = plane_of(buffer);
  const uint64_t y = i / plane.columns * picture.height / plane.rows;
  const uint64_t x = i % plane.columns * picture.width / plane.columns;
  return picture.pixels[y * picture.width + x] / 255.0;
}

Result<bool> write_formula(const Formula& formula, const data::Buffer& buffer, const Values& fixed,
                           const FormulaSources& sources, const Piece& piece) {
  std::vector<double> values(formula.names().size());
  const std::vector<Changing> changing = changing_names(formula.names(), fixed, sources, values);
  std::optional<double> misfit;
  std::vector<uint64_t> position = position_of(piece.first, buffer.shape);
  store_piece(buffer.element, piece, [&](uint64_t i) {
    for (const Changing& one : changing) {
      double& value = values[one.slot];
      switch (one.from) {
        case Changing::From::axis: value = static_cast<double>(position[one.axis]); break;
        case Changing::From::index: value = static_cast<double>(i); break;
        case Changing::From::random: value = sources.random ? sources.random->unit(i) : 0; break;
        case Changing::From::picture:
          value = sources.picture ? grey_at(*sources.picture, buffer, i) : 0;
          break;
      }
    }
    for (size_t d = position.size();
         d-- > 0;) {  // the next element's place, the last index fastest
      if (++position[d] < buffer.shape[d]) break;
      position[d] = 0;
    }
    const double value = formula.evaluate(values);
    if (!is_whole_type(buffer.element) || holds(buffer.element, value)) return value;
    if (!misfit) misfit = value;
    return 0.0;
  });
  if (!misfit) return true;
  return Error{fmt::format("\"{}\" is {:g} somewhere, but {}", formula.text(), *misfit,
                           range_sentence(buffer.element))};
}

}  // namespace warplab::exercise
