// The exercises that Warp Lab ships, as files. That their kernels do what they say is proved by
// `grader check`.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

#include "sample_exercise.hpp"

using namespace warplab;
using namespace warplab::exercise;
namespace fs = std::filesystem;

namespace {

const fs::path kRoot = WARPLAB_SOURCE_DIR;

std::vector<Exercise> shipped() {
  const auto entries = load_all(kRoot / "exercises");
  REQUIRE_MESSAGE(entries, entries.error());
  std::vector<Exercise> exercises;
  for (const Entry& entry : *entries) {
    REQUIRE_MESSAGE(entry.exercise, (entry.exercise ? "" : entry.exercise.error()));
    exercises.push_back(*entry.exercise);
  }
  return exercises;
}

}  // namespace

TEST_CASE("the shipped exercises load and come in the order of the course") {
  std::vector<std::string> slugs;
  for (const Exercise& exercise : shipped()) slugs.push_back(exercise.slug);
  std::vector<std::string> found;
  const std::vector<std::string> course = {
      "copy",                     //
      "indices-2d",               //
      "column-sums",              //
      "matrix-add",               //
      "vector-add-4",             //
      "swap",                     //
      "transpose-shared",         //
      "transpose-conflict-free",  //
      "transpose-coarse",         //
      "racy-atomic",              //
      "matmul-naive",             //
      "matmul-tiled",             //
      "ising-checkerboard",       //
      "heat",                     //
      "life",                     //
      "nbody",                    //
      "bitonic-sort",             //
      "softmax",                  //
      "tensor-product",           //
  };
  for (const std::string& slug : slugs)
    if (std::find(course.begin(), course.end(), slug) != course.end()) found.push_back(slug);
  CHECK(found == course);
}

// Teachers read these: as many as one can look through.
TEST_CASE(
    "every shipped exercise has a solution, four to ten known-wrong kernels, at most 3 tricks") {
  for (Exercise& exercise : shipped()) {
    CAPTURE(exercise.slug);
    const auto done = load_solutions(exercise, kRoot / "solutions");
    REQUIRE_MESSAGE(done, done.error());
    CHECK(exercise.known_wrong.size() >= 4);
    CHECK(exercise.known_wrong.size() <= 10);
    CHECK(exercise.tricks.size() <= 3);
  }
}

// With those that developers have.
std::vector<Exercise> shipped_with_corpus() {
  std::vector<Exercise> all = shipped();
  for (Exercise& exercise : all) {
    REQUIRE(load_solutions(exercise, kRoot / "solutions"));
    const auto added = add_kernels(exercise, kRoot / "tests/corpus");
    REQUIRE_MESSAGE(added, added.error());
  }
  return all;
}

TEST_CASE("every kernel of the corpus says in a sentence why it is wrong, and some are right") {
  for (const Exercise& exercise : shipped_with_corpus()) {
    CAPTURE(exercise.slug);
    // nvcc takes seconds for each program.
    CHECK(exercise.right.size() >= (exercise.host ? 1 : 4));
    for (const auto* kernels : {&exercise.known_wrong, &exercise.tricks})
      for (const KnownWrong& wrong : *kernels) {
        CAPTURE(wrong.file.string());
        CHECK(wrong.why.ends_with("."));
      }
  }
}

TEST_CASE("every gate over counters of a shipped exercise has a kernel that it catches") {
  for (const Exercise& exercise : shipped_with_corpus()) {
    std::set<std::string> tried;
    for (const KnownWrong& wrong : exercise.known_wrong) tried.insert(wrong.caught_by);
    for (const KnownWrong& trick : exercise.tricks) tried.insert(trick.caught_by);
    // A wider limit on the same amount is tried with it.
    for (const Gate& gate : exercise.gates)
      if (tried.contains(gate.name)) tried.insert(gate.metric);
    for (const Gate& gate : exercise.gates) {
      CAPTURE(exercise.slug);
      CAPTURE(gate.name);
      if (gate.expression && !gate.reported)
        CHECK((tried.contains(gate.name) || tried.contains(gate.metric)));
    }
  }
}

