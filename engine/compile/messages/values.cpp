// Types of values, calls and operators; and what the compiler only warns of.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "base/words.hpp"
#include "compile/messages/table.hpp"

namespace warplab::compile {
namespace {

using source::DeclaredName;

bool has_bracket(Match& m) { return m.line().find('[') != std::string_view::npos; }
bool reinterprets(Match& m) { return m.line().find("reinterpret_cast<") != std::string_view::npos; }

// --- indices and types

// The [ that stands behind what can have none; of a[i][j] the second one. The message is about the
// word before it, or about the index where that is a number.
size_t index_at(const Match& m) {
  if (m.token == Match::kNone || m.token == 0) return Match::kNone;
  const size_t k = m.is(-1, "[") && m.token > 1 ? m.token - 1 : m.near(m.is_word(0) ? 1 : 0);
  if (!is(m.tokens, k, "[")) return Match::kNone;
  const size_t behind = m.scopes.close_of(k) + 1;
  return is_word(m.tokens, k - 1) && is(m.tokens, behind, "[") ? behind : k;
}
bool has_index_too_many(Match& m) {
  const size_t k = index_at(m);
  return k != Match::kNone && is(m.tokens, k - 1, "]");
}
bool is_single_value(Match& m) {
  const size_t k = index_at(m);
  if (k == Match::kNone || !is_word(m.tokens, k - 1)) return false;
  m["name"] = m.tokens[k - 1].text;
  for (const DeclaredName& declared : m.scopes.declarations_of(m["name"]))
    if (declared.offset < m.offset && m.offset < declared.scope_end)
      m["line"] = m.line_of(declared.offset);
  return m.words.contains("line");
}

bool has_power(Match& m) {
  if (m.token == Match::kNone || m.is(-1, "^")) return m.is(-1, "^");
  const source::Tokens& t = m.tokens;
  size_t k = m.token + 1;  // behind the operand, with all its brackets and parts
  while (is(t, k, "[") || is(t, k, "(") || is(t, k, "."))
    k = is(t, k, ".") ? k + 2 : m.scopes.close_of(k) + 1;
  return is(t, k, "^");
}

bool is_type(Match& m) {
  m["name"] = m.text(0);
  return m.is_word(0);
}
bool is_size_of_block(Match& m) {
  m["part"] = m.text(2);
  return is_type(m) && (m.is(0, "dim3") || m.is(0, "uint3")) && m.is(1, ".");
}

bool is_from_void(Match& m) { return m["from"] == "void *" && m["to"].ends_with('*'); }
bool is_address(Match& m) { return m["from"].ends_with('*') && !m["to"].ends_with('*'); }
bool is_quoted(Match& m) { return m["from"] == "const char *" && is_address(m); }
bool has_two_indices(Match& m) {
  if (!is_address(m)) return false;
  for (size_t k = m.near(0); k < m.tokens.size() && !is(m.tokens, k, ";"); ++k) {
    const size_t open = m.scopes.bracket_around(k);
    if (is(m.tokens, k, ",") && open != Match::kNone && is(m.tokens, open, "[")) return true;
  }
  return false;
}

// The vector types of CUDA's: float4, const int2, ...
bool is_vector_type(std::string_view word) {
  constexpr auto kElements = std::to_array<std::string_view>(
      {"char", "short", "int", "long", "longlong", "float", "double"});
  if (word.size() < 4 || word.back() < '1' || word.back() > '4') return false;
  word.remove_suffix(1);
  if (word.starts_with("u")) word.remove_prefix(1);
  return source::one_of(word, kElements);
}
bool is_vector(Match& m) {
  constexpr const char* kParts[] = {"part x", "parts x and y", "parts x, y and z",
                                    "parts x, y, z and w"};
  if (!is_vector_type(m["type"])) return false;
  m["count"] = m["type"].back();
  m["parts"] = kParts[m["type"].back() - '1'];
  return true;
}

// "const float4 + const float4": the last word that `is_such`.
bool has_operand(Match& m, bool (*is_such)(std::string_view)) {
  constexpr std::string_view kEnds = " \n&,";
  for (std::string_view types = m["types"]; !types.empty();) {
    const std::string_view word = types.substr(0, types.find_first_of(kEnds));
    if (is_such(word)) m["type"] = word;
    types.remove_prefix(std::min(std::max<size_t>(word.size(), 1), types.size()));
  }
  return m.words.contains("type");
}
bool has_index_type(Match& m) {
  return has_operand(m, [](std::string_view word) { return word == "uint3" || word == "dim3"; });
}
bool has_vector_operand(Match& m) { return has_operand(m, is_vector_type); }

// --- calls

bool has_other_number_of_parameters(Match& m) {
  size_t call = m.near(0);
  while (call < m.tokens.size() && !is(m.tokens, call, "(") && !is(m.tokens, call, ";")) ++call;
  const std::vector<DeclaredName>& all = m.scopes.declarations_of(m["name"]);
  const auto declared = std::ranges::find_if(all, &DeclaredName::is_function);
  if (!is(m.tokens, call, "(") || declared == all.end()) return false;
  const size_t has = m.scopes.parts_of(declared->token + 1).size();
  const size_t given = m.scopes.parts_of(call).size();
  m["parameters"] = counted(has, "parameter");
  m["given"] = fmt::format("{} {}", given, given == 1 ? "is" : "are");
  m["line"] = m.line_of(declared->offset);
  return has != given;
}

// Which types they have beside int and unsigned, https://docs.nvidia.com/cuda/
// cuda-c-programming-guide/#atomic-functions; half precision and structures are left out.
bool is_no_type_of_atomic(Match& m) {
  struct Atomic {
    std::string_view name, types;
  };
  constexpr std::string_view kBits = "int, unsigned int, unsigned long long",
                             kOrder = "int, unsigned int, long long, unsigned long long";
  constexpr auto kAtomics =
      std::to_array<Atomic>({{"atomicSub", "int, unsigned int"},
                             {"atomicExch", "int, unsigned int, unsigned long long, float"},
                             {"atomicMin", kOrder},
                             {"atomicMax", kOrder},
                             {"atomicCAS", "int, unsigned int, unsigned long long, unsigned short"},
                             {"atomicAnd", kBits},
                             {"atomicOr", kBits},
                             {"atomicXor", kBits}});
  const auto* const atomic = std::ranges::find(kAtomics, m["name"], &Atomic::name);
  if (atomic == kAtomics.end() || (m["type"] != "float" && m["type"] != "double")) return false;
  m["types"] = atomic->types;
  return atomic->types.find(m["type"]) == std::string_view::npos;
}
bool is_no_type_of_atomic_sub(Match& m) {
  return m["name"] == "atomicSub" && is_no_type_of_atomic(m);
}
bool is_first_argument(Match& m) { return m["first"].find(',') == std::string::npos; }

// Atomics are for 4 or 8 bytes, some for 2 or 16.
bool is_narrow(Match& m) {
  constexpr auto kNarrow = std::to_array<std::string_view>(
      {"char", "signed char", "unsigned char", "short", "unsigned short", "bool"});
  return m["name"].starts_with("atomic") && source::one_of(m["type"], kNarrow);
}

// "int, size_t" -> {"int", "size_t"}. A type may have brackets and commas of its own:
// int (*)(int, int), pair<int, float>.
std::vector<std::string_view> listed_types(std::string_view list) {
  std::vector<std::string_view> types;
  int depth = 0;
  size_t first = 0;
  for (size_t k = 0; k <= list.size(); ++k) {
    const char c = k < list.size() ? list[k] : ',';
    if (c == '(' || c == '<') ++depth;
    if (c == ')' || c == '>') --depth;
    if (c != ',' || depth > 0) continue;
    types.push_back(list.substr(first, k - first));
    first = std::min(list.find_first_not_of(' ', k + 1), list.size());
  }
  return types;
}
// Functions of fractions.
bool is_of_fractions(std::string_view name) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"sqrt", "cbrt", "rsqrt", "exp",  "exp2",  "log",   "log2", "log10", "sin",
       "cos",  "tan",  "asin",  "acos", "atan",  "atan2", "sinh", "cosh",  "tanh",
       "pow",  "fmax", "fmin",  "fmod", "hypot", "floor", "ceil", "round", "fabs"});
  return source::one_of(name, kNames);
}
bool has_one_fraction(Match& m) {
  return is_of_fractions(m["name"]) && listed_types(m["types"]).size() == 1;
}
// A function such as abs(), for which there is no fraction among the types.
bool has_one_argument(Match& m) {
  const bool is_long = m["types"].ends_with("long long") || m["types"].ends_with("size_t");
  m["type"] = is_long ? "long long" : "int";
  return listed_types(m["types"]).size() == 1;
}
// The type to cast to is the widest of those that are given.
bool has_arguments(Match& m) {
  const auto is_among = [types = listed_types(m["types"])](std::string_view type) {
    return std::ranges::any_of(types, [&](std::string_view t) { return t.ends_with(type); });
  };
  const bool is_float = is_among("float") || is_of_fractions(m["name"]);
  m["type"] = is_among("double") ? "double" : is_float ? "float" : "int";
  return true;
}
bool has_arguments_of_one_type(Match& m) {
  const std::vector<std::string_view> types = listed_types(m["types"]);
  return has_arguments(m) && std::ranges::count(types, types[0]) == std::ssize(types);
}

