// Each program of this folder as a user runs it: NAME.txt says what NAME.cu prints, how it ends,
// and what is found in it. All but not_there.cu print the same and end the same on an H100
// (CUDA 13.0, driver 580.159.04, 2026-11-28).
#include <doctest/doctest.h>

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <regex>

#include "program.hpp"
#include "runtime/toolkit.hpp"
#include "skip.hpp"

namespace {

namespace fs = std::filesystem;

const fs::path kPrograms = WARPLAB_SOURCE_DIR "/tests/programs";

bool needs_nvcc() {
  const auto toolkit = warplab::runtime::find_toolkit();
  if (!toolkit) warplab_test::skip("no nvcc (" + toolkit.error() + ")");
  return bool(toolkit);
}

// In their folder, so that reports name them without one. Built programs are kept between the
// cases, and between runs of the tests.
program::Ended run(std::vector<std::string> words) {
  fs::current_path(kPrograms);
  words.insert(words.begin(), "run");
  return program::grader(words, {{"XDG_CACHE_HOME", WARPLAB_BINARY_DIR "/tests/programs/cache"}});
}

// As it stands in NAME.txt. Addresses of the host differ from run to run.
std::string shown(const program::Ended& ended) {
  std::string err = std::regex_replace(ended.err, std::regex("0x[0-9a-f]+"), "0x...");
  return fmt::format("{}-- exit code {}\n{}", ended.out, ended.exit_code, err);
}

void run_and_compare(const std::string& name) {
  if (!needs_nvcc()) return;
  const fs::path expected = kPrograms / (name + ".txt");
  const std::string is = shown(run({"--quiet", name + ".cu"}));
  // To record them anew: WARPLAB_RECORD=1 ctest -R programs
  if (std::getenv("WARPLAB_RECORD")) std::ofstream(expected) << is;
  CHECK(is == program::read(expected));
}

}  // namespace

#include "program_cases.inc"

TEST_CASE("the report of a program has a table of its kernels, and their findings with lines") {
  if (!needs_nvcc()) return;
  const program::Ended ended = run({"--error-exit", "3", (kPrograms / "overrun.cu").string()});
  CHECK(ended.exit_code == 3);
  CHECK(ended.out == "fine\n");
  for (const char* const part : {"-- Warp Lab: 1 kernel, 1 launch, simulated in ",
                                 "overrun.cu:3  out of bounds: writes x[1000]", "allocated at ",
                                 "overrun.cu:6, launched at ", "overrun.cu:7", "H100 would take",
                                 "4 x 256       4.0 (ideal 4)", "2 findings.\n"})
    CHECK_MESSAGE(program::contains(ended.err, part), part, " is not in ", ended.err);
}

TEST_CASE("the table of a program's kernels shows what its requests move beside the ideal") {
  if (!needs_nvcc()) return;
  const program::Ended ended = run({(kPrograms / "strided.cu").string()});
  CHECK_MESSAGE(program::contains(ended.err, "18.0 (ideal 4)"), ended.err);
  CHECK(program::contains(ended.err, "No findings.\n"));
}

TEST_CASE("the report of a program as JSON has counters, places and a modelled time") {
  if (!needs_nvcc()) return;
  const program::Folder folder;
  const std::string file = (folder.path() / "report.json").string();
  const program::Ended ended =
      run({"--json", "--output", file, "--model", "T4", (kPrograms / "overrun.cu").string()});
  CHECK(ended.exit_code == 0);
  CHECK(ended.err.empty());
  const auto json = nlohmann::json::parse(program::read(file));
  CHECK(json["gpu"] == "T4");
  REQUIRE(json["kernels"].size() == 1);
  CHECK(json["kernels"][0]["counters"]["global.store.sectors"] == 128);
  CHECK(json["kernels"][0]["modelled_us"].get<double>() > 1);
  REQUIRE(json["findings"].size() == 2);
  CHECK(json["findings"][0]["kind"] == "out_of_bounds");
  CHECK(json["findings"][0]["at"]["line"] == 3);
  CHECK(json["findings"][0]["launched"]["line"] == 7);
  CHECK(json["findings"][1]["at"]["line"] == 6);
}

TEST_CASE("arguments, macros and libraries of a program go where they belong") {
  if (!needs_nvcc()) return;
  const program::Folder folder;
  folder.write("half.hpp", "int half(int x);\n");
  folder.write("half.cpp", "#include \"half.hpp\"\nint half(int x) { return x / TWO; }\n");
  folder.write("main.cu",
               "#include <cstdio>\n#include <cstdlib>\n#include \"half.hpp\"\n"
               "__global__ void set(int* x, int v) { *x = v; }\n"
               "int main(int count, char** words) {\n"
               "  int *x, h;\n  cudaMalloc(&x, 4);\n"
               "  set<<<1, 1>>>(x, half(atoi(words[1])));\n"
               "  cudaMemcpy(&h, x, 4, cudaMemcpyDeviceToHost);\n  cudaFree(x);\n"
               "  printf(\"%d %s\\n\", h, words[2]);\n  return count;\n}\n");
  const auto file = [&](const char* name) { return (folder.path() / name).string(); };
  const program::Ended ended = run({"--quiet", "-D", "TWO=2", "-O1", "-arch=sm_80", "-o", "half",
                                    file("main.cu"), file("half.cpp"), "84", "--json"});
  CHECK(ended.out == "42 --json\n");
  CHECK(ended.err == "");
  CHECK(ended.exit_code == 3);
  folder.write("half.hpp", "int half(int x, int y);\n");
  const program::Ended changed =
      run({"-D", "TWO=2", "-O1", file("main.cu"), file("half.cpp"), "84", "--json"});
  CHECK(changed.exit_code == 2);
  CHECK(program::contains(changed.err, "main.cu does not compile"));
  CHECK(program::contains(changed.err, "main.cu(8): error"));
}

