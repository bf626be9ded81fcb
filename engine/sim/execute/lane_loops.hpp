#pragma once
// The loops over 32 lanes that every arithmetic handler is made of.
#include <cassert>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "sim/execute/rows.hpp"
#include "sim/scalar/isa.hpp"

namespace warplab::sim::WARPLAB_ISA {

// A row's spelling, put together from pieces. Not std::string, whose functions would be compiled
// for this instruction set and be everybody's.
class Spelling {
 public:
  Spelling(const char* text) { append(text, std::strlen(text)); }
  [[gnu::noinline]] friend Spelling operator+(Spelling left, const Spelling& right) {
    left.append(right.text_, right.size_);
    return left;
  }
  operator std::string_view() const { return {text_, size_}; }

 private:
  static constexpr size_t kMost = 48;  // the longest has 31 characters
  void append(const char* text, size_t size) {
    assert(size_ + size <= kMost);
    std::memcpy(text_ + size_, text, size);
    size_ += size;
  }
  char text_[kMost];
  size_t size_ = 0;
};

// How a value of type T lies in a register: 8 bytes as it is; everything else in 4 bytes, narrow
// integers extended by their sign so that wider reads of the register see what PTX promises.
template <class T>
inline T lane_of(const void* lanes, unsigned l) {
  if constexpr (sizeof(T) >= 4) return static_cast<const T*>(lanes)[l];
  else return static_cast<T>(static_cast<const uint32_t*>(lanes)[l]);
}
// What a register holds of one lane.
template <class T>
using Word = std::conditional_t<sizeof(T) >= 4, T, uint32_t>;
template <class T>
inline Word<T> word_of(T value) {
  if constexpr (sizeof(T) < 4 && std::is_signed_v<T>) return static_cast<uint32_t>(int32_t{value});
  else return value;
}
template <class T>
inline void set_lane(void* lanes, unsigned l, T value) {
  static_cast<Word<T>*>(lanes)[l] = word_of<T>(value);
}
// The lanes that are elsewhere keep all of their words: where they are, the place may belong to
// another register, of another width.
template <class T>
inline void set_lane_if(bool here, void* lanes, unsigned l, T value) {
  Word<T>& word = static_cast<Word<T>*>(lanes)[l];
  word = here ? word_of<T>(value) : word;
}
template <class T>
constexpr uint8_t kLaneBytes = sizeof(T) == 8 ? 8 : 4;

// Registers are either the same or apart, never half over each other.
#ifdef __clang__
#define WARPLAB_LANES for (unsigned l = 0; l < kLanes; ++l)
#else
#define WARPLAB_LANES _Pragma("GCC ivdep") for (unsigned l = 0; l < kLanes; ++l)
#endif

template <auto F, class D, class A>
const MicroOp* map1(Warp& w, const MicroOp* i) {
  void* d = w.at<char>(i->d);
  const void* a = w.at<char>(i->a);
  const uint32_t mask = w.mask;
  if (mask == ~0u) {
    WARPLAB_LANES set_lane<D>(d, l, F(lane_of<A>(a, l)));
  } else {
    WARPLAB_LANES set_lane_if<D>(mask >> l & 1, d, l, F(lane_of<A>(a, l)));
  }
  return i + 1;
}

template <auto F, class D, class A, class B>
const MicroOp* map2(Warp& w, const MicroOp* i) {
  void* d = w.at<char>(i->d);
  const void *a = w.at<char>(i->a), *b = w.at<char>(i->b);
  const uint32_t mask = w.mask;
  if (mask == ~0u) {
    WARPLAB_LANES set_lane<D>(d, l, F(lane_of<A>(a, l), lane_of<B>(b, l)));
  } else {
    WARPLAB_LANES set_lane_if<D>(mask >> l & 1, d, l, F(lane_of<A>(a, l), lane_of<B>(b, l)));
  }
  return i + 1;
}

template <auto F, class D, class A, class B, class C>
const MicroOp* map3(Warp& w, const MicroOp* i) {
  void* d = w.at<char>(i->d);
  const void *a = w.at<char>(i->a), *b = w.at<char>(i->b), *c = w.at<char>(i->c);
  const uint32_t mask = w.mask;
  if (mask == ~0u) {
    WARPLAB_LANES set_lane<D>(d, l, F(lane_of<A>(a, l), lane_of<B>(b, l), lane_of<C>(c, l)));
  } else {
    WARPLAB_LANES set_lane_if<D>(mask >> l & 1, d, l,
                                 F(lane_of<A>(a, l), lane_of<B>(b, l), lane_of<C>(c, l)));
  }
  return i + 1;
}

// imm is a fourth operand, the same for all lanes.
template <auto F, class D, class A, class B, class C>
const MicroOp* map3_imm(Warp& w, const MicroOp* i) {
  void* d = w.at<char>(i->d);
  const void *a = w.at<char>(i->a), *b = w.at<char>(i->b), *c = w.at<char>(i->c);
  const auto imm = static_cast<uint32_t>(i->imm);
  for (unsigned l = 0; l < kLanes; ++l)
    if (w.mask >> l & 1)
      set_lane<D>(d, l, F(lane_of<A>(a, l), lane_of<B>(b, l), lane_of<C>(c, l), imm));
  return i + 1;
}

// The mask of lanes for which F holds.
template <auto F, class A, class B>
inline uint32_t lanes_where(Warp& w, const MicroOp* i) {
  const void *a = w.at<char>(i->a), *b = w.at<char>(i->b);
  alignas(64) uint32_t bit[kLanes];
  WARPLAB_LANES bit[l] = static_cast<uint32_t>(F(lane_of<A>(a, l), lane_of<B>(b, l))) << l;
  uint32_t m = 0;
  WARPLAB_LANES m |= bit[l];
  return m;
}

inline void set_predicate(Warp& w, Place place, uint32_t value) {
  if (place == kNowhere) return;
  uint32_t& p = w.predicate(place);
  p = (p & ~w.mask) | (value & w.mask);
}

inline uint32_t with_bool_op(Warp& w, const MicroOp* i, uint32_t value) {
  const auto op = static_cast<BoolOp>(i->flags & kBoolOpMask);
  if (op == BoolOp::none) return value;
  const uint32_t c = w.predicate(i->c) ^ (i->flags & kBoolNegated ? ~0u : 0u);
  return op == BoolOp::and_ ? value & c : op == BoolOp::or_ ? value | c : value ^ c;
}

template <auto F, class A, class B>
const MicroOp* set_predicates(Warp& w, const MicroOp* i) {
  const uint32_t holds = lanes_where<F, A, B>(w, i);
  const uint32_t p = with_bool_op(w, i, holds), q = with_bool_op(w, i, ~holds);
  set_predicate(w, i->d, p);
  set_predicate(w, i->fifth, q);
  return i + 1;
}

// set: kTrue, as a D, where the comparison holds, else 0.
template <auto F, auto kTrue, class D, class A, class B>
const MicroOp* set_value(Warp& w, const MicroOp* i) {
  const uint32_t p = with_bool_op(w, i, lanes_where<F, A, B>(w, i));
  void* d = w.at<char>(i->d);
  for (unsigned l = 0; l < kLanes; ++l)
    if (w.mask >> l & 1) set_lane<D>(d, l, p >> l & 1 ? static_cast<D>(kTrue) : D{0});
  return i + 1;
}

template <class T>
const MicroOp* select(Warp& w, const MicroOp* i) {
  void* d = w.at<char>(i->d);
  const void *a = w.at<char>(i->a), *b = w.at<char>(i->b);
  const uint32_t p = w.predicate(i->c) ^ (i->flags & kBoolNegated ? ~0u : 0u);
  const uint32_t mask = w.mask;
  WARPLAB_LANES {
    const T value = p >> l & 1 ? lane_of<T>(a, l) : lane_of<T>(b, l);
    set_lane_if<T>(mask >> l & 1, d, l, value);
  }
  return i + 1;
}

// F(a, b, c, carry in) -> {value, carry out}. guard: the frame's carry bits; flags bit 0: reads
// them, bit 1: writes them.
constexpr uint32_t kReadsCarry = 1, kWritesCarry = 2;
template <auto F, class T>
const MicroOp* with_carry(Warp& w, const MicroOp* i) {
  auto *d = w.at<T>(i->d), *a = w.at<T>(i->a), *b = w.at<T>(i->b);
  const T* c = i->c == kNowhere ? a : w.at<T>(i->c);
  uint32_t& carry = w.predicate(i->fifth);
  uint32_t out = 0;
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!(w.mask >> l & 1)) continue;
    const auto r = F(a[l], b[l], c[l], i->flags & kReadsCarry ? carry >> l & 1 : false);
    d[l] = static_cast<T>(r.value);
    out |= static_cast<uint32_t>(r.carry) << l;
  }
  if (i->flags & kWritesCarry) carry = (carry & ~w.mask) | out;
  return i + 1;
}

