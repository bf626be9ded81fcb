#pragma once
// What a run has to say, in the order in which a student should read it, each sentence with its
// line.
#include <string>
#include <vector>

#include "verdict/result/result.hpp"

namespace warplab::app {

enum class Severity { error, warning, note };

struct Message {
  Severity severity = Severity::note;
  int line = 0;        // of the student's file, from 1; 0: none
  int column = 0;      // from 1; 0: none
  int other_line = 0;  // the other side of a race
  std::string from;    // "compiler", "finding", "gate", "lab"
  std::string text;
};

std::vector<Message> messages_of(const verdict::ExerciseResult& result);

// What a compiler's message says comes from here, in either case.
inline constexpr const char* kFromCompiler = "compiler";
std::vector<Message> compiler_messages(const std::vector<compile::Diagnostic>& diagnostics);
std::vector<Message> from_compiler(const std::vector<Message>& messages);
// Puts `compiled` in the place of what the compiler said before.
void replace_compiled(std::vector<Message>& messages, std::vector<Message> compiled);
// Worst first; what is equally bad stays in its order.
void sort_by_severity(std::vector<Message>& messages);

// Gates by what came of them. Those that do not apply, because there is no GPU, count for nothing.
struct GateCount {
  size_t hold = 0, unchecked = 0, all = 0;
  size_t left_out = 0;  // beside `all`
};
GateCount count_gates(const std::vector<verdict::GateResult>& gates);

// Makes what a result says safe to show: every sentence may quote the student's file, and the
// output is what the kernel prints. See base/printable.hpp.
void make_printable(verdict::ExerciseResult& result);

// What a gate says without the words "Not checked: " and "Not yet: " in front, which a status
// beside it says.
std::string reason_of(const verdict::GateResult& gate);

bool has_compile_error(const verdict::ExerciseResult& result);

// The verdict in one sentence.
std::string verdict_sentence(const verdict::ExerciseResult& result, bool cancelled);

// What a run is about, for choosing what to show after it.
enum class Explanation { passed, messages, output, counters, timing, results };
// `shows_mismatch`: one of the pictures is of the buffer with the wrong element.
Explanation explanation_of(const verdict::ExerciseResult& result, bool shows_mismatch);

}  // namespace warplab::app
