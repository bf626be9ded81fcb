#pragma once
// The log that NVRTC and, inside it, ptxas write, taken apart. Nothing here knows what the words
// mean; explain.hpp does.
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "compile/compile.hpp"

namespace warplab::compile {

// The file of messages of ptxas: their lines are lines of the PTX.
inline constexpr std::string_view kPtxInput = "ptxas";

// The file of messages about the end of the student's text: "At end of source: error: ...".
inline constexpr std::string_view kEndOfSource = "end of source";

// Whether messages can be about a file of this name: the student's, or a header that there is.
using KnownFile = std::function<bool(std::string_view file)>;

// The messages, in their order. Source lines are dropped; the caret under them gives the column.
// Template contexts become notes. Never fails: a line that is no message is skipped.
// What the student wrote is in the log, too, and may look like a message: the text of #error, a
// line that is quoted, a string of static_assert with a line end in it. So a message begins at the
// left edge, and inside of another one only with the name of a file that `is_known`.
std::vector<Diagnostic> parse_log(std::string_view log, const KnownFile& is_known);

// #line and, in inline PTX, .loc say any file and any line. Messages about a file that is not
// known become messages about `file`, the student's, without a line; so do lines that it has not.
void keep_places_in(std::vector<Diagnostic>& diagnostics, const std::string& file, int lines,
                    const KnownFile& is_known);

// Spills by function, from what ptxas says with -v: "Function properties for NAME", and on the next
// line "N bytes stack frame, N bytes spill stores, N bytes spill loads".
struct Spills {
  uint32_t store_bytes = 0, load_bytes = 0;
};
std::map<std::string, Spills> parse_spills(std::string_view log);

// The log with "(an address)" in the place of addresses in the compiler's own memory, which it puts
// into messages about its insides: they are others at each run, and the same file gets the same
// text. What stands so in the source is the source's.
std::string without_addresses(std::string log, std::string_view source);

// The log without what ptxas says because of -v, which nobody but us asked for.
std::string without_ptxas_info(std::string_view log);

}  // namespace warplab::compile
