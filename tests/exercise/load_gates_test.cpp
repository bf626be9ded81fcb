// The gates of an exercise's file.
#include <algorithm>

#include <fmt/format.h>

#include "sample_exercise.hpp"

using namespace warplab;
using namespace warplab::exercise;
namespace fs = std::filesystem;

namespace {

const Gate& gate_named(const Exercise& exercise, std::string_view name) {
  for (const Gate& gate : exercise.gates)
    if (gate.name == name) return gate;
  FAIL("no such gate: ", std::string(name));
  return exercise.gates.front();
}

}  // namespace

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

  const auto ragged = edited("matrix-product", "[[sizes.check]]",
                             "[sizes.ragged]\nm = { from = 70, to = 140 }\nk = 123\nn = 45\n"
                             "[[sizes.check]]");
  REQUIRE_MESSAGE(ragged, ragged.error());
  CHECK(size_for(*ragged, SizeSet::Purpose::ragged).ranges.at("m").to == 140);
  const auto without_size = edited("matrix-product", "[[gate]]",
                                   "[[gate]]\nname = \"few\"\nmetric = \"barriers\"\nmax = 4\n"
                                   "ragged = false\n[[gate]]");
  CHECK_FALSE(without_size);

  const Exercise one_size = good("matrix-product");
  CHECK(std::ranges::none_of(one_size.sizes, [](const SizeSet& size) {
    return size.purpose == SizeSet::Purpose::counted;
  }));
}
