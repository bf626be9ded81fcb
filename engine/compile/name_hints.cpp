#include "compile/name_hints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>
#include <vector>

#include "base/words.hpp"

namespace warplab::compile {
namespace {

using source::DeclaredName;
using source::Scopes;
using source::Tokens;

// Names that beginners mistype: CUDA's, and the words of C++.
// clang-format off
constexpr std::string_view kKnownNames[] = {
    "__syncthreads", "__syncwarp", "__shared__", "__global__", "__device__", "__constant__",
    "__restrict__", "threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "atomicAdd",
    "atomicSub", "atomicMin", "atomicMax", "atomicExch", "atomicCAS", "atomicAnd", "atomicOr",
    "atomicXor", "atomicInc", "atomicDec", "__shfl_sync", "__shfl_up_sync", "__shfl_down_sync",
    "__shfl_xor_sync", "__ballot_sync", "__any_sync", "__all_sync", "__activemask",
    "__match_any_sync", "__popc", "__ffs", "__clz", "__threadfence", "__threadfence_block",
    "__ldg", "clock64", "printf", "rsqrtf", "fmaxf", "fminf", "sqrtf", "fabsf", "expf", "logf",
    "powf", "sinf", "cosf", "float4", "make_float4", "uint32_t", "int32_t", "INFINITY",
    "bool", "break", "char", "const", "constexpr", "continue", "double", "else", "extern", "false",
    "float", "for", "if", "int", "long", "nullptr", "reinterpret_cast", "return", "short", "sizeof",
    "static", "static_cast", "struct", "switch", "template", "true", "typename", "unsigned", "void",
    "while",
};
// clang-format on

// Fewest changes of single characters (insert, delete, replace, swap two neighbours) from `a` to
// `b`.
size_t distance(std::string_view a, std::string_view b) {
  std::vector<size_t> before(b.size() + 1), row(b.size() + 1), next(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    next[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      next[j + 1] = std::min({row[j] + (a[i] != b[j] ? 1 : 0), next[j] + 1, row[j + 1] + 1});
      if (i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j])
        next[j + 1] = std::min(next[j + 1], before[j - 1] + 1);
    }
    std::swap(before, row);
    std::swap(row, next);
  }
  return row[b.size()];
}

// Do they have the same letters, but for two neighbours that have changed places?
bool are_swapped(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  const auto [at_a, at_b] = std::ranges::mismatch(a, b);
  const auto i = static_cast<size_t>(at_a - a.begin());
  return i + 1 < a.size() && a[i] == b[i + 1] && a[i + 1] == b[i] &&
         a.substr(i + 2) == b.substr(i + 2);
}

// Without underscores, in small letters: `global` and `__global__`, `N` and `n` are the same.
std::string letters_of(std::string_view name) {
  std::string letters = in_small_letters(name);
  std::erase(letters, '_');
  return letters;
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
    {"True", "true"},
    {"False", "false"},
    {"None", "nullptr"},
    {"int32", "int"},
    {"uint32", "unsigned"},
    {"float32", "float"},
    {"float64", "double"},
    {"int64", "long long"},
    {"boolean", "bool"},
    {"string", "const char*, the only kind of text that device code has"},
    {"elif", "else if"},
    {"null", "nullptr, or 0 for a number"},
    {"elseif", "else if"},
    {"def", "the type of what the function returns, such as void"},
    {"let", "a type, such as int or float"},
    {"var", "a type, such as int or float"},
    {"then", "{ } around what belongs to the if"},
    {"len", "the parameter that says how long the array is"},
    {"println", "printf, which device code prints with"},
    {"System", "printf, which device code prints with"},
    {"Console", "printf, which device code prints with"},
    {"console", "printf, which device code prints with"},
    {"get_global_id", "blockIdx.x * blockDim.x + threadIdx.x"},
    {"get_local_id", "threadIdx.x"},
    {"get_group_id", "blockIdx.x"},
    {"get_local_size", "blockDim.x"},
    {"hipThreadIdx_x", "threadIdx.x"},
    {"hipBlockIdx_x", "blockIdx.x"},
    {"hipBlockDim_x", "blockDim.x"},
    {"gl_GlobalInvocationID", "blockIdx * blockDim + threadIdx, of .x, .y or .z"},
};

// Of CUDA before 9, as in many books; what has the name with _sync takes a mask first.
constexpr std::string_view kWithoutMask[] = {"__shfl",   "__shfl_up", "__shfl_down", "__shfl_xor",
                                             "__ballot", "__any",     "__all"};

// Where the source declares a name that is not known at `offset`; empty where it does not.
std::string elsewhere_hint(std::string_view name, const Scopes& scopes, size_t offset) {
  using Where = DeclaredName::Where;
  if (scopes.is_known_at(name, offset)) return {};
  const std::vector<DeclaredName>& all = scopes.declarations_of(name);
  const size_t function = scopes.function_at(offset);
  const auto is_near = [&](const DeclaredName& d) {
    return scopes.function_at(d.offset) == function || d.where == Where::file;
  };
  // The last one before it; else the next one behind it.
  const DeclaredName* found = nullptr;
  for (const DeclaredName& d : all)
    if (is_near(d) && (d.offset < offset || found == nullptr)) found = &d;
  if (found == nullptr || found->offset == offset) return {};
  const int line = scopes.line_of(found->offset);
  if (found->offset > offset && found->scope_begin <= offset && offset < found->scope_end)
    return line == scopes.line_of(offset)
               ? "; it is declared further right, and must come before what uses it"
               : fmt::format("; it is declared on line {}, and must come before what uses it",
                             line);
  const std::string_view owner = scopes.tokens()[found->owner].text;
  switch (found->where) {
    case Where::head:
      return fmt::format(
          "; it is declared on line {}, and is known only in the {} there{}", line,
          owner == "for" || owner == "while" ? "loop" : "statement",
          scopes.head_is_before(*found, ";")   ? ", which ends at the \";\" after its )"
          : scopes.head_is_before(*found, "{") ? ""
                                               : ", which has only one statement without { }");
    case Where::statement:
      return fmt::format(
          "; it is declared on line {}, in the one statement that belongs to the \"{}\" on line "
          "{}: put what belongs together into {{ }}",
          line, owner, scopes.line_of(scopes.tokens()[found->owner].offset));
    case Where::block:
      return fmt::format("; it is declared on line {}, and is known only inside the {{ }} there{}",
                         line, found->offset < offset ? ": declare it before them" : "");
    case Where::file:
    case Where::parameter: break;
  }
  return {};
}

// Of a name that only other functions have.
std::string other_function_hint(std::string_view name, const Scopes& scopes, size_t offset) {
  for (const DeclaredName& d : scopes.declarations_of(name))
    if (scopes.function_at(offset) != Scopes::kNone &&
        scopes.function_at(d.offset) != Scopes::kNone &&
        scopes.function_at(d.offset) != scopes.function_at(offset))
      return fmt::format(
          "; on line {} another function has one with that name, but a function knows only its "
          "own: pass it as an argument",
          scopes.line_of(d.offset));
  return {};
}

// `row = 0;` and `for (row = 0; ...)`, where nothing declares it.
bool is_set_first(const Scopes& scopes, size_t offset) {
  const Tokens& t = scopes.tokens();
  const size_t k = scopes.token_at(offset);
  const bool begins = k > 0 && (is(t, k - 1, ";") || is(t, k - 1, "{") || is(t, k - 1, "}") ||
                                (is(t, k - 1, "(") && k > 1 && is(t, k - 2, "for")));
  return begins && is(t, k + 1, "=") && !is(t, k + 2, "=");
}

// `const T* a`, where T is nothing yet.
bool is_open_type(std::string_view name, const Scopes& scopes, size_t offset) {
  const size_t k = scopes.token_at(offset);
  return name == "T" && (is_word(scopes.tokens(), k + 1) || is(scopes.tokens(), k + 1, "*"));
}

bool declares(std::string_view header, std::string_view name) {
  return std::ranges::any_of(Scopes(header).declarations_of(name), [](const DeclaredName& d) {
    return d.where == DeclaredName::Where::file;
  });
}

// `void f(float* a, n)`: a name of its own between commas, in the head of a function.
bool is_parameter_without_type(const Scopes& scopes, size_t offset) {
  const Tokens& t = scopes.tokens();
  const size_t k = scopes.token_at(offset);
  if (k == 0 || k + 1 >= t.size()) return false;
  const size_t open = scopes.bracket_around(k);
  if (open == Scopes::kNone || open == 0 || !is(t, open, "(") || !is_word(t, open - 1))
    return false;
  const bool is_alone =
      (is(t, k - 1, ",") || is(t, k - 1, "(")) && (is(t, k + 1, ",") || is(t, k + 1, ")"));
  // At the head of the function itself, not inside of it.
  return is_alone && scopes.bracket_around(open) == Scopes::kNone &&
         is(t, scopes.close_of(open) + 1, "{");
}

}  // namespace

