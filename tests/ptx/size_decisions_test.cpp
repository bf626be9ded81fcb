#include "ptx/size_decisions.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "ptx/parser.hpp"

using namespace warplab;
using data::Decided;

namespace {

// Of a kernel that loads %a and %b from scalar parameters, %t from %tid.x and %v from memory.
data::SizeFormula formula_of_steps(const std::string& steps) {
  const auto module = ptx::parse(fmt::format(R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 data, .param .u32 a, .param .u32 b) {{
  .reg .pred %p, %q, %r;
  .reg .b32 %a, %b, %t, %v, %x, %y;
  .reg .b64 %d, %w;
  .reg .f32 %f, %g;
  ld.param.u64 %d, [data];
  ld.param.u32 %a, [a];
  ld.param.u32 %b, [b];
  mov.u32 %t, %tid.x;
  ld.global.u32 %v, [%d];
  {}
  ret;
}})",
                                             steps));
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  return ptx::size_decisions(module->functions[0]);
}

// More than are computed at once.
constexpr size_t kSizes = 300;

// "y", "n" or "?" for each decision, with these values of a and b.
std::string decided(const std::string& steps, int64_t a, int64_t b) {
  const auto formula = data::formula_of(data::numbers_of(formula_of_steps(steps)));
  REQUIRE(formula);
  const std::vector<int64_t> of_a(kSizes, a), of_b(kSizes, b);
  const std::vector<data::SizeFormulaRun::Column> arguments = {{}, of_a, of_b};
  std::vector<Decided> each(kSizes);
  data::SizeFormulaRun(*formula).decide(arguments, each);
  const Decided d = each.back();
  CHECK(each.front() == d);
  std::string text;
  for (size_t k = 0; k < formula->decisions(); ++k)
    text += d.yes >> k & 1 ? "y" : d.no >> k & 1 ? "n" : "?";
  return text;
}

}  // namespace

TEST_CASE("a decision by parameters alone is computed as the kernel computes it") {
  const std::string product = "mul.lo.s32 %x, %a, %b; setp.eq.s32 %p, %x, 1147;";
  CHECK(decided(product, 31, 37) == "y");
  CHECK(decided(product, 31, 38) == "n");
  CHECK(decided("mul.lo.s32 %x, %a, -1640531535; shr.u32 %y, %x, 20; setp.eq.s32 %p, %y, 291;",
                1856, 0) == "y");
  CHECK(decided("popc.b32 %x, %a; setp.gt.s32 %p, %x, 10;", 2047, 0) == "y");
  CHECK(decided("rem.s32 %x, %a, 7; setp.eq.s32 %p, %x, -3;", -10, 0) == "y");
  CHECK(decided("mul.wide.s32 %w, %a, %b; setp.lt.s64 %p, %w, 0;", -5, 2'000'000'000) == "y");
  CHECK(decided("cvt.rn.f32.s32 %f, %a; sqrt.rn.f32 %g, %f; setp.eq.f32 %p, %g, 0f422C0000;", 1849,
                0) == "y");
  CHECK(decided("shr.s32 %x, %a, 31; setp.eq.s32 %p, %x, -1;", -1, 0) == "y");
}

TEST_CASE("what is joined of two comparisons is a decision, too") {
  const std::string both = "setp.eq.s32 %p, %a, 37; setp.eq.s32 %q, %b, 41; and.pred %r, %p, %q;";
  CHECK(decided(both, 37, 41) == "yyy");
  CHECK(decided(both, 37, 40) == "ynn");
  CHECK(decided("setp.gt.s32 %p, %a, 5; setp.lt.or.s32 %q, %b, 3, !%p;", 4, 9) == "ny");
}

TEST_CASE("what threads, memory, pointers or loops decide is left out") {
  CHECK(formula_of_steps("setp.lt.s32 %p, %t, %a;").steps.empty());
  CHECK(formula_of_steps("setp.lt.s32 %p, %v, %a;").steps.empty());
  CHECK(formula_of_steps("setp.lt.s32 %p, 1, 2;").steps.empty());
  CHECK(
      formula_of_steps("mov.u32 %x, %a; add.s32 %x, %x, 1; setp.lt.s32 %p, %x, 9;").steps.empty());
  CHECK(decided("and.b64 %w, %d, 15; setp.ne.s64 %p, %w, 0;", 1, 2) == "?");
}

TEST_CASE("numbers that are no formula are refused") {
  const data::SizeFormula formula = formula_of_steps("setp.eq.s32 %p, %a, 37;");
  std::vector<int64_t> numbers = data::numbers_of(formula);
  REQUIRE(data::formula_of(numbers));
  const auto refuses = [&](size_t at, int64_t value) {
    std::vector<int64_t> other = numbers;
    other[at] = value;
    return !data::formula_of(other);
  };
  const size_t decision = numbers.size() - 5;
  CHECK(refuses(decision, 1000));                                          // no such rule
  CHECK(refuses(decision + 1, 7));                                         // no such type
  CHECK(refuses(decision + 2, -1));                                        // no such step
  CHECK(refuses(decision + 2, static_cast<int64_t>(numbers.size() / 5)));  // not before it
  numbers.pop_back();
  CHECK_FALSE(data::formula_of(numbers));
  CHECK_FALSE(data::formula_of(std::vector<int64_t>(5 * 513, 0)));
}