TEST_CASE(
    "every shipped exercise teaches: a statement, hints, and a sentence for each counted gate") {
  for (const Exercise& exercise : shipped()) {
    CAPTURE(exercise.slug);
    CHECK(text_of(exercise.folder / exercise.statement_file).size() > 1500);
    CHECK(exercise.hints.size() >= 3);
    for (const Gate& gate : exercise.gates) {
      CAPTURE(gate.name);
      if (!gate.expression || gate.reported) continue;
      const auto says = [&](const char* what) {
        return gate.message.find(what) != std::string::npos;
      };
      CHECK((says("{value}") || says("{line}")));
      // A difference of counts may have none that means anything.
      if (says("{ideal}")) CHECK((gate.ideal || gate.ideal_amount));
      CHECK(!gate.unit.empty());
    }
  }
}

TEST_CASE(
    "every shipped exercise has sizes for a GPU and checks sizes that do not fit its blocks") {
  for (const Exercise& exercise : shipped()) {
    CAPTURE(exercise.slug);
    bool gpu = false, odd = false;
    for (const SizeSet& size : exercise.sizes) {
      gpu |= size.purpose == SizeSet::Purpose::gpu;
      for (const auto& [name, value] : size.values)
        odd |= size.purpose == SizeSet::Purpose::check && value % 32 != 0;
    }
    CHECK((gpu || exercise.host));  // a program is not run on a GPU
    CHECK(odd);
  }
}

TEST_CASE("the racy image has its two squares where the course puts them") {
  for (const Exercise& exercise : shipped()) {
    if (exercise.slug != "racy-atomic") continue;
    const Case made = case_of(exercise, SizeSet::Purpose::graded);
    std::vector<float> image(50 * 50);
    REQUIRE(fill(exercise, made, 0, 0, std::as_writable_bytes(std::span(image))));
    for (int row = 1; row <= 50; ++row) {
      for (int column = 1; column <= 50; ++column) {
        const bool ones = row >= 10 && row <= 20 && column >= 10 && column <= 20;
        const bool twos = row >= 35 && row <= 45 && column >= 35 && column <= 45;
        const size_t i = static_cast<size_t>((row - 1) * 50 + column - 1);
        REQUIRE(image[i] == (ones ? 1.0f : twos ? 2.0f : 0.0f));
      }
    }
    return;
  }
  FAIL("racy-atomic is not there");
}

// "**copy** (40 min)" begins what docs/COURSE.md says of an exercise; "(*in bounds*" names a gate.
TEST_CASE("the teachers' page tells of every exercise, and of gates that it has") {
  std::ifstream in(kRoot / "docs/COURSE.md");
  REQUIRE(in);
  const std::string page{std::istreambuf_iterator<char>(in), {}};
  for (const Exercise& exercise : shipped()) {
    const size_t begin = page.find("\n**" + exercise.slug + "**");
    INFO(exercise.slug);
    REQUIRE(begin != std::string::npos);
    const size_t end = std::min(page.find("\n**", begin + 3), page.find("\n### ", begin));
    const std::string part = page.substr(begin, end - begin);
    size_t gates = 0;
    for (size_t at = part.find("(*"); at != std::string::npos; at = part.find("(*", at + 1)) {
      const size_t close = part.find('*', at + 2);
      REQUIRE(close != std::string::npos);
      const std::string name = part.substr(at + 2, close - at - 2);
      ++gates;
      INFO(name);
      CHECK((name == "compiles" ||
             std::any_of(exercise.gates.begin(), exercise.gates.end(), [&](const Gate& gate) {
               return gate.name == name || gate.metric == name;
             })));
    }
    CHECK(gates >= 3);
  }
}

TEST_CASE("the product by tiles is shown beside the one without, with floats and with doubles") {
  for (const Exercise& exercise : shipped()) {
    if (exercise.slug != "matmul-tiled") continue;
    size_t saved[2] = {}, passes[2] = {};
    for (const Gate& gate : exercise.gates) {
      if (!gate.reported) continue;
      REQUIRE(gate.launch >= 0);
      REQUIRE(gate.expression);
      ++(gate.expression->uses_reference() ? saved : passes)[gate.launch];
    }
    for (const int launch : {0, 1}) {
      CHECK(saved[launch] == 1);
      CHECK(passes[launch] == 1);
    }
    return;
  }
  FAIL("there is no such exercise");
}
