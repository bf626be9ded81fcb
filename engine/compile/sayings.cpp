#include "compile/sayings.hpp"

#include <algorithm>
#include <array>

#include "base/words.hpp"

namespace warplab::compile {
namespace {

struct Saying {
  std::string_view part, meaning;
};
constexpr auto kSayings = std::to_array<Saying>({
    {"expression must be a modifiable lvalue",
     ": what is to the left of the = cannot be changed, because it is const or not a variable (to "
     "compare, write ==)"},
    {"expression must have pointer-to-object type",
     ": [ ] needs an array or a pointer before it. A matrix that is passed as a pointer has one "
     "index, as in a[row * cols + column]"},
    {"expression must have arithmetic",
     ": a number is expected here. If a is an array or a pointer, one element of it is a[i]"},
    {"device-side kernel launch could not be processed",
     ": a kernel cannot start another one with <<< >>> here. Warp Lab launches the kernels; code "
     "that they share goes into a __device__ function, which is called like any other"},
    {"linkage specification is not allowed",
     ": extern \"C\" cannot stand inside a function or after template <...>; or a \";\" or \"}\" "
     "is missing before it"},
    {"return value type does not match the function type",
     ": a kernel is void. It returns nothing, and stores its answer in a buffer"},
    {"argument of type \"int\" is incompatible with parameter of type \"const char *\"",
     ": text in quotes is expected here. printf begins with a format, such as printf(\"%d\\n\", "
     "x)"},
    {"argument of type \"float\" is incompatible with parameter of type \"const char *\"",
     ": text in quotes is expected here. printf begins with a format, such as printf(\"%f\\n\", "
     "x)"},
    {"initializer not allowed for __shared__ variable",
     ": a block has one such variable and many threads. Let threads store its value, and let all "
     "of them wait at __syncthreads() before any of them reads it"},
    {"expected an expression",
     ": a value is missing before this place, or there is one sign too many"},
    {"expected a declaration",
     ": outside of functions there can only be functions, variables and types. A \"}\" further up "
     "closes too early, or this is not C++"},
    {"expression must have integral or unscoped enum type",
     ": an index, and what %, &, | and << work on, must be a whole number, such as an int"},
    {"class \"uint3\" has no member", ": threadIdx and blockIdx have the parts x, y and z"},
    {"class \"dim3\" has no member", ": blockDim and gridDim have the parts x, y and z"},
    {"user-defined literal operator not found",
     ": after a number only f (as in 2.0f), u, l or ll can follow, and f only if the number has a "
     "decimal point, which is not a comma"},
    {"explicit type is missing",
     ": write the type before the name; a function that returns nothing is void"},
    {"this declaration has no storage class or type specifier",
     ": outside of functions each declaration begins with a type, or with __global__, __device__ "
     "or __constant__ before it"},
    {"too few arguments in function call", ": compare them with the parameters of the function"},
    {"too many arguments in function call", ": compare them with the parameters of the function"},
    {"this declaration may not have extern \"C\" linkage",
     ": the exercise launches its kernel by name, and a template has none; write the kernel with "
     "its types"},
    {"has \"C\" linkage",
     ": with extern \"C\" a name belongs to one function; take one of them out, or give it another "
     "name"},
    {"has already been declared in the current scope",
     ": give it another name, or leave the type out to change the one that is there"},
    {"has already been defined", ": take one of them out, or give it another name"},
    {"expected a file name", ": write #include <name> or #include \"name\""},
    {"operand of \"*\" must be a pointer",
     ": a * that multiplies needs a number before it. C++ has no ** (write x * x, or powf), and a "
     "#define ends without a \";\""},
    {"expression must have class type but it has type",
     ": pointers and numbers have no parts after a dot; the length of an array is a parameter of "
     "the kernel"},
    {"requires an initializer", ": what is const gets its value where it is declared"},
    {"a __global__ function must have a void return type",
     ": a kernel returns nothing, and stores its answer in a buffer"},
    {"a value of type \"const ",
     ": what is const must stay const; the pointer that takes it must point to const, too"},
    {"expression preceding parentheses of apparent call must have",
     ": only functions are called with ( ). An element of an array is a[i], and threadIdx.x is "
     "written without ( )"},
    {"unknown external linkage specification", ": write extern \"C\", with a capital C"},
    {"attributes are not allowed here",
     ": what begins with __ comes after extern \"C\" and before the type, as in extern \"C\" "
     "__global__ void"},
    {"no suitable conversion function from \"",
     ": several numbers in one are not a single number. Take one of them (.x, .y, ...); to store "
     "all of them at once, store through a pointer to their type, as in "
     "reinterpret_cast<float4*>(out)[i] = four"},
    {"reinterpret_cast cannot cast away const",
     ": the original pointer points to const; write const before the type, as in "
     "reinterpret_cast<const float4*>(a)"},
    {"too many characters in character constant",
     ": text is written between \" and \", and one character between ' and '"},
    {"a break statement may only be used", ": to end a function early, write return"},
    {"a continue statement may only be used", ": to end a function early, write return"},
    {"expression has no effect",
     ": its value is not used. = stores and == compares, i += 8 adds to i, and a function is "
     "called with ( )"},
    {"comma operator in an array subscript",
     ": [y, x] is not two indices in C++: only the last one counts. Write [y][x]"},
    {"use of \"=\" where \"==\" may have been intended", ": = stores, and == compares"},
    {"pointless comparison of unsigned integer",
     ": an unsigned number is never below 0, so the answer is always the same. Use an int"},
    {"is used before its value is set", ": until then it holds nothing that can be relied on"},
    {"missing return statement at end of non-void function",
     ": a function that returns a value must end with return and that value"},
    {"returning pointer to local variable",
     ": a local variable ends with the function that declares it, and the pointer then points to "
     "nothing. Return the value itself, or let the caller pass the address of a variable of its "
     "own"},
    {"returning reference to local variable",
     ": a local variable ends with the function that declares it, and the reference then refers "
     "to nothing. Return the value itself"},
    {"was set but never used", ": what is stored there is never read"},
    {"unrecognized preprocessing directive",
     ": a line that begins with # is for #include, #define and the like. A comment begins with //"},
    {"variable declaration is not allowed inside a device function body",
     ": write it above the function, outside of all of them"},
    {"operator -> or ->* applied to",
     ": -> leads from a pointer to a part of what is there. Otherwise a dot does, as in "
     "threadIdx.x"},
    {"name followed by \"::\" must be a class or namespace name",
     ": parts of a variable come after a dot, as in threadIdx.x; a namespace such as cuda needs "
     "an #include, such as <cuda/atomic>"},
    {"a value of type \"void\" cannot be used",
     ": the function returns nothing, since its type is void. Write the type of what it returns "
     "there, and end it with return and that value"},
    {"attribute \"__shared__\" does not apply here",
     ": shared memory is declared inside of the kernel, as in __shared__ float tile[32]"},
    {"cannot be a member function",
     ": write it outside of every class and struct; what is called from it can be a member, with "
     "__device__ before it"},
    {"this range-based \"for\" statement requires",
     ": a pointer does not say how many elements there are. Count them: for (int k = 0; k < n; "
     "++k)"},
    {"Cannot do atomic on local memory",
     ": atomics are for memory that threads share. A variable of the thread's own needs none "
     "(write x += ...), and a GPU ends the kernel there"},
});

struct ForeignLine {
  std::string_view begins, meaning;
};
constexpr std::string_view kConflict =
    "this line is left over from a merge: keep one of the versions between <<<<<<<, ======= and "
    ">>>>>>>, and take these three lines out";
constexpr auto kForeign = std::to_array<ForeignLine>(
    {{"<<<<<<<", kConflict},
     {"=======", kConflict},
     {">>>>>>>", kConflict},
     {"```", "``` belongs to Markdown, which puts it around code; take such lines out"}});

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool begins_with_statement(std::string_view line) {
  constexpr auto kStatements =
      std::to_array<std::string_view>({"if ", "for ", "while ", "switch "});
  return begins_with_one_of(line, kStatements);
}

}  // namespace

std::string meaning_of(std::string_view message, std::string_view line) {
  if (message.ends_with("at the end of the file")) return {};
  // Of arrays it is mostly said; elsewhere nothing is known but that.
  if (message == "expression must have a constant value")
    return contains(line, "[")
               ? ": the size of an array must be known when the file is compiled: a number, a "
                 "#define or a constexpr. Parameters and blockDim are known only at the launch"
               : ": it must be known when the file is compiled";
  if (message.starts_with("incomplete type \"") && contains(message, "[]\""))
    return ": write into its [ ] how many elements it has, as in float v[4]";
  if (message.starts_with("cast to type \"") && contains(line, "reinterpret_cast<"))
    return ": a * is missing. reinterpret_cast makes one pointer from another, as in "
           "reinterpret_cast<const float4*>(a)";
  if (message == "expected a \"(\"" && begins_with_statement(line))
    return ": the condition of an if, for, while or switch is written in ( )";
  const bool is_pointer = message.ends_with("*\"") && contains(message, "cannot be assigned");
  if (is_pointer) return ": a pointer points to an array; one element of that is a[i]";
  const auto* const known = std::ranges::find_if(
      kSayings, [&](const Saying& saying) { return contains(message, saying.part); });
  return known == kSayings.end() ? std::string() : std::string(known->meaning);
}

std::string_view foreign_line(std::string_view line) {
  const auto* const known = std::ranges::find_if(
      kForeign, [&](const ForeignLine& foreign) { return line.starts_with(foreign.begins); });
  return known == kForeign.end() ? std::string_view() : known->meaning;
}

}  // namespace warplab::compile
