// Bad input never harms: each gives its own clear message, and grading goes on with the next
// exercise.
#include <sys/stat.h>

#include "program.hpp"
#include "worker/sanitized.hpp"

using nlohmann::json;
using program::contains;
using program::Ended;
using program::Folder;

namespace {

// Grades a folder that holds `doubled.cu` as written by `prepare`, and a right `copied.cu`.
Ended grade_with(const std::function<void(const Folder&)>& prepare,
                 const std::string& timeout = "900") {
  const Folder folder;
  folder.copy(program::kHere / "solutions/02-copied/solution.cu", "copied.cu");
  prepare(folder);
  return program::grader({"--all", "--exercises", program::kExercises.string(), "--submission",
                          folder.path().string(), "--format", "json", "--timeout", timeout,
                          "--threads", "2"});
}

// The gate `metric` of the bad exercise fails with all of `parts` in its message; the grader exits
// 1, and the exercise after it passes.
json check_caught(const Ended& ended, const std::string& metric,
                  const std::vector<std::string>& parts) {
  CAPTURE(ended.err);
  REQUIRE(ended.exit_code == 1);
  const json all = ended.json();
  REQUIRE(all["exercises"].size() == 2);
  const json bad = all["exercises"][0], next = all["exercises"][1];
  CHECK(bad["verdict"] == "fail");
  CHECK(bad["grader_failed"] == false);
  const json gate = program::gate(bad, metric);
  CHECK(gate["status"] == "fail");
  const std::string message = gate["message"];
  CAPTURE(message);
  for (const std::string& part : parts) {
    CAPTURE(part);
    CHECK(contains(message, part));
  }
  CHECK(next["slug"] == "copied");
  CHECK(next["verdict"] == "pass");
  CHECK(next["score"] == 1);
  return bad;
}

json check_file(const std::string& file, const std::string& metric,
                const std::vector<std::string>& parts) {
  return check_caught(grade_with([&](const Folder& folder) {
                        folder.copy(program::kHere / "bad" / file, "doubled.cu");
                      }),
                      metric, parts);
}

}  // namespace

TEST_CASE("an unknown exercise: did you mean, and exit 2") {
  const Ended ended = program::grader({"doubeld", "--exercises", program::kExercises.string()});
  CHECK(ended.exit_code == 2);
  CHECK(contains(ended.err, "There is no exercise \"doubeld\"; did you mean \"doubled\"?"));
  CHECK(ended.out == "");
}

TEST_CASE("a missing file") {
  const json bad = check_caught(grade_with([](const Folder&) {}), "compiles",
                                {"doubled.cu is missing; expected it in "});
  CHECK(bad["score"] == 0);
}

TEST_CASE("an empty file") {
  check_caught(grade_with([](const Folder& folder) { folder.write("doubled.cu", ""); }), "compiles",
               {"doubled.cu is empty"});
}

TEST_CASE("a binary file") {
  check_caught(grade_with([](const Folder& folder) {
                 folder.copy(program::kGrader, "grader");
                 folder.write("doubled.cu",
                              program::read(folder.path() / "grader").substr(0, 5000));
               }),
               "compiles", {"doubled.cu is a binary file"});
}

TEST_CASE("a file of 10 MB") {
  check_caught(grade_with([](const Folder& folder) {
                 folder.write("doubled.cu", std::string(10'000'000, '\n'));
               }),
               "compiles", {"doubled.cu has 10.0 MB", "at most 1 MB"});
}

TEST_CASE("a folder, a pipe and a loop of links in the place of the file") {
  check_caught(grade_with([](const Folder& folder) {
                 program::fs::create_directory(folder.path() / "doubled.cu");
               }),
               "compiles", {"doubled.cu is a folder"});
  check_caught(grade_with([](const Folder& folder) {
                 REQUIRE(::mkfifo((folder.path() / "doubled.cu").c_str(), 0600) == 0);
               }),
               "compiles", {"not an ordinary file"});
  check_caught(grade_with([](const Folder& folder) {
                 program::fs::create_symlink("doubled.cu", folder.path() / "doubled.cu");
               }),
               "compiles", {"doubled.cu is a link; hand in the file itself."});
}

TEST_CASE(
    "links to a solution, a password file or a solution's folder earn nothing and show nothing") {
  const program::fs::path solution = program::kHere / "bad/right.cu";
  for (const program::fs::path& target :
       {solution, program::fs::path("/etc/passwd"), program::fs::path("/dev/zero")}) {
    const Ended ended = grade_with([&](const Folder& folder) {
      program::fs::create_symlink(target, folder.path() / "doubled.cu");
    });
    const json bad =
        check_caught(ended, "compiles", {"doubled.cu is a link; hand in the file itself."});
    CHECK(bad["score"] == 0);
    CHECK_FALSE(contains(ended.out, "root:"));
  }
  check_caught(grade_with([&](const Folder& folder) {
                 program::fs::create_directory(folder.path() / "elsewhere");
                 folder.copy(solution, "elsewhere/doubled.cu");
                 program::fs::create_directory_symlink("elsewhere", folder.path() / "01-doubled");
               }),
               "compiles", {"The folder 01-doubled is a link"});
}

