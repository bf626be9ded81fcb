#include "model/instruction_work.hpp"

#include <algorithm>
#include <array>

namespace warplab::model {
namespace {

// Parts of a spelling that must be there, separated by blanks; types are alternatives.
struct Row {
  std::string_view opcode;
  std::string_view modifiers;  // all of them
  std::string_view types;      // one of them; empty: any
  InstructionWork work;
};

#define WORDS64 "s64 u64 b64"

// The first row that fits counts.
constexpr auto kRows = std::to_array<Row>({
    // Names for values and addresses; parameters are operands in the constant bank.
    {"mov", "", "", {Pipe::none, 0, 0}},
    {"cvta", "", "", {Pipe::none, 0, 0}},
    {"ld", "param", "", {Pipe::none, 0, 0}},
    {"st", "param", "", {Pipe::none, 0, 0}},
    {"ret", "", "", {Pipe::branch, 1, 1}},
    {"exit", "", "", {Pipe::branch, 1, 1}},
    {"bra", "", "", {Pipe::branch, 1, 1}},
    {"brx", "", "", {Pipe::branch, 2, 2}},
    {"call", "", "", {Pipe::branch, 2, 2}},
    // Memory. Addresses are folded into the instruction.
    {"ld", "", "", {Pipe::memory, 1, 1}},
    {"ldu", "", "", {Pipe::memory, 1, 1}},
    {"st", "", "", {Pipe::memory, 1, 1}},
    {"atom", "", "", {Pipe::memory, 1, 1}},
    {"red", "", "", {Pipe::memory, 1, 1}},
    {"cp", "", "", {Pipe::memory, 1, 1}},
    {"membar", "", "", {Pipe::memory, 1, 1}},
    {"fence", "", "", {Pipe::memory, 1, 1}},
    {"bar", "warp", "", {Pipe::integer, 1, 1}},
    {"bar", "", "", {Pipe::barrier, 1, 1}},
    {"barrier", "", "", {Pipe::barrier, 1, 1}},
    {"mbarrier", "", "", {Pipe::memory, 1, 1}},
    {"shfl", "", "", {Pipe::exchange, 1, 1}},
    {"match", "", "", {Pipe::exchange, 2, 2}},
    {"redux", "", "", {Pipe::exchange, 1, 1}},
    {"vote", "", "", {Pipe::integer, 1, 1}},
    // Division: a reciprocal and steps of Newton's method; of whole numbers by way of f32.
    {"div", "full", "f32", {Pipe::special, 5, 2, 4}},
    {"div", "approx", "f32", {Pipe::special, 2, 2, 1}},
    {"div", "", "f32", {Pipe::single, 17, 13}},
    {"div", "", "f64", {Pipe::double_, 25, 15, 17}},
    {"rem", "", WORDS64, {Pipe::multiply, 80, 50}},
    {"div", "", WORDS64, {Pipe::multiply, 80, 50}},
    {"div", "", "", {Pipe::multiply, 17, 15, 10}},
    {"rem", "", "", {Pipe::multiply, 18, 16, 10}},
    {"sqrt", "approx", "f32", {Pipe::special, 4, 2, 3}},
    {"sqrt", "", "f64", {Pipe::double_, 25, 15, 17}},
    {"sqrt", "", "f32", {Pipe::single, 12, 13}},
    {"rcp", "approx", "f32", {Pipe::special, 1, 1}},
    {"rcp", "", "f64", {Pipe::double_, 9, 7}},
    {"rcp", "", "f32", {Pipe::single, 8, 8}},
    // One look-up, and a scaling around it for very small numbers where .ftz does not forbid them.
    {"rsqrt", "ftz", "f32", {Pipe::special, 1, 1}},
    {"ex2", "ftz", "f32", {Pipe::special, 1, 1}},
    {"lg2", "ftz", "f32", {Pipe::special, 1, 1}},
    {"rsqrt", "", "f64", {Pipe::double_, 9, 7}},
    {"rsqrt", "", "", {Pipe::special, 4, 2, 3}},
    {"ex2", "", "", {Pipe::special, 4, 2, 3}},
    {"lg2", "", "", {Pipe::special, 4, 2, 3}},
    {"sin", "", "", {Pipe::special, 2, 2, 1}},
    {"cos", "", "", {Pipe::special, 2, 2, 1}},
    {"tanh", "", "", {Pipe::special, 1, 1}},
    {"popc", "", "b64", {Pipe::convert, 3, 2}},
    {"popc", "", "", {Pipe::convert, 1, 1}},
    {"clz", "", "", {Pipe::convert, 2, 2}},
    {"brev", "", "", {Pipe::convert, 1, 1}},
    {"bfind", "", "", {Pipe::convert, 1, 1}},
    // A sign or an absolute value is part of the instruction that uses it.
    {"neg", "", "f16 f16x2 f32 f64", {Pipe::none, 0, 0}},
    {"abs", "", "f16 f16x2 f32 f64", {Pipe::none, 0, 0}},
    // Between whole numbers: a wider register is a pair, of which one half is made.
    {"cvt", "u64 u32", "", {Pipe::none, 0, 0}},
    {"cvt", "u32 u64", "", {Pipe::none, 0, 0}},
    {"cvt", "", "f16 bf16 f32 f64", {Pipe::convert, 1, 1}},
    {"cvt", "", "", {Pipe::integer, 1, 1}},
    {"mul", "wide", "", {Pipe::multiply, 1, 1}},
    {"mul", "hi", "s32 u32", {Pipe::multiply, 2, 2}},
    {"mad", "wide", "", {Pipe::multiply, 1, 1}},
    {"mul", "", WORDS64, {Pipe::multiply, 4, 3}},
    {"mad", "", WORDS64, {Pipe::multiply, 4, 3}},
    {"mul", "", "f64", {Pipe::double_, 1, 1}},
    {"fma", "", "f64", {Pipe::double_, 1, 1}},
    {"mad", "", "f64", {Pipe::double_, 1, 1}},
    {"add", "", "f64", {Pipe::double_, 1, 1}},
    {"sub", "", "f64", {Pipe::double_, 1, 1}},
    {"min", "", "f64", {Pipe::double_, 2, 2}},
    {"max", "", "f64", {Pipe::double_, 2, 2}},
    {"setp", "", "f64", {Pipe::double_, 1, 1}},
    {"mul", "", "f32", {Pipe::single, 1, 1}},
    {"fma", "", "f32", {Pipe::single, 1, 1}},
    {"mad", "", "f32", {Pipe::single, 1, 1}},
    {"add", "", "f32", {Pipe::single, 1, 1}},
    {"sub", "", "f32", {Pipe::single, 1, 1}},
    {"mul", "", "f16 f16x2 bf16 bf16x2", {Pipe::half, 1, 1}},
    {"fma", "", "f16 f16x2 bf16 bf16x2", {Pipe::half, 1, 1}},
    {"add", "", "f16 f16x2 bf16 bf16x2", {Pipe::half, 1, 1}},
    {"sub", "", "f16 f16x2 bf16 bf16x2", {Pipe::half, 1, 1}},
    {"mul", "", "", {Pipe::multiply, 1, 1}},
    {"mad", "", "", {Pipe::multiply, 1, 1}},
    {"dp4a", "", "", {Pipe::multiply, 1, 1}},
    {"dp2a", "", "", {Pipe::multiply, 1, 1}},
    // 64 bits are two halves; of a sum the upper one waits for the carry.
    {"add", "", WORDS64, {Pipe::integer, 2, 2}},
    {"sub", "", WORDS64, {Pipe::integer, 2, 2}},
    {"setp", "", WORDS64, {Pipe::integer, 2, 2}},
    {"selp", "", WORDS64 " f64", {Pipe::integer, 2, 1}},
    {"shl", "", WORDS64, {Pipe::integer, 2, 1}},
    {"shr", "", WORDS64, {Pipe::integer, 2, 1}},
    {"and", "", WORDS64, {Pipe::integer, 2, 1}},
    {"or", "", WORDS64, {Pipe::integer, 2, 1}},
    {"xor", "", WORDS64, {Pipe::integer, 2, 1}},
    // Hardware adds in two places, and the compiler uses both (IADD3 and IMAD.IADD).
    {"add", "", "s32 u32", {Pipe::multiply, 1, 1}},
    {"sub", "", "s32 u32", {Pipe::multiply, 1, 1}},
    {"nanosleep", "", "", {Pipe::branch, 1, 1}},
    {"prefetch", "", "", {Pipe::memory, 1, 1}},
});

// Is `word` one of the parts of `spelling`, which dots separate?
bool has_part(std::string_view spelling, std::string_view word) {
  for (size_t begin = 0; begin <= spelling.size();) {
    const size_t end = std::min(spelling.find('.', begin), spelling.size());
    if (spelling.substr(begin, end - begin) == word) return true;
    begin = end + 1;
  }
  return false;
}

template <class Judge>
bool any_word(std::string_view words, const Judge& judge) {
  for (size_t begin = 0; begin < words.size();) {
    const size_t end = std::min(words.find(' ', begin), words.size());
    if (judge(words.substr(begin, end - begin))) return true;
    begin = end + 1;
  }
  return false;
}

bool fits(const Row& row, std::string_view spelling) {
  if (spelling.substr(0, spelling.find('.')) != row.opcode) return false;
  if (any_word(row.modifiers, [&](auto word) { return !has_part(spelling, word); })) return false;
  return row.types.empty() ||
         any_word(row.types, [&](auto word) { return has_part(spelling, word); });
}

}  // namespace

std::string_view name_of(Pipe pipe) {
  switch (pipe) {
    case Pipe::none: return "nothing";
    case Pipe::single: return "f32 arithmetic";
    case Pipe::integer: return "integer arithmetic";
    case Pipe::multiply: return "integer products";
    case Pipe::double_: return "f64 arithmetic";
    case Pipe::half: return "f16 arithmetic";
    case Pipe::special: return "special functions";
    case Pipe::convert: return "conversions";
    case Pipe::exchange: return "shuffles";
    case Pipe::memory: return "loads and stores";
    case Pipe::branch: return "branches";
    case Pipe::barrier: return "barriers";
  }
  return "";
}

InstructionWork work_of(std::string_view spelling) {
  const auto row = std::ranges::find_if(kRows, [&](const Row& r) { return fits(r, spelling); });
  return row == kRows.end() ? InstructionWork{Pipe::integer, 1, 1} : row->work;
}

double lanes_of(const Gpu& gpu, Pipe pipe) {
  switch (pipe) {
    case Pipe::single: return gpu.single_lanes;
    case Pipe::integer: return gpu.integer_lanes;
    case Pipe::multiply: return gpu.multiply_lanes;
    case Pipe::double_: return gpu.double_lanes;
    case Pipe::half: return gpu.half_lanes;
    case Pipe::special: return gpu.special_lanes;
    case Pipe::convert: return gpu.convert_lanes;
    case Pipe::exchange: return gpu.exchange_lanes;
    case Pipe::memory: return gpu.memory_lanes;
    case Pipe::barrier: return gpu.barrier_lanes;
    default: return 32 * static_cast<double>(gpu.schedulers);
  }
}

double latency_of(const Gpu& gpu, Pipe pipe) {
  switch (pipe) {
    case Pipe::none: return 0;
    case Pipe::multiply: return gpu.multiply_latency;
    case Pipe::double_: return gpu.double_latency;
    case Pipe::special: return gpu.special_latency;
    case Pipe::convert: return gpu.convert_latency;
    case Pipe::exchange: return gpu.exchange_latency;
    case Pipe::branch: return gpu.branch_latency;
    default: return gpu.arithmetic_latency;
  }
}

}  // namespace warplab::model
