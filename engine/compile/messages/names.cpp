// Names that nobody has declared.
#include <algorithm>
#include <array>

#include "compile/messages/nearest_name.hpp"
#include "compile/messages/table.hpp"

namespace warplab::compile {
namespace {

using source::DeclaredName;
using Where = DeclaredName::Where;

// Words between blanks, and what they have in common.
struct Listed {
  std::string_view words, what;
};

bool has_word(std::string_view words, std::string_view word) {
  for (size_t at = words.find(word); at != std::string_view::npos; at = words.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || words[at - 1] == ' ') && (end == words.size() || words[end] == ' '))
      return true;
  }
  return false;
}

template <size_t n>
std::string_view what_of(std::string_view word, const std::array<Listed, n>& lists) {
  const auto found =
      std::ranges::find_if(lists, [&](const Listed& list) { return has_word(list.words, word); });
  return found == lists.end() ? std::string_view() : found->what;
}

constexpr auto kHeadersOfNames = std::to_array<Listed>({
    {"half __half half2 __half2", "cuda_fp16.h"},
    {"__nv_bfloat16 nv_bfloat16", "cuda_bf16.h"},
    {"assert", "cassert"},
    {"FLT_MAX FLT_MIN FLT_EPSILON DBL_MAX", "cfloat"},
    {"INT_MAX INT_MIN UINT_MAX", "climits"},
    {"M_PI", "cmath"},
    {"cooperative_groups cg", "cooperative_groups.h"},
});
constexpr auto kOfOtherLanguages = std::to_array<Listed>({
    {"True", "true"},
    {"False", "false"},
    {"None", "nullptr"},
    {"null", "nullptr, or 0 for a number"},
    {"int32", "int"},
    {"uint32", "unsigned"},
    {"int64", "long long"},
    {"float32", "float"},
    {"float64", "double"},
    {"boolean", "bool"},
    {"string", "const char*, the only kind of text that device code has"},
    {"elif elseif", "else if"},
    {"def", "the type of what the function returns, such as void"},
    {"let var", "a type, such as int or float"},
    {"then", "{ } around what belongs to the if"},
    {"len", "the parameter that says how long the array is"},
    {"println System Console console", "printf, which device code prints with"},
    {"get_global_id", "blockIdx.x * blockDim.x + threadIdx.x"},
    {"gl_GlobalInvocationID", "blockIdx * blockDim + threadIdx, of .x, .y or .z"},
    {"get_local_id hipThreadIdx_x", "threadIdx.x"},
    {"get_group_id hipBlockIdx_x", "blockIdx.x"},
    {"get_local_size hipBlockDim_x", "blockDim.x"},
});
// Names that beginners mistype: CUDA's, and the words of C++.
constexpr std::string_view kOftenMistyped =
    "__syncthreads __syncwarp __shared__ __global__ __device__ __constant__ __restrict__ threadIdx "
    "blockIdx blockDim gridDim warpSize atomicAdd atomicSub atomicMin atomicMax atomicExch "
    "atomicCAS atomicAnd atomicOr atomicXor atomicInc atomicDec __shfl_sync __shfl_up_sync "
    "__shfl_down_sync __shfl_xor_sync __ballot_sync __any_sync __all_sync __activemask "
    "__match_any_sync __popc __ffs __clz __threadfence __threadfence_block __ldg clock64 printf "
    "rsqrtf fmaxf fminf sqrtf fabsf expf logf powf sinf cosf float4 make_float4 uint32_t int32_t "
    "INFINITY bool break char const constexpr continue double else extern false float for if int "
    "long nullptr reinterpret_cast return short sizeof static static_cast struct switch template "
    "true typename unsigned void while";

// --- names that are declared elsewhere

// Where the source declares a name that is not known here: the last place before it, else the next
// one behind it; nullptr where it does not.
const DeclaredName* declared_elsewhere(Match& m) {
  if (m.offset == Match::kNone || m.scopes.is_known_at(m["name"], m.offset)) return nullptr;
  const size_t function = m.scopes.function_at(m.offset);
  const DeclaredName* found = nullptr;
  for (const DeclaredName& d : m.scopes.declarations_of(m["name"])) {
    const bool is_near = m.scopes.function_at(d.offset) == function || d.where == Where::file;
    if (is_near && (d.offset < m.offset || !found)) found = &d;
  }
  if (!found || found->offset == m.offset) return nullptr;
  m["line"] = m.line_of(found->offset);
  return found;
}