// `__syncthreads;` and `row;`
bool is_only_named(Match& m) {
  if (m.offset == Match::kNone) return false;
  const size_t k = m.scopes.token_at(m.offset);
  if (!is_word(m.tokens, k) || !(is(m.tokens, k + 1, ";") || is(m.tokens, k + 1, ")")))
    return false;
  m["name"] = m.tokens[k].text;
  return true;
}
bool is_function_only_named(Match& m) {
  if (!is_only_named(m)) return false;
  const std::vector<DeclaredName>& all = m.scopes.declarations_of(m["name"]);
  return m["name"].starts_with("__") || std::ranges::any_of(all, &DeclaredName::is_function);
}

// A `return` that takes the next line for its value.
bool lacks_semicolon_behind_return(Match& m) {
  size_t k = m.near(0);
  while (k > 0 && !is(m.tokens, k, "return") && !is(m.tokens, k, ";")) --k;
  if (!is(m.tokens, k, "return") || k + 1 >= m.tokens.size()) return false;
  const size_t at = m.tokens[k].offset;
  if (m.scopes.line_of(at) >= m.scopes.line_of(m.tokens[k + 1].offset)) return false;
  m.move_to(at);
  return true;
}

bool is_dynamic_shared_memory(Match& m) {
  const std::string_view line = m.line();
  return line.find("extern") != std::string_view::npos &&
         line.find("__shared__") != std::string_view::npos;
}

