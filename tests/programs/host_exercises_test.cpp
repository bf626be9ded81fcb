// Exercises with host code, as a teacher meets them: tests/programs/exercises, graded by the
// grader. Nothing here runs without nvcc and a lock.
#include <doctest/doctest.h>

#include <fmt/format.h>

#include <regex>

#include "program.hpp"
#include "skip.hpp"
#include "verdict/program/host_program.hpp"

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using program::contains;

const fs::path kHere = WARPLAB_SOURCE_DIR "/tests/programs";

bool needs_lock() {
  const auto possible = warplab::verdict::HostProgram::is_possible();
  if (!possible) warplab_test::skip(possible.error());
  return bool(possible);
}

program::Ended grade(const std::string& slug, const std::string& file, const std::string& text) {
  const program::Folder folder;
  folder.write(file, text);
  return program::grader({slug, "--exercises", (kHere / "exercises").string(), "--submission",
                          folder.path().string(), "--format", "json"},
                         {{"XDG_CACHE_HOME", WARPLAB_BINARY_DIR "/tests/programs/cache"}});
}
json graded(const std::string& slug, const std::string& file, const std::string& text) {
  const program::Ended ended = grade(slug, file, text);
  CAPTURE(ended.err);
  return ended.json()["exercises"].at(0);
}

constexpr const char* kKernel =
    "__global__ void twice(const float* in, float* out, int n) {\n"
    "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) out[i] = 2 * in[i];\n}\n";
std::string with_solve(const std::string& body) {
  return std::string(kKernel) + "extern \"C\" void solve(const float* in, float* out, int n) {\n" +
         body + "}\n";
}
constexpr const char* kLaunch = "  twice<<<(n + 255) / 256, 256>>>(in, out, n);\n";

}  // namespace

TEST_CASE("an exercise's function is called with its buffers, and earns what its kernels do") {
  if (!needs_lock()) return;
  const json right = graded("twice", "twice.cu", with_solve(kLaunch));
  CAPTURE(right.dump(1));
  CHECK(right["score"] == 1);
  CHECK(program::gate(right, "correct")["status"] == "pass");
  CHECK(program::gate(right, "in.sectors + out.sectors")["value"] == 500);
  CHECK(contains(right["compiler"].get<std::string>(), "nvcc"));
  const json strided =
      graded("twice", "twice.cu",
             with_solve("  for (int i = 0; i < n; ++i) twice<<<1, 1>>>(in + i, out + i, 1);\n"));
  CHECK(program::gate(strided, "correct")["status"] == "pass");
  CHECK(program::gate(strided, "in.sectors + out.sectors")["status"] == "fail");
}

TEST_CASE("a wrong element of a program is told, and one that nobody wrote") {
  if (!needs_lock()) return;
  const json wrong = program::gate(
      graded("twice", "twice.cu", program::read(kHere / "exercises/01-twice/twice.cu")), "correct");
  CHECK(wrong["status"] == "fail");
  CHECK_MESSAGE(contains(wrong["message"].get<std::string>(), "out[1] is 1 and should be 2"),
                wrong.dump());
  const json unwritten = program::gate(
      graded("twice", "twice.cu", with_solve("  twice<<<1, 32>>>(in, out, 0);\n")), "correct");
  CHECK_MESSAGE(contains(unwritten["message"].get<std::string>(), "was written by no thread"),
                unwritten.dump());
}

TEST_CASE("mistakes of a program's host code are gates with lines") {
  if (!needs_lock()) return;
  const json leak =
      graded("twice", "twice.cu",
             with_solve("  float* more;\n  cudaMalloc(&more, 400);\n" + std::string(kLaunch)));
  const json left = program::gate(leak, "host_code");
  CHECK(left["status"] == "fail");
  CHECK(left["line"] == 7);
  CHECK_MESSAGE(contains(left["message"].get<std::string>(), "never freed: 400 bytes"),
                left.dump());
  const json host = graded("twice", "twice.cu",
                           with_solve("  float mine[4] = {};\n  twice<<<1, 4>>>(mine, out, 4);\n"));
  CHECK(program::gate(host, "in_bounds")["status"] == "fail");
  CHECK(program::gate(host, "in_bounds")["line"] == 3);
  const json past = graded("twice", "twice.cu",
                           with_solve("  cudaMemcpy(out, in, n * 8, cudaMemcpyDeviceToDevice);\n" +
                                      std::string(kLaunch)));
  CHECK(program::gate(past, "in_bounds")["line"] == 6);
  const json crash = graded("twice", "twice.cu", with_solve("  *(volatile int*)8 = 1;\n"));
  CHECK_MESSAGE(contains(program::gate(crash, "terminates")["message"].get<std::string>(),
                         "was ended by signal 11"),
                crash.dump());
}