// In a scope that goes on here.
bool is_declared_below(Match& m) {
  const DeclaredName* d = declared_elsewhere(m);
  return d && d->offset > m.offset && d->scope_begin <= m.offset && m.offset < d->scope_end;
}
bool is_declared_further_right(Match& m) {
  return is_declared_below(m) && m["line"] == m.line_of(m.offset);
}

// In a scope that has ended here, or not begun.
const DeclaredName* ended(Match& m, Where where) {
  const DeclaredName* d = declared_elsewhere(m);
  if (!d || d->where != where) return nullptr;
  const source::Token& owner = m.tokens[d->owner];
  m["word"] = owner.text;
  m["owner"] = owner.text == "for" || owner.text == "while" ? "loop" : "statement";
  m["owner_line"] = m.line_of(owner.offset);
  return d;
}
bool ended_with_head(Match& m) { return ended(m, Where::head); }
bool ended_with_semicolon(Match& m) {
  const DeclaredName* d = ended(m, Where::head);
  return d && m.scopes.head_is_before(*d, ";");
}
bool ended_with_brace(Match& m) {
  const DeclaredName* d = ended(m, Where::head);
  return d && m.scopes.head_is_before(*d, "{");
}
bool ended_with_statement(Match& m) { return ended(m, Where::statement); }
bool is_in_later_block(Match& m) { return ended(m, Where::block); }
bool is_in_block(Match& m) {
  const DeclaredName* d = ended(m, Where::block);
  return d && d->offset < m.offset;
}

bool is_of_other_function(Match& m) {
  const size_t here = m.offset == Match::kNone ? Match::kNone : m.scopes.function_at(m.offset);
  if (here == Match::kNone) return false;
  for (const DeclaredName& d : m.scopes.declarations_of(m["name"])) {
    m["line"] = m.line_of(d.offset);
    const size_t there = m.scopes.function_at(d.offset);
    if (there != Match::kNone && there != here) return true;
  }
  return false;
}

// --- names that are somebody's else

bool needs_header(Match& m) {
  m["header"] = what_of(m["name"], kHeadersOfNames);
  return !m["header"].empty();
}
bool needs_header_of_exercise(Match& m) {
  const auto is_of_file = [](const DeclaredName& d) { return d.where == Where::file; };
  for (const HeaderSet::Named& header : m.of.headers.of_exercise()) {
    m["header"] = *header.name;
    const source::Scopes scopes(*header.text);
    if (std::ranges::any_of(scopes.declarations_of(m["name"]), is_of_file)) return true;
  }
  return false;
}
bool waits_for_kernel(Match& m) {
  return has_word("cudaDeviceSynchronize cudaThreadSynchronize", m["name"]);
}
bool is_of_runtime(Match& m) {
  const std::string& name = m["name"];
  return name.starts_with("cuda") && name.size() > 4 && name[4] >= 'A' && name[4] <= 'Z';
}
// Of CUDA before 9, as in many books.
bool lacks_mask(Match& m) {
  return has_word("__shfl __shfl_up __shfl_down __shfl_xor __ballot __any __all", m["name"]);
}
bool is_of_other_language(Match& m) {
  m["here"] = what_of(m["name"], kOfOtherLanguages);
  return !m["here"].empty();
}
bool prints(Match& m) { return has_word("cout endl cerr", m["name"]); }
// cuda.grid(1)
bool is_of_numba(Match& m) { return m["name"] == "cuda" && m.is(1, "."); }
bool is_min_or_max(Match& m) { return has_word("min max", m["name"]); }

// --- names that something is missing to

// `void f(float* a, n)`: a name of its own between commas, in the head of a function.
bool is_parameter_without_type(Match& m) {
  const size_t open = m.bracket();
  return open != Match::kNone && open > 0 && is(m.tokens, open, "(") &&
         is_word(m.tokens, open - 1) && (m.is(-1, ",") || m.is(-1, "(")) &&
         (m.is(1, ",") || m.is(1, ")")) && m.scopes.bracket_around(open) == Match::kNone &&
         is(m.tokens, m.scopes.close_of(open) + 1, "{");
}
// `const T* a`, where T is nothing yet.
bool is_open_type(Match& m) { return m["name"] == "T" && (m.is_word(1) || m.is(1, "*")); }

