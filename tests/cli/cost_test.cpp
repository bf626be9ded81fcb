// What wrong kernels cost that a beginner writes: as little time and memory as the promise in
// docs/GRADING.md says, and the finding that belongs to them. And right ones that look alike.
#include <sys/resource.h>

#include "program.hpp"

using nlohmann::json;
using program::Ended;
using program::Folder;
using program::grader;

namespace {

// Of all processors together, so that a busy machine does not decide.
constexpr double kMostSeconds = 5;
constexpr long kMostKilobytes = 768 * 1024;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kIsMeasured = false;
#else
constexpr bool kIsMeasured = true;
#endif

double seconds(const timeval& t) { return static_cast<double>(t.tv_sec) + 1e-6 * t.tv_usec; }

double processor_seconds() {
  rusage used{};
  ::getrusage(RUSAGE_CHILDREN, &used);
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

json graded(const std::string& exercise, const std::string& file, const std::string& source) {
  const Folder folder;
  folder.write(file, source);
  const double before = processor_seconds();
  const Ended ended = grader({exercise, "--exercises", WARPLAB_SOURCE_DIR "/exercises",
                              "--submission", folder.path().string(), "--format", "json"});
  CAPTURE(ended.out);
  CAPTURE(ended.err);
  rusage used{};
  ::getrusage(RUSAGE_CHILDREN, &used);
  if (kIsMeasured) {
    CHECK(processor_seconds() - before < kMostSeconds);
    CHECK(used.ru_maxrss < kMostKilobytes);
  }
  return ended.json()["exercises"][0];
}

json sums(const std::string& body, const std::string& before = "") {
  return graded("racy-atomic", "racy_atomic.cu",
                before +
                    "\nextern \"C\" __global__ void add_rows(const float* image, float* out,\n"
                    "                                    int rows, int cols, int copies) {\n"
                    "  const int j = blockIdx.x * blockDim.x + threadIdx.x;\n"
                    "  const int i = blockIdx.y * blockDim.y + threadIdx.y;\n"
                    "  if (i >= rows || j >= cols) return;\n"
                    "  const float value = image[i * cols + j];\n" +
                    body + "}\n");
}

std::string status(const json& exercise, const std::string& gate) {
  INFO(exercise.dump(1));
  return program::gate(exercise, gate)["status"];
}

}  // namespace

TEST_CASE("a race that is repeated many times is told soon") {
  CHECK(status(sums("  for (int n = 0; n < 100; ++n)\n"
                    "    for (int k = 0; k < copies; ++k) out[k * rows + i] += value;\n"),
               "race free") == "fail");
}

TEST_CASE("atomics without an end come to the limit soon") {
  CHECK(status(sums("  for (int n = 0; n < 1000; ++n)\n"
                    "    for (int k = 0; k < copies; ++k) atomicAdd(&out[k * rows + i], value);\n"),
               "terminates") == "fail");
}

TEST_CASE("a lock for each element, taken 50 times by each thread, is followed to the end") {
  const std::string begin =
      "  for (int k = 0; k < copies; ++k) {\n"
      "    int* const lock = &locks[k * 64 + i];\n"
      "    for (bool done = false; !done;)\n"
      "      if (atomicCAS(lock, 0, 1) == 0) {\n";
  const std::string end = "        done = true;\n      }\n  }\n";
  const std::string locks = "__device__ int locks[64 * 64];";
  CHECK(status(sums(begin +
                        "        __threadfence();\n        out[k * rows + i] += value;\n"
                        "        __threadfence();\n        atomicExch(lock, 0);\n" +
                        end,
                    locks),
               "race free") == "pass");
  CHECK(
      status(sums(begin + "        out[k * rows + i] += value;\n        *lock = 0;\n" + end, locks),
             "race free") == "fail");
}
