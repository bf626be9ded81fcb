#pragma once
// Notes what the variables of a kernel file's functions hold, so that somebody who walks through
// the kernel sees them by their names. NVRTC says nothing of variables, not even with
// --device-debug: after optimising, and it always does some, a register is now this and now that.
// So a second text is compiled in which a note stands behind every statement that gives a variable
// a value,
//
//   float sum = 0; ::warplab_variables::note<3>(sum);
//   sum += x, ::warplab_variables::note<3>(sum);
//   for (int k = 0; ::warplab_variables::note<4>(k), k < n; ++k)
//
// (headers/warplab_variables.h says what that does). What a note says is what the variable holds
// there, whatever the compiler does with it elsewhere. Statements are found by their form, in the
// tokens of the file; macros are not expanded. A variable that may change where no note can stand
// (in a condition, through its address or a reference, in a macro) has none.
#include <string>
#include <string_view>
#include <vector>

namespace warplab::compile {

struct NotedVariable {
  std::string name;  // empty: it has no notes after all
  int first_line = 0,
      last_line = 0;  // of the source, from 1: from its declaration to where it ends
};

struct NotedSource {
  // To be compiled instead of the source; the lines of its functions are those of the source. Empty
  // where nothing is noted.
  std::string text;
  std::vector<NotedVariable> variables;  // by number
};

// `file_name`: what the compiler calls the file. `headers`: texts of what it includes, which may
// have functions that take a variable by reference.
NotedSource note_variables(std::string_view source, std::string_view file_name,
                           const std::vector<std::string_view>& headers = {});

}  // namespace warplab::compile
