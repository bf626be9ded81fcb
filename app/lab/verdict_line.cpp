#include "lab/verdict_line.hpp"

#include <fmt/format.h>

namespace warplab::app {
namespace {

// Once the compiler has seen the text since a run that did not compile.
VerdictLine compiled_since(const LineMarks& marks) {
  for (const Message& message : marks.messages) {
    if (message.from != kFromCompiler || message.severity != Severity::error) continue;
    const std::string place = message.line > 0 ? fmt::format("Line {}: ", message.line) : "";
    return {"This text does not compile yet. " + place + message.text, {}, {}, true};
  }
  return {"The earlier run did not compile. That is fixed: F5 runs this text.", {}, {}, true};
}

}  // namespace

VerdictLine verdict_line(const Work& work) {
  const RunOutcome& run = *work.outcome;
  if (work.marks.of_version == work.document.code().buffer().version())
    return {verdict_sentence(run.result, run.cancelled),
            fmt::format("{:.1f} s", run.seconds),
            {},
            false};
  if (!run.cancelled && run.result.verdict == verdict::Status::pass)
    return {"The text before this one passed. F5 runs this one.", {}, {}, true};
  if (!run.cancelled && has_compile_error(run.result) && work.marks.compiled_since)
    return compiled_since(work.marks);
  return {verdict_sentence(run.result, run.cancelled), "text changed since",
          "Of the earlier text: ", false};
}

}  // namespace warplab::app
