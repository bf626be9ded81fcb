#include <fmt/format.h>

#include <algorithm>

#include "sample_exercise.hpp"

using namespace warplab;
using namespace warplab::exercise;
namespace fs = std::filesystem;

namespace {

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

const Gate& gate_named(const Exercise& exercise, std::string_view name) {
  for (const Gate& gate : exercise.gates)
    if (gate.name == name) return gate;
  FAIL("no such gate: ", std::string(name));
  return exercise.gates.front();
}

}  // namespace

TEST_CASE("every good exercise file loads") {
  const auto files = files_in(kData / "good");
  REQUIRE(files.size() >= 6);
  for (const fs::path& file : files) {
    CAPTURE(file.string());
    const auto exercise = load_from_text(text_of(file), kData / "01-sample");
    CHECK_MESSAGE(exercise, (exercise ? "" : exercise.error()));
  }
}

TEST_CASE("every bad exercise file is refused with file, line, key and what was expected") {
  const auto files = files_in(kData / "bad");
  REQUIRE(files.size() >= 90);
  for (const fs::path& file : files) {
    CAPTURE(file.string());
    const std::string text = text_of(file);
    const std::string marker = "# expect: ";
    REQUIRE(text.starts_with(marker));
    const std::string expected = text.substr(marker.size(), text.find('\n') - marker.size());
    const auto exercise = load_from_text(text, kData / "01-sample");
    REQUIRE(!exercise);
    CAPTURE(exercise.error());
    CAPTURE(expected);
    CHECK(exercise.error().find(expected) != std::string::npos);
    CHECK(exercise.error().starts_with((kData / "01-sample/exercise.toml").string() + ":"));
    CHECK(exercise.error().find('\n') == std::string::npos);
  }
}

TEST_CASE("the mistake that comes first in the file is the one that is reported") {
  const auto exercise = edited("copy-of-doubles", "[sizes.gpu]\nn = 64000", "[sizes.gpu]\nn = 0");
  REQUIRE(!exercise);
  CHECK(exercise.error().find("exercise.toml:8: sizes.gpu.n: is 0") != std::string::npos);
}

TEST_CASE("sizes are for checks, for grading and for a GPU, and are labelled in the file's order") {
  const Exercise exercise = good("matrix-product");
  REQUIRE(exercise.sizes.size() == 4);
  CHECK(exercise.sizes[0].purpose == SizeSet::Purpose::check);
  CHECK(exercise.sizes[0].label == "256 x 123 times 123 x 45");
  CHECK(exercise.sizes[1].purpose == SizeSet::Purpose::graded);
  CHECK(exercise.sizes[1].label == "m 256, k 123, n 45");
  CHECK(exercise.sizes[2].purpose == SizeSet::Purpose::gpu);
  CHECK(exercise.sizes[2].values == Values{{"m", 1024}, {"k", 512}, {"n", 2048}});
}

TEST_CASE("sizes are drawn between those of the checks, in steps that all of them share") {
  const Exercise exercise = good("matrix-product");
  const SizeSet& drawn = size_for(exercise, SizeSet::Purpose::drawn);
  CHECK(drawn.ranges.at("m").from == 256);
  CHECK(drawn.ranges.at("m").to == 256);
  const auto wider = edited("matrix-product", "[tolerance]",
                            "[[sizes.check]]\nm = 64\nk = 1\nn = 90\n[tolerance]");
  REQUIRE_MESSAGE(wider, wider.error());
  const auto ranges = size_for(*wider, SizeSet::Purpose::drawn).ranges;
  CHECK(ranges.at("m").from == 64);
  CHECK(ranges.at("m").to == 256);
  CHECK(ranges.at("m").step == 64);
  CHECK(ranges.at("k").step == 1);
  CHECK(ranges.at("n").from == 45);
  CHECK(ranges.at("n").step == 45);
}

