#include "sim/execute/matrix.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "sim/execute/control.hpp"
#include "sim/execute/members.hpp"
#include "sim/execute/stop.hpp"
#include "sim/program/instruction_flags.hpp"
#include "sim/scalar/fused_sum.hpp"
#include "sim/state/lanes.hpp"

namespace warplab::sim {
namespace {

namespace s = scalar;

constexpr uint32_t kMostElements = 16 * 256;

// The elements of a fragment as they lie in registers of 32 bits.
void gather_elements(Warp& w, const Fragment& f, uint32_t vector, uint32_t* elements) {
  const std::vector<Place>& places = w.runner->launch->program->vectors[vector].places;
  const uint32_t bits = bits_of(f.type);
  const uint32_t mask = bits >= 32 ? ~0u : (1u << bits) - 1;
  const uint16_t* at = f.at.data();
  for (uint32_t r = 0; r < f.registers; ++r) {
    const auto* words = w.at<uint32_t>(places[r]);
    for (uint32_t p = 0; p < f.parts; ++p, at += kLanes)
      for (unsigned l = 0; l < kLanes; ++l) elements[at[l]] = words[l] >> p * bits % 32 & mask;
  }
}
void gather_elements(Warp& w, const Fragment& f, uint32_t vector, double* elements) {
  const std::vector<Place>& places = w.runner->launch->program->vectors[vector].places;
  for (uint32_t r = 0; r < f.registers; ++r)
    for (unsigned l = 0; l < kLanes; ++l)
      elements[f.at[r * kLanes + l]] = w.at<double>(places[r])[l];
}

// What a lane has more registers for than its fragment needs repeats the first ones.
void scatter_elements(Warp& w, const Fragment& f, uint32_t vector, const uint32_t* elements) {
  const std::vector<Place>& places = w.runner->launch->program->vectors[vector].places;
  const uint32_t bits = bits_of(f.type);
  for (uint32_t r = 0; r < places.size(); ++r) {
    const uint16_t* const at = f.at.data() + size_t{r % f.registers} * f.parts * kLanes;
    auto* words = w.at<uint32_t>(places[r]);
    for_lanes(w.mask, [&](unsigned l) {
      uint32_t word = 0;
      for (uint32_t p = 0; p < f.parts; ++p) word |= elements[at[p * kLanes + l]] << p * bits % 32;
      words[l] = word;
    });
  }
}
void scatter_elements(Warp& w, const Fragment& f, uint32_t vector, const double* elements) {
  const std::vector<Place>& places = w.runner->launch->program->vectors[vector].places;
  for (uint32_t r = 0; r < places.size(); ++r)
    for_lanes(w.mask, [&](unsigned l) {
      w.at<double>(places[r])[l] = elements[f.at[size_t{r % f.registers} * kLanes + l]];
    });
}

using Tf32 = s::BinaryFormat<11, 8>;

// Calls take(F{}, bits) with the format of a float type and its bits of an element.
template <class Take>
auto with_format(MatrixType type, uint32_t bits, const Take& take) {
  switch (type) {
    case MatrixType::f16: return take(s::F16{}, bits);
    case MatrixType::bf16: return take(s::Bf16{}, bits);
    case MatrixType::tf32: return take(Tf32{}, bits >> 13);
    default: return take(s::F32{}, bits);
  }
}

s::FusedNumber number_of(MatrixType type, uint32_t bits) {
  return with_format(type, bits, [](auto format, uint32_t of_format) {
    return s::fused_number<decltype(format)>(of_format);
  });
}
int fraction_of(MatrixType type) {
  return with_format(type, 0,
                     [](auto format, uint32_t) { return decltype(format)::kPrecision - 1; });
}
// Of a number that is not finite; of others it is 0 or of their sign, which decides what a product
// with an infinite one is.
float stand_in(MatrixType type, uint32_t bits) {
  return with_format(type, bits, [](auto format, uint32_t of_format) {
    using F = decltype(format);
    const uint64_t size = of_format & (F::kSign - 1);
    const float sign = of_format & F::kSign ? -1.0f : 1.0f;
    if (size > F::kInfinity) return __builtin_nanf("");
    if (size == F::kInfinity) return sign * __builtin_inff();
    return size == 0 ? 0.0f : sign;
  });
}
bool is_finite(MatrixType type, uint32_t bits) {
  const float x = stand_in(type, bits);
  return x - x == 0;
}

// A product of matrices of floats, an element at a time.
class FloatProduct {
 public:
  FloatProduct(Warp& w, const MatrixProduct& p) : p_(p) {
    gather_elements(w, p.a, p.a_registers, a_);
    gather_elements(w, p.b, p.b_registers, b_);
    gather_elements(w, p.c, p.c_registers, c_);
    for (uint32_t row = 0; row < p.a.rows; ++row)
      for (uint32_t k = 0; k < p.a.columns; ++k) {
        const uint32_t at = row * p.a.columns + k;
        left_[at] = number_of(p.a.type, a_[at]);
        finite_ &= is_finite(p.a.type, a_[at]);
      }
    for (uint32_t k = 0; k < p.b.rows; ++k)
      for (uint32_t column = 0; column < p.b.columns; ++column) {
        const uint32_t bits = b_[k * p.b.columns + column];
        right_[column * p.b.rows + k] = number_of(p.b.type, bits);
        finite_ &= is_finite(p.b.type, bits);
      }
  }
  void make(Warp& w) {
    uint32_t d[kMostElements];
    for (uint32_t row = 0; row < p_.d.rows; ++row)
      for (uint32_t column = 0; column < p_.d.columns; ++column)
        d[row * p_.d.columns + column] = element(row, column);
    scatter_elements(w, p_.d, p_.d_registers, d);
  }

