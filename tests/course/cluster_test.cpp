#include "course/cluster.hpp"

#include <doctest/doctest.h>

#include <sstream>

#include "contains.hpp"

using namespace warplab::course;
using warplab::test::contains;

namespace {

ClusterJob job() {
  ClusterJob made;
  made.grader = "grader";
  made.submissions = "/course/in";
  made.results = "/course/out";
  made.options = {"--students", "/course/students.csv", "--format", "csv"};
  made.parts = 3;
  return made;
}

// Every line of a script that has `part`.
std::string lines_with(const std::string& text, const std::string& part) {
  std::istringstream stream(text);
  std::string found;
  for (std::string line; std::getline(stream, line);)
    if (contains(line, part)) found += line + "\n";
  return found;
}

}  // namespace

TEST_CASE("what puts parts together is not told who is who: the journals say it") {
  const std::string merge = lines_with(slurm_merge(job()), " course merge ");
  CHECK(contains(merge, "--format csv"));
  CHECK_FALSE(contains(merge, "--students"));
  CHECK(contains(lines_with(slurm_merge(job()), " course run "), "--students"));
  const std::string last = lines_with(kubernetes_jobs(job()), " course merge ");
  CHECK(contains(last.substr(0, last.find("&&")), "/course/out/parts/*/ --format csv "));
  CHECK(contains(last.substr(last.find("&&")), "--students /course/students.csv"));
}

TEST_CASE("Kubernetes runs the image of the Containerfile, as nobody and with no rights") {
  const std::string yaml = kubernetes_jobs(job());
  CHECK(contains(yaml, "image: \"warp-lab-grader\"\n"));
  CHECK(contains(yaml, "grader course run /course/in --output /course/out/parts/"));
  CHECK(contains(yaml, "completions: 3\n"));
  for (const char* part : {"runAsNonRoot: true", "readOnlyRootFilesystem: true",
                           "allowPrivilegeEscalation: false", "drop: [ALL]"})
    CHECK(lines_with(yaml, part).size() > 2 * std::string(part).size());  // in both jobs
}