TEST_CASE("a size may be a range with the value that the statement speaks of") {
  const auto ranged =
      edited("matrix-product", "m = 256\nk = 123\nn = 45\n[[sizes.check]]",
             "m = { default = 256, from = 192, to = 320, step = 32 }\nk = 123\nn = 45\n"
             "[sizes.drawn]\nm = { from = 10, to = 20 }\nk = 5\nn = 45\n[[sizes.check]]");
  REQUIRE_MESSAGE(ranged, ranged.error());
  const SizeSet& graded = size_for(*ranged, SizeSet::Purpose::graded);
  CHECK(graded.values.at("m") == 256);
  CHECK(graded.label == "m 256, k 123, n 45");
  CHECK(graded.ranges.at("m").from == 192);
  CHECK(graded.ranges.at("m").step == 32);
  const SizeSet& drawn = size_for(*ranged, SizeSet::Purpose::drawn);
  CHECK(drawn.ranges.size() == 1);
  CHECK(drawn.values.at("k") == 5);
}

TEST_CASE("limits may be amounts that the sizes imply, and are tried at every size") {
  const std::string limits =
      "metric = \"global.load.sectors / global.load.requests\"\nvariant = "
      "\"fast\"\nmax = 4";
  const auto with = [&](const std::string& gate) { return edited("two-modes", limits, gate); };
  const auto amount = with(
      "metric = \"global.load.sectors\"\nmax = \"1.5 * in.bytes / 32\"\n"
      "ideal = \"in.bytes / 32\"\nmin = 0");
  REQUIRE_MESSAGE(amount, amount.error());
  const Gate& gate = amount->gates.back();
  CHECK(gate.has_max());
  CHECK_FALSE(gate.max);
  CHECK(gate.max_amount->text() == "1.5 * in.bytes / 32");
  const std::pair<const char*, const char*> mistakes[] = {
      {"metric = \"barriers\"\nmax = \"on.bytes\"", "did you mean \"in.bytes\"?"},
      {"metric = \"barriers\"\nmax = \"n / (n - 7)\"",
       "with n 7: gate \"fast mode\": \"n / (n - 7)\" has no value"},
      {"metric = \"barriers\"\nmax = \"n\"\nmin = \"2 * n\"",
       "gate \"fast mode\": min is 14, above max, which is 7"},
      {"metric = \"n + stride\"\nmax = 4", "names no counter"},
  };
  for (const auto& [text, expected] : mistakes) {
    const auto wrong = with(text);
    REQUIRE_FALSE(wrong);
    CAPTURE(wrong.error());
    CHECK(wrong.error().find(expected) != std::string::npos);
  }
}

TEST_CASE("an answer of its own can have points, and every answer must belong to a gate") {
  const auto one = edited("two-modes", "[[gate]]",
                          "[[gate]]\nmetric = \"correct\"\nbuffer = \"out\"\npoints = 2\n[[gate]]");
  REQUIRE_MESSAGE(one, one.error());
  const auto gate = std::find_if(one->gates.begin(), one->gates.end(),
                                 [](const Gate& g) { return g.metric == "correct"; });
  CHECK(gate->answers == std::vector<size_t>{1});
  CHECK(gate->points == 2);
  const auto input =
      edited("two-modes", "[[gate]]", "[[gate]]\nmetric = \"correct\"\nbuffer = \"in\"\n[[gate]]");
  REQUIRE_FALSE(input);
  CHECK(input.error().find("\"in\" is no buffer that is compared; there are \"out\"") !=
        std::string::npos);
}

TEST_CASE("points may need other gates, which must be there") {
  const auto with = [](const std::string& needs) {
    return edited(
        "two-modes", "[[gate]]",
        "[[gate]]\nmetric = \"barriers\"\nmax = 4\nneeds = [\"" + needs + "\"]\n[[gate]]");
  };
  const auto right = with("correct");
  REQUIRE_MESSAGE(right, right.error());
  CHECK(gate_named(*right, "barriers").needs == std::vector<std::string>{"correct"});
  const auto unknown = with("corect");
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().find("\"barriers\" needs \"corect\", which is no gate") !=
        std::string::npos);
  const auto itself = with("barriers");
  REQUIRE_FALSE(itself);
  CHECK(itself.error().find("\"barriers\" needs itself") != std::string::npos);
}