bool is_near_another(Match& m) {
  std::vector<std::string_view> known;
  if (m.offset != Match::kNone) known = m.scopes.names_known_at(m.offset);
  for (std::string_view words = kOftenMistyped; !words.empty();) {
    known.push_back(words.substr(0, words.find(' ')));
    words.remove_prefix(std::min(known.back().size() + 1, words.size()));
  }
  m["meant"] = nearest_name(m["name"], known);
  return !m["meant"].empty();
}
// `row = 0;` and `for (row = 0; ...)`, where nothing declares it.
bool is_set_first(Match& m) {
  const bool begins =
      m.is(-1, ";") || m.is(-1, "{") || m.is(-1, "}") || (m.is(-1, "(") && m.is(-2, "for"));
  return begins && m.is(1, "=") && !m.is(2, "=");
}

constexpr std::string_view kNotInStd = R"(namespace "std" has no member "{name}")";

constexpr auto kNameRows = std::to_array<Explanation>({
    {kUndefined, is_declared_further_right,
     "{message}; it is declared further right, and must come before what uses it"},
    {kUndefined, is_declared_below,
     "{message}; it is declared on line {line}, and must come before what uses it"},
    {kUndefined, ended_with_semicolon,
     "{message}; it is declared on line {line}, and is known only in the {owner} there. That ends "
     "at the \";\" after its )"},
    {kUndefined, ended_with_brace,
     "{message}; it is declared on line {line}, and is known only in the {owner} there"},
    {kUndefined, ended_with_head,
     "{message}; it is declared on line {line}, and is known only in the {owner} there. That has "
     "only one statement without { }"},
    {kUndefined, ended_with_statement,
     "{message}; it is declared on line {line}, in the one statement that belongs to the "
     "\"{word}\" on line {owner_line}. Put what belongs together into { }"},
    {kUndefined, is_in_block,
     "{message}; it is declared on line {line}, and is known only inside the { } there: declare it "
     "before them"},
    {kUndefined, is_in_later_block,
     "{message}; it is declared on line {line}, and is known only inside the { } there"},
    {kUndefined, needs_header, "{message}; it needs #include <{header}>"},
    {kUndefined, needs_header_of_exercise, R"({message}; it needs #include "{header}")"},
    {kUndefined, waits_for_kernel,
     "{message} (it is host code, which waits for a whole kernel); the threads of a block wait for "
     "each other with __syncthreads()"},
    {kUndefined, is_of_runtime,
     "{message} (calls to the CUDA runtime are host code; Warp Lab allocates, copies and launches "
     "for you)"},
    {kUndefined, lacks_mask,
     "{message}; write {name}_sync, whose first argument is the mask of the lanes that take part, "
     "as in {name}_sync(0xffffffff, ...)"},
    {kUndefined, is_of_other_language, "{message}; write {here}"},
    {kUndefined, prints, "{message} (device code prints with printf)"},
    {kUndefined, is_of_numba, "{message}; write blockIdx.x * blockDim.x + threadIdx.x"},
    {kUndefined, is_parameter_without_type, "{message}; a parameter has its type before its name"},
    {kUndefined, is_open_type,
     "{message}; a function that leaves a type open needs template <typename T> before it"},
    {kUndefined, is_near_another, "{message}; did you mean {meant}?"},
    {kUndefined, is_set_first,
     "{message}; write its type where it gets its first value, as in int {name}"},
    {kUndefined, is_of_other_function,
     "{message}; on line {line} another function has one with that name, but a function knows only "
     "its own. Pass it as an argument"},
    {kNotInStd, is_min_or_max, "{message} for device code; write {name}(a, b)"},
    {kNotInStd, prints, "{message}; device code prints with printf"},
    {kNotInStd, kAlways,
     "{message}; of std, device code has C's mathematical functions, the fixed-width integers and "
     "numeric_limits"},
});

}  // namespace

std::span<const Explanation> rows_of_names() { return kNameRows; }

}  // namespace warplab::compile