std::string_view nearest_name(std::string_view written,
                              const std::vector<std::string_view>& known) {
  const std::string letters = letters_of(written);
  for (const std::string_view name : known)
    if (letters_of(name) == letters && name != written) return name;
  // Two slips in a long name, one in a short one: more would guess.
  const size_t allowed = written.size() >= 8 ? 2 : 1;
  std::string_view best;
  size_t best_distance = allowed + 1;
  bool is_only_one = true;
  for (const std::string_view name : known) {
    if (name == written || written.size() > name.size() + allowed ||
        name.size() > written.size() + allowed)
      continue;
    // Of three letters another one makes another word.
    if (std::min(written.size(), name.size()) < 4 && !are_swapped(written, name)) continue;
    const size_t changes = distance(written, name);
    if (changes == best_distance) is_only_one = false;
    if (changes >= best_distance) continue;
    best = name;
    best_distance = changes;
    is_only_one = true;
  }
  return is_only_one ? best : std::string_view();
}

std::string undefined_hint(std::string_view name, const Scopes& scopes, size_t offset,
                           const HeaderSet& headers) {
  if (offset != Scopes::kNone)
    if (std::string elsewhere = elsewhere_hint(name, scopes, offset); !elsewhere.empty())
      return elsewhere;
  for (const NeededHeader& needed : kNeededHeaders)
    if (needed.name == name) return fmt::format("; it needs #include <{}>", needed.header);
  for (const HeaderSet::Named& header : headers.of_exercise())
    if (declares(*header.text, name))
      return fmt::format("; it needs #include \"{}\"", *header.name);
  if (name == "cudaDeviceSynchronize" || name == "cudaThreadSynchronize")
    return " (it is host code, which waits for a whole kernel); the threads of a block wait for "
           "each other with __syncthreads()";
  if (name.starts_with("cuda") && name.size() > 4 && name[4] >= 'A' && name[4] <= 'Z')
    return " (calls to the CUDA runtime are host code; Warp Lab allocates, copies and launches for "
           "you)";
  if (std::ranges::find(kWithoutMask, name) != std::end(kWithoutMask))
    return fmt::format(
        "; write {}_sync, whose first argument is the mask of the lanes that take part, as in "
        "{}_sync(0xffffffff, ...)",
        name, name);
  for (const auto& [other, here] : kOfOtherLanguages)
    if (other == name) return fmt::format("; write {}", here);
  if (name == "cout" || name == "endl") return " (device code prints with printf)";
  // cuda.grid(1) of Python
  if (name == "cuda" && offset != Scopes::kNone &&
      is(scopes.tokens(), scopes.token_at(offset) + 1, "."))
    return "; write blockIdx.x * blockDim.x + threadIdx.x";
  if (offset != Scopes::kNone) {
    if (is_parameter_without_type(scopes, offset))
      return "; a parameter has its type before its name";
    if (is_open_type(name, scopes, offset))
      return "; a function that leaves a type open needs template <typename T> before it";
  }
  std::vector<std::string_view> known;
  if (offset != Scopes::kNone) known = scopes.names_known_at(offset);
  known.insert(known.end(), std::begin(kKnownNames), std::end(kKnownNames));
  if (const std::string_view meant = nearest_name(name, known); !meant.empty())
    return fmt::format("; did you mean {}?", meant);
  if (offset == Scopes::kNone) return {};
  if (is_set_first(scopes, offset))
    return fmt::format("; write its type where it gets its first value, as in int {}", name);
  return other_function_hint(name, scopes, offset);
}

std::string missing_in_std_hint(std::string_view name) {
  if (name == "min" || name == "max") return fmt::format(" for device code; write {}(a, b)", name);
  if (name == "cout" || name == "endl" || name == "cerr") return "; device code prints with printf";
  return "; of std, device code has C's mathematical functions, the fixed-width integers and "
         "numeric_limits";
}

}  // namespace warplab::compile