TEST_CASE("an exercise's folder gives its number and its name") {
  const std::string text = text_of(kData / "good/copy-of-doubles.toml");
  CHECK(good("copy-of-doubles").slug == "sample");
  CHECK(good("copy-of-doubles").order == 1);
  for (const char* name : {"sample", "-sample", "1-", "01_sample", "01-Sample", "00001-sample"}) {
    CAPTURE(name);
    const auto exercise = load_from_text(text, kData / name);
    REQUIRE(!exercise);
    CHECK(exercise.error().find("expected a number and a short name in small letters") !=
          std::string::npos);
  }
}

TEST_CASE("what a file leaves out has the documented default") {
  const Exercise exercise = good("copy-of-doubles");
  CHECK(exercise.check_seeds == std::vector<uint64_t>{1, 2, 3});
  CHECK(exercise.statement_file == "statement.md");
  CHECK(exercise.reference_file == "reference.cu");
  CHECK(exercise.buffers.back().tolerance.absolute == 0);
  CHECK(exercise.buffers.back().tolerance.relative == 0);
  CHECK(!exercise.student_chooses_block);
  REQUIRE(exercise.variants.size() == 1);
  CHECK(exercise.variants[0].name == "default");
  CHECK(exercise.hints.empty());
  CHECK(exercise.views.empty());
  CHECK(exercise.launches[0].name == "copy");
  CHECK_FALSE(exercise.launches[0].given);
  CHECK(exercise.buffers[1].fill.is(kPoisonFill));
}

TEST_CASE("an exercise has a hash of what decides a mark, which any change of that changes") {
  const Exercise exercise = good("copy-of-doubles");
  CHECK(exercise.hash.size() == 64);
  CHECK(good("copy-of-doubles").hash == exercise.hash);
  CHECK(good("two-modes").hash != exercise.hash);
  const auto other = edited("copy-of-doubles", "[sizes.gpu]\nn = 64000", "[sizes.gpu]\nn = 64001");
  REQUIRE(other);
  CHECK(other->hash != exercise.hash);
}

TEST_CASE("the built-in gates are there even when the file does not list them") {
  const Exercise exercise = good("copy-of-doubles");
  REQUIRE(exercise.gates.size() == std::size(kBuiltInGates));
  for (size_t i = 0; i < exercise.gates.size(); ++i) {
    CHECK(exercise.gates[i].metric == kBuiltInGates[i].metric);
    CHECK(exercise.gates[i].points == (kBuiltInGates[i].metric == "correct" ? 1 : 0));
  }
  CHECK(gate_named(exercise, "race free").metric == "race_free");
}

TEST_CASE("a listed built-in gate replaces the one that would be there anyway") {
  const Exercise exercise = good("integers-in-shared-memory");
  CHECK(exercise.gates.size() == std::size(kBuiltInGates));
  CHECK(gate_named(exercise, "race free").points == 1);
}

TEST_CASE("a gate knows its metric, limits, variant, launch and sentence") {
  const Exercise two_modes = good("two-modes");
  const Gate& slow = gate_named(two_modes, "slow mode");
  CHECK(slow.variant == "slow");
  CHECK(*slow.min == 16);
  CHECK(!slow.max);
  CHECK(*slow.ideal == 32);
  CHECK(slow.launch == -1);
  CHECK(slow.points == 1);
  CHECK(slow.message == "Only {value} of {ideal} (limit {limit}).");
  REQUIRE(slow.expression);
  CHECK(slow.expression->text() == slow.metric);

  const Exercise sampling = good("sampling-with-groups");
  CHECK(gate_named(sampling, "white sweeps have no conflicts").launch == 1);
  CHECK(!gate_named(sampling, "correct").expression);
}

