// Logic, shifts and bit fields. PTX ISA, "Logic and Shift Instructions" and the bit instructions of
// "Integer Arithmetic Instructions".
#include "sim/execute/lane_loops.hpp"
#include "sim/scalar/bits.hpp"

namespace warplab::sim::WARPLAB_ISA {
namespace {

namespace s = scalar;
using U = uint32_t;

template <class T>
void add_logic(RowTable& t, const Spelling& type) {
  WARPLAB_ROW2("and." + type, T, T, T, static_cast<T>(a & b));
  WARPLAB_ROW2("or." + type, T, T, T, static_cast<T>(a | b));
  WARPLAB_ROW2("xor." + type, T, T, T, static_cast<T>(a ^ b));
  WARPLAB_ROW1("not." + type, T, T, static_cast<T>(~a));
  WARPLAB_ROW1("cnot." + type, T, T, s::cnot(a));
  WARPLAB_ROW2("shl." + type, T, T, U, s::shl(a, b));
  WARPLAB_ROW2("shr." + type, T, T, U, s::shr(a, b));
  WARPLAB_ROW1("mov." + type, T, T, a);
}

template <class T>
void add_fields(RowTable& t, const Spelling& type) {
  WARPLAB_ROW3("bfe." + type, T, T, U, U, s::bfe(a, b, c));
  WARPLAB_ROW1("bfind." + type, U, T, s::bfind(a));
  WARPLAB_ROW1("bfind.shiftamt." + type, U, T, s::bfind_shiftamt(a));
}

template <class T>
const MicroOp* insert_field(Warp& w, const MicroOp* i) {
  auto *d = w.at<T>(i->d), *a = w.at<T>(i->a), *b = w.at<T>(i->b);
  const auto *c = w.at<U>(i->c), *e = w.at<U>(i->fifth);
  for (unsigned l = 0; l < kLanes; ++l)
    if (w.mask >> l & 1) d[l] = s::bfi(a[l], b[l], c[l], e[l]);
  return i + 1;
}

}  // namespace

void add_bit_rows(RowTable& t) {
  add_logic<uint16_t>(t, "b16");
  add_logic<uint32_t>(t, "b32");
  add_logic<uint64_t>(t, "b64");
  for (const char* type : {"u16", "s16", "f16", "bf16"})
    WARPLAB_ROW1(Spelling("mov.") + type, uint16_t, uint16_t, a);
  for (const char* type : {"u32", "s32", "f32", "f16x2", "bf16x2"})
    WARPLAB_ROW1(Spelling("mov.") + type, U, U, a);
  for (const char* type : {"u64", "s64", "f64"})
    WARPLAB_ROW1(Spelling("mov.") + type, uint64_t, uint64_t, a);
  WARPLAB_ROW2("shr.u16", uint16_t, uint16_t, U, s::shr(a, b));
  WARPLAB_ROW2("shr.s16", int16_t, int16_t, U, s::shr(a, b));
  WARPLAB_ROW2("shr.u32", uint32_t, uint32_t, U, s::shr(a, b));
  WARPLAB_ROW2("shr.s32", int32_t, int32_t, U, s::shr(a, b));
  WARPLAB_ROW2("shr.u64", uint64_t, uint64_t, U, s::shr(a, b));
  WARPLAB_ROW2("shr.s64", int64_t, int64_t, U, s::shr(a, b));
  using enum s::FunnelMode;
  WARPLAB_ROW3("shf.l.clamp.b32", U, U, U, U, s::shf_l<Clamp>(a, b, c));
  WARPLAB_ROW3("shf.l.wrap.b32", U, U, U, U, s::shf_l<Wrap>(a, b, c));
  WARPLAB_ROW3("shf.r.clamp.b32", U, U, U, U, s::shf_r<Clamp>(a, b, c));
  WARPLAB_ROW3("shf.r.wrap.b32", U, U, U, U, s::shf_r<Wrap>(a, b, c));
  add_fields<int32_t>(t, "s32");
  add_fields<uint32_t>(t, "u32");
  add_fields<int64_t>(t, "s64");
  add_fields<uint64_t>(t, "u64");
  t.add("bfi.b32", {&insert_field<uint32_t>, 4, 4, 4, 4});
  t.add("bfi.b64", {&insert_field<uint64_t>, 8, 8, 8, 4});
  WARPLAB_ROW1("popc.b32", U, uint32_t, s::popc(a));
  WARPLAB_ROW1("popc.b64", U, uint64_t, s::popc(a));
  WARPLAB_ROW1("clz.b32", U, uint32_t, s::clz(a));
  WARPLAB_ROW1("clz.b64", U, uint64_t, s::clz(a));
  WARPLAB_ROW1("brev.b32", uint32_t, uint32_t, s::brev(a));
  WARPLAB_ROW1("brev.b64", uint64_t, uint64_t, s::brev(a));
  WARPLAB_ROW3("fns.b32", U, U, U, int32_t, s::fns(a, b, c));
  t.add("lop3.b32",
        {&map3_imm<[](U a, U b, U c, U imm) -> U { return s::lop3(a, b, c, imm); }, U, U, U, U>, 4,
         4, 4, 4});
  using enum s::PrmtMode;
  WARPLAB_ROW3("prmt.b32", U, U, U, U, s::prmt<Index>(a, b, c));
  WARPLAB_ROW3("prmt.b32.f4e", U, U, U, U, s::prmt<F4e>(a, b, c));
  WARPLAB_ROW3("prmt.b32.b4e", U, U, U, U, s::prmt<B4e>(a, b, c));
  WARPLAB_ROW3("prmt.b32.rc8", U, U, U, U, s::prmt<Rc8>(a, b, c));
  WARPLAB_ROW3("prmt.b32.ecl", U, U, U, U, s::prmt<Ecl>(a, b, c));
  WARPLAB_ROW3("prmt.b32.ecr", U, U, U, U, s::prmt<Ecr>(a, b, c));
  WARPLAB_ROW3("prmt.b32.rc16", U, U, U, U, s::prmt<Rc16>(a, b, c));
  WARPLAB_ROW2("szext.clamp.s32", U, U, U, (s::szext<int32_t, Clamp>(a, b)));
  WARPLAB_ROW2("szext.wrap.s32", U, U, U, (s::szext<int32_t, Wrap>(a, b)));
  WARPLAB_ROW2("szext.clamp.u32", U, U, U, (s::szext<uint32_t, Clamp>(a, b)));
  WARPLAB_ROW2("szext.wrap.u32", U, U, U, (s::szext<uint32_t, Wrap>(a, b)));
  WARPLAB_ROW2("bmsk.clamp.b32", U, U, U, s::bmsk<Clamp>(a, b));
  WARPLAB_ROW2("bmsk.wrap.b32", U, U, U, s::bmsk<Wrap>(a, b));
  t.add("and.pred",
        {&predicate_logic<[](U a, U b) { return a & b; }>, kPredicate, kPredicate, kPredicate, 0});
  t.add("or.pred",
        {&predicate_logic<[](U a, U b) { return a | b; }>, kPredicate, kPredicate, kPredicate, 0});
  t.add("xor.pred",
        {&predicate_logic<[](U a, U b) { return a ^ b; }>, kPredicate, kPredicate, kPredicate, 0});
  t.add("not.pred", {&predicate_logic<[](U a, U) { return ~a; }>, kPredicate, kPredicate, 0, 0});
  t.add("mov.pred", {&predicate_logic<[](U a, U) { return a; }>, kPredicate, kPredicate, 0, 0});
}

}  // namespace warplab::sim::WARPLAB_ISA