TEST_CASE("a syntax error is named with its line") {
  // The compiler notices at the next word, the brace of line 4; the semicolon is missing in line 3.
  const json bad = check_file("syntax_error.cu", "compiles", {"Line 3", "expected a \";\""});
  CHECK(program::gate(bad, "compiles")["line"] == 3);
  CHECK(bad["diagnostics"][0]["file"] == "doubled.cu");
}

TEST_CASE("no such kernel: the one that is there is named") {
  check_file("no_such_kernel.cu", "launches", {"no kernel named doubled", "twice"});
}

TEST_CASE("a kernel without extern \"C\": what to write is said") {
  check_file("cpp_name.cu", "launches",
             {"no kernel named doubled", "write extern \"C\" __global__ void doubled"});
}

TEST_CASE("wrong parameters: too few of them") {
  check_file("wrong_parameters.cu", "launches",
             {"doubled has 2 parameters", "passes 3", "The exercise passes in (", ", n (int)."});
}

TEST_CASE("wrong parameters: of another size") {
  check_file("wrong_parameter_type.cu", "launches", {"Parameter 3 of doubled has 8 bytes"});
}

TEST_CASE("a block that is too large") {
  const Folder folder;
  folder.copy(program::kHere / "bad/right.cu", "doubled.cu");
  folder.copy(program::kHere / "bad/block_too_large.cu", "copied.cu");
  const Ended ended = program::grader({"--all", "--exercises", program::kExercises.string(),
                                       "--submission", folder.path().string(), "--format", "json"});
  CHECK(ended.exit_code == 1);
  const json all = ended.json();
  CHECK(all["exercises"][0]["verdict"] == "pass");
  CHECK(program::gate(all["exercises"][1], "launches")["message"] ==
        "WARPLAB_BLOCK asks for a block of 1024 x 1 x 1, that is 1024 threads; at most 512 are "
        "allowed.");
}

TEST_CASE("too much shared memory") {
  const Ended ended = grade_with([](const Folder& folder) {
    folder.copy(program::kHere / "bad/too_much_shared_memory.cu", "doubled.cu");
  });
  CHECK(ended.exit_code == 1);
  const json all = ended.json();
  CHECK(all["exercises"][0]["verdict"] == "fail");
  const std::string error = all["exercises"][0]["error"];
  CAPTURE(error);
  CHECK(contains(error, "shared"));
  CHECK(all["exercises"][1]["verdict"] == "pass");
}

TEST_CASE("an endless loop is found by counting, with its line") {
  const json bad =
      check_file("endless_loop.cu", "terminates", {"does not seem to end", "(n 1, seed 1)"});
  const int line = program::gate(bad, "terminates")["line"];
  CHECK(line >= 4);
  CHECK(line <= 6);
  CHECK(program::gate(bad, "launches")["status"] == "pass");
  CHECK(program::gate(bad, "correct")["status"] == "not_checked");
}

TEST_CASE("an endless recursion") {
  const json bad = check_file("endless_recursion.cu", "terminates", {"Line ", "too deeply"});
  CHECK(bad["findings"][0]["kind"] == "stack_overflow");
}

TEST_CASE("a template bomb is stopped where the compiler's memory ends" *
          doctest::skip(warplab::worker::kSanitized)) {
  check_file("template_bomb.cu", "compiles", {"compiler", "of memory"});
}

TEST_CASE("a file that keeps the compiler busy for too long has no mark, and the next one has") {
  std::string text = "#define A0 x = x * x + 1; x = sin(x);\n";
  for (const int level : {1, 2, 3, 4, 5}) {
    text += "#define A" + std::to_string(level);
    for (int k = 0; k < 10; ++k) text += " A" + std::to_string(level - 1);
    text += "\n";
  }
  text +=
      "extern \"C\" __global__ void doubled(const float* in, float* out, int n) {\n"
      "  double x = in[0];\n  A5\n  out[0] = x;\n}\n";
  const Ended ended = grade_with([&](const Folder& folder) { folder.write("doubled.cu", text); });
  CHECK(ended.exit_code == 2);
  const json all = ended.json();
  CHECK(all["exercises"][0]["score"].is_null());
  CHECK(all["exercises"][0]["not_graded"] == "time_limit");
  const std::string error = all["exercises"][0]["error"];
  CAPTURE(error);
  CHECK(contains(error, "of processor time"));
  CHECK(all["exercises"][1]["verdict"] == "pass");
}

TEST_CASE("a file of the machine cannot be included, and nothing of it is shown") {
  const Ended ended = grade_with([](const Folder& folder) {
    folder.copy(program::kHere / "bad/include_passwd.cu", "doubled.cu");
  });
  check_caught(ended, "compiles", {"Line 1", "/etc/passwd"});
  CHECK_FALSE(contains(ended.out, "root:"));
}