TEST_CASE("a gate over a time names its GPU, and one over a fraction is for every GPU") {
  const std::string time =
      "[[gate]]\nname = \"under 840 us\"\nmetric = \"time\"\ngpu = \"Tesla T4\"\nmax = 840\n";
  const std::string fraction = "[[gate]]\nname = \"fast\"\nmetric = \"copy_fraction\"\nmin = 0.6\n";
  const auto with = [](const std::string& text) {
    return edited("copy-of-doubles", "[[buffer]]", text + "[[buffer]]");
  };
  const auto exercise = with(time + fraction);
  REQUIRE_MESSAGE(exercise, exercise.error());
  const Gate& limit = gate_named(*exercise, "under 840 us");
  CHECK(limit.is_timed());
  CHECK(!limit.expression);
  CHECK(limit.gpu == "Tesla T4");
  CHECK(*limit.max == 840);
  CHECK(limit.unit == "us");
  const Gate& fast = gate_named(*exercise, "fast");
  CHECK(fast.is_timed());
  CHECK(fast.gpu.empty());
  CHECK(*fast.min == 0.6);
  CHECK(fast.unit == "of a copy");

  const auto beside =
      with("[[gate]]\nname = \"fast\"\nmetric = \"reference_fraction\"\nmin = 0.8\n");
  REQUIRE_MESSAGE(beside, beside.error());
  CHECK(gate_named(*beside, "fast").is_timed());
  CHECK(gate_named(*beside, "fast").unit == "of the reference");

  const std::pair<std::string, const char*> wrong[] = {
      {"[[gate]]\nmetric = \"reference_fraction\"\nmin = 0.5\nmax = 2\n", "does not belong"},
      {"[[gate]]\nmetric = \"time\"\nmax = 840\n", "gate.gpu"},
      {"[[gate]]\nmetric = \"time\"\ngpu = \"Tesla T4\"\n", "the longest time"},
      {"[[gate]]\nmetric = \"copy_fraction\"\n", "the smallest fraction"},
      {"[[gate]]\nmetric = \"copy_fraction\"\nmin = 0.5\nmax = 1\n", "does not belong"},
      {"[[gate]]\nmetric = \"copy_fraction\"\nmin = 0.5\ngpu = \"Tesla T4\"\n",
       "the same for every GPU"},
      {"[[gate]]\nmetric = \"barriers\"\nmax = 5\ngpu = \"Tesla T4\"\n",
       "belongs to the metric \"time\" only"},
      {"[[gate]]\nmetric = \"barriers\"\nmax = 5\nmodelled = true\n", "belongs to metrics of time"},
      {"[[gate]]\nmetric = \"time\"\ngpu = \"Tesla T4\"\nmax = 8\nmodelled = 1\n", "true or false"},
      {"[[gate]]\nmetric = \"yardstick_fraction\"\nmin = 0.5\nmodelled = true\n", "gate.gpu"},
      {"[[gate]]\nmetric = \"copy_fraction\"\nmin = 0.5\nmodelled = true\ngpu = \"Tesla T4\"\n",
       "yardstick_fraction"},
  };
  for (const auto& [text, part] : wrong) {
    CAPTURE(part);
    const auto refused = with(text);
    REQUIRE(!refused);
    CHECK_MESSAGE(refused.error().find(part) != std::string::npos, refused.error());
  }
  const auto nowhere = edited("two-modes", "[[gate]]", fraction + "[[gate]]");
  REQUIRE(!nowhere);
  CHECK(nowhere.error().find("[sizes.gpu], which is missing") != std::string::npos);
}

TEST_CASE("a gate that compares with a yardstick has the stream, or a file that does the same") {
  const std::string gate =
      "[[gate]]\nname = \"fast\"\nmetric = \"yardstick_fraction\"\nmin = 0.8\n";
  const auto plain = edited("copy-of-doubles", "[[buffer]]", gate + "[[buffer]]");
  REQUIRE_MESSAGE(plain, plain.error());
  CHECK(gate_named(*plain, "fast").is_timed());
  CHECK(gate_named(*plain, "fast").unit == "of the yardstick");
  CHECK(plain->yardstick_file.empty());

  const std::string inout = "shape = [\"n\"]\nrole = \"inout\"\nfill = \"ramp\"\n" + gate;
  const std::string output = "shape = [\"n\"]\nrole = \"output\"\n";
  const auto changed = edited("copy-of-doubles", output, inout);
  REQUIRE(!changed);
  CHECK(changed.error().find("\"fast\" needs a file yardstick.cu") != std::string::npos);

  std::string with_file = text_of(kData / "good" / "copy-of-doubles.toml");
  with_file.replace(with_file.find(output), output.size(), inout);
  with_file.insert(with_file.find("starter_fails"), "yardstick = \"reference.cu\"\n");
  const auto own = load_from_text(with_file, kData / "01-sample");
  REQUIRE_MESSAGE(own, own.error());
  CHECK(own->yardstick_file == "reference.cu");
}