 private:
  uint32_t element(uint32_t row, uint32_t column) const {
    if (finite_ && is_finite(p_.c.type, c_[row * p_.c.columns + column]))
      return finite_element(row, column);
    return special(row, column);
  }
  uint32_t finite_element(uint32_t row, uint32_t column) const {
    const uint32_t inner = p_.a.columns, step = std::min(inner, s::kMostFused);
    const bool to_f16 = p_.d.type == MatrixType::f16;
    uint32_t bits = c_[row * p_.c.columns + column];
    MatrixType type = p_.c.type;
    for (uint32_t k = 0; k < inner; k += step) {
      const s::Exact sum =
          s::fused_sum({&left_[row * inner + k], &right_[column * inner + k], step,
                        fraction_of(p_.a.type), number_of(type, bits), fraction_of(type)});
      bits = to_f16 ? s::fused_to_f16(sum) : s::fused_to_f32(sum);
      type = p_.d.type;
    }
    return bits;
  }
  // Where a NaN or something infinite may be in the row or the column.
  uint32_t special(uint32_t row, uint32_t column) const {
    const uint32_t inner = p_.a.columns;
    float sum = stand_in(p_.c.type, c_[row * p_.c.columns + column]);
    bool all_finite = sum - sum == 0;
    if (all_finite) sum = 0;
    for (uint32_t k = 0; k < inner; ++k) {
      const float product = stand_in(p_.a.type, a_[row * inner + k]) *
                            stand_in(p_.b.type, b_[k * p_.b.columns + column]);
      if (product - product == 0) continue;
      all_finite = false;
      sum += product;
    }
    if (all_finite) return finite_element(row, column);
    const bool to_f16 = p_.d.type == MatrixType::f16;
    if (sum != sum) return to_f16 ? s::kNanF16 : s::kNanF32;
    return (to_f16 ? 0x7c00u : 0x7f800000u) | (sum < 0 ? (to_f16 ? 0x8000u : 0x80000000u) : 0u);
  }

