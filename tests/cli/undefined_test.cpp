// Variables without a value, from a student's file to the verdict.
#include "program.hpp"

using nlohmann::json;
using program::contains;
using program::Ended;
using program::Folder;
using program::grader;

namespace {

json graded_body(const std::string& body) {
  const Folder folder;
  folder.write("doubled.cu",
               "extern \"C\" __global__ void doubled(const float* in, float* out, int n) {\n"
               "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n" +
                   body + "}\n");
  const Ended ended = grader({"doubled", "--exercises", program::kExercises.string(),
                              "--submission", folder.path().string(), "--format", "json"});
  CAPTURE(ended.out);
  CAPTURE(ended.err);
  return ended.json()["exercises"][0];
}

bool passes(const json& exercise) {
  INFO(exercise.dump(1));
  return exercise["verdict"] == "pass";
}

void fails_with(const json& exercise, const std::string& sentence) {
  INFO(exercise.dump(1));
  CHECK(exercise["verdict"] == "fail");
  CHECK(exercise["score"] == 0);
  const json gate = program::gate(exercise, "initialized");
  CHECK(gate["status"] == "fail");
  CHECK(contains(gate["message"].get<std::string>(), sentence));
}

}  // namespace

TEST_CASE("a sum that happens to begin with 0 does not pass") {
  fails_with(
      graded_body("  float sum;\n  if (i >= n) return;\n"
                  "  for (int k = 0; k < 2; ++k) sum += in[i];\n  out[i] = sum;\n"),
      "Line 6 stores in out[0] a value that comes from `sum`, which thread (0,0,0) of block "
      "(0,0,0) has not set before; give it a value where it is declared, on line 3 (n 1, seed 1).");
  CHECK(
      passes(graded_body("  float sum;\n  if (i >= n) return;\n  sum = 0;\n"
                         "  for (int k = 0; k < 2; ++k) sum += in[i];\n  out[i] = sum;\n")));
}

TEST_CASE("a branch on a flag that nobody set does not pass, though the compiler removes it") {
  fails_with(graded_body("  bool wrong;\n  if (i >= n) return;\n  out[i] = 2 * in[i];\n"
                         "  if (wrong) out[i] = 0;\n"),
             "Line 6 branches on `wrong`");
}

TEST_CASE("what happens at a larger size only is found") {
  fails_with(graded_body("  float more;\n  if (n < 200) more = 0;\n"
                         "  if (i < n) out[i] = 2 * in[i] + more;\n"),
             "(n 2");
  CHECK(passes(graded_body("  float x;\n  if (i < n) x = in[i];\n  if (i < n) out[i] = 2 * x;\n")));
}

TEST_CASE("a member of a class that its constructor forgets is not told as an array") {
  const auto summed = [](const std::string& constructor) {
    return graded_body("  struct Sum {\n    float total; int count;\n    __device__ Sum() { " +
                       constructor +
                       " }\n    __device__ void add(float x) { total += x; ++count; }\n"
                       "    __device__ float get() const { return total; }\n  };\n"
                       "  Sum sum;\n  if (i >= n) return;\n  sum.add(in[i]);\n  sum.add(in[i]);\n"
                       "  out[i] = sum.get();\n");
  };
  const json wrong = summed("count = 0;");
  fails_with(wrong, "comes from a local array, struct or class, ");
  fails_with(wrong, "give each element or member a value first");
  CHECK(passes(summed("count = 0; total = 0;")));
}
