#include "runtime/source_names.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "source/tokens.hpp"

namespace warplab::runtime {
namespace {

using data::ElementType;

struct NamedType {
  std::string_view name;
  ElementType element;
};
// As the demangler of the C++ library writes them.
constexpr NamedType kTypes[] = {
    {"float", ElementType::f32},        {"double", ElementType::f64},
    {"int", ElementType::i32},          {"unsigned int", ElementType::u32},
    {"char", ElementType::i8},          {"signed char", ElementType::i8},
    {"unsigned char", ElementType::u8}, {"bool", ElementType::u8},
    {"short", ElementType::i16},        {"unsigned short", ElementType::u16},
    {"long", ElementType::i64},         {"unsigned long", ElementType::u64},
    {"long long", ElementType::i64},    {"unsigned long long", ElementType::u64},
    {"__half", ElementType::f16},       {"__nv_bfloat16", ElementType::bf16},
};

void remove_all(std::string& text, std::string_view what) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what))
    text.erase(at, what.size());
}

// "float const*" -> f32
std::optional<ElementType> pointed_to(std::string type) {
  for (const std::string_view word : {" const", " volatile", " __restrict__"})
    remove_all(type, word);
  while (type.starts_with(' ')) type.erase(0, 1);
  if (!type.ends_with('*')) return std::nullopt;
  type.pop_back();
  const auto known = std::ranges::find(kTypes, type, &NamedType::name);
  return known == std::end(kTypes) ? std::nullopt : std::optional(known->element);
}

// At commas that stand in no bracket.
std::vector<std::string> parts_of(std::string_view list) {
  std::vector<std::string> parts;
  int depth = 0;
  std::string part;
  for (const char c : list) {
    if (c == '<' || c == '(' || c == '[') ++depth;
    if (c == '>' || c == ')' || c == ']') --depth;
    if (c == ',' && depth == 0) {
      parts.push_back(std::move(part));
      part.clear();
    } else {
      part += c;
    }
  }
  if (!part.empty()) parts.push_back(std::move(part));
  return parts;
}

// Where the list of parameters of "void add<256>(float*, int)" begins.
size_t list_begin(const std::string& demangled) {
  int depth = 0;
  for (size_t k = demangled.size(); k-- > 0;) {
    if (demangled[k] == ')') ++depth;
    if (demangled[k] == '(' && --depth == 0) return k;
  }
  return std::string::npos;
}

constexpr std::string_view kAllocates[] = {
    "cudaMalloc",      "cudaMallocManaged", "cudaMallocHost", "cudaHostAlloc",   "cudaMallocPitch",
    "cudaMallocAsync", "cudaMalloc3D",      "cuMemAlloc",     "cudaHostRegister"};

}  // namespace

std::vector<std::string> allocated_variables(std::string_view line) {
  std::vector<std::string> names;
  const source::Tokens tokens = source::tokens_of(line);
  for (size_t k = 0; k + 1 < tokens.size(); ++k) {
    if (std::ranges::find(kAllocates, tokens[k].text) == std::end(kAllocates)) continue;
    // The last word of the first argument, but for an index: `x` of `(void**)&grid.x[k]`.
    std::string name;
    int round = 0, square = 0;
    for (size_t t = k + 1; t < tokens.size(); ++t) {
      const std::string_view text = tokens[t].text;
      if (text == "(") ++round;
      if (text == ")") --round;
      if (text == "[") ++square;
      if (text == "]") --square;
      if (round == 0 || text == "+" || (text == "," && round == 1)) break;
      const bool is_name = tokens[t].kind == source::Token::Kind::word && text != "void";
      if (is_name && square == 0) name = text;
    }
    names.push_back(std::move(name));
  }
  return names;
}

KernelName kernel_name(const std::string& symbol) {
  KernelName result{symbol, {}};
  int status = 0;
  char* const raw = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
  if (status != 0 || raw == nullptr) return result;
  const std::string demangled = raw;
  std::free(raw);
  const size_t open = list_begin(demangled);
  if (open == std::string::npos) return result;
  result.shown = demangled.substr(0, open);
  // Of a template the type that it returns stands in front, and (int)256 for 256.
  if (result.shown.starts_with("void ")) result.shown.erase(0, 5);
  for (const std::string_view cast : {"(int)", "(unsigned int)", "(bool)", "(unsigned long)"})
    remove_all(result.shown, cast);
  for (const std::string& part :
       parts_of(std::string_view(demangled).substr(open + 1, demangled.size() - open - 2)))
    result.elements.push_back(pointed_to(part));
  return result;
}

}  // namespace warplab::runtime
