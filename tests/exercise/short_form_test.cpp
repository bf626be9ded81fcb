// What the short form of exercise.toml stands for. An exercise's hash is made of the long form, so
// two descriptions with one hash are the same exercise.
#include <filesystem>
#include <set>

#include "data/element.hpp"
#include "exercise/draw.hpp"
#include "sample_exercise.hpp"
#include "temporary_folder.hpp"

using namespace warplab;
using namespace warplab::exercise;
namespace fs = std::filesystem;

namespace {

// An exercise in a course of its own.
class TurnCourse {
 public:
  TurnCourse() {
    write("turn.cu",
          "extern \"C\" __global__ void turn(const float* in, float* out, int rows,\n"
          "                                unsigned cols) {}\n");
    write("reference.cu", "extern \"C\" __global__ void turn() {}\n");
    write("statement.md", "# Turn\n");
  }
  fs::path folder() const { return temporary_.path() / "exercises/07-turn"; }
  void write(const std::string& name, const std::string& text) const {
    temporary_.write("exercises/07-turn/" + name, text);
  }
  Exercise load_this(const std::string& description) const {
    auto loaded = load_from_text(description, folder());
    REQUIRE_MESSAGE(loaded, loaded.error());
    return std::move(*loaded);
  }
  std::string error(const std::string& description) const {
    const auto loaded = load_from_text(description, folder());
    REQUIRE(!loaded);
    return loaded.error();
  }

 private:
  test::TemporaryFolder temporary_;
};

constexpr const char* kShortTurn = R"(title = "Turn"
module = "Tests"
kernel = "turn"
tile = [32, 32]
sizes = { rows = 1024, cols = 512 }
about = "no bank conflicts"
points = { correct = 0 }
keeps = ["through one tile of in", { profile = "work is shared", task = "turn one tile", room = 2 }]
[buffers]
in = { type = "f32", shape = ["rows", "cols"], fill = "ramp" }
out = { type = "f32", shape = ["cols", "rows"], show = "Turned" }
[[gate]]
name = "no bank conflicts"
metric = "shared.bank_conflicts"
max = 0
)";

const Gate& kept_gate(const Exercise& exercise, const std::string& name) {
  for (const Gate& gate : exercise.gates)
    if (gate.name == name) return gate;
  FAIL("there is no gate ", name);
  return exercise.gates.front();
}

