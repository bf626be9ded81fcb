#pragma once
// Marks the variables of a kernel file's functions that are declared without an initial value, so
// that the simulator can follow what they hold. A compiler takes a value that nobody has set for
// whatever suits it: it removes branches and stores, or makes a constant of it, and what the
// student wrote cannot be seen in the PTX any more. After each declaration this writes, into the
// same line,
//
//   float sum; WARPLAB_UNDEFINED(sum)
//
// (headers/warplab_undefined.h says what that does), and before the closing brace of a function
// that gives a value back, where its last statement is no `return`,
//
//   return ::warplab_undefined::NoReturn(); }
//
// since to go past that brace and use the value is undefined, too. Declarations are found by their
// form, in the tokens of the file. Of macros those are expanded that may be a declaration, or that
// open or close a brace. What is not recognised is left as it is.
#include <cstddef>
#include <string>
#include <string_view>

namespace warplab::compile {

struct MarkedSource {
  std::string text;  // as many lines as before
  size_t marks = 0;  // variables and ends of functions
  // What may leave something without a value and has no mark, or one that may have to be left out:
  // constructors, which need not set every member, variables whose initial value names them, and
  // functions whose type is deduced.
  size_t unmarked = 0;
};

// Bodies of macros are taken for parts of a function, which they need not be: some can be left out.
enum class MacroBodies { marked, left };
// The value with which a function's type is deduced may be one that its end does not know: then
// only the ends of functions whose type stands there can be marked. A type may be one that cannot
// be made of nothing: then all of them can be left out.
enum class FunctionEnds { marked, of_known_type, left };
MarkedSource mark_undefined(std::string_view source, MacroBodies macros = MacroBodies::marked,
                            FunctionEnds ends = FunctionEnds::marked);

// The header to include before a source that was marked.
inline constexpr std::string_view kUndefinedHeader = "warplab_undefined.h";

}  // namespace warplab::compile