// Predicates are masks: and.pred, or.pred, ...
template <auto F>
const MicroOp* predicate_logic(Warp& w, const MicroOp* i) {
  set_predicate(w, i->d, F(w.predicate(i->a), i->b == kNowhere ? 0u : w.predicate(i->b)));
  return i + 1;
}

void add_integer_rows(RowTable& t);
void add_bit_rows(RowTable& t);
void add_float_rows(RowTable& t);
void add_half_rows(RowTable& t);
void add_convert_rows(RowTable& t);
void add_seldom_rows(RowTable& t);  // for one instruction set only

}  // namespace warplab::sim::WARPLAB_ISA

// ROW2("add.s32", int32_t, int32_t, int32_t, a + b): operands a, b, c in the expression.
#define WARPLAB_ROW1(spelling, D, A, expression) \
  t.add(spelling,                                \
        {&map1<[](A a) -> D { return expression; }, D, A>, kLaneBytes<D>, kLaneBytes<A>, 0, 0})
#define WARPLAB_ROW2(spelling, D, A, B, expression)                                         \
  t.add(spelling, {&map2<[](A a, B b) -> D { return expression; }, D, A, B>, kLaneBytes<D>, \
                   kLaneBytes<A>, kLaneBytes<B>, 0})
#define WARPLAB_ROW3(spelling, D, A, B, C, expression)                               \
  t.add(spelling, {&map3<[](A a, B b, C c) -> D { return expression; }, D, A, B, C>, \
                   kLaneBytes<D>, kLaneBytes<A>, kLaneBytes<B>, kLaneBytes<C>})
