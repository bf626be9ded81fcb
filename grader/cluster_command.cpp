#include "cluster_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <string>
#include <system_error>

#include "course/cluster.hpp"
#include "course_reports.hpp"
#include "exit_code.hpp"
#include "streams.hpp"

namespace warplab::grader {
namespace fs = std::filesystem;
namespace {

// The jobs of a course for a cluster, with everything that this command line said.
course::ClusterJob cluster_job(const Options& options) {
  course::ClusterJob job = options.course.cluster;
  std::error_code ignored;
  job.grader = fs::read_symlink("/proc/self/exe", ignored);
  job.submissions = fs::absolute(options.course.submissions);
  job.results = fs::absolute(options.course.results);
  for (const char* name : {"--course", "--students"})
    if (const auto at = std::ranges::find(job.options, name); at != job.options.end())
      *std::next(at) = fs::absolute(*std::next(at)).string();
  const auto add = [&](const char* name, const std::string& value) {
    job.options.insert(job.options.end(), {name, value});
  };
  if (options.exercises) add("--exercises", fs::absolute(*options.exercises).string());
  if (options.hidden) add("--hidden", fs::absolute(*options.hidden).string());
  if (options.sign) add("--sign", fs::absolute(*options.sign).string());
  if (options.seed != Options().seed) add("--seed", std::to_string(options.seed));
  for (const std::string& model : options.models) add("--model", model);
  for (const fs::path& file : options.model_files) add("--model-file", fs::absolute(file).string());
  add("--backend", job.gpu ? "cuda" : "sim");
  add("--threads", std::to_string(job.cores));
  return job;
}

// The number that sbatch answers with.
Result<std::string> submit(const std::string& arguments) {
  std::FILE* const pipe = ::popen(("sbatch --parsable " + arguments).c_str(), "re");
  if (!pipe) return Error{fmt::format("sbatch cannot be started: {}.", std::strerror(errno))};
  std::string answer;
  char piece[256];
  while (std::fgets(piece, sizeof piece, pipe)) answer += piece;
  const bool done = ::pclose(pipe) == 0;
  answer.erase(std::min(answer.find_first_of(";\n"), answer.size()));
  if (!done || answer.empty()) return Error{"sbatch did not take the job."};
  return answer;
}

}  // namespace

int write_slurm(const Options& options) {
  const course::ClusterJob job = cluster_job(options);
  std::error_code why;
  fs::create_directories(job.results, why);
  if (why)
    return fail(
        fmt::format("The folder {} cannot be made: {}.", job.results.string(), why.message()));
  const fs::path array = job.results / "array.sh", merge = job.results / "merge.sh";
  if (const Result<bool> done = write_whole(array, course::slurm_array(job)); !done)
    return fail(done.error());
  if (const Result<bool> done = write_whole(merge, course::slurm_merge(job)); !done)
    return fail(done.error());
  if (!options.course.submit) {
    print(
        fmt::format("Written: {0} and {1}. To submit them:\n"
                    "  sbatch --dependency=afterany:$(sbatch --parsable {0}) {1}\n",
                    course::shell_word(array.string()), course::shell_word(merge.string())));
    return kAllPassed;
  }
  const Result<std::string> first = submit(course::shell_word(array.string()));
  if (!first) return fail(first.error());
  const Result<std::string> last =
      submit("--dependency=afterany:" + *first + " " + course::shell_word(merge.string()));
  if (!last) return fail(last.error());
  print(fmt::format("Submitted: {} tasks as job {}, and what puts them together as job {}.\n",
                    job.parts, *first, *last));
  return kAllPassed;
}

int write_kubernetes(const Options& options) {
  course::ClusterJob job = cluster_job(options);
  job.grader = "grader";  // that of the image
  print(course::kubernetes_jobs(job));
  return kAllPassed;
}

}  // namespace warplab::grader