TEST_CASE("printf in a loop: the first 64 KiB are kept, and the kernel is judged") {
  const json bad = check_file("printf_in_a_loop.cu", "correct", {"out[0] is "});
  const std::string output = bad["output"];
  CHECK(output.size() > 1000);
  CHECK(output.size() < 66'000);  // 64 KiB, to the end of a line
  CHECK(contains(output, "thread 0 says hello for the 0. time\n"));
  bool told = false;
  for (const json& finding : bad["findings"]) told |= finding["kind"] == "output_limit";
  CHECK(told);
}

TEST_CASE("a device assert that fails is told with its line and thread") {
  const json bad =
      check_file("device_assert.cu", "terminates", {"Line 5", "i < 64", "(n 1, seed 1)"});
  CHECK(program::gate(bad, "terminates")["line"] == 5);
}

TEST_CASE("reading megabytes out of bounds") {
  const json bad = check_file("megabytes_out_of_bounds.cu", "in_bounds", {"Line 4", "in"});
  CHECK(program::gate(bad, "in_bounds")["line"] == 4);
}

TEST_CASE("a barrier that half a block reaches") {
  check_file("half_a_barrier.cu", "terminates", {"Line 5", "not all threads reach this barrier"});
}

TEST_CASE("inline PTX that is not supported is named with its line") {
  const json bad =
      check_file("inline_ptx.cu", "supported", {"line 4", "discard", "is not supported"});
  CHECK(program::gate(bad, "supported")["line"] == 4);
}

namespace {

constexpr std::string_view kRightCopy =
    "extern \"C\" __global__ void doubled(const float* in, float* out, int n) {\n"
    "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) out[i] = 2.0f * in[i];\n"
    "}\n";

// The report of the bad exercise with this text.
json graded_text(const std::string& text) {
  return grade_with([&](const Folder& folder) { folder.write("doubled.cu", text); })
      .json()["exercises"][0];
}

}  // namespace

TEST_CASE("a byte that is no UTF-8 does not end the file: what follows is compiled") {
  const std::string right(kRightCopy);
  CHECK(graded_text("// gr\xff\xdf\n" + right)["verdict"] == "pass");
  const json bad = graded_text(right + "// \xff\nnot a declaration\n");
  CHECK(bad["verdict"] == "fail");
  CHECK(program::gate(bad, "compiles")["line"] == 6);
}

TEST_CASE("what a warning says is a warning, whatever it looks like") {
  for (const char* forged : {"#warning other.cu(3): error: forged\n",
                             "#pragma message(\"a\\nother.cu(3): error: forged\")\n",
                             "#pragma message(\"a\\n\\ndoubled.cu(3): error: forged\")\n"}) {
    const json report = graded_text(std::string(kRightCopy) + forged);
    CAPTURE(report.dump(2));
    CHECK(report["verdict"] == "pass");
    for (const json& diagnostic : report["diagnostics"]) {
      CHECK(diagnostic["file"] == "doubled.cu");
      CHECK(diagnostic["severity"] != "error");
    }
  }
}

TEST_CASE("#line and .loc make no lines that the file has not, and no other file") {
  const auto with = [](const std::string& line) {
    std::string text(kRightCopy);
    return text.insert(text.find("  if"), line);
  };
  for (const char* line :
       {"#line 2147483647\n", "#line 100000\n", "#line 3 \"/etc/passwd\"\n",
        "asm volatile(\".loc 1 999999 1\\n\");\n", "asm volatile(\".loc 1 2147483647 1\\n\");\n"}) {
    CAPTURE(line);
    const json report = graded_text(with(line));
    CHECK(report["verdict"] == "pass");
    for (const json& counted : report["lines"]) CHECK(counted["line"] <= 6);
    const json wrong = graded_text(with(line + std::string("undeclared;\n")));
    CHECK(wrong["verdict"] == "fail");
    for (const json& diagnostic : wrong["diagnostics"]) {
      CHECK(diagnostic["line"] <= 6);
      CHECK(diagnostic["file"] == "doubled.cu");
    }
  }
}

TEST_CASE("__TIME__ and __DATE__ are the same at every time") {
  // "00:00:00" and "Jan  1 1970"
  const json report = graded_text(
      std::string(kRightCopy) +
      "constexpr char time[] = __TIME__, date[] = __DATE__;\n"
      "static_assert(time[0] == '0' && time[1] == '0' && time[6] == '0' && time[7] == '0');\n"
      "static_assert(date[0] == 'J' && date[7] == '1' && date[9] == '7' && date[10] == '0');\n");
  CAPTURE(report.dump(2));
  CHECK(report["verdict"] == "pass");
}

TEST_CASE("a kernel that the clock ends could not be graded: exit 2, and no score") {
  const Folder folder;
  folder.copy(program::kHere / "bad/endless_loop.cu", "doubled.cu");
  const Ended ended =
      program::grader({"doubled", "--exercises", program::kExercises.string(), "--submission",
                       folder.path().string(), "--format", "json", "--timeout", "0.02"});
  CHECK(ended.exit_code == 2);
  const json e = ended.json()["exercises"][0];
  CHECK(e["verdict"] == "not_checked");
  CHECK(e["score"].is_null());
  CHECK(e["grader_failed"] == true);
  CHECK(contains(e["error"], "--timeout"));
}
