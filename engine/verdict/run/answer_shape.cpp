#include "verdict/run/answer_shape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

namespace warplab::verdict {
namespace {

using data::GateSays;
using data::Saying;

constexpr uint64_t kMostElements = uint64_t{4} << 20;

// The answer as numbers.
struct Numbers {
  const ComparedAnswer& answer;
  std::vector<double> actual, expected;
  std::vector<bool> is_wrong;
  uint64_t wrong = 0;
  uint64_t size() const { return actual.size(); }
  // Rows and columns of a matrix, by the last extent; one row where there is one extent.
  uint64_t columns() const { return answer.shape.empty() ? size() : answer.shape.back(); }
  uint64_t rows() const { return columns() == 0 ? 0 : size() / columns(); }
  template <class Holds>
  bool all_wrong(Holds holds) const {
    for (uint64_t i = 0; i < size(); ++i)
      if (is_wrong[i] && !holds(i)) return false;
    return true;
  }
};

Numbers numbers_of(const ComparedAnswer& answer) {
  Numbers n{answer, {}, {}, {}, 0};
  const unsigned bytes = data::bytes_of(answer.type);
  const uint64_t count = std::min(answer.actual.size(), answer.expected.size()) / bytes;
  if (count > kMostElements) return n;
  for (uint64_t i = 0; i < count; ++i) {
    const std::byte *a = answer.actual.data() + i * bytes, *e = answer.expected.data() + i * bytes;
    n.actual.push_back(data::number_at(answer.type, a));
    n.expected.push_back(data::number_at(answer.type, e));
    n.is_wrong.push_back(!data::is_right(answer.type, a, e, answer.tolerance));
    n.wrong += n.is_wrong.back();
  }
  return n;
}

// Whole numbers that lack all above some bit.
Saying wrapped(const Numbers& n) {
  if (!data::is_whole_type(n.answer.type) || n.wrong < 2) return {};
  const unsigned bytes = data::bytes_of(n.answer.type);
  uint64_t differing = 0;  // all bits in which differences lie
  for (uint64_t i = 0; i < n.size(); ++i) {
    if (!n.is_wrong[i]) continue;
    const auto bits = [&](std::span<const std::byte> of) {
      return data::with_type(n.answer.type, [&]<class T>(T) {
        if constexpr (std::is_integral_v<T>)
          return static_cast<uint64_t>(data::number_in<T>(of.data() + i * bytes));
        else return uint64_t{0};
      });
    };
    differing |= bits(n.answer.expected) - bits(n.answer.actual);
  }
  for (const unsigned width : {32u, 16u, 8u})
    if (width < 8 * bytes && differing % (uint64_t{1} << width) == 0)
      return say(GateSays::shape_wraps, width);
  return {};
}

// Fractions whose point has been cut off.
Saying whole(const Numbers& n) {
  if (data::is_whole_type(n.answer.type) || n.wrong < 2) return {};
  uint64_t fractions = 0;
  bool any = false;
  const bool is_cut = n.all_wrong([&](uint64_t i) {
    fractions += n.expected[i] != std::trunc(n.expected[i]);
    any |= n.actual[i] != 0;
    return n.actual[i] == std::trunc(n.actual[i]) && std::abs(n.actual[i] - n.expected[i]) < 1;
  });
  const bool has_small = std::ranges::any_of(n.expected, [](double e) { return std::abs(e) > 1; });
  return is_cut && fractions == n.wrong && (any || has_small) ? say(GateSays::shape_whole_numbers)
                                                              : Saying{};
}

Saying edge(const Numbers& n) {
  const uint64_t rows = n.rows(), columns = n.columns();
  if (rows < 3 || columns < 3 || n.wrong == n.size() || n.wrong < 2) return {};
  struct Edge {
    const char* name;
    bool (*is_there)(uint64_t row, uint64_t column, uint64_t rows, uint64_t columns);
  };
  constexpr std::array<Edge, 5> kEdges = {
      {{"last column", [](uint64_t, uint64_t c, uint64_t, uint64_t all) { return c + 1 == all; }},
       {"first column", [](uint64_t, uint64_t c, uint64_t, uint64_t) { return c == 0; }},
       {"last row", [](uint64_t r, uint64_t, uint64_t all, uint64_t) { return r + 1 == all; }},
       {"first row", [](uint64_t r, uint64_t, uint64_t, uint64_t) { return r == 0; }},
       {"rim", [](uint64_t r, uint64_t c, uint64_t all_r, uint64_t all_c) {
          return r == 0 || c == 0 || r + 1 == all_r || c + 1 == all_c;
        }}}};
  for (const Edge& e : kEdges)
    if (n.all_wrong(
            [&](uint64_t i) { return e.is_there(i / columns, i % columns, rows, columns); }))
      return say(GateSays::shape_edge, std::string(e.name));
  return {};
}

Saying transposed(const Numbers& n) {
  const uint64_t rows = n.rows(), columns = n.columns();
  if (rows < 2 || columns < 2 || n.answer.shape.size() != 2 || n.wrong < 2) return {};
  // Of a matrix that is no square what stands in memory is that of the other shape.
  const auto other = [&](uint64_t i) { return i % rows * columns + i / rows; };
  return n.all_wrong([&](uint64_t i) { return n.actual[i] == n.expected[other(i)]; })
             ? say(GateSays::shape_transposed)
             : Saying{};
}

Saying shifted(const Numbers& n) {
  const auto size = static_cast<int64_t>(n.size());
  if (size < 8 || 2 * n.wrong < n.size()) return {};
  for (const int64_t by : {1, -1, 2, -2}) {
    int64_t fits = 0, all = 0;
    for (int64_t i = std::max<int64_t>(0, -by); i < std::min(size, size - by); ++i) {
      ++all;
      fits += n.actual[static_cast<size_t>(i)] == n.expected[static_cast<size_t>(i + by)];
    }
    if (10 * fits >= 9 * all)
      return say(GateSays::shape_shifted, fmt::format("i {} {}", by > 0 ? '+' : '-', std::abs(by)));
  }
  return {};
}

Saying multiplied(const Numbers& n) {
  if (n.wrong < 1) return {};
  std::optional<double> factor;
  const bool is_same = n.all_wrong([&](uint64_t i) {
    if (n.expected[i] == 0 || n.actual[i] == 0) return false;
    const double f = n.actual[i] / n.expected[i];
    if (!factor) factor = f;
    return std::abs(f - *factor) <= 1e-3 * std::abs(*factor);
  });
  if (!is_same || !factor || *factor <= 0) return {};
  const double times = *factor >= 1 ? *factor : 1 / *factor;
  const double nearest = std::round(times);
  if (nearest < 2 || nearest > 4096 || std::abs(times - nearest) > 1e-3 * nearest) return {};
  if (n.wrong < 2 && nearest > 1024) return {};
  return say(*factor > 1 ? GateSays::shape_times : GateSays::shape_part,
             static_cast<uint64_t>(nearest));
}

uint64_t threads_of(const Dim3& block) { return uint64_t{block.x} * block.y * block.z; }
uint64_t blocks_of(const Dim3& grid) { return uint64_t{grid.x} * grid.y * grid.z; }

// In memory order: from some element on, or up to one.
Saying end(const Numbers& n) {
  if (n.wrong == n.size() || n.wrong == 0) return {};
  const auto first = std::ranges::find(n.is_wrong, true) - n.is_wrong.begin();
  const uint64_t from = static_cast<uint64_t>(first), behind = n.size() - from;
  if (n.wrong == behind) {
    if (from == threads_of(n.answer.block) * blocks_of(n.answer.grid) && behind > 1)
      return say(GateSays::shape_first_pass, data::Count{from});
    return behind == 1 ? say(GateSays::shape_last_one)
                       : say(GateSays::shape_end, data::Count{behind});
  }
  if (from == 0 && n.wrong == 1) return say(GateSays::shape_first_one);
  return {};
}

Saying borders(const Numbers& n) {
  const Dim3& block = n.answer.block;
  const uint64_t columns = n.columns();
  if (n.wrong == n.size() || n.wrong < 2 || blocks_of(n.answer.grid) < 2) return {};
  const auto is_near = [](uint64_t at, uint64_t extent) {
    const uint64_t room = std::max<uint64_t>(1, extent / 8), in = at % extent;
    return in < room || in + room >= extent;
  };
  const bool is_flat = block.y == 1 && block.x >= 16 && n.size() > block.x;
  const bool is_tiled = block.y > 3 && block.x > 3 && n.rows() > 1;
  if (is_flat && n.all_wrong([&](uint64_t i) { return is_near(i, block.x); }))
    return say(GateSays::shape_block_borders);
  if (is_tiled && n.all_wrong([&](uint64_t i) {
        return is_near(i % columns, block.x) || is_near(i / columns, block.y);
      }))
    return say(GateSays::shape_block_borders);
  return {};
}

Saying blocks_alike(const Numbers& n) {
  const uint64_t in_block = threads_of(n.answer.block);
  if (n.size() <= in_block || in_block < 2 || blocks_of(n.answer.grid) < 2 || n.wrong < 2)
    return {};
  for (uint64_t i = in_block; i < n.size(); ++i)
    if (n.actual[i] != n.actual[i % in_block]) return {};
  const bool differs = std::ranges::any_of(n.actual, [&](double a) { return a != n.actual[0]; });
  return differs ? say(GateSays::shape_blocks_alike) : Saying{};
}

Saying every_other(const Numbers& n) {
  for (const uint64_t step : {2, 3, 4, 8, 16, 32}) {
    if (n.size() < 2 * step) break;
    bool fits = true;
    for (uint64_t i = 0; i < n.size() && fits; ++i) fits = n.is_wrong[i] == (i % step != 0);
    if (fits) return say(GateSays::shape_every_other, step);
  }
  return {};
}

}  // namespace

Saying answer_shape(const ComparedAnswer& answer) {
  const Numbers n = numbers_of(answer);
  if (n.wrong == 0) return {};
  // The ones that leave least to chance come first.
  constexpr std::array kShapes = {wrapped, transposed, whole,       edge,    blocks_alike,
                                  end,     borders,    every_other, shifted, multiplied};
  for (const auto& shape : kShapes)
    if (Saying said = shape(n); !said.empty()) return said;
  return {};
}

}  // namespace warplab::verdict
