#pragma once
// A file may ask which compiler reads it: `#ifdef __CUDACC_RTC__`. Around code of the host that is
// nobody's business. Where it decides what the kernel does, what was graded is not what others get
// who compile the same file, so it is asked what they would get.
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compile/reserved_names.hpp"

namespace warplab::compile {

struct AskedCompiler {
  size_t offset = 0;  // of the first question in the source
  std::string name;
  // The source as compilers would read it for whom no such name is defined, and for whom all are.
  // Places stay as they are, but for lines that come before the first.
  std::vector<std::string> otherwise;
};

// Nothing where it does not ask.
std::optional<AskedCompiler> asked_compiler(std::string_view source);

// The same without what only the host compiles, for a compiler that has nothing of the host:
// functions that are for no GPU, and includes, of which those that there are stand before the
// first line.
std::string without_host_code(std::string_view source);

// The kernels that a source defines more than once, in branches of the preprocessor.
std::vector<std::string> kernels_defined_twice(std::string_view source);

// The PTX of a text; none: it does not compile.
using CompileText = std::function<std::optional<std::string>(const std::string&)>;

// A source that asks which compiler reads it is compiled as others would read it, without what is
// for the host where that cannot be compiled here. Where neither can be done, one kernel of a name
// must be all there is. The first question, and a sentence, where the kernel is not `own` for
// everyone.
std::optional<ReservedName> find_difference(std::string_view source, std::string_view own,
                                            const CompileText& compile_text);

}  // namespace warplab::compile