constexpr std::string_view kNotStored =
    R"(a value of type "{from}" cannot be {} an entity of type "{to}")";
constexpr std::string_view kNoPointer =
    R"(expression must have pointer-to-object type but it has type "{type}")";
constexpr std::string_view kNotWhole = "expression must have integral or unscoped enum type{}";
constexpr std::string_view kNoAtomic =
    R"(no instance of overloaded function "{name}" matches{}types are: ({type} *, {}))";
constexpr std::string_view kNoOperator =
    R"(no operator "{}" matches these operands{}types are: {types})";
constexpr std::string_view kAmbiguous =
    R"(more than one instance of {} "{name}" matches the argument list{}types are: ({types}))";

// The y of tile[y, x].
bool is_before_comma_in_subscript(Match& m) {
  const size_t k = m.offset == Match::kNone ? m.tokens.size() : m.scopes.token_at(m.offset);
  if (k >= m.tokens.size()) return false;
  const size_t open = m.scopes.bracket_around(k);
  return open != Match::kNone && is(m.tokens, open, "[") && m.scopes.parts_of(open).size() > 1;
}

constexpr auto kValueRows = std::to_array<Explanation>({
    {kNoPointer, has_index_too_many,
     "{message}: there is one index too many. A matrix that is passed as a pointer has one index, "
     "as in a[row * cols + column]"},
    {kNoPointer, is_single_value,
     "{name} is a single {type} and not an array (line {line}). [ ] needs an array, which is "
     "declared with its size after its name, or a pointer, which is declared with a * before it"},
    {"expression must have pointer-to-object type{}", kAlways,
     "{message}: [ ] needs an array or a pointer before it. A matrix that is passed as a pointer "
     "has one index, as in a[row * cols + column]"},
    {kNotWhole, has_power,
     "{message}: ^ is not a power in C++, but combines the bits of whole numbers. Write x * x, or "
     "powf"},
    {kNotWhole, kAlways,
     "{message}: an index is a whole number, such as an int. So is what %, &, | and << work on"},
    {"type name is not allowed", is_size_of_block,
     "{message}: {name} is a type. The size of a block is blockDim.{part}"},
    {"type name is not allowed", is_type,
     "{message}: {name} is a type, and a value is expected here"},
    {kNotStored, is_from_void, "{message}: write the type before it, as in ({to})malloc(n)"},
    {kNotStored, is_quoted,
     "{message}: what stands in quotes is text. A number stands without quotes, with a point where "
     "it has a fraction, as in 0.5f"},
    {kNotStored, has_two_indices,
     "{message}: [y, x] is not two indices in C++. Only the last one counts: write [y][x]"},
    {kNotStored, is_address,
     "{message}: that is an address, as is an array without an index. An element is a[i], or "
     "tile[y][x] where there are two indices"},
    {R"(a value of type "const {} *" cannot be {} *")", kAlways,
     "{message}: what is const must stay const. The pointer that takes it must point to const, "
     "too"},
    {R"(a value of type "{}" cannot be assigned to an entity of type "{} *")", kAlways,
     "{message}: a pointer points to an array. One element of that is a[i]"},
    {R"(a value of type "void" cannot be used{})", kAlways,
     "{message}: the function returns nothing, since its type is void. Write the type of what it "
     "returns there, and end it with return and that value"},
    {"{}return value type does not match the function type", lacks_semicolon_behind_return,
     "a \";\" is missing behind this return: without it, what the next line says is returned",
     Others::left_out},
    {"{}return value type does not match the function type", kAlways,
     "{message}: a kernel is void. It returns nothing, and stores its answer in a buffer"},
    {"a __global__ function must have a void return type", kAlways,
     "{message}: a kernel returns nothing, and stores its answer in a buffer"},
    {R"(incomplete type "{}[]" is not allowed)", kAlways,
     "{message}: write into its [ ] how many elements it has, as in float v[4]"},
    {R"(cast to type "{}" is not allowed)", reinterprets,
     "{message}: a * is missing. reinterpret_cast makes one pointer from another, as in "
     "reinterpret_cast<const float4*>(a)"},
    {"reinterpret_cast cannot cast away const{}", kAlways,
     "{message}: the original pointer points to const. Write const before the type, as in "
     "reinterpret_cast<const float4*>(a)"},
    {"expression must have a constant value", has_bracket,
     "{message}: the size of an array must be known when the file is compiled. It is a number, a "
     "#define or a constexpr; parameters and blockDim are known only at the launch",
     Others::whole},
    {"expression must have a constant value", kAlways,
     "{message}: it must be known when the file is compiled"},
    {"expression must be a modifiable lvalue", kAlways,
     "{message}: what is to the left of the = is const, or not a variable. To compare, write =="},
    {"expression must have arithmetic{}", kAlways,
     "{message}: a number is expected here. If a is an array or a pointer, one element of it is "
     "a[i]"},
    {"expression must have class type but it has type{}", kAlways,
     "{message}: pointers and numbers have no parts after a dot. The length of an array is a "
     "parameter of the kernel"},
    {"expression preceding parentheses of apparent call must have{}", kAlways,
     "{message}: only functions are called with ( ). An element of an array is a[i], and "
     "threadIdx.x is written without ( )"},
    {R"(class "uint3" has no member "{}")", kAlways,
     "{message}: threadIdx and blockIdx have the parts x, y and z"},
    {R"(class "dim3" has no member "{}")", kAlways,
     "{message}: blockDim and gridDim have the parts x, y and z"},
    {R"(class "{type}" has no member "{}")", is_vector, "{message}: a {type} has the {parts}"},
    {R"(no suitable constructor exists to convert from "{}" to "{type}")", is_vector,
     "{message}: that is one number, and a {type} holds {count}. All of them are loaded at once "
     "through a pointer to their type, as in reinterpret_cast<const {type}*>(a)[i]"},
    {R"(no suitable conversion function from "{}" to{})", kAlways,
     "{message}: several numbers in one are not a single number. Take one of them (.x, .y, ...). "
     "To store all of them at once, store through a pointer to their type, as in "
     "reinterpret_cast<float4*>(out)[i] = four"},
    {R"(operand of "*" must be a pointer{})", kAlways,
     "{message}: a * that multiplies needs a number before it. C++ has no ** (write x * x, or "
     "powf), and a #define ends without a \";\"",
     Others::whole},
    {"operator -> or ->* applied to{}", kAlways,
     "{message}: -> leads from a pointer to a part of what is there. Otherwise a dot does, as in "
     "threadIdx.x"},
    {R"(name followed by "::" must be a class or namespace name)", kAlways,
     "{message}: parts of a variable come after a dot, as in threadIdx.x. A namespace such as cuda "
     "needs an #include, such as <cuda/atomic>"},
    {R"(const variable "{}" requires an initializer{})", kAlways,
     "{message}: what is const gets its value where it is declared"},
    {R"(this range-based "for" statement requires{})", kAlways,
     "{message}: a pointer does not say how many elements there are. Count them: for (int k = 0; k "
     "< n; ++k)"},

    {R"(no instance of function template "{name}"{})", has_other_number_of_parameters,
     "{message}. {name} has {parameters} (line {line}), and {given} given here"},
    {kNoAtomic, is_narrow,
     "{name}() works on 4 or 8 bytes, and {type} has fewer. Count in an int, or let one thread "
     "do "
     "all that happens to an element"},
    {kNoAtomic, is_no_type_of_atomic_sub,
     "{message}. There is none for {type}, only for {types}. Add the negative number: "
     "atomicAdd(&x, -value)"},
    {kNoAtomic, is_no_type_of_atomic, "{message}. There is none for {type}, only for {types}"},
    {R"(no instance of overloaded function "atomic{}" matches{}types are: (const {first} *, {}))",
     is_first_argument,
     "{message}. The first argument points to something const, which cannot be changed"},
    {R"(no instance of overloaded function "atomic{}" matches{}types are: ({first} *{}))",
     is_first_argument,
     "{message}. Compare the number and the types of the arguments with those of the function. The "
     "values have the type that the address points to"},
    {R"(no instance of overloaded function "atomic{}" matches{})", kAlways,
     "{message}. The first argument is an address, such as &a[i], and the others are numbers of "
     "the same type"},
    {kAmbiguous, has_one_fraction,
     "{name}() is for fractions, and {types} is none. Write {name}(static_cast<float>(x))"},
    {kAmbiguous, has_one_argument,
     "{name} exists for several types, and {types} could become more than one "
     "of them. Cast the argument to the type that you mean, as in {name}(static_cast<{type}>(x))"},
    {kAmbiguous, has_arguments_of_one_type,
     "{name} exists for several types, and ({types}) could become more than one "
     "of them. Cast the arguments to the types that you mean, as in static_cast<{type}>(x)"},
    {kAmbiguous, has_arguments,
     "{name} exists for several types, and ({types}) could become more than one "
     "of them. Cast an argument so that all have the same type, as in static_cast<{type}>(x)"},
    {kNoOperator, has_index_type,
     "{message}. threadIdx, blockIdx, blockDim and gridDim have three parts and are not numbers: "
     "write threadIdx.x, for example"},
    {R"(no operator "[]" matches these operands{}types are: {types})", has_vector_operand,
     "{message}. The parts of a {type} are .x, .y and so on, and have no index"},
    {kNoOperator, has_vector_operand,
     "{message}. CUDA has no arithmetic for {type}. Compute its parts one by one, .x, .y and so "
     "on, or write such an operator"},
    {R"(argument of type "{}" is incompatible with parameter of type "const char *")", kAlways,
     "{message}. Text in quotes is expected here. printf begins with a format, such as printf(\"%d "
     "%f\\n\", i, x)"},
    {"too {} arguments in function call", kAlways,
     "{message}: compare them with the parameters of the function"},

    {"expression has no effect", is_before_comma_in_subscript,
     "{message}: [y, x] is not two indices in C++. Only the last one counts: write [y][x]"},
    {"expression has no effect", is_function_only_named, "{name} is only named. Write {name}();"},
    {"expression has no effect", is_only_named,
     "{name} alone does nothing. Did you mean ++{name}?"},
    {"expression has no effect", kAlways,
     "{message}: its value is not used. = stores and == compares, and i += 8 adds to i"},
    {R"(declaration is incompatible with previous "{name}"{})", is_dynamic_shared_memory,
     "`{name}` has two types, and is one array for all functions. Declare extern __shared__ char "
     "bytes[], and convert it where it is used: T* {name} = reinterpret_cast<T*>(bytes)"},
    {R"(use of "=" where "==" may have been intended)", kAlways,
     "{message}: = stores, and == compares"},
    {"pointless comparison of unsigned integer{}", kAlways,
     "{message}: an unsigned number is never below 0, so the answer is always the same. Use an "
     "int"},
    {"{}is used before its value is set", kAlways,
     "{message}: until then it holds nothing that can be relied on"},
    {"{}missing return statement at end of non-void function{}", kAlways,
     "{message}: a function that returns a value must end with return and that value"},
    {"returning {} to local variable{}", kAlways,
     "{message}: a local variable ends with the function that declares it, and what leads to it "
     "then leads to nothing. Return the value itself, or let the caller pass the address of a "
     "variable of its own",
     Others::kept, Diagnostic::About::returned_address},
    {"{}Cannot store to pointer that points to constant memory{}", kAlways, "{message}",
     Others::kept, Diagnostic::About::constant_store},
    {"{}was set but never used", kAlways, "{message}: what is stored there is never read"},
    {"{}Cannot do atomic on local memory{}", kAlways,
     "{message}: atomics are for memory that threads share. A variable of the thread's own needs "
     "none (write x += ...), and a GPU ends the kernel there"},
});

}  // namespace

std::span<const Explanation> rows_of_values() { return kValueRows; }

}  // namespace warplab::compile
