#pragma once
// Real-number expressions in exercise files: the closed form of an output element, such as
// "i1 + i0 / 10" for element [i0][i1].
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace warplab::exercise {

struct Syntax;

// The operators of Expression over doubles ("/" divides exactly, "%" is the remainder with the sign
// of the dividend), decimal numbers, and the functions min, max, abs, floor, ceil, sqrt, exp, log
// (natural) and pow. Every one of them has the same value on every machine, to the last bit
// (elementary.hpp).
class Formula {
 public:
  static Result<Formula> parse(std::string_view text);
  // `values` has one number for each of names(), in that order. Division by zero follows IEEE 754.
  double evaluate(std::span<const double> values) const;
  const std::string& text() const { return text_; }
  const std::vector<std::string>& names() const;  // each once, in order of use

 private:
  std::shared_ptr<const Syntax> syntax_;
  std::string text_;
};

}  // namespace warplab::exercise
