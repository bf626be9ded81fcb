#pragma once
// What a kernel decides by its scalar arguments alone, such as `rows * cols == 1147`: steps that
// compute it, so that sizes can be found at which it decides otherwise than in any planned run
// (verdict/deciding_sizes.hpp). They come from a student's kernel and travel as whole numbers.
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace warplab::data {

struct SizeFormula {
  enum class Rule : uint8_t {
    parameter,  // `a`: its index
    constant,   // `a`: its bits
    add,
    sub,
    mul,
    mul_high,
    div,
    rem,
    bit_and,
    bit_or,
    bit_xor,
    bit_not,
    shift_left,
    shift_right,
    min,
    max,
    neg,
    abs,
    popc,
    clz,
    brev,
    sqrt,
    select,   // c ? a : b
    convert,  // from the type `b`, see of_type()
    equal,
    not_equal,
    less,
    less_or_equal,
    greater,
    greater_or_equal,
    decision,  // `a` decides something
  };
  struct Step {
    Rule rule = Rule::constant;
    uint8_t bits = 64;  // of its operands
    bool is_signed = false, is_float = false;
    int64_t a = 0, b = 0, c = 0;  // earlier steps
  };
  std::vector<Step> steps;

  size_t decisions() const;
};

// How many steps there are at most; what a kernel decides beyond them is not looked at.
inline constexpr size_t kMostFormulaSteps = 512;

// How many of `a`, `b` and `c` are earlier steps, in this order.
int operands_of(SizeFormula::Rule rule);

// As whole numbers, and back; none where they are no formula.
std::vector<int64_t> numbers_of(const SizeFormula& formula);
std::optional<SizeFormula> formula_of(std::span<const int64_t> numbers);

// Which decisions are true and which are false for these arguments (bit k: the k-th), of the first
// 64; what depends on an argument that has no number here is neither.
struct Decided {
  uint64_t yes = 0, no = 0;
};
class SizeFormulaRun {
 public:
  explicit SizeFormulaRun(const SizeFormula& formula);
  Decided decide(std::span<const std::optional<int64_t>> arguments);

 private:
  const SizeFormula& formula_;
  std::vector<uint64_t> values_;
  std::vector<char> known_;
};

}  // namespace warplab::data
