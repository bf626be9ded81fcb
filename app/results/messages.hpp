#pragma once
// What a run has to say, in the order in which a student should read it, each sentence with its
// line.
#include <string>
#include <vector>

#include "verdict/result/result.hpp"

namespace warplab::app {

enum class Severity { error, warning, note };

// Where more is to be seen of what a message says.
enum class NextStep : uint8_t { none, line, picture, memory, steps, time };

struct Message {
  Severity severity = Severity::note;
  int line = 0;        // of the student's file, from 1; 0: none
  int column = 0;      // from 1; 0: none
  int other_line = 0;  // the other side of a race
  std::string from;    // "compiler", "finding", "gate", "lab"
  std::string text;
  NextStep next = NextStep::none;
};

// The one to mend first comes first: what the compiler says, else what was found, in the order of
// the report, else the first gate that fails.
std::vector<Message> messages_of(const verdict::ExerciseResult& result);

// What a compiler's message says comes from here, in either case.
inline constexpr const char* kFromCompiler = "compiler";
std::vector<Message> compiler_messages(const std::vector<compile::Diagnostic>& diagnostics);
std::vector<Message> from_compiler(const std::vector<Message>& messages);
// Puts `compiled` in the place of what the compiler said before.
void replace_compiled(std::vector<Message>& messages, std::vector<Message> compiled);
// Worst first, and a warning of the compiler's behind what decides; what is equally bad stays in
// its order.
void sort_by_severity(std::vector<Message>& messages);

// Makes what a result says safe to show: every sentence may quote the student's file, and the
// output is what the kernel prints. See base/printable.hpp.
void make_printable(verdict::ExerciseResult& result);

// What a gate says without the words "Not checked: " and "Not yet: " in front, which a status
// beside it says.
std::string reason_of(const verdict::GateResult& gate);

bool has_compile_error(const verdict::ExerciseResult& result);

// The verdict in one sentence.
std::string verdict_sentence(const verdict::ExerciseResult& result, bool cancelled);

}  // namespace warplab::app
