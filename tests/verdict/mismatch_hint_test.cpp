#include "verdict/judge/mismatch_hint.hpp"

#include <filesystem>

#include "made_up.hpp"
#include "words/text.hpp"

using namespace warplab;
using namespace warplab::verdict;

namespace {

constexpr uint32_t kX = 1, kY = 2, kAll = 7;

// 40 x 70 threads in blocks of 32 x 8, in which a kernel of two parameters of one type could be
// given them in either order.
exercise::Exercise filled() {
  return made_up::exercise_of(R"toml(title = "Filled"
module = "Made up"
file = "filled.cu"
starter_fails = []
seeds = [1]
[[sizes.check]]
rows = 40
cols = 70
[[buffer]]
name = "a"
type = "f64"
shape = ["rows", "cols"]
role = "input"
fill = { kind = "uniform", low = 0, high = 1 }
[[buffer]]
name = "out"
type = "f64"
shape = ["rows", "cols"]
role = "output"
[[launch]]
kernel = "filled"
grid = ["ceil_div(cols, 32)", "ceil_div(rows, 8)"]
block = [32, 8]
arguments = ["a", "out", { i32 = "rows" }, { i32 = "cols" }]
[sizes.graded]
rows = 40
cols = 70
)toml",
                              {"statement.md", "filled.cu", "reference.cu"});
}

struct Kernel {
  uint32_t thread_asked = kAll, block_asked = kAll;
  std::string parameters = "const double* a, double* out, int rows, int cols";
  bool may_store_answer = true;
};

std::string hint_of(const Kernel& kernel, const std::string& buffer = "out") {
  const exercise::Exercise exercise = filled();
  PlannedRun run;
  run.size = exercise.sizes.front();
  run.variant = &exercise.variants.front();
  compile::KernelResources resources;
  resources.thread_asked = kernel.thread_asked;
  resources.block_asked = kernel.block_asked;
  resources.may_store_answer = kernel.may_store_answer;
  Mismatch mismatch;
  mismatch.buffer = buffer;
  return words::text_of(
      mismatch_hint({exercise, run, std::nullopt},
                    "extern \"C\" __global__ void filled(" + kernel.parameters + ") {\n}\n",
                    {{"filled", resources}}, mismatch));
}

}  // namespace

TEST_CASE("a place that a kernel never asks for is told with how many do the same") {
  CHECK(hint_of({}).empty());
  CHECK(hint_of({.block_asked = kY}) ==
        "filled makes no use of blockIdx.x, so the 3 blocks along x all do the same.");
  CHECK(hint_of({.thread_asked = kX}) ==
        "filled makes no use of threadIdx.y, so the 8 threads along y of a block all "
        "do the "
        "same.");
  CHECK(hint_of({.thread_asked = 0, .block_asked = kX}) ==
        "filled makes no use of blockIdx.y, threadIdx.x or threadIdx.y, so threads that "
        "differ in nothing else do the same.");
}

TEST_CASE("a direction in which there is one only need not be asked for") {
  CHECK(hint_of({.thread_asked = kX | kY, .block_asked = kX | kY}).empty());
}

TEST_CASE("a kernel that was not given the answer is not blamed for it") {
  CHECK(hint_of({.block_asked = 0}, "another").empty());
}

TEST_CASE("a kernel that stores nothing is told so, and not which threads do the same") {
  CHECK(hint_of({.thread_asked = 0, .block_asked = 0, .may_store_answer = false})
            .starts_with("filled stores nothing in any buffer. The compiler leaves out"));
  CHECK(hint_of({.may_store_answer = false}, "another").empty());
  CHECK(hint_of({.parameters = "double* out, const double* a, int rows, int cols",
                 .may_store_answer = false})
            .starts_with("Parameter 1 of filled"));
}

TEST_CASE("a kernel that the exercise gives is to stay as it is, and one of the student's is not") {
  exercise::Exercise exercise = filled();
  CHECK(verdict::given_kernel_hint(exercise, "filled").empty());
  exercise.launches.front().given = true;
  CHECK(words::text_of(verdict::given_kernel_hint(exercise, "filled"))
            .starts_with("filled is given: it stands complete in the file that you started from"));
  CHECK(verdict::given_kernel_hint(exercise, "another").empty());
}

TEST_CASE("parameters are compared with what is passed, by type and by name") {
  const std::string passed = ": a (double*), out (double*), rows (int), cols (int).";
  CHECK(hint_of({.parameters = "const float* a, double* out, int rows, int cols"}) ==
        "Parameter 1 of filled has the type float*, but the exercise passes another one" + passed);
  CHECK(hint_of({.parameters = "const double* a, double* out, float rows, int cols"}) ==
        "Parameter 3 of filled has the type float, but the exercise passes another one" + passed);
  CHECK(hint_of({.parameters = "const double* a, double* out, int cols, int rows"}) ==
        "Parameter 3 of filled is called cols, and the exercise passes cols in another place" +
            passed);
  CHECK(hint_of({.parameters = "double* out, const double* a, int rows, int cols"})
            .starts_with("Parameter 1 of filled is called out,"));
}

TEST_CASE(
    "parameters by other names, other views of the same bytes and other types are nobody's "
    "business") {
  for (const char* parameters :
       {"const double* from, double* to, int height, int width",
        "const double2* a, double2* out, int rows, int cols",
        "const double* __restrict__ a, double* __restrict__ out, unsigned rows, unsigned cols",
        "const double* a, double* out, const Number rows, const Number cols",
        "const double* a, double* out, int rows"}) {
    CAPTURE(parameters);
    CHECK(hint_of({.parameters = parameters}).empty());
  }
}

TEST_CASE("no kernel of the course has other parameters than it is passed") {
  size_t looked_at = 0;
  for (const auto& entry : std::filesystem::directory_iterator(WARPLAB_SOURCE_DIR "/exercises")) {
    if (!std::filesystem::exists(entry.path() / "exercise.toml")) continue;
    const auto exercise = exercise::load(entry.path());
    if (!exercise) continue;  // of another kind: a folder of experiments
    CAPTURE(entry.path().string());
    std::vector<std::filesystem::path> files = {entry.path() / exercise->student_file};
    for (const char* const kernels : {"solutions", "tests/corpus"}) {
      const std::filesystem::path of_exercise =
          std::filesystem::path(WARPLAB_SOURCE_DIR) / kernels / entry.path().filename();
      std::error_code none;
      for (const auto& file : std::filesystem::directory_iterator(of_exercise, none))
        if (file.path().extension() == ".cu") files.push_back(file.path());
    }
    compile::KernelResources resources;
    std::map<std::string, compile::KernelResources> kernels;
    for (const exercise::LaunchSpec& launch : exercise->launches) kernels[launch.kernel] = {};
    PlannedRun run;
    run.size = exercise->sizes.front();
    run.variant = &exercise->variants.front();
    for (const std::filesystem::path& file : files)
      for (const exercise::Buffer& buffer : exercise->buffers) {
        CAPTURE(file.string());
        Mismatch mismatch;
        mismatch.buffer = buffer.name;
        const std::string hint = words::text_of(mismatch_hint(
            {*exercise, run, std::nullopt}, test::content_of(file), kernels, mismatch));
        // A kernel that is given stands in the file, and its answer is its own.
        const bool is_of_given = hint.find(" is given: ") != std::string::npos &&
                                 buffer.role == exercise::Buffer::Role::output;
        CHECK_MESSAGE((hint.empty() || is_of_given), hint);
        ++looked_at;
      }
  }
  CHECK(looked_at > 200);
}
