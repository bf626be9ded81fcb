#pragma once
// Matrices that a warp holds together: which element lies where in the registers of which lane.
// PTX ISA 9.0, "Matrix Fragments for mma.m16n8k16" and its like. Where the manual leaves that open
// (wmma), fragments are those of the mma instructions that a wmma is made of.
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace warplab::sim {

enum class MatrixType : uint8_t { f16, bf16, tf32, f32, f64, s8, u8, s4, u4, b1, s32 };
std::optional<MatrixType> matrix_type_named(std::string_view word);  // "tf32"
// Of an element in a register and in memory.
uint32_t bits_of(MatrixType type);

// a is m x k, b is k x n; c, and the result d, are m x n.
enum class MatrixRole : uint8_t { a, b, c };
struct MatrixShape {
  uint32_t m = 0, n = 0, k = 0;
};
std::optional<MatrixShape> matrix_shape_named(std::string_view word);  // "m16n8k16"

struct Fragment {
  MatrixType type = MatrixType::f16;
  MatrixRole role = MatrixRole::a;
  uint32_t rows = 0, columns = 0;
  uint32_t parts = 1;      // elements in a register
  uint32_t registers = 0;  // of a lane, each with other elements
  // row * columns + column of the element in part p of register r of lane l: at[(r * parts + p) *
  // 32 + l].
  std::vector<uint16_t> at;
};
// Empty: there are no such matrices.
std::optional<Fragment> fragment_of(MatrixRole role, MatrixType type, const MatrixShape& shape);

// A tile is 8 x 8 elements of 16 bits, two neighbours of a row in each lane. Where lane `lane` of a
// tile whose rows and columns are exchanged finds its element `part`.
struct HalfOfLane {
  unsigned lane, part;
};
constexpr HalfOfLane transposed_source(unsigned lane, unsigned part) {
  return {8 * (lane % 4) + 4 * part + lane / 8, lane / 4 % 2};
}

// d = a b + c.
struct MatrixProduct {
  Fragment a, b, c, d;
  // Indices into Program::vectors. A lane may have more registers than its fragment; these repeat
  // the first ones.
  uint32_t a_registers = 0, b_registers = 0, c_registers = 0, d_registers = 0;
  bool saturates = false;    // of whole numbers
  bool bits_differ = false;  // of bits: a ^ b is counted, else a & b
};

}  // namespace warplab::sim
