#include "sim/program/matrix.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace warplab::sim {
namespace {

constexpr uint32_t kLanesOfFragment = 32, kTile = 8, kTallTile = 16;

constexpr std::pair<std::string_view, MatrixType> kTypes[] = {
    {"f16", MatrixType::f16}, {"bf16", MatrixType::bf16}, {"tf32", MatrixType::tf32},
    {"f32", MatrixType::f32}, {"f64", MatrixType::f64},   {"s8", MatrixType::s8},
    {"u8", MatrixType::u8},   {"s4", MatrixType::s4},     {"u4", MatrixType::u4},
    {"b1", MatrixType::b1},   {"s32", MatrixType::s32}};

// One register of each lane: the elements from (row, column) on.
struct Registers {
  Fragment& fragment;
  uint32_t row, column;
  bool goes_down;  // parts lie below one another, else side by side

  // Lane l is row l / 4 (of b: column) and has the parts from 4 * (l % 4) on.
  void add() const {
    for (uint32_t p = 0; p < fragment.parts; ++p)
      for (uint32_t l = 0; l < kLanesOfFragment; ++l) {
        const uint32_t along = l % 4 * fragment.parts + p, across = l / 4;
        const uint32_t r = row + (goes_down ? along : across),
                       c = column + (goes_down ? across : along);
        fragment.at.push_back(static_cast<uint16_t>(r * fragment.columns + c));
      }
    ++fragment.registers;
  }
};

// Rows in tiles of 16, where there are so many, of which a lane has two: one 8 below the other.
template <class Each>
void for_each_row_tile(uint32_t rows, const Each& each) {
  const uint32_t step = std::min(rows, kTallTile);
  for (uint32_t tile = 0; tile < rows; tile += step) each(tile, tile + step);
}

void fill_a(Fragment& f) {
  const uint32_t width = 4 * f.parts;
  for_each_row_tile(f.rows, [&](uint32_t begin, uint32_t end) {
    for (uint32_t column = 0; column < f.columns; column += width)
      for (uint32_t row = begin; row < end; row += kTile) Registers{f, row, column, false}.add();
  });
}

void fill_b(Fragment& f) {
  const uint32_t height = 4 * f.parts;
  for (uint32_t column = 0; column < f.columns; column += kTile)
    for (uint32_t row = 0; row < f.rows; row += height) Registers{f, row, column, true}.add();
}

// Two neighbours of a row in each lane, in one register or in two.
void fill_c(Fragment& f) {
  for_each_row_tile(f.rows, [&](uint32_t begin, uint32_t end) {
    for (uint32_t column = 0; column < f.columns; column += kTile)
      for (uint32_t row = begin; row < end; row += kTile) {
        if (f.parts == 2) {
          Registers{f, row, column, false}.add();
          continue;
        }
        for (uint32_t second = 0; second < 2; ++second, ++f.registers)
          for (uint32_t l = 0; l < kLanesOfFragment; ++l)
            f.at.push_back(
                static_cast<uint16_t>((row + l / 4) * f.columns + column + l % 4 * 2 + second));
      }
  });
}

}  // namespace

std::optional<MatrixType> matrix_type_named(std::string_view word) {
  for (const auto& [name, type] : kTypes)
    if (name == word) return type;
  return std::nullopt;
}

uint32_t bits_of(MatrixType type) {
  switch (type) {
    case MatrixType::f16:
    case MatrixType::bf16: return 16;
    case MatrixType::tf32:
    case MatrixType::f32:
    case MatrixType::s32: return 32;
    case MatrixType::f64: return 64;
    case MatrixType::s8:
    case MatrixType::u8: return 8;
    case MatrixType::s4:
    case MatrixType::u4: return 4;
    case MatrixType::b1: return 1;
  }
  return 32;
}

std::optional<MatrixShape> matrix_shape_named(std::string_view word) {
  MatrixShape shape;
  const char* at = word.data();
  const char* const end = at + word.size();
  for (const auto& [letter, number] :
       {std::pair('m', &shape.m), std::pair('n', &shape.n), std::pair('k', &shape.k)}) {
    if (at == end || *at != letter) return std::nullopt;
    const auto [next, error] = std::from_chars(at + 1, end, *number);
    if (error != std::errc{}) return std::nullopt;
    at = next;
  }
  if (at != end) return std::nullopt;
  return shape;
}

std::optional<Fragment> fragment_of(MatrixRole role, MatrixType type, const MatrixShape& shape) {
  const uint32_t bits = bits_of(type), parts = bits < 32 ? 32 / bits : 1;
  const bool fits = (shape.m == 8 || shape.m % kTallTile == 0) && shape.m <= 32 && shape.m != 0 &&
                    shape.n % kTile == 0 && shape.n <= 32 && shape.n != 0 && shape.k <= 256 &&
                    shape.k != 0;
  if (!fits || (role != MatrixRole::c && shape.k % (4 * parts) != 0)) return std::nullopt;
  if (role == MatrixRole::c && parts > 2) return std::nullopt;
  Fragment f;
  f.type = type;
  f.role = role;
  f.rows = role == MatrixRole::b ? shape.k : shape.m;
  f.columns = role == MatrixRole::a ? shape.k : shape.n;
  f.parts = parts;
  if (role == MatrixRole::a) fill_a(f);
  if (role == MatrixRole::b) fill_b(f);
  if (role == MatrixRole::c) fill_c(f);
  return f;
}

}  // namespace warplab::sim