std::string with_text(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("buffers, the launch, and arguments of the starter's signature are spelled out") {
  const TurnCourse course;
  const std::string rest = std::string(kShortTurn).substr(std::string(kShortTurn).find("[[gate]]"));
  const std::string head =
      with_text(std::string(kShortTurn).substr(0, std::string(kShortTurn).find("[buffers]")),
                "kernel = \"turn\"\n", "file = \"turn.cu\"\n");
  const Exercise spelled = course.load_this(head + R"toml([[buffer]]
name = "in"
type = "f32"
shape = ["rows", "cols"]
role = "input"
fill = "ramp"
[[buffer]]
name = "out"
type = "f32"
shape = ["cols", "rows"]
role = "output"
[[view]]
buffer = "out"
title = "Turned"
[[launch]]
kernel = "turn"
block = [32, 32]
grid = ["ceil_div(cols, 32)", "ceil_div(rows, 32)"]
arguments = ["in", "out", { i32 = "rows" }, { u32 = "cols" }]
)toml" + rest);
  CHECK(course.load_this(kShortTurn).hash == spelled.hash);
}

TEST_CASE(
    "a whole exercise, with a time at a size for a GPU that follows, is 17 lines and its gates") {
  const TurnCourse course;
  course.write("transpose.cu",
               "extern \"C\" __global__ void transpose_conflict_free(const float* in, float* out,\n"
               "    int rows, int cols) {}\n");
  course.write("yardstick.cu", "");
  const Exercise exercise = course.load_this(R"(title  = "Transpose without bank conflicts"
file   = "transpose.cu"
kernel = "transpose_conflict_free"
tile   = [32, 32]
sizes  = { rows = 2048, cols = 2048 }
about  = "no bank conflicts"
keeps  = ["each element once", "through one tile of in", "work is shared"]
[buffers]
in  = { type = "f32", shape = ["rows", "cols"], fill = "signed" }
out = { type = "f32", shape = ["cols", "rows"], show = "The transposed matrix" }
[[gate]]
name = "no bank conflicts"
metric = "shared.bank_conflicts"
max = 0
[[gate]]
metric = "time"
gpu = "Tesla T4"
max = 840
)");
  CHECK(size_for(exercise, SizeSet::Purpose::gpu).values.at("rows") == 8192);
  CHECK(exercise.check_seeds.size() == 3);
  CHECK(exercise.buffers[0].first_fills.size() == 2);
  CHECK(exercise.gates.back().metric == "time");
}

TEST_CASE("sizes follow from the graded ones and the tile") {
  const TurnCourse course;
  const Exercise exercise = course.load_this(kShortTurn);
  const SizeSet& graded = size_for(exercise, SizeSet::Purpose::graded);
  CHECK(graded.values.at("rows") == 1024);
  CHECK(graded.ranges.at("rows").from == 960);
  CHECK(graded.ranges.at("rows").to == 1088);
  CHECK(graded.ranges.at("rows").step == 32);
  CHECK(size_for(exercise, SizeSet::Purpose::counted).ranges.at("rows").to == 480);
  CHECK(size_for(exercise, SizeSet::Purpose::ragged).ranges.at("cols").from == 70);
  std::vector<std::string> checks;
  for (const SizeSet& size : exercise.sizes)
    if (size.purpose == SizeSet::Purpose::check) checks.push_back(size.label);
  const std::vector<std::string> expected = {"rows 64, cols 64", "rows 32, cols 32",
                                             "rows 33, cols 70", "rows 65, cols 33",
                                             "rows 7, cols 129", "rows 1, cols 1"};
  CHECK(checks == expected);
}

TEST_CASE("a size that the grid does not cover varies, too, unless it is less than two tiles") {
  const TurnCourse course;
  const Exercise exercise = course.load_this(
      with_text(kShortTurn, "cols = 512 }", "cols = 512, inner = 64, sweeps = 3 }"));
  std::set<int64_t> inner, sweeps;
  for (const SizeSet& size : exercise.sizes)
    if (size.purpose == SizeSet::Purpose::check) {
      inner.insert(size.values.at("inner"));
      sweeps.insert(size.values.at("sweeps"));
    }
  CHECK(inner.size() > 3);
  CHECK(sweeps == std::set<int64_t>{3});
}

TEST_CASE("what is spelled out takes the place of what would follow") {
  const TurnCourse course;
  const Exercise exercise = course.load_this(with_text(
      kShortTurn, "cols = 512 }",
      "cols = 512, ragged = { rows = { from = 5, to = 6 }, cols = { from = 5, to = 6 } }, "
      "check = [{ rows = 3, cols = 4 }] }"));
  CHECK(size_for(exercise, SizeSet::Purpose::ragged).ranges.at("rows").to == 6);
  CHECK(size_for(exercise, SizeSet::Purpose::check).label == "rows 3, cols 4");
}

TEST_CASE("a profile's gates need what the exercise is about, and conditions nothing") {
  const TurnCourse course;
  const Exercise exercise = course.load_this(kShortTurn);
  const Gate& share = kept_gate(exercise, "every block its share");
  CHECK(share.profile == "work is shared");
  CHECK(share.needs == std::vector<std::string>{"no bank conflicts"});
  CHECK(share.max == 2.0);
  CHECK(share.message.ends_with("turn one tile."));
  CHECK(share.metric.find("ceil_div(cols, 32) * ceil_div(rows, 32)") != std::string::npos);
  const Gate& through = kept_gate(exercise, "through the tile");
  CHECK(through.points == 0);
  CHECK(through.needs.empty());
  CHECK(through.min_amount->text() == "0.99 * 2 * in.elements / 32");
  REQUIRE(exercise.keeps.size() == 2);
  CHECK(exercise.keeps[0].name == "through one tile of in");
  CHECK(exercise.keeps[0].says ==
        "Every element of in goes through a tile in shared memory, 32 at a time.");
  CHECK(exercise.starter_fails == std::vector<std::string>{"no bank conflicts"});
}

TEST_CASE("a gate of a profile can be another one, or none") {
  const TurnCourse course;
  const Exercise exercise = course.load_this(with_text(
      kShortTurn, "\"through one tile of in\"",
      "{ profile = \"through one tile of in\", \"few passes\" = false, \"through the tile\" "
      "= { name = \"by way of it\", points = 2, needs = [\"correct\"] } }"));
  const Gate& gate = kept_gate(exercise, "by way of it");
  CHECK(gate.points == 2);
  CHECK(gate.needs == std::vector<std::string>{"correct"});
  for (const Gate& other : exercise.gates) CHECK(other.name != "few passes");
}

TEST_CASE("a gate over buffers that the launch does not have is left out") {
  const TurnCourse course;
  course.write("turn.cu", "extern \"C\" __global__ void turn(float* out, int rows, int cols) {}\n");
  std::string text = with_text(
      kShortTurn, "in = { type = \"f32\", shape = [\"rows\", \"cols\"], fill = \"ramp\" }\n", "");
  text = with_text(text, "\"through one tile of in\"", "\"still coalesced\"");
  const Exercise exercise = course.load_this(text);
  CHECK(kept_gate(exercise, "coalesced stores").metric == "out.sectors");
  for (const Gate& gate : exercise.gates) CHECK(gate.name != "coalesced loads");
}

TEST_CASE("a course's own profiles.toml takes the place of profiles of the same name") {
  const TurnCourse course;
  course.write("../common/profiles.toml", R"([[profile]]
name = "work is shared"
says = "Nobody idles."
with = { room = 9, task = "work" }
[[profile.gate]]
name = "nobody idles"
metric = "busiest_block.instructions"
max = "$room"
)");
  const Exercise exercise = course.load_this(kShortTurn);
  CHECK(kept_gate(exercise, "nobody idles").max == 2.0);
  CHECK(exercise.keeps[1].says == "Nobody idles.");
  CHECK(kept_gate(exercise, "few passes").profile == "through one tile of in");
}

TEST_CASE("a named fill speaks of the buffer's own extents, whatever its sizes are called") {
  const TurnCourse course;
  const std::string before = "shape = [\"rows\", \"cols\"], fill = \"ramp\"";
  const Exercise exercise = course.load_this(
      with_text(kShortTurn, before, "shape = [\"rows * cols\"], fill = \"first term\""));
  const Fill& fill = exercise.buffers[0].first_fills.at(1);
  CHECK(fill.patches.back().column_begin.text() == "(rows * cols) / 4 * 4");
  CHECK(course.load_this(with_text(kShortTurn, before, "shape = [64, 64], fill = \"signed\""))
            .buffers[0]
            .first_fills.size() == 2);
  const std::string in = "in = { type = \"f32\", " + before;
  const Exercise of_integers = course.load_this(
      with_text(kShortTurn, in, "in = { type = \"i32\", shape = [\"rows\"], fill = \"signed\""));
  CHECK(of_integers.buffers[0].fill.is("random_integers"));
}

TEST_CASE("hints stand in hints.md, a paragraph each") {
  const TurnCourse course;
  course.write("hints.md",
               "# Hints\n\n1. The first,\n   in two lines.\n2. The second.\n\nThe third.\n");
  const std::vector<std::string> expected = {"The first, in two lines.", "The second.",
                                             "The third."};
  CHECK(course.load_this(kShortTurn).hints == expected);
  CHECK(course.error("hints = [\"One.\"]\n" + std::string(kShortTurn))
            .ends_with("exercise.toml:1: hints: stand in hints.md, too; expected one of them"));
}

TEST_CASE("values of another kind, and names that are none, are mistakes like others") {
  const TurnCourse course;
  const auto error = [&](const std::string& from, const std::string& to) {
    return course.error(with_text(kShortTurn, from, to));
  };
  CHECK(error("sizes = { rows = 1024, cols = 512 }", "sizes = 3").find("sizes: expected") !=
        std::string::npos);
  CHECK(error("rows = 1024", "'r\"' = 1024").find("\"rows\" of turn()") != std::string::npos);
  CHECK(error("tile = [32, 32]", "tile = \"x\"").find(":4: tile: expected") != std::string::npos);
  CHECK(error("\"through one tile of in\"", "1").find(":8: keeps: expected names") !=
        std::string::npos);
  CHECK(error("room = 2", "room = 'infinity'").find(":8: gate.max") != std::string::npos);
  CHECK(error("room = 2", "launch = 3").find("is no launch") != std::string::npos);
  CHECK(error("room = 2", "\"every block its share\" = { 'x\"' = 1 }").find("unknown key") !=
        std::string::npos);
  CHECK(error("about = \"no bank conflicts\"", "about = 3").find("about: expected") !=
        std::string::npos);
  CHECK(error("points = { correct = 0 }", "points = 3").find("points: expected") !=
        std::string::npos);
  CHECK(error("in = { type", "in = 3\nx = { type").find("buffers.in: expected") !=
        std::string::npos);
}

TEST_CASE("a mistake in the short form is one sentence with file, line, and what was meant") {
  const TurnCourse course;
  const auto error = [&](const std::string& from, const std::string& to) {
    const std::string all = course.error(with_text(kShortTurn, from, to));
    const std::string file = (course.folder() / "exercise.toml").string();
    REQUIRE(all.starts_with(file));
    return all.substr(file.size());
  };
  CHECK(error("\"through one tile of in\"", "\"trough one tile of in\"")
            .find(":8: keeps: \"trough one tile of in\" is no profile; there are") == 0);
  CHECK(error("\"through one tile of in\"", "\"no busywerk\"")
            .ends_with("did you mean \"no busywork\"?"));
  CHECK(error("tile of in\"", "tile of inn\"") ==
        ":8: keeps: \"through one tile of inn\": \"inn\" is no buffer of the launch; there are "
        "\"in\" "
        "and \"out\"; did you mean \"in\"?");
  CHECK(error("room = 2", "rom = 2") ==
        ":8: keeps: \"rom\" is nothing that \"work is shared\" knows; did you mean \"room\"?");
  CHECK(error("\"no bank conflicts\"\npoints", "\"no bank conflict\"\npoints")
            .ends_with("did you mean \"no bank conflicts\"?"));
  CHECK(
      error("kernel = \"turn\"", "kernel = \"turns\"") ==
      ":3: arguments: is missing, and turn.cu declares no kernel turns() with parameters; expected "
      "\"arguments\", or the kernel in the starter");
  CHECK(
      error("out = {", "outt = {") ==
      ":3: arguments: is missing, and the parameter \"out\" of turn() in turn.cu is no buffer; did "
      "you mean \"outt\"?");
  CHECK(error("kernel = \"turn\"",
              "kernel = \"turn\"\narguments = [\"in\", \"uot\", \"rows\", \"cols\"]")
            .ends_with("did you mean \"out\"?"));
  CHECK(error("rows = 1024", "row = 1024").find("\"rows\"") != std::string::npos);
  CHECK(error("tile = [32, 32]", "tile = [32, 0]") ==
        ":4: tile: expected whole numbers of at least 1, such as [32, 32]");
  CHECK(error("correct = 0", "corect = 0")
            .find(":7: points.corect: is no gate that every exercise has") == 0);
  CHECK(error("fill = \"ramp\"", "fill = \"singed\"").ends_with("did you mean \"signed\"?"));
  CHECK(error("keeps = [", "keep = [").ends_with("did you mean \"keeps\"?"));
}

namespace {

// A course's exercise of one size, whose head and launch are given.
std::string line_exercise(const std::string& head, const std::string& buffers) {
  return "title = \"Line\"\nkernel = \"turn\"\ntile = [256]\nstarter_fails = [\"correct\"]\n" +
         head + "\n[buffers]\n" + buffers;
}
constexpr const char* kInAndOut =
    "in = { type = \"f32\", shape = [\"n\"], role = \"inout\", fill = \"ramp\" }\n"
    "out = { type = \"f32\", shape = [\"n\"] }\n";

Case case_at(const Exercise& exercise, SizeSet::Purpose purpose) {
  auto made = instantiate(exercise, size_for(exercise, purpose), exercise.variants.front(), 1);
  REQUIRE_MESSAGE(made, made.error());
  return std::move(*made);
}

}  // namespace

TEST_CASE("a size is a formula of others, in whatever order they stand") {
  const TurnCourse course;
  const Exercise exercise = course.load_this(
      line_exercise("sizes = { n = 4096, edges = \"levels * n\", levels = \"log2(n)\" }\n"
                    "arguments = [\"in\", \"out\", { i32 = \"edges\" }, { i32 = \"levels\" "
                    "}]\nrepeat = \"max(1, levels)\"",
                    kInAndOut));
  const Case graded = case_at(exercise, SizeSet::Purpose::graded);
  CHECK(graded.values.at("edges") == 12 * 4096);
  CHECK(graded.launches.size() == 12);
  CHECK(exercise.sizes.front().values.size() == 1);
  CHECK(course
            .error(line_exercise("sizes = { n = 4096, m = \"k + 1\", k = \"m - 1\" }\n"
                                 "arguments = [\"in\", \"out\"]",
                                 kInAndOut))
            .find("is made of itself") != std::string::npos);
}

TEST_CASE("a size that doubles is a power of two wherever it is drawn") {
  const TurnCourse course;
  const Exercise exercise =
      course.load_this(line_exercise("sizes = { n = { default = 4096, step = \"double\" } }\n"
                                     "arguments = [\"in\", \"out\", { i32 = 1 }, { i32 = 2 }]",
                                     kInAndOut));
  const auto is_power = [](int64_t n) { return n > 0 && (n & (n - 1)) == 0; };
  std::set<int64_t> drawn;
  for (const SizeSet& size : exercise.sizes)
    for (int i = 0; i < 20; ++i) {
      const SizeSet one = Draw(7).size(size, std::to_string(i));
      CHECK(is_power(one.values.at("n")));
      drawn.insert(one.values.at("n"));
    }
  CHECK(drawn.size() >= 5);
  CHECK(size_for(exercise, SizeSet::Purpose::graded).doubling.at("n").from == 2048);
  CHECK(course
            .error(line_exercise("sizes = { n = { default = 48, from = 16, to = 64, step = "
                                 "\"double\" } }\n"
                                 "arguments = [\"in\", \"out\", { i32 = 1 }, { i32 = 2 }]",
                                 kInAndOut))
            .find("expected 16, doubled again and again") != std::string::npos);
}

TEST_CASE("loops inside of loops are passes, whose names arguments see") {
  const TurnCourse course;
  const Exercise exercise = course.load_this(line_exercise(
      "sizes = { n = 4096 }\nrepeat = [{ stage = 3 }, { step = \"stage + 1\" }]\n"
      "arguments = [\"in\", \"out\", { i32 = \"10 * stage + step\" }, { i32 = \"iteration\" }]",
      kInAndOut));
  const Case graded = case_at(exercise, SizeSet::Purpose::graded);
  REQUIRE(graded.launches.size() == 6);
  CHECK(graded.launches[4].arguments[2].value == data::element_bytes(data::ElementType::i32, 21));
  CHECK(graded.launches[5].arguments[3].value == data::element_bytes(data::ElementType::i32, 5));
}

TEST_CASE("buffers change places from pass to pass, and a flag says whether there is a next one") {
  const TurnCourse course;
  const std::string head =
      "sizes = { n = 4096 }\nrepeat = 3\nswap = [\"in\", \"out\"]\n"
      "arguments = [\"in\", \"out\", { i32 = 1 }, { i32 = 2 }]\n";
  const Exercise swapping = course.load_this(line_exercise(head, kInAndOut));
  const Case graded = case_at(swapping, SizeSet::Purpose::graded);
  CHECK(graded.launches[0].arguments[0].buffer == 0);
  CHECK(graded.launches[1].arguments[0].buffer == 1);
  CHECK(graded.launches[2].arguments[0].buffer == 0);
  CHECK(course.error(line_exercise(head + "repeat_while = \"go\"", kInAndOut))
            .find("\"go\" is no buffer") != std::string::npos);
  const Exercise waiting = course.load_this(
      line_exercise(head + "repeat_while = \"go\"",
                    std::string(kInAndOut) +
                        "go = { type = \"i32\", shape = [1], role = \"scratch\", fill = 0 }\n"));
  const Case rounds = case_at(waiting, SizeSet::Purpose::graded);
  CHECK(rounds.launches[0].round == data::Round::begins);
  CHECK(rounds.launches[2].round == data::Round::continues);
  CHECK(rounds.launches[2].flag == 2);
}

TEST_CASE("a structure lies in memory as C++ has it, and a tolerance names sizes") {
  const TurnCourse course;
  const Exercise exercise =
      course.load_this(line_exercise("sizes = { n = 4096 }\ntolerance = { absolute = \"n / 4\" }\n"
                                     "arguments = [\"in\", \"out\", { struct = [{ u8 = 1 }, { f64 "
                                     "= 2 }, { i32 = \"n\" }] }, { i32 "
                                     "= 2 }]",
                                     kInAndOut));
  const Case graded = case_at(exercise, SizeSet::Purpose::graded);
  CHECK(graded.launches[0].arguments[2].value.size() == 24);
  CHECK(graded.tolerances[1].absolute == 1024);
}

TEST_CASE("what a check's kernels are given, and what an exercise may allow, is told") {
  const TurnCourse course;
  const std::string head =
      "sizes = { n = 4096 }\narguments = [\"in\", \"out\", { i32 = 1 }, { i32 = 2 }]\n";
  const std::string prepare = "[[prepare]]\nkernel = \"make\"\narguments = [\"out\"]\n";
  CHECK(course.error(line_exercise(head, std::string(kInAndOut) + prepare))
            .find("there is no file") != std::string::npos);
  course.write("checks.cu", "");
  CHECK(course.error(line_exercise(head, std::string(kInAndOut) + prepare))
            .find("is given \"out\", which is no input") != std::string::npos);
  CHECK(course.error(line_exercise(head + "allow = [\"races\"]\n", kInAndOut))
            .find("there is \"same value stores\"") != std::string::npos);
  const Exercise verified = course.load_this(line_exercise(
      head,
      std::string(kInAndOut) +
          "[[verify]]\nkernel = \"look\"\narguments = [\"in\", \"out\"]\ndecides = [\"out\"]\n"));
  CHECK(!verified.buffers[0].verified);
  CHECK(verified.buffers[1].verified);
}
