#pragma once
// What NVRTC and ptxas say, in their words, and what is said to a student instead: one table. A
// recorded log in tests/compile/logs reaches each of its rows, or a test fails and names the row.
// For a new row write a source there, and record what NVRTC says of it as messages_test.cpp tells.
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compile/messages/match.hpp"

namespace warplab::compile {

// Whether a row applies: finds the words of its sentence, and maybe a better place. Nothing of that
// counts where it says no.
using Condition = bool (*)(Match&);
inline constexpr Condition kAlways = nullptr;

// What a sentence makes of others.
enum class Others : uint8_t {
  kept,
  left_out,  // it names a slip in how something is written: nothing else of its line is worth
             // reading
  once,      // the first one with this sentence is enough
  whole,     // kept, and nothing is said behind it of a macro on its line
};

struct Explanation {
  // The compiler's words. What ptxas says has "ptxas: " in front of it, about a line of PTX
  // "in PTX: ", and what is about the end of the text "at the end: ".
  std::string_view message;
  Condition when;
  std::string_view said;  // {message}: the compiler's words
  Others others = Others::kept;
  Diagnostic::About about = Diagnostic::About::anything;
};

// Of several rows that fit the first one counts, in this order.
std::span<const Explanation> rows_of_texts();   // whole lines and files, PTX
std::span<const Explanation> rows_of_signs();   // what is missing, too much, or in the wrong place
std::span<const Explanation> rows_of_values();  // types, calls, operators; warnings
std::span<const Explanation> rows_of_names();   // that nobody has declared
const std::vector<Explanation>& explanations();

// What stands behind an error on a line with a macro whose #define has a = or a ; too many.
const Explanation& row_of_macros();

// One mistake makes several messages, and the first of them is often not the one that names it.
struct Consequence {
  enum class Place : uint8_t {
    anywhere,
    line,         // on the same line, behind the cause
    next_line,    // on the line behind that of the cause
    same,         // at the same place of the source
    just_before,  // the message in front of the cause, on the same line
  };
  std::string_view cause;
  Place place;
  std::string_view message;  // is left out; {}: every other error
};
std::span<const Consequence> consequences();

// The compiler's words that more than a row of the table goes by.
inline constexpr std::string_view kUndefined = R"(identifier "{name}" is undefined)";
inline constexpr std::string_view kHostFunction =
    "{}function without execution space annotations{}";
inline constexpr std::string_view kNoClosingBrace = R"(expected a "}")";
inline constexpr std::string_view kNoClosingAngle = R"(expected a ">")";
inline constexpr std::string_view kNoType = "explicit type is missing{}";
inline constexpr std::string_view kItsOpening = "to match this{}";  // a note
inline constexpr std::string_view kItsOpeningBrace = R"(to match this "{")";
inline constexpr std::string_view kRestarts = "parsing restarts here{}";
inline constexpr std::string_view kNoMemory = "out of memory";
inline constexpr std::string_view kLineOfPtx = "{message} on line {line}";
inline constexpr std::string_view kLastWordOfPtxas = "{}Ptx assembly aborted due to errors{}";

// A name that nobody has declared, or no class; and what such a name brings about before it.
bool names_something(std::string_view message);
bool may_come_before_its_name(std::string_view message);

// Which rows explanations() and consequences() have been used, for the test that replays logs.
struct UsedRows {
  std::set<size_t> explanations, consequences;
};

// Every sentence of the table with the compiler's words in it, and all remarks, for those who
// translate or proofread.
std::vector<std::string> explained_messages();

}  // namespace warplab::compile
