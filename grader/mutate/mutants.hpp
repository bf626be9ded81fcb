#pragma once
// Small mistakes put into a kernel that is right, one at a time: an exercise whose gates let one
// through has a hole. The kinds are those that students make, and the operators of mutation testing
// (Jia and Harman, "An analysis and survey of the development of mutation testing", IEEE TSE 2011).
#include <string>
#include <string_view>
#include <vector>

namespace warplab::grader {

struct Mutant {
  int line = 0;
  std::string kind;    // "missing barrier", "off by one"
  std::string change;  // "`i < n` becomes `i <= n`"
  std::string text;    // the whole file
};

// All mutants of the kernels in `source`, in the order of the file; no two have one text.
std::vector<Mutant> mutants_of(std::string_view source);

}  // namespace warplab::grader