TEST_CASE("files that are compiled with -rdc=true are linked by their names") {
  if (!needs_nvcc()) return;
  const program::Folder folder;
  folder.write("a.cu",
               "#include <cstdio>\nextern __device__ int calls;\n__device__ int twice(int);\n"
               "static __device__ int mine = 1;\n"
               "__global__ void k(int* x) { *x = twice(*x) + mine + calls; }\n"
               "int main() {\n  int *x, h = 20;\n  cudaMalloc(&x, 4);\n"
               "  cudaMemcpy(x, &h, 4, cudaMemcpyDefault);\n  k<<<1, 1>>>(x);\n"
               "  cudaMemcpy(&h, x, 4, cudaMemcpyDefault);\n  cudaFree(x);\n"
               "  printf(\"%d\\n\", h);\n}\n");
  folder.write("b.cu",
               "__device__ int calls = 0;\nstatic __device__ int mine = 100;\n"
               "__device__ int twice(int x) { calls += mine; return 2 * x; }\n");
  const auto file = [&](const char* name) { return (folder.path() / name).string(); };
  const program::Ended ended = run({"--quiet", "-rdc=true", file("a.cu"), file("b.cu")});
  CHECK_MESSAGE(ended.out == "141\n", ended.out, ended.err);
  CHECK(ended.err == "");
}

TEST_CASE("a line can say that findings in it are to be left out") {
  if (!needs_nvcc()) return;
  const program::Folder folder;
  const auto with = [&](const char* first, const char* second) {
    folder.write("k.cu", fmt::format("__global__ void k(int* x) {{ x[threadIdx.x + 1] = 1; }}{}\n"
                                     "int main() {{\n  int* x;\n  cudaMalloc(&x, 128);{}\n"
                                     "  k<<<1, 32>>>(x);\n  cudaDeviceSynchronize();\n}}\n",
                                     first, second));
    return run({(folder.path() / "k.cu").string()}).err;
  };
  CHECK(program::contains(with("", ""), "2 findings.\n"));
  CHECK(program::contains(with("  // warplab: ignore out_of_bounds", ""),
                          "1 finding. 1 ignored by their lines.\n"));
  CHECK(program::contains(with("  // warplab: ignore race", "  // warplab: ignore"),
                          "1 finding. 1 ignored by their lines.\n"));
}

TEST_CASE("how closely a program is looked at can be said") {
  if (!needs_nvcc()) return;
  const program::Ended quick = run({"--quick", "no_barrier.cu"});
  CHECK_FALSE(program::contains(quick.err, "race"));
  const program::Ended other = run({"--only", "another", "no_barrier.cu"});
  CHECK_FALSE(program::contains(other.err, "race"));
  const program::Ended every = run({"--exact", "0", "--every", "1", "no_barrier.cu"});
  CHECK(program::contains(every.err, "race"));
}

TEST_CASE("a program that was built by nvcc's stand-in runs on the simulator") {
  if (!needs_nvcc()) return;
  const program::Folder folder;
  const std::string built = (folder.path() / "overrun").string();
  const std::string command = fmt::format(
      "XDG_CACHE_HOME={}/tests/programs/cache {}/bin/warplab-nvcc -arch=sm_80 -o {} {}",
      WARPLAB_BINARY_DIR, WARPLAB_BINARY_DIR, built, (kPrograms / "overrun.cu").string());
  REQUIRE(std::system(command.c_str()) == 0);
  const program::Ended ended = run({"--quiet", built});
  CHECK(ended.out == "fine\n");
  CHECK(program::contains(ended.err, "overrun.cu:3  out of bounds"));
}

TEST_CASE("a program that cannot be run is refused with one sentence") {
  const program::Ended none = run({"nowhere.cu"});
  CHECK(none.exit_code == 2);
  const program::Ended nothing = run({});
  CHECK(nothing.err == "grader: run needs a file: grader run FILE.cu [ARGUMENT...]\n");
  const program::Ended option = run({"--nonsense", "a.cu"});
  CHECK(option.err == "grader: run has no option --nonsense; grader run --help lists them.\n");
  const program::Ended model = run({"--model", "Voodoo 2", "a.cu"});
  CHECK(model.exit_code == 2);
  CHECK(program::contains(model.err, "Voodoo 2"));
}
