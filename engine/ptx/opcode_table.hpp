#pragma once
// The instructions that the simulator executes, in the notation of the PTX manual: one row for each
// form of an opcode. For opcode.cpp alone.
// Source: PTX ISA 9.0, chapter 9.7.
//
//   "dp4a.atype.btype d:b32, a:b32, b:b32, c:b32; .atype = .btype = u32 s32"
//
//   .word        this modifier, or one of the words that are listed behind the ; or in kLists
//   {.word}      the same, or nothing; where it is .rn, nothing means the same
//   d  p  p[|q]  written: a register, a predicate, one or two predicates
//   {!}c         a predicate that may be negated
//   {, c}        an operand that may be missing
//   [a]  {a}     an address, a vector
//   a:u32        of this type; without it the operand has the last type that the instruction names.
//                :dtype is the type in front of the last one, :wide twice as wide as the last
//
// Modifiers of an instruction that computes stand in this order, all others in any.
#include "ptx/opcode.hpp"

namespace warplab::ptx {

struct WordList {
  std::string_view name, words;
};

// For all rows; a row's own lists come before them.
constexpr auto kLists = std::to_array<WordList>({
    {"rnd", "rn rz rm rp"},
    {"frnd", "rn rz rm rp"},
    {"irnd", "rni rzi rmi rpi"},
    {"int", "u16 u32 u64 s16 s32 s64"},
    {"anyint", "u8 u16 u32 u64 s8 s16 s32 s64"},
    {"sint", "s16 s32 s64"},
    {"word", "u32 u64 s32 s64"},
    {"bits", "b16 b32 b64"},
    {"half", "f16 f16x2 bf16 bf16x2"},
    {"hilo", "hi lo"},
    {"mode", "clamp wrap"},
    {"BoolOp", "and or xor"},
    {"CmpOp", "eq ne lt le gt ge"},
    {"UCmpOp", "eq ne lt le gt ge lo ls hi hs"},
    {"FCmpOp", "eq ne lt le gt ge equ neu ltu leu gtu geu num nan"},
    {"sem", "weak volatile mmio relaxed acquire release acq_rel"},
    {"scope", "cta cluster gpu sys"},
    {"ss", "global shared shared::cta shared::cluster local param param::func param::entry const"},
    {"cop", "ca cg cs lu cv wb wt"},
    {"vec", "v2 v4 v8"},
    {"anytype", "b8 b16 b32 b64 b128 u8 u16 u32 u64 s8 s16 s32 s64 f16 f16x2 bf16 bf16x2 f32 f64"},
});

struct Row {
  std::string_view notation;
  Facts facts = {};
};

// The forms of one opcode stand together.
constexpr auto kRows = std::to_array<Row>({
    // Sums, products, quotients.
    {"add.int d, a, b", {.bits = BitRule::carry, .means = ValueFormula::sum}},
    {"add.type d, a, b; .type = u16x2 s16x2"},
    {"add.sat.s32 d, a, b"},
    {"add.cc.word d, a, b"},
    {"add{.rnd}{.ftz}{.sat}.f32 d, a, b"},
    {"add{.rnd}.f64 d, a, b"},
    {"add{.rn}{.ftz}.type d, a, b; .type = f16 f16x2"},
    {"add{.rn}.sat.type d, a, b; .type = f16 f16x2"},
    {"add{.rn}.type d, a, b; .type = bf16 bf16x2"},
    {"sub.int d, a, b", {.bits = BitRule::carry}},
    {"sub.sat.s32 d, a, b"},
    {"sub.cc.word d, a, b"},
    {"sub{.rnd}{.ftz}{.sat}.f32 d, a, b"},
    {"sub{.rnd}.f64 d, a, b"},
    {"sub{.rn}{.ftz}.type d, a, b; .type = f16 f16x2"},
    {"sub{.rn}.sat.type d, a, b; .type = f16 f16x2"},
    {"sub{.rn}.type d, a, b; .type = bf16 bf16x2"},
    {"mul.lo.int d, a, b", {.bits = BitRule::carry, .means = ValueFormula::product}},
    {"mul.hi.int d, a, b"},
    {"mul.wide.type d:wide, a, b; .type = u16 u32 s16 s32",
     {.bits = BitRule::carry, .means = ValueFormula::product}},
    {"mul{.rnd}{.ftz}{.sat}.f32 d, a, b"},
    {"mul{.rnd}.f64 d, a, b"},
    {"mul{.rn}{.ftz}.type d, a, b; .type = f16 f16x2"},
    {"mul{.rn}.sat.type d, a, b; .type = f16 f16x2"},
    {"mul{.rn}.type d, a, b; .type = bf16 bf16x2"},
    {"mad.lo.int d, a, b, c", {.means = ValueFormula::product_sum}},
    {"mad.hi.int d, a, b, c"},
    {"mad.wide.type d:wide, a, b, c:wide; .type = u16 u32 s16 s32"},
    {"mad.hi.sat.s32 d, a, b, c"},
    {"mad.hilo.cc.word d, a, b, c"},
    {"mad{.rnd}{.ftz}{.sat}.f32 d, a, b, c"},
    {"mad{.rnd}.f64 d, a, b, c"},
    {"fma{.rnd}{.ftz}{.sat}.f32 d, a, b, c"},
    {"fma{.rnd}.f64 d, a, b, c"},
    {"fma{.rn}{.ftz}.type d, a, b, c; .type = f16 f16x2"},
    {"fma{.rn}.sat.type d, a, b, c; .type = f16 f16x2"},
    {"fma{.rn}.relu.half d, a, b, c"},
    {"fma{.rn}.type d, a, b, c; .type = bf16 bf16x2"},
    {"addc{.cc}.word d, a, b", {.carries = true}},
    {"subc{.cc}.word d, a, b", {.carries = true}},
    {"madc.hilo{.cc}.word d, a, b, c", {.carries = true}},
    {"mul24.hilo.type d, a, b; .type = u32 s32"},
    {"mad24.hilo.type d, a, b, c; .type = u32 s32"},
    {"mad24.hi.sat.s32 d, a, b, c"},
    {"sad.int d, a, b, c"},
    {"dp4a.atype.btype d:b32, a:b32, b:b32, c:b32; .atype = .btype = u32 s32"},
    {"dp2a.hilo.atype.btype d:b32, a:b32, b:b32, c:b32; .atype = .btype = u32 s32"},
    {"vabsdiff4.u32.u32.u32{.add} d, a, b, c"},
    {"div.int d, a, b"},
    {"div{.rnd}{.ftz}.f32 d, a, b"},
    {"div{.rnd}.f64 d, a, b"},
    {"div.approx{.ftz}.f32 d, a, b"},
    {"div.full{.ftz}.f32 d, a, b"},
    {"rem.int d, a, b"},

    // Of one number.
    {"abs.sint d, a"},
    {"abs{.ftz}.f32 d, a"},
    {"abs.f64 d, a"},
    {"abs.half d, a"},
    {"neg.sint d, a", {.bits = BitRule::carry}},
    {"neg{.ftz}.f32 d, a"},
    {"neg.f64 d, a"},
    {"neg.half d, a"},
    {"rcp{.rnd}{.ftz}.f32 d, a"},
    {"rcp{.rnd}.f64 d, a"},
    {"rcp.approx{.ftz}.f32 d, a"},
    {"rcp.approx.ftz.f64 d, a"},
    {"sqrt{.rnd}{.ftz}.f32 d, a"},
    {"sqrt{.rnd}.f64 d, a"},
    {"sqrt.approx{.ftz}.f32 d, a"},
    {"rsqrt.approx{.ftz}.type d, a; .type = f32 f64"},
    {"sin.approx{.ftz}.f32 d, a"},
    {"cos.approx{.ftz}.f32 d, a"},
    {"lg2.approx{.ftz}.f32 d, a"},
    {"ex2.approx{.ftz}.f32 d, a"},
    {"ex2.approx.type d, a; .type = f16 f16x2"},
    {"ex2.approx.ftz.type d, a; .type = bf16 bf16x2"},
    {"tanh.approx.f32 d, a"},
    {"tanh.approx.half d, a"},

    // Comparing and choosing.
    {"min.int d, a, b"},
    {"min.type d, a, b; .type = u16x2 s16x2"},
    {"min.relu.type d, a, b; .type = s16 s32 s64 s16x2"},
    {"min.type.relu d, a, b; .type = s16 s32 s64 s16x2"},
    {"min{.ftz}{.NaN}.f32 d, a, b"},
    {"min{.ftz}{.NaN}.xorsign.abs.f32 d, a, b"},
    {"min.f64 d, a, b"},
    {"min{.NaN}.half d, a, b"},
    {"max.int d, a, b"},
    {"max.type d, a, b; .type = u16x2 s16x2"},
    {"max.relu.type d, a, b; .type = s16 s32 s64 s16x2"},
    {"max.type.relu d, a, b; .type = s16 s32 s64 s16x2"},
    {"max{.ftz}{.NaN}.f32 d, a, b"},
    {"max{.ftz}{.NaN}.xorsign.abs.f32 d, a, b"},
    {"max.f64 d, a, b"},
    {"max{.NaN}.half d, a, b"},
    {"copysign.type d, a, b; .type = f32 f64"},
    {"testp.op.type p, a; .op = finite infinite number notanumber normal subnormal; "
     ".type = f32 f64"},
    {"setp.CmpOp{.BoolOp}.sint p[|q], a, b{, {!}c}", {.bits = BitRule::compare}},
    {"setp.UCmpOp{.BoolOp}.type p[|q], a, b{, {!}c}; .type = u16 u32 u64 b16 b32 b64",
     {.bits = BitRule::compare}},
    {"setp.FCmpOp{.BoolOp}{.ftz}.f32 p[|q], a, b{, {!}c}"},
    {"setp.FCmpOp{.BoolOp}.f64 p[|q], a, b{, {!}c}"},
    {"setp.FCmpOp{.BoolOp}.half p[|q], a, b{, {!}c}"},
    {"set.CmpOp{.BoolOp}.dtype.sint d:dtype, a, b{, {!}c}; .dtype = u32 s32 f32"},
    {"set.UCmpOp{.BoolOp}.dtype.type d:dtype, a, b{, {!}c}; .dtype = u32 s32 f32; "
     ".type = u16 u32 u64 b16 b32 b64"},
    {"set.FCmpOp{.BoolOp}{.ftz}.dtype.f32 d:dtype, a, b{, {!}c}; .dtype = u32 s32 f32"},
    {"set.FCmpOp{.BoolOp}.dtype.f64 d:dtype, a, b{, {!}c}; .dtype = u32 s32 f32"},
    {"set.FCmpOp{.BoolOp}.dtype.f16 d:dtype, a, b{, {!}c}; .dtype = u32 s32 f16"},
    {"set.FCmpOp{.BoolOp}.dtype.f16x2 d:dtype, a, b{, {!}c}; .dtype = u32 s32 f16x2"},
    {"set.FCmpOp{.BoolOp}.dtype.bf16 d:dtype, a, b{, {!}c}; .dtype = u32 s32 bf16"},
    {"set.FCmpOp{.BoolOp}.dtype.bf16x2 d:dtype, a, b{, {!}c}; .dtype = u32 s32 bf16x2"},
    {"selp.type d, a, b, {!}c; .type = b16 b32 b64 u16 u32 u64 s16 s32 s64 f32 f64",
     {.bits = BitRule::select}},
    {"slct.dtype.s32 d:dtype, a:dtype, b:dtype, c; "
     ".dtype = b16 b32 b64 u16 u32 u64 s16 s32 s64 f32 f64"},
    {"slct.dtype.f32 d:dtype, a:dtype, b:dtype, c; .dtype = b32 u32 s32 f32"},

    // Bits.
    {"and.type d, a, b; .type = pred b16 b32 b64", {.bits = BitRule::and_}},
    {"or.type d, a, b; .type = pred b16 b32 b64", {.bits = BitRule::or_}},
    {"xor.type d, a, b; .type = pred b16 b32 b64", {.bits = BitRule::xor_}},
    {"not.type d, a; .type = pred b16 b32 b64", {.bits = BitRule::xor_}},
    {"cnot.bits d, a"},
    {"lop3.b32 d, a, b, c, immLut", {.bits = BitRule::table}},
    {"shl.bits d, a, b:u32", {.bits = BitRule::left, .means = ValueFormula::shifted}},
    {"shr.type d, a, b:u32; .type = b16 b32 b64 u16 u32 u64 s16 s32 s64", {.bits = BitRule::right}},
    {"shf.dir.mode.b32 d, a, b, c; .dir = l r", {.bits = BitRule::funnel}},
    {"bfe.u32 d, a, b, c", {.bits = BitRule::extract}},
    {"bfe.type d, a, b:u32, c:u32; .type = u64 s32 s64"},
    {"bfi.b32 d, a, b, c, e", {.bits = BitRule::insert}},
    {"bfi.b64 d, a, b, c:u32, e:u32"},
    {"bfind{.shiftamt}.word d:u32, a"},
    {"bmsk.mode.b32 d, a, b"},
    {"szext.mode.type d, a, b; .type = u32 s32"},
    {"brev.type d, a; .type = b32 b64"},
    {"clz.type d:u32, a; .type = b32 b64"},
    {"popc.type d:u32, a; .type = b32 b64"},
    {"fns.b32 d, a, b, c"},
    {"prmt.b32 d, a, b, c", {.bits = BitRule::permute}},
    {"prmt.b32.mode d, a, b, c; .mode = f4e b4e rc8 ecl ecr rc16"},

    // Moves and conversions.
    {"mov.type d, a; .type = pred b16 b32 b64 u16 u32 u64 s16 s32 s64 f16 f16x2 bf16 bf16x2 f32 "
     "f64",
     {.bits = BitRule::copy, .means = ValueFormula::same}},
    {"mov.b128 d, {a}", {.bits = BitRule::copy, .means = ValueFormula::same}},
    {"cvt.dtype.atype d:dtype, a; .dtype = .atype = u8 u16 u32 u64 s8 s16 s32 s64",
     {.bits = BitRule::extend, .means = ValueFormula::same}},
    {"cvt.sat.dtype.atype d:dtype, a; .dtype = .atype = u8 u16 u32 u64 s8 s16 s32 s64",
     {.means = ValueFormula::same}},
    {"cvt.f32.atype d:f32, a; .atype = f16 bf16 f32"},
    {"cvt.f64.atype d:f64, a; .atype = f16 bf16 f32 f64"},
    {"cvt.ftz.f32.atype d:f32, a; .atype = f16 f32"},
    {"cvt.ftz.f64.f32 d:f64, a"},
    {"cvt{.ftz}.sat.f32.f32 d, a"},
    {"cvt.sat.f64.f64 d, a"},
    {"cvt.frnd.dtype.anyint d:dtype, a; .dtype = f16 bf16 f32 f64"},
    {"cvt.frnd.dtype.f32 d:dtype, a; .dtype = f16 bf16"},
    {"cvt.frnd.dtype.f32 d:dtype, a, b; .dtype = f16x2 bf16x2"},
    {"cvt.near.relu.dtype.f32 d:dtype, a; .near = rn rz; .dtype = f16 bf16"},
    {"cvt.near.relu.dtype.f32 d:dtype, a, b; .near = rn rz; .dtype = f16x2 bf16x2"},
    {"cvt.near{.relu}.satfinite.dtype.f32 d:dtype, a; .near = rn rz; .dtype = f16 bf16"},
    {"cvt.near{.relu}.satfinite.dtype.f32 d:dtype, a, b; .near = rn rz; .dtype = f16x2 bf16x2"},
    {"cvt.frnd.sat.f16.f32 d:f16, a"},
    {"cvt.frnd.bf16.f16 d:bf16, a"},
    {"cvt.frnd.f16.bf16 d:f16, a"},
    {"cvt.rn.satfinite{.relu}.dtype.f32 d:b16, a, b; .dtype = e4m3x2 e5m2x2"},
    {"cvt.rn.satfinite{.relu}.dtype.f16x2 d:b16, a; .dtype = e4m3x2 e5m2x2"},
    {"cvt.rn{.relu}.f16x2.atype d:f16x2, a:b16; .atype = e4m3x2 e5m2x2"},
    {"cvt.frnd.dtype.f64 d:dtype, a; .dtype = f16 bf16 f32"},
    {"cvt.frnd.ftz.f32.f64 d:f32, a"},
    {"cvt.frnd.sat.f32.f64 d:f32, a"},
    {"cvt.rnd{.satfinite}.tf32.f32 d:b32, a; .rnd = rn rz rna"},
    {"cvt.near{.satfinite}.relu.tf32.f32 d:b32, a; .near = rn rz"},
    {"cvt.irnd{.ftz}{.sat}.anyint.f32 d:dtype, a"},
    {"cvt.irnd{.sat}.anyint.f64 d:dtype, a"},
    {"cvt.irnd.anyint.atype d:dtype, a; .atype = f16 bf16"},
    {"cvt.irnd{.ftz}.f32.f32 d, a"},
    {"cvt.irnd.sat.f32.f32 d, a"},
    {"cvt.irnd.f64.f64 d, a"},
    {"cvt.irnd.f16.f16 d, a"},
    {"cvt.irnd.bf16.bf16 d, a"},
    {"cvt.pack.sat.dtype.s32 d:b32, a, b; .dtype = u16 s16"},
    {"cvt.pack.sat.dtype.s32.b32 d, a, b, c; .dtype = u8 s8"},
    {"cvta{.to}.ss.type d, a; .type = u32 u64",
     {.family = Family::address, .means = ValueFormula::same}},
    {"isspacep.ss p, a", {Family::address}},

    // Memory.
    {"ld{.sem}{.scope}{.ss}{.cop}{.nc}{.unified}{.vec}.anytype d, [a]", {Family::load}},
    {"ldu{.ss}{.vec}.anytype d, [a]", {Family::load}},
    {"st{.sem}{.scope}{.ss}{.cop}{.unified}{.vec}.anytype [a], b", {Family::store}},
    {"atom{.sem}{.scope}{.ss}.op{.noftz}{.vec}.anytype d, [a], b{, c}; "
     ".op = add and cas dec exch inc max min or xor",
     {Family::atomic}},
    {"red{.sem}{.scope}{.ss}.op{.noftz}{.vec}.anytype [a], b; "
     ".op = add and dec inc max min or xor",
     {Family::atomic}},
    {"cp.async.cop.ss.global [a], [b], size{, limit}", {Family::copy}},
    {"cp.async.commit_group", {Family::copy}},
    {"cp.async.wait_group groups", {Family::copy}},
    {"cp.async.wait_all", {Family::copy}},
    {"cp.async.bulk.ss.global.done [a], [b], size, [object]; .done = mbarrier::complete_tx::bytes",
     {Family::copy}},
    {"cp.async.bulk.global.ss.bulk_group [a], [b], size", {Family::copy}},
    {"cp.async.bulk.commit_group", {Family::copy}},
    {"cp.async.bulk.wait_group{.read} groups", {Family::copy}},
    {"cp.async.mbarrier.arrive{.noinc}{.ss}.b64 [a]", {Family::copy}},
    {"mbarrier.init{.ss}.b64 [a], count", {.family = Family::object, .passes_time = true}},
    {"mbarrier.inval{.ss}.b64 [a]", {.family = Family::object, .passes_time = true}},
    {"mbarrier.how{.noComplete}{.expect_tx}{.sem}{.scope}{.ss}.b64 d, [a]{, count}; "
     ".how = arrive arrive_drop",
     {.family = Family::object, .passes_time = true}},
    {"mbarrier.how{.sem}{.scope}{.ss}.b64 [a], bytes; .how = expect_tx complete_tx",
     {.family = Family::object, .passes_time = true}},
    {"mbarrier.how{.parity}{.sem}{.scope}{.ss}.b64 p, [a], state{, time}; .how = test_wait "
     "try_wait",
     {.family = Family::object, .passes_time = true}},
    {"mbarrier.pending_count.b64 d:u32, state", {.family = Family::object, .passes_time = true}},
    {"membar.level; .level = cta gl sys", {Family::fence}},
    {"fence{.sem}.scope; .sem = sc acq_rel acquire release", {Family::fence}},
    {"fence.proxy.kind; .kind = alias async async.global async.shared::cta", {Family::fence}},
    {"fence.mbarrier_init.release.cluster", {Family::fence}},
    {"prefetch{.ss}.level [a]; .level = L1 L2", {Family::hint}},
    {"prefetchu.L1 [a]", {Family::hint}},
    {"applypriority{.ss} [a], size", {Family::hint}},

    // Where threads go, and what they do together.
    {"bra{.uni} label", {Family::branch}},
    {"brx.idx{.uni} a, labels", {Family::branch}},
    {"call{.uni} results, function, arguments", {Family::call}},
    {"ret{.uni}", {Family::leave}},
    {"exit", {Family::leave}},
    {"trap", {Family::trap}},
    {"brkpt", {Family::trap}},  // without a debugger
    {"bar{.cta}.sync{.aligned} a{, b}", {Family::barrier}},
    {"bar{.cta}.arrive{.aligned} a, b", {Family::barrier}},
    {"bar{.cta}.red.popc{.aligned}.u32 d, a{, b}, {!}c", {Family::barrier}},
    {"bar{.cta}.red.op{.aligned}.pred p, a{, b}, {!}c; .op = and or", {Family::barrier}},
    {"bar.warp.sync mask", {Family::barrier}},
    {"barrier{.cta}.sync{.aligned} a{, b}", {Family::barrier}},
    {"barrier{.cta}.arrive{.aligned} a, b", {Family::barrier}},
    {"barrier{.cta}.red.popc{.aligned}.u32 d, a{, b}, {!}c", {Family::barrier}},
    {"barrier{.cta}.red.op{.aligned}.pred p, a{, b}, {!}c; .op = and or", {Family::barrier}},
    {"shfl.sync.mode.b32 d[|p], a, b, c, mask; .mode = up down bfly idx", {Family::exchange}},
    {"vote.sync.mode.pred p, {!}a, mask; .mode = all any uni", {Family::exchange}},
    {"vote.sync.ballot.b32 d, {!}a, mask", {Family::exchange}},
    {"match.any.sync.type d:b32, a, mask; .type = b32 b64", {Family::exchange}},
    {"match.all.sync.type d[|p]:b32, a, mask; .type = b32 b64", {Family::exchange}},
    {"redux.sync.op.type d, a, mask; .op = add min max and or xor; .type = u32 s32 b32",
     {Family::exchange}},
    {"ldmatrix.sync.aligned.m8n8.count{.trans}{.ss}.b16 d, [a]; .count = x1 x2 x4",
     {Family::matrix}},
    {"stmatrix.sync.aligned.m8n8.count{.trans}{.ss}.b16 [a], b; .count = x1 x2 x4",
     {Family::matrix}},
    {"movmatrix.sync.aligned.m8n8.trans.b16 d, a", {Family::matrix}},
    {"mma.sync.aligned.shape.row.col{.satfinite}{.BitOp}{.popc}.element d, a, b, c; "
     ".shape = m8n8k4 m8n8k16 m8n8k32 m8n8k128 m16n8k4 m16n8k8 m16n8k16 m16n8k32 m16n8k64 "
     "m16n8k128 m16n8k256; .BitOp = xor and; .element = f16 bf16 tf32 f32 f64 s8 u8 s4 u4 b1 s32",
     {Family::matrix}},
    {"wmma.load.role.sync.aligned.layout.shape{.ss}.element d, [a]{, stride}; .role = a b c; "
     ".layout = row col; .shape = m16n16k16 m8n32k16 m32n8k16 m16n16k8 m8n8k4 m8n8k32 m8n8k128; "
     ".element = f16 bf16 tf32 f32 f64 s8 u8 s4 u4 b1 s32",
     {Family::matrix}},
    {"wmma.store.d.sync.aligned.layout.shape{.ss}.element [a], b{, stride}; .layout = row col; "
     ".shape = m16n16k16 m8n32k16 m32n8k16 m16n16k8 m8n8k4 m8n8k32 m8n8k128; "
     ".element = f16 f32 f64 s32",
     {Family::matrix}},
    {"wmma.mma.sync.aligned.layout.shape{.satfinite}{.rn}{.BitOp}{.popc}.element d, a, b, c; "
     ".layout = row col; .shape = m16n16k16 m8n32k16 m32n8k16 m16n16k8 m8n8k4 m8n8k32 m8n8k128; "
     ".BitOp = xor and; .element = f16 bf16 tf32 f32 f64 s8 u8 s4 u4 b1 s32",
     {Family::matrix}},
    {"activemask.b32 d", {Family::members}},
    {"elect.sync d[|p]:b32, mask", {Family::members}},

    // Nothing depends on them here.
    {"nanosleep.u32 a", {.family = Family::hint, .passes_time = true}},
    {"pmevent{.mask} a", {Family::hint}},
    {"griddepcontrol.action; .action = launch_dependents wait", {Family::hint}},
    {"setmaxnreg.action.sync.aligned.u32 a; .action = inc dec", {Family::hint}},
});

}  // namespace warplab::ptx
