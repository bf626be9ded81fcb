#include "results/program_runs.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <utility>

#include "base/child_process.hpp"
#include "base/file_text.hpp"

namespace warplab::app {
namespace fs = std::filesystem;
namespace {

// What a window can show of a program's output.
constexpr size_t kMostShownOutput = size_t{1} << 20;

class RunsPrograms final : public ProgramRuns::Machine {
 public:
  explicit RunsPrograms(fs::path grader) : grader_(std::move(grader)) {}

  Result<bool> answer(const ProgramQuestion& question, const Talk& talk) override {
    if (!fs::is_regular_file(question.file))
      return Error{fmt::format("There is no file {}.", question.file.string())};
    const fs::path report =
        fs::temp_directory_path() / fmt::format("warplab-report-{}", ::getpid());
    ProgramAnswer answer{question.file, {}, {}, false};
    talk.tell("running", 0);
    ChildProcess child(
        {grader_.string(), "run", "--output", report.string(), "--", question.file.string()},
        {ChildStream::nowhere, ChildStream::pipe, ChildStream::as_output});
    if (!child.has_started()) return Error{grader_.string() + " cannot be started."};
    size_t shown = 0;
    const bool is_read = child.read_output(answer.output, [&] {
      if (answer.output.size() != shown) {
        shown = answer.output.size();
        talk.publish(answer);
      }
      return *talk.cancel || answer.output.size() > kMostShownOutput;
    });
    if (!is_read) child.kill();
    child.wait();
    answer.report = file_text(report).value_or("");
    answer.has_ended = true;
    std::error_code ignored;
    fs::remove(report, ignored);
    talk.publish(std::move(answer));
    return true;
  }

 private:
  fs::path grader_;
};

}  // namespace

ProgramRuns::Machine* make_program_machine(fs::path grader) {
  return new RunsPrograms(std::move(grader));
}

fs::path grader_beside() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path() / "grader";
}

}  // namespace warplab::app