  const MatrixProduct& p_;
  uint32_t a_[32 * 16], b_[16 * 32], c_[32 * 32];
  s::FusedNumber left_[32 * 16], right_[32 * 16];  // by row; by column
  bool finite_ = true;
};

// One fused multiplication and addition after the other.
void multiply_doubles(Warp& w, const MatrixProduct& p) {
  double a[16 * 16], b[16 * 8], c[16 * 8], d[16 * 8];
  gather_elements(w, p.a, p.a_registers, a);
  gather_elements(w, p.b, p.b_registers, b);
  gather_elements(w, p.c, p.c_registers, c);
  for (uint32_t row = 0; row < p.d.rows; ++row)
    for (uint32_t column = 0; column < p.d.columns; ++column) {
      double sum = c[row * p.d.columns + column];
      for (uint32_t k = 0; k < p.a.columns; ++k)
        sum = __builtin_fma(a[row * p.a.columns + k], b[k * p.b.columns + column], sum);
      d[row * p.d.columns + column] = sum;
    }
  scatter_elements(w, p.d, p.d_registers, d);
}

int64_t whole_of(MatrixType type, uint32_t bits) {
  switch (type) {
    case MatrixType::s8: return static_cast<int8_t>(bits);
    case MatrixType::s4: return static_cast<int8_t>(bits << 4) >> 4;
    case MatrixType::s32: return static_cast<int32_t>(bits);
    default: return bits;
  }
}

void multiply_whole(Warp& w, const MatrixProduct& p) {
  uint32_t a[kMostElements], b[kMostElements], c[32 * 32], d[32 * 32];
  gather_elements(w, p.a, p.a_registers, a);
  gather_elements(w, p.b, p.b_registers, b);
  gather_elements(w, p.c, p.c_registers, c);
  const bool is_bits = p.a.type == MatrixType::b1;
  for (uint32_t row = 0; row < p.d.rows; ++row)
    for (uint32_t column = 0; column < p.d.columns; ++column) {
      int64_t sum = whole_of(p.c.type, c[row * p.d.columns + column]);
      for (uint32_t k = 0; k < p.a.columns; ++k) {
        const uint32_t x = a[row * p.a.columns + k], y = b[k * p.b.columns + column];
        if (is_bits) sum += p.bits_differ ? x ^ y : x & y;
        else sum += whole_of(p.a.type, x) * whole_of(p.b.type, y);
      }
      if (p.saturates) sum = std::clamp<int64_t>(sum, INT32_MIN, INT32_MAX);
      d[row * p.d.columns + column] = static_cast<uint32_t>(sum);
    }
  scatter_elements(w, p.d, p.d_registers, d);
}

// Lane by lane `read(lane)`; whether all active ones have the same.
template <class Read>
bool is_same(uint32_t mask, const Read& read) {
  const auto first = read(static_cast<unsigned>(std::countr_zero(mask)));
  bool same = true;
  for_lanes(mask, [&](unsigned l) { same &= read(l) == first; });
  return same;
}

uint64_t base_of(Warp& w, const MicroOp* i, unsigned lane) {
  return (i->flags & access_flag::kNarrowAddress ? w.at<uint32_t>(i->a)[lane]
                                                 : w.at<uint64_t>(i->a)[lane]) +
         i->imm;
}

}  // namespace

const MicroOp* begin_matrix(Warp& w, const MicroOp* i) {
  const bool given_up = w.ungathered;
  w.ungathered = false;
  if (w.mask == ~0u) [[likely]] {
    w.met = 0;
    return i + 1;
  }
  if (!given_up && (w.lanes & ~w.exited) != w.mask && !gather_members(w, i)) return next_split(w);
  if (w.mask != ~0u && !given_up) {
    const auto missing = static_cast<uint32_t>(std::popcount(~w.mask));
    report_lanes(w, i, FindingKind::undefined_behavior, w.mask,
                 {say(Says::matrix_without_whole_warp, missing), say(Says::matrix_needs_warp)});
  }
  return i + 1;
}

const MicroOp* end_matrix(Warp& w, const MicroOp* i) { return after_gathering(w, i + 1); }

const MicroOp* check_matrix_address(Warp& w, const MicroOp* i) {
  constexpr uint64_t kAlignment = 32, kStride = 16;
  const uint32_t bits = i->flags & kBitsMask;
  const auto lane = static_cast<unsigned>(std::countr_zero(w.mask));
  const auto* strides = w.at<uint32_t>(i->b);
  const auto undefined = [&](Told told) {
    report_lanes(w, i, FindingKind::undefined_behavior, w.mask, std::move(told));
  };
  if (!is_same(w.mask, [&](unsigned l) { return base_of(w, i, l); }) ||
      !is_same(w.mask, [&](unsigned l) { return strides[l]; }))
    undefined({say(Says::matrix_of_each_lane), say(Says::name_one_matrix)});
  else if (base_of(w, i, lane) % kAlignment != 0)
    undefined({say(Says::matrix_is_misaligned), say(Says::align_matrix)});
  else if (uint64_t{strides[lane]} * bits / 8 % kStride != 0)
    undefined({say(Says::matrix_stride_is_odd, strides[lane]),
               say(Says::take_matrix_stride, kStride * 8 / bits)});
  return i + 1;
}

const MicroOp* matrix_addresses(Warp& w, const MicroOp* i) {
  const Fragment& f = w.runner->launch->program->fragments[i->fragment];
  const uint32_t bits = bits_of(f.type);
  const auto* strides = w.at<uint32_t>(i->b);
  for_lanes(w.mask, [&](unsigned l) {
    // The word that begins with the first of two neighbours in memory.
    const HalfOfLane from =
        i->flags & matrix_flag::kTransposed ? transposed_source(l, 0) : HalfOfLane{l, 0};
    const uint32_t element = f.at[(i->c + from.part) * kLanes + from.lane];
    const uint64_t row = element / f.columns, column = element % f.columns;
    const uint64_t place =
        i->flags & matrix_flag::kColumns ? column * strides[l] + row : row * strides[l] + column;
    const uint64_t address = base_of(w, i, l) + place * bits / 8;
    if (i->flags & access_flag::kNarrowAddress)
      w.at<uint32_t>(i->d)[l] = static_cast<uint32_t>(address);
    else w.at<uint64_t>(i->d)[l] = address;
  });
  return i + 1;
}

const MicroOp* first_lanes(Warp& w, const MicroOp* i) {
  w.predicate(i->d) = i->imm >= kLanes ? ~0u : (1u << i->imm) - 1;
  return i + 1;
}

const MicroOp* transposed_words(Warp& w, const MicroOp* i) {
  uint32_t a[kLanes];
  std::memcpy(a, w.at<uint32_t>(i->a), sizeof a);
  auto* const d = w.at<uint32_t>(i->d);
  for_lanes(w.mask, [&](unsigned l) {
    const HalfOfLane low = transposed_source(l, 0), high = transposed_source(l, 1);
    d[l] = (a[low.lane] >> 16 * low.part & 0xffff) | (a[high.lane] >> 16 * high.part) << 16;
  });
  return i->flags & matrix_flag::kLast ? after_gathering(w, i + 1) : i + 1;
}

const MicroOp* join_bytes(Warp& w, const MicroOp* i) {
  const std::vector<Place>& bytes = w.runner->launch->program->vectors[i->vector].places;
  auto* const d = w.at<uint32_t>(i->d);
  for_lanes(w.mask, [&](unsigned l) {
    uint32_t word = 0;
    for (size_t k = 0; k < bytes.size(); ++k) word |= (w.at<uint32_t>(bytes[k])[l] & 0xff) << 8 * k;
    d[l] = word;
  });
  return i + 1;
}

const MicroOp* spread_rows(Warp& w, const MicroOp* i) {
  const Program& program = *w.runner->launch->program;
  const std::vector<Place>&rows = program.vectors[i->b].places,
        &tiles = program.vectors[i->vector].places;
  uint32_t words[4][kLanes];
  for (size_t k = 0; k < 4; ++k) std::memcpy(words[k], w.at<uint32_t>(rows[k]), sizeof words[k]);
  for (size_t t = 0; t < tiles.size(); ++t) {
    auto* const d = w.at<uint32_t>(tiles[t]);
    // Word k of row r of this tile.
    const auto word = [&](unsigned lane) { return words[lane % 4][8 * t + lane / 4]; };
    for_lanes(w.mask, [&](unsigned l) {
      if (i->imm == 0) {
        d[l] = word(l);
        return;
      }
      const HalfOfLane low = transposed_source(l, 0), high = transposed_source(l, 1);
      d[l] = (word(low.lane) >> 16 * low.part & 0xffff) | (word(high.lane) >> 16 * high.part) << 16;
    });
  }
  return after_gathering(w, i + 1);
}

const MicroOp* collect_rows(Warp& w, const MicroOp* i) {
  const Program& program = *w.runner->launch->program;
  const std::vector<Place>&rows = program.vectors[i->b].places,
        &tiles = program.vectors[i->vector].places;
  for (size_t t = 0; t < tiles.size(); ++t) {
    uint32_t words[kLanes];
    std::memcpy(words, w.at<uint32_t>(tiles[t]), sizeof words);
    for (unsigned l = 0; l < kLanes; ++l) {
      uint32_t word = words[l];
      if (i->imm != 0) {
        const HalfOfLane low = transposed_source(l, 0), high = transposed_source(l, 1);
        word = (words[low.lane] >> 16 * low.part & 0xffff) | (words[high.lane] >> 16 * high.part)
                                                                 << 16;
      }
      w.at<uint32_t>(rows[l % 4])[8 * t + l / 4] = word;
    }
  }
  return i + 1;
}

const MicroOp* multiply_matrices(Warp& w, const MicroOp* i) {
  const MatrixProduct& p = w.runner->launch->program->products[i->product];
  if (p.d.type == MatrixType::f64) multiply_doubles(w, p);
  else if (p.d.type == MatrixType::s32) multiply_whole(w, p);
  else FloatProduct(w, p).make(w);
  return after_gathering(w, i + 1);
}

}  // namespace warplab::sim