TEST_CASE("a stream is for one input or two of one shape and one output, of elements of one size") {
  Buffer in, out, wide, scratch, longer;
  in.shape = {Expression(8)};
  longer.shape = {Expression(9)};
  longer.role = Buffer::Role::input;
  in.role = Buffer::Role::input;
  out.role = Buffer::Role::output;
  wide.role = Buffer::Role::input;
  wide.element = data::ElementType::f64;
  scratch.role = Buffer::Role::scratch;
  using Given = std::vector<const Buffer*>;
  CHECK(has_stream(Given{&in, &out}));
  CHECK(has_stream(Given{&in, &in, &out}));
  CHECK_FALSE(has_stream(Given{&in, &in, &in, &out}));
  CHECK_FALSE(has_stream(Given{&in, &longer, &out}));
  CHECK_FALSE(has_stream(Given{&in, &out, &out}));
  CHECK_FALSE(has_stream(Given{&out}));
  CHECK_FALSE(has_stream(Given{&wide, &out}));
  CHECK_FALSE(has_stream(Given{&in, &out, &scratch}));
}

TEST_CASE("an exercise whose outputs all have a closed form needs no reference") {
  CHECK(good("indices-closed-form").reference_file.empty());
  REQUIRE(good("indices-closed-form").buffers[0].expected);
  CHECK(!good("copy-of-doubles").buffers[1].expected);
}

TEST_CASE("a view names a buffer, a colour map and a range") {
  const Exercise exercise = good("sampling-with-groups");
  REQUIRE(exercise.views.size() == 1);
  CHECK(exercise.views[0].buffer == "state");
  CHECK(exercise.views[0].color_map == "gray");
  CHECK(*exercise.views[0].low == 0);
  CHECK(*exercise.views[0].high == 5);
}

TEST_CASE("hints keep their order") {
  CHECK(good("matrix-product").hints ==
        std::vector<std::string>{"One thread an element of c.", "The inner loop runs over k."});
}

TEST_CASE("a picture is decoded when the exercise is loaded") {
  const Exercise exercise = good("sampling-with-groups");
  const auto& picture = exercise.buffers[0].fill.picture;
  REQUIRE(picture);
  CHECK(picture->width == 4);
  CHECK(picture->height == 2);
  CHECK(picture->pixels == std::vector<uint8_t>{0, 85, 170, 255, 255, 170, 85, 0});
}

TEST_CASE("a folder without exercise.toml is an error that names the file") {
  const auto exercise = load(kData / "good");
  REQUIRE(!exercise);
  CHECK(exercise.error().find("good/exercise.toml") != std::string::npos);
}

