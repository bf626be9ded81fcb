#include "compile/messages/remarks.hpp"

#include <array>
#include <cstddef>

namespace warplab::compile {
namespace {

// In the order of Remark.
constexpr auto kRemarks = std::to_array<std::string_view>({
    R"("{condition}" stores into {place}, and then tests whether that is not 0. == compares.)",
    "the ; after this if ends it: what follows is done in every case. Take that ; out.",
    "the ; after this {word} ends it: what follows in { } is done once. Take that ; out.",
    R"("{chain}" compares what comes of "{first}", which is 0 or 1. Write {first} && {second}.)",
    "^ is no power in C++, but works on single bits. Write the number itself, such as 0.1f or "
    "1e3f, or a shift, such as 1 << 8.",
    R"("=+" stores the value, as = does; "+=" adds it.)",
    R"("=-" stores the negative of the value; "-=" subtracts it.)",
    "{whole},{part} are two numbers, of which the second one is used nowhere. A fraction has a "
    "point: {whole}.{part}f.",
    "line {line} declares it and does not say what it does: { } with its statements stands in the "
    "place of that \";\"",
    "on line {line} it is a function that kernels call. A kernel has __global__ before its type, "
    "as in extern \"C\" __global__ void {name}(...)",
    "on line {line} it is a template, and the exercise launches its kernel by its name alone: "
    "write it with its types, without template <...>",
    "a __global__ function call must be configured: {name} is a kernel, which host code starts "
    "with "
    "<<< >>>. Code that kernels share goes into a __device__ function.",
    R"(identifier "{name}" is undefined in device code: line {line} makes it an array of the host. )"
    "Write __constant__ in front of it, or declare it in the function that uses it.",
    R"(identifier "{name}" is undefined in device code: the constant on line {line} has a value )"
    "there, and no address. Copy it into a variable of the function first.",
    "`{name}` is a word of C++, and a macro of that name would give it another meaning; choose "
    "another name.",
    "names that begin with `warplab_undefined` belong to the lab; choose another name.",
    "the file has {megabytes} MB; a kernel file may have at most 1 MB.",
    "the file is binary (byte {byte} is 0); expected the text of a CUDA kernel.",
    "this NVRTC has no compute capability {asked}; expected one from {lowest} to {highest}.",
    "the kernel becomes more than {mebibytes} MiB of PTX; is there a large array with initial "
    "values?",
    "the compiler gave up without a reason ({status}). Inline PTX and very large variables can do "
    "that: take parts of the file out until it compiles, and look at the part that you took out "
    "last.",
});
static_assert(kRemarks.size() == static_cast<size_t>(Remark::gave_up) + 1);

}  // namespace

std::string_view sentence_of(Remark remark) { return kRemarks[static_cast<size_t>(remark)]; }
std::span<const std::string_view> remark_sentences() { return kRemarks; }

}  // namespace warplab::compile
