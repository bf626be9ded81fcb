#include "compile/name_hints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "base/words.hpp"
#include "compile/source_tokens.hpp"

namespace warplab::compile {
namespace {

// Names that beginners mistype.
// clang-format off
constexpr std::string_view kDeviceNames[] = {
    "__syncthreads", "__syncwarp", "__shared__", "__global__", "__device__", "__constant__",
    "__restrict__", "threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "atomicAdd",
    "atomicSub", "atomicMin", "atomicMax", "atomicExch", "atomicCAS", "atomicAnd", "atomicOr",
    "atomicXor", "atomicInc", "atomicDec", "__shfl_sync", "__shfl_up_sync", "__shfl_down_sync",
    "__shfl_xor_sync", "__ballot_sync", "__any_sync", "__all_sync", "__activemask",
    "__match_any_sync", "__popc", "__ffs", "__clz", "__threadfence", "__threadfence_block",
    "__ldg", "clock64", "printf", "rsqrtf", "fmaxf", "fminf", "sqrtf", "fabsf", "expf", "logf",
    "powf", "sinf", "cosf", "float4", "make_float4", "uint32_t", "int32_t", "INFINITY",
};
// clang-format on

// Fewest single-character changes (insert, delete, replace) from `a` to `b`.
size_t distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t replaced = diagonal + (a[i] != b[j] ? 1 : 0);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row[b.size()];
}

// The one name of CUDA's that `written` is close to, if there is one.
std::string_view meant(std::string_view written) {
  // Two slips in a long name, one in a short one: more would guess.
  const size_t allowed = written.size() >= 8 ? 2 : 1;
  std::string_view best;
  size_t best_distance = allowed + 1;
  for (const std::string_view known : kDeviceNames) {
    if (written.size() > known.size() + allowed || known.size() > written.size() + allowed)
      continue;
    const size_t changes = distance(written, known);
    if (changes < best_distance) {
      best = known;
      best_distance = changes;
    }
  }
  return written.size() >= 4 ? best : std::string_view{};
}

// Names that need a header, by what it is.
struct NeededHeader {
  std::string_view name, header;
};
constexpr NeededHeader kNeededHeaders[] = {
    {"half", "cuda_fp16.h"},
    {"__half", "cuda_fp16.h"},
    {"half2", "cuda_fp16.h"},
    {"__half2", "cuda_fp16.h"},
    {"__nv_bfloat16", "cuda_bf16.h"},
    {"nv_bfloat16", "cuda_bf16.h"},
    {"assert", "cassert"},
    {"FLT_MAX", "cfloat"},
    {"FLT_MIN", "cfloat"},
    {"FLT_EPSILON", "cfloat"},
    {"DBL_MAX", "cfloat"},
    {"INT_MAX", "climits"},
    {"INT_MIN", "climits"},
    {"UINT_MAX", "climits"},
    {"M_PI", "cmath"},
    {"cooperative_groups", "cooperative_groups.h"},
    {"cg", "cooperative_groups.h"},
};

constexpr std::pair<std::string_view, std::string_view> kOfOtherLanguages[] = {
    {"True", "true"},       {"False", "false"},
    {"None", "nullptr"},    {"int32", "int"},
    {"uint32", "unsigned"}, {"float32", "float"},
    {"float64", "double"},  {"int64", "long long"},
    {"boolean", "bool"},    {"string", "const char*, which is all the text that device code has"},
};

}  // namespace

std::string undefined_hint(std::string_view name) {
  for (const NeededHeader& needed : kNeededHeaders)
    if (needed.name == name) return fmt::format("; it needs #include <{}>", needed.header);
  if (name.starts_with("cuda") && name.size() > 4 && name[4] >= 'A' && name[4] <= 'Z')
    return " (calls of the CUDA runtime are host code; Warp Lab allocates, copies and launches)";
  for (const auto& [other, here] : kOfOtherLanguages)
    if (other == name) return fmt::format("; write {}", here);
  if (name == "cout" || name == "endl") return " (device code prints with printf)";
  if (const std::string_view known = meant(name); !known.empty())
    return fmt::format("; did you mean {}?", known);
  return {};
}

std::string declared_below_hint(std::string_view source, std::string_view name, int line) {
  const std::vector<SourceToken> tokens = source_tokens(source);
  for (size_t i = 1; i + 1 < tokens.size(); ++i) {
    if (tokens[i].text != name) continue;
    const int at =
        1 + static_cast<int>(std::ranges::count(source.substr(0, tokens[i].offset), '\n'));
    // A type before it, and what a declaration goes on with.
    const bool is_declared = is_word_character(tokens[i - 1].text.back()) &&
                             tokens[i - 1].text != "return" && tokens[i - 1].text != "else";
    const std::string_view next = tokens[i + 1].text;
    if (at > line && is_declared && (next == "(" || next == "=" || next == ";" || next == "["))
      return fmt::format("; it is declared on line {}, and must stand above what uses it", at);
  }
  return {};
}

std::string missing_in_std_hint(std::string_view name) {
  if (name == "min" || name == "max") return fmt::format(" for device code; write {}(a, b)", name);
  if (name == "cout" || name == "endl" || name == "cerr") return "; device code prints with printf";
  return "; device code has C's mathematics, the fixed-width integers and numeric_limits there";
}

}  // namespace warplab::compile