TEST_CASE("a file that nests tables without end is refused, and does not exhaust the stack") {
  std::string deep = "a";
  for (int i = 0; i < 100'000; ++i) deep += ".a";
  for (const std::string& text : {deep + " = 1", "x = { " + deep + " = 1 }", "[" + deep + "]"}) {
    const auto exercise = load_from_text(text, kData / "01-sample");
    REQUIRE(!exercise);
    CHECK(exercise.error().find("dots outside strings") != std::string::npos);
  }
  const auto brackets = load_from_text("x = " + std::string(100'000, '['), kData / "01-sample");
  REQUIRE(!brackets);
  CHECK(brackets.error().find("not valid TOML") != std::string::npos);
}

TEST_CASE("dots in comments and strings are no nesting") {
  const std::string dots(3000, '.');
  const auto exercise = edited("copy-of-doubles", "title = \"Copy a vector\"",
                               "# " + dots + "\ntitle = \"" + dots + "\\\" " + dots + "\"");
  CHECK_MESSAGE(exercise, (exercise ? "" : exercise.error()));
}

TEST_CASE("an error is one line, whatever the file has in its strings") {
  const auto name = edited("copy-of-doubles", "type = \"f64\"", "type = \"f\\n6\\u00014\"");
  REQUIRE(!name);
  CHECK(name.error().find("\"f\\n6\\x014\" is no element type") != std::string::npos);
  const auto boolean = load_from_text("type = f\n2", kData / "01-sample");
  REQUIRE(!boolean);
  CHECK(boolean.error().find('\n') == std::string::npos);
}

TEST_CASE("a file too large to be an exercise is refused") {
  const auto exercise = load_from_text(std::string(300 * 1024, '#'), kData / "01-sample");
  REQUIRE(!exercise);
  CHECK(exercise.error().find("the file has 307200 bytes") != std::string::npos);
}

TEST_CASE("bytes that are no text are refused") {
  const std::string bytes(
      "\x7f"
      "ELF\0\0\xff\xfe = 1",
      12);
  const auto exercise = load_from_text(bytes, kData / "01-sample");
  REQUIRE(!exercise);
  CHECK(exercise.error().find("not valid TOML") != std::string::npos);
}

TEST_CASE("an answer has a tolerance of its own, or the exercise's") {
  const auto both =
      edited("copy-of-doubles", "[sizes.gpu]", "tolerance = { absolute = 0.5 }\n[sizes.gpu]");
  REQUIRE_MESSAGE(both, both.error());
  CHECK(both->buffers[1].tolerance.absolute == 0.5);
  auto text = text_of(kData / "good/copy-of-doubles.toml");
  text.replace(text.find("[sizes.gpu]"), 0, "tolerance = { absolute = 0.5 }\n");
  text.replace(text.find("role = \"output\""), 0, "tolerance = { relative = 1e-6 }\n");
  const auto own = load_from_text(text, kData / "01-sample");
  REQUIRE_MESSAGE(own, own.error());
  CHECK(own->buffers[1].tolerance.absolute == 0);
  CHECK(own->buffers[1].tolerance.relative == 1e-6);
}

TEST_CASE("a gate may be only reported, and a starter may be right") {
  const auto exercise =
      edited("copy-of-doubles", "starter_fails = [\"correct\"]", "starter_fails = []");
  REQUIRE_MESSAGE(exercise, exercise.error());
  CHECK(exercise->starter_fails.empty());
  const auto reported = edited("copy-of-doubles", "[[launch]]",
                               "[[gate]]\nmetric = \"barriers\"\nreported = true\n[[launch]]");
  REQUIRE_MESSAGE(reported, reported.error());
  CHECK(reported->gates.back().reported);
  CHECK(reported->gates.back().points == 0);
}

TEST_CASE("a gate may ask for a prediction, to be made or to be right") {
  const auto with = [](const std::string& keys) {
    return edited(
        "copy-of-doubles", "[[launch]]",
        "[[gate]]\nname = \"predicted\"\nmetric = \"prediction\"\n" + keys + "\n[[launch]]");
  };
  const auto made = with("experiment = \"stride\"\nquestion = \"sectors at 8\"");
  REQUIRE_MESSAGE(made, made.error());
  REQUIRE(made->gates.back().prediction);
  CHECK(made->gates.back().prediction->experiment == "stride");
  CHECK(made->gates.back().prediction->question == "sectors at 8");
  CHECK_FALSE(made->gates.back().prediction->has_to_be_right);
  const auto right = with("experiment = \"stride\"\nquestion = \"q\"\nright = true\npoints = 2");
  REQUIRE_MESSAGE(right, right.error());
  CHECK(right->gates.back().prediction->has_to_be_right);
  CHECK(right->gates.back().points == 2);

  const auto refused = [&](const std::string& keys, const std::string& why) {
    const auto loaded = with(keys);
    REQUIRE_FALSE(loaded);
    CAPTURE(loaded.error());
    CHECK(loaded.error().find(why) != std::string::npos);
  };
  refused("experiment = \"stride\"", "question");
  refused("question = \"q\"", "experiment");
  refused("experiment = \"stride\"\nquestion = \"q\"\nmax = 3",
          "does not belong to \"prediction\"");
  const auto elsewhere =
      edited("copy-of-doubles", "[[launch]]",
             "[[gate]]\nmetric = \"barriers\"\nmax = 3\nright = true\n[[launch]]");
  REQUIRE_FALSE(elsewhere);
  CHECK(elsewhere.error().find("belongs to the metric \"prediction\" only") != std::string::npos);
}

TEST_CASE("an exercise may say what its reference is, if it has one") {
  const auto titled = [](const std::string& name) {
    std::string text = text_of(kData / "good" / (name + ".toml"));
    text.replace(text.find("starter_fails"), 0, "reference_title = \"the plain one\"\n");
    return load_from_text(text, kData / "01-sample");
  };
  const auto with_reference = titled("copy-of-doubles");
  REQUIRE_MESSAGE(with_reference, with_reference.error());
  CHECK(with_reference->reference_title == "the plain one");
  const auto without = titled("indices-closed-form");
  REQUIRE_FALSE(without);
  CHECK(without.error().find("names a reference, and the exercise has none") != std::string::npos);
  const auto shipped = load(WARPLAB_SOURCE_DIR "/exercises/52-matmul-tiled");
  REQUIRE_MESSAGE(shipped, shipped.error());
  CHECK(shipped->reference_title == "a thread an element, without tiles");
}

TEST_CASE("a launch may name a library's routine, which takes the launch's own arguments") {
  const fs::path tiled = WARPLAB_SOURCE_DIR "/exercises/52-matmul-tiled";
  const auto shipped = load(tiled);
  REQUIRE_MESSAGE(shipped, shipped.error());
  CHECK(shipped->launches[0].library == "cublas.sgemm");
  CHECK(shipped->launches[1].library == "cublas.dgemm");
  CHECK(good("copy-of-doubles").launches[0].library.empty());
  const auto sentence = [&](const std::string& from, const std::string& to) {
    std::string text = text_of(tiled / "exercise.toml");
    REQUIRE(text.find(from) != std::string::npos);
    const auto wrong = load_from_text(text.replace(text.find(from), from.size(), to), tiled);
    REQUIRE_FALSE(wrong);
    return wrong.error();
  };
  CHECK(sentence("\"cublas.sgemm\"", "\"cublas.gemm\"")
            .find("launch.library: \"cublas.gemm\" is no routine of a library; there are "
                  "\"cublas.sgemm\" and \"cublas.dgemm\"") != std::string::npos);
  // Matrices of another element, and another number of sides.
  CHECK(sentence("\"cublas.sgemm\"", "\"cublas.dgemm\"")
            .find("does not fit the arguments of the launch; expected three matrices of f64") !=
        std::string::npos);
  CHECK(sentence("{ i32 = \"cols\" }]", "{ i64 = \"cols\" }]").find("does not fit the arguments") !=
        std::string::npos);
}

TEST_CASE("gates are judged again in the ranges of the graded size, or where the file says") {
  const std::string old = "m = 256\nk = 123\nn = 45\n[[sizes.check]]";
  const std::string range =
      "m = { default = 256, from = 192, to = 320, step = 32 }\nk = 123\nn = 45\n";
  const auto derived = edited("matrix-product", old, range + "[[sizes.check]]");
  REQUIRE_MESSAGE(derived, derived.error());
  const SizeSet& same = size_for(*derived, SizeSet::Purpose::counted);
  CHECK(same.derived);
  CHECK(same.ranges.at("m").from == 192);
  CHECK(same.values.at("k") == 123);

  const auto named = edited("matrix-product", old,
                            range +
                                "[sizes.counted]\nm = { from = 64, to = 128, step = 32 }\n"
                                "k = 123\nn = 45\n[[sizes.check]]");
  REQUIRE_MESSAGE(named, named.error());
  const SizeSet& own = size_for(*named, SizeSet::Purpose::counted);
  CHECK_FALSE(own.derived);
  CHECK(own.ranges.at("m").to == 128);

  const Exercise one_size = good("matrix-product");
  CHECK(std::ranges::none_of(one_size.sizes, [](const SizeSet& size) {
    return size.purpose == SizeSet::Purpose::counted;
  }));
}
