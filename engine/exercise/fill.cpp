// What buffers hold before the first launch, and what closed forms say they hold after the last.
#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "data/element.hpp"
#include "data/random.hpp"
#include "exercise/fill_kinds.hpp"
#include "exercise/plane.hpp"

namespace warplab::exercise {
namespace {

struct Range {
  uint64_t begin = 0, end = 0;
};

// [begin, end) clipped to [0, limit).
Result<Range> clipped(const Expression& begin, const Expression& end, uint64_t limit,
                      const Values& values) {
  const Result<int64_t> first = begin.evaluate(values);
  if (!first) return Error{first.error()};
  const Result<int64_t> last = end.evaluate(values);
  if (!last) return Error{last.error()};
  const auto clip = [&](int64_t value) {
    return std::min(static_cast<uint64_t>(std::max<int64_t>(value, 0)), limit);
  };
  return Range{clip(*first), std::max(clip(*first), clip(*last))};
}

Result<bool> draw_patch(const Fill::Patch& patch, const data::Buffer& buffer, const Values& values,
                        std::span<std::byte> bytes) {
  const Plane plane = plane_of(buffer);
  const Result<Range> rows = clipped(patch.row_begin, patch.row_end, plane.rows, values);
  if (!rows) return Error{rows.error()};
  const Result<Range> columns =
      clipped(patch.column_begin, patch.column_end, plane.columns, values);
  if (!columns) return Error{columns.error()};
  const size_t size = bytes_of(buffer.element);
  for (uint64_t row = rows->begin; row < rows->end; ++row) {
    const size_t begin = (row * plane.columns + columns->begin) * size;
    store_elements(buffer.element, bytes.subspan(begin, (columns->end - columns->begin) * size),
                   [&](size_t) { return patch.value; });
  }
  return true;
}

}  // namespace

Result<bool> fill(const Exercise& exercise, const Case& c, size_t index, uint64_t seed_index,
                  std::span<std::byte> bytes) {
  const Buffer& spec = exercise.buffers[index];
  const data::Buffer& buffer = c.buffers[index];
  const Fill& chosen =
      seed_index < spec.first_fills.size() ? spec.first_fills[seed_index] : spec.fill;
  const auto write = [&](const Fill& content) {
    content.kind->write(content, buffer, data::RandomStream(c.seed, buffer.name), bytes);
  };
  if (seed_index == kFewValues && chosen.kind->of_few_values)
    write(chosen.kind->of_few_values(chosen,
                                     data::RandomStream(c.seed, buffer.name + ", few values")));
  else write(chosen);
  for (const Fill::Patch& patch : chosen.patches) {
    const Result<bool> drawn = draw_patch(patch, buffer, c.values, bytes);
    if (!drawn) return Error{fmt::format("buffer \"{}\": patches: {}", buffer.name, drawn.error())};
  }
  return true;
}

Result<bool> expected_values(const Exercise& exercise, const Case& c, size_t index,
                             std::span<std::byte> bytes) {
  const Buffer& spec = exercise.buffers[index];
  const data::Buffer& buffer = c.buffers[index];
  assert(spec.expected && "only buffers with a closed form");
  const std::vector<std::string>& names = spec.expected->names();
  // The formula's names are sizes and flags, which stay, and indices, of which dimension `axis[k]`
  // is one.
  std::vector<double> values(names.size());
  std::vector<int> axis(names.size(), -1);
  for (size_t k = 0; k < names.size(); ++k) {
    const auto found = c.values.find(names[k]);
    if (found != c.values.end()) {
      values[k] = static_cast<double>(found->second);
    } else {
      axis[k] = names[k][1] - '0';  // "i2": load() lets no other names through
    }
  }
  std::optional<double> misfit;
  std::vector<uint64_t> position(buffer.shape.size(), 0);
  store_elements(buffer.element, bytes, [&](size_t) {
    for (size_t k = 0; k < axis.size(); ++k) {
      if (axis[k] >= 0) values[k] = static_cast<double>(position[static_cast<size_t>(axis[k])]);
    }
    for (size_t d = position.size();
         d-- > 0;) {  // the next element's place, the last index fastest
      if (++position[d] < buffer.shape[d]) break;
      position[d] = 0;
    }
    const double value = spec.expected->evaluate(values);
    if (!is_whole_type(buffer.element) || holds(buffer.element, value)) return value;
    if (!misfit) misfit = value;
    return 0.0;
  });
  if (!misfit) return true;
  return Error{fmt::format("buffer \"{}\": expected: \"{}\" is {:g} somewhere, but {}", buffer.name,
                           spec.expected->text(), *misfit, range_sentence(buffer.element))};
}

}  // namespace warplab::exercise