TEST_CASE("what is no program says why in a sentence") {
  if (!needs_lock()) return;
  const auto says = [](const std::string& text, const char* gate) {
    return program::gate(graded("twice", "twice.cu", text), gate)["message"].get<std::string>();
  };
  CHECK(contains(says("void solve() {\n  int x = y;\n}\n", "compiles"), "Line 2"));
  CHECK(contains(
      says(std::string(kKernel) + "void solve(const float*, float*, int) {}\n", "compiles"),
      "extern \"C\""));
  CHECK(contains(says(with_solve(kLaunch) + "int main() {}\n", "compiles"), "main()"));
  CHECK(contains(says(with_solve(""), "launches"), "No kernel was launched"));
  CHECK(contains(
      says(with_solve("  cudaArray_t a;\n  cudaMallocArray(&a, nullptr, 8, 8);\n"), "supported"),
      "cudaMallocArray is not part of"));
  CHECK(contains(says("#include \"/etc/passwd\"\n" + with_solve(kLaunch), "compiles"),
                 "/etc/passwd"));
}

TEST_CASE("a program of its own is compared by what it prints, writes and returns") {
  if (!needs_lock()) return;
  const std::string right = program::read(kHere / "exercises/02-count/reference.cu");
  const auto with = [&](const char* from, const char* to) {
    std::string text = right;
    text.replace(text.find(from), std::string(from).size(), to);
    return graded("count", "count.cu", text);
  };
  CHECK(graded("count", "count.cu", right)["score"] == 1);
  CHECK(with("%.3f\\n\"", "%.1f   \\n\"")["score"] == 1);
  const auto says = [](const json& result, const char* gate) {
    return program::gate(result, gate)["message"].get<std::string>();
  };
  const std::string doubled = says(with("atomicAdd(sum, 1)", "atomicAdd(sum, 2)"), "correct");
  CHECK_MESSAGE(contains(doubled, "Line 2 of what the program prints is \"35.000\""), doubled);
  CHECK(contains(says(with("\"sum.txt\"", "\"other.txt\""), "correct"), "does not write sum.txt"));
  CHECK(contains(says(with("return 3", "return 4"), "terminates"), "exit code 4, expected 3"));
}

TEST_CASE("host code of a student's reaches nothing but its device") {
  if (!needs_lock()) return;
  std::string text = program::read(kHere / "exercises/attacks.cu");
  text.replace(text.find("WARPLAB_REFERENCE"), 17,
               fmt::format("\"{}\"", (kHere / "exercises/02-count/reference.cu").string()));
  const json result = graded("twice", "twice.cu", text);
  const auto output = result["output"].get<std::string>();
  CHECK_MESSAGE(!contains(output, "WORKED"), output);
  CHECK_MESSAGE(contains(output, "a signal to the parent: refused"), result.dump(1));
  CHECK(result["score"] == 1);
}

TEST_CASE("nonsense over a program's socket earns nothing and ends nobody else") {
  if (!needs_lock()) return;
  const json result = graded(
      "twice", "twice.cu",
      "#include <cstdio>\n#include <cstdlib>\n#include <unistd.h>\n#include <cstring>\n" +
          with_solve("  int socket = -1;\n  sscanf(getenv(\"WARPLAB_DEVICE\"), \"%d\", &socket);\n"
                     "  char bytes[512];\n  memset(bytes, 0x7e, sizeof bytes);\n"
                     "  write(socket, bytes, sizeof bytes);\n" +
                     std::string(kLaunch)));
  CHECK(result["verdict"] != "pass");
  CHECK(result["score"] != 1);
}

TEST_CASE("grader check proves an exercise with host code") {
  if (!needs_lock()) return;
  const program::Folder folder;
  folder.write("01-twice/solution.cu", with_solve(kLaunch));
  folder.write("01-twice/wrong-nothing.cu",
               "// caught by: launches\n// why: Nothing is launched.\n" + with_solve(""));
  const program::Ended ended =
      program::grader({"check", "twice", "--exercises", (kHere / "exercises").string(),
                       "--solutions", folder.path().string()},
                      {{"XDG_CACHE_HOME", WARPLAB_BINARY_DIR "/tests/programs/cache"}});
  CHECK_MESSAGE(ended.exit_code == 0, ended.out, ended.err);
  CHECK_MESSAGE(contains(ended.out, "It passes every gate."), ended.out);
}

TEST_CASE("without nvcc an exercise with host code is not graded, and says so") {
  const program::Folder folder;
  folder.write("twice.cu", with_solve(kLaunch));
  const program::Ended ended =
      program::grader({"twice", "--exercises", (kHere / "exercises").string(), "--submission",
                       folder.path().string()},
                      {{"WARPLAB_NVCC", "/nowhere"}});
  CHECK(ended.exit_code == 2);
  CHECK_MESSAGE(contains(ended.out + ended.err, "cannot be graded here"), ended.out, ended.err);
}
