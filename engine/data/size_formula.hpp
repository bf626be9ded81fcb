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
    convert,  // from the type `b`, see type_number()
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

// The type of a step's operands as one number, for `b` of a conversion.
int64_t type_number(const SizeFormula::Step& step);

// As whole numbers, and back; none where they are no formula.
std::vector<int64_t> numbers_of(const SizeFormula& formula);
std::optional<SizeFormula> formula_of(std::span<const int64_t> numbers);

// Which decisions are true and which are false (bit k: the k-th), of the first 64; what depends on
// an argument that is not known is neither.
struct Decided {
  uint64_t yes = 0, no = 0;
  friend bool operator==(const Decided&, const Decided&) = default;
};
// What is decided at many sizes: argument k has at size i the value arguments[k][i]; empty: it is
// not known. One step is computed for many sizes at a time, which takes a tenth of the time.
class SizeFormulaRun {
 public:
  using Column = std::span<const int64_t>;
  explicit SizeFormulaRun(const SizeFormula& formula);
  void decide(std::span<const Column> arguments, std::span<Decided> decided);

 private:
  static constexpr size_t kTogether = 256;
  void decide_some(std::span<const Column> arguments, size_t begin, std::span<Decided> decided);
  uint64_t* at(int64_t step) { return values_.data() + static_cast<size_t>(step) * kTogether; }

  const SizeFormula& formula_;
  std::vector<uint64_t> values_;  // of kTogether sizes, step by step
  std::vector<char> known_;       // by step
};

}  // namespace warplab::data
