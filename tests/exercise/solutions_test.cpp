#include <fstream>

#include <fmt/format.h>

#include "sample_exercise.hpp"

using namespace warplab;
using namespace warplab::exercise;
namespace fs = std::filesystem;

namespace {

// solutions/01-sample in the build folder, made anew for each test.
class Solutions {
 public:
  explicit Solutions(const std::string& name)
      : root_(fs::path(WARPLAB_BINARY_DIR) / "exercise-test" / name) {
    fs::remove_all(root_);
    fs::create_directories(root_ / "01-sample");
  }
  ~Solutions() { fs::remove_all(root_); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(root_ / "01-sample" / name) << text;
  }
  std::string refusal() const {
    Exercise exercise = good("copy-of-doubles");
    const auto done = load_solutions(exercise, root_);
    REQUIRE(!done);
    CHECK(exercise.known_wrong.empty());
    return done.error();
  }
  const fs::path& root() const { return root_; }

 private:
  fs::path root_;
};

}  // namespace

TEST_CASE("known-wrong kernels say which gate catches them and why") {
  const Solutions solutions("solutions-good");
  solutions.write("solution.cu", "// fine\n");
  solutions.write(
      "wrong-b.cu",
      "// caught by: race free\n// why: There is no barrier,\n//   none at all.\n\nx\n");
  solutions.write("wrong-a.cu",
                  "// Some words first.\n// caught by: in_bounds\n// why: Reads too far.\n");
  solutions.write("wrong-c.cu", "// why: It is no CUDA.\n// caught by: compiles\n");
  solutions.write("notes.txt", "not a kernel");
  Exercise exercise = good("copy-of-doubles");
  const auto done = load_solutions(exercise, solutions.root());
  REQUIRE_MESSAGE(done, done.error());
  CHECK(exercise.solution == solutions.root() / "01-sample/solution.cu");
  REQUIRE(exercise.known_wrong.size() == 3);
  CHECK(exercise.known_wrong[0].file.filename() == "wrong-a.cu");
  CHECK(exercise.known_wrong[0].caught_by == "in bounds");
  CHECK(exercise.known_wrong[1].caught_by == "race free");
  CHECK(exercise.known_wrong[1].why == "There is no barrier, none at all.");
  CHECK(exercise.known_wrong[2].caught_by == "compiles");
}

TEST_CASE(
    "tricks say what catches them and what they may earn, and right kernels stand beside them") {
  const Solutions solutions("solutions-tricks");
  solutions.write("solution.cu", "// fine\n");
  solutions.write("trick-b.cu", "// caught by: correct\n// earns: 0.25\n// why: A table.\n");
  solutions.write("trick-a.cu", "// caught by: race free\n// why: It hides.\n");
  solutions.write("right-unrolled.cu", "// Four at a time.\n");
  Exercise exercise = good("copy-of-doubles");
  const auto done = load_solutions(exercise, solutions.root());
  REQUIRE_MESSAGE(done, done.error());
  CHECK(exercise.known_wrong.empty());
  REQUIRE(exercise.tricks.size() == 2);
  CHECK(exercise.tricks[0].file.filename() == "trick-a.cu");
  CHECK_FALSE(exercise.tricks[0].earns);
  CHECK(exercise.tricks[1].earns == 0.25);
  REQUIRE(exercise.right.size() == 1);
  CHECK(exercise.right[0].filename() == "right-unrolled.cu");
}

TEST_CASE("a trick that may earn everything is refused") {
  for (const char* score : {"1", "-0.5", "much", "0.5 or so"}) {
    const Solutions solutions("solutions-trick-earns");
    solutions.write("solution.cu", "// fine\n");
    solutions.write("trick-a.cu",
                    fmt::format("// caught by: correct\n// earns: {}\n// why: So.\n", score));
    CHECK(solutions.refusal().find("trick-a.cu:2: earns") != std::string::npos);
  }
}

TEST_CASE("a missing solution is an error that names the file") {
  const Solutions solutions("solutions-none");
  CHECK(solutions.refusal().find("01-sample/solution.cu") != std::string::npos);
}

TEST_CASE("a wrong kernel that names no gate is an error with file and line") {
  const Solutions solutions("solutions-silent");
  solutions.write("solution.cu", "");
  solutions.write("wrong-a.cu", "// why: Because.\n\n// caught by: correct\n");
  CHECK(solutions.refusal().find(
            "wrong-a.cu:1: does not say which gate catches it; expected first lines") !=
        std::string::npos);
  solutions.write("wrong-a.cu", "// caught by: correct\nint x;\n");
  CHECK(solutions.refusal().find("wrong-a.cu:1: does not say why it is wrong") !=
        std::string::npos);
}

TEST_CASE("a wrong kernel that names an unknown gate is an error with file and line") {
  const Solutions solutions("solutions-unknown");
  solutions.write("solution.cu", "");
  solutions.write("wrong-a.cu", "// why: Because.\n// caught by: corect\n");
  CHECK(solutions.refusal().find(
            "wrong-a.cu:2: \"corect\" is no gate of sample; there are \"compiles\", ") !=
        std::string::npos);
}

TEST_CASE("a kernel may be a patch of the solution, and changes with it") {
  const Solutions solutions("solutions-patched");
  solutions.write("solution.cu", "// fine\nint a = 1;\n");
  const std::string patch =
      "// caught by: correct\n// why: It is 2.\n--- solution.cu\n+++ wrong-two.cu\n"
      "@@ -2 +2 @@\n-int a = 1;\n+int a = 2;\n";
  solutions.write("wrong-two.patch", patch);
  solutions.write("right-three.patch", patch.substr(patch.find("---")));
  Exercise exercise = good("copy-of-doubles");
  const auto done = load_solutions(exercise, solutions.root());
  REQUIRE_MESSAGE(done, done.error());
  REQUIRE(exercise.known_wrong.size() == 1);
  CHECK(exercise.known_wrong[0].caught_by == "correct");
  CHECK(exercise.known_wrong[0].why == "It is 2.");
  REQUIRE(exercise.right.size() == 1);
  CHECK(*patched_kernel(exercise.solution, exercise.known_wrong[0].file) ==
        "// fine\nint a = 2;\n");
  solutions.write("solution.cu", "// fine\n\n// finer\nint a = 1;\nint b = 1;\n");
  CHECK(*patched_kernel(exercise.solution, exercise.known_wrong[0].file) ==
        "// fine\n\n// finer\nint a = 2;\nint b = 1;\n");
}

TEST_CASE("a patch that does not apply is refused with its file and hunk") {
  const Solutions solutions("solutions-not-patched");
  solutions.write("solution.cu", "// fine\nint b = 1;\n");
  solutions.write("wrong-two.patch",
                  "// caught by: correct\n// why: It is 2.\n--- solution.cu\n+++ wrong-two.cu\n"
                  "@@ -2 +2 @@\n-int a = 1;\n+int a = 2;\n");
  const std::string refusal = solutions.refusal();
  CHECK(
      refusal.find("wrong-two.patch: hunk 1 (line 5 of the patch) does not apply: the file does "
                   "not have these 1 lines at line 2 or elsewhere; it is a patch of solution.cu") !=
      std::string::npos);
}
