// [live]: what is read, what is refused, and the exercise that comes of the student's settings.
#include "exercise/live.hpp"

#include <cmath>
#include <cstring>

#include "sample_exercise.hpp"

using namespace warplab;
using namespace warplab::exercise;

namespace {

const LiveSpec& spec_of(const Exercise& exercise) {
  REQUIRE(exercise.live);
  return *exercise.live;
}

Case case_for_live(const Exercise& exercise) {
  auto made =
      instantiate(exercise, exercise.sizes.front(), exercise.variants.front(), 1, std::nullopt);
  REQUIRE_MESSAGE(made, made.error());
  return std::move(*made);
}

std::vector<float> content(const Exercise& exercise, size_t buffer) {
  const Case c = case_for_live(exercise);
  std::vector<float> values(elements_of(c.buffers[buffer]));
  const auto filled =
      fill(exercise, c, buffer, kRandomFills, std::as_writable_bytes(std::span(values)));
  REQUIRE_MESSAGE(filled, filled.error());
  return values;
}

template <class T>
T argument(const data::Launch& launch, size_t place) {
  T value{};
  REQUIRE(launch.arguments.at(place).value.size() == sizeof value);
  std::memcpy(&value, launch.arguments[place].value.data(), sizeof value);
  return value;
}

// An uncompressed grey picture (PGM), which stb_image reads.
std::string pgm(int width, int height, const std::vector<uint8_t>& pixels) {
  std::string text = "P5\n" + std::to_string(width) + " " + std::to_string(height) + "\n255\n";
  text.append(pixels.begin(), pixels.end());
  return text;
}

}  // namespace

TEST_CASE("[live] says what is shown, what is carried, and what is turned") {
  const Exercise exercise = good("live-steps");
  const LiveSpec& live = spec_of(exercise);
  CHECK(live.size.values == Values{{"n", 1000}, {"steps", 2}});
  CHECK(live.step == "round");
  CHECK(live.shown == 1);
  CHECK(live.carried == std::vector<size_t>{1});
  REQUIRE(live.parameters.size() == 3);
  CHECK(live.parameters[0].title == "Width of the bump");
  CHECK_FALSE(live.parameters[0].argument);
  CHECK(live.parameters[1].argument == std::optional<size_t>(4));
  CHECK(live.parameters[1].launch == 0);
  CHECK(live.parameters[2].is_whole);
  REQUIRE(live.buffers.size() == 1);
  CHECK(live.buffers[0].choices.size() == 2);
  CHECK_FALSE(good("copy-of-doubles").live);
}

TEST_CASE("what is turned enters by a formula, by an argument, or by the name of a size") {
  const Exercise exercise = good("live-steps");
  LiveValues values = first_values(spec_of(exercise));
  values.parameters = {0.25, 0.75, 3};
  const Exercise shown = exercise_for_live(exercise, values);
  CHECK(shown.sizes.front().values == Values{{"n", 1000}, {"steps", 3}});
  const std::vector<float> rate = content(shown, 0);
  CHECK(rate[500] == 1);
  CHECK(rate[750] == doctest::Approx(std::exp(-1)));
  const Case c = case_for_live(shown);
  REQUIRE(c.launches.size() == 3);
  CHECK(argument<float>(c.launches[0], 4) == 0.75f);
  // The exercise itself stays as it is.
  CHECK(case_of(exercise, SizeSet::Purpose::graded).launches.size() == 3);
  CHECK(argument<float>(case_of(exercise, SizeSet::Purpose::graded).launches[0], 4) == 0.5f);
}

TEST_CASE("a step goes on counting where the step before it ended") {
  const Exercise exercise = good("live-steps");
  const LiveValues values = first_values(spec_of(exercise));
  const Case first = case_for_live(exercise_for_live(exercise, values));
  CHECK(argument<uint32_t>(first.launches[1], 3) == 1);
  const Case later = case_for_live(exercise_for_live(exercise, values, 10));
  CHECK(argument<uint32_t>(later.launches[0], 3) == 20);
  CHECK(argument<uint32_t>(later.launches[1], 3) == 21);
}

TEST_CASE("a formula sees a picture, and the student's own takes its place") {
  const Exercise exercise = good("live-steps");
  LiveValues values = first_values(spec_of(exercise));
  values.choices = {1};
  const auto own = decode_own_picture(pgm(2, 1, {0, 255}), "own.pgm");
  REQUIRE_MESSAGE(own, own.error());
  values.picture = *own;
  const std::vector<float> rate = content(exercise_for_live(exercise, values), 0);
  CHECK(rate[0] == 0);
  CHECK(rate[499] == 0);
  CHECK(rate[500] == 2);
  values.choices = {0};
  CHECK(content(exercise_for_live(exercise, values), 0)[500] == 1);
}

TEST_CASE("the image begins with what the exercise draws at random, and not with its first fill") {
  const Exercise exercise = good("live-steps");
  const std::vector<float> image =
      content(exercise_for_live(exercise, first_values(spec_of(exercise))), 1);
  CHECK(image[0] != image[1]);
  CHECK(image[0] < 1);
}

TEST_CASE("an own picture that is bad is refused in one sentence") {
  const auto why = [](const Result<std::shared_ptr<const GreyPicture>>& picture) {
    return picture ? std::string() : picture.error();
  };
  CHECK(why(decode_own_picture("no picture", "notes.txt")) ==
        "\"notes.txt\" is not a picture that can be read; expected a PNG");
  CHECK(why(decode_own_picture("P5\n9000 1\n255\n", "wide.pgm")) ==
        "\"wide.pgm\" has 9000 x 1 pixels; a picture may have 8192 x 8192");
  CHECK(why(decode_own_picture("P5\n8000 8000\n255\n", "large.pgm")) ==
        "\"large.pgm\" has 8000 x 8000 pixels; a picture may have 25 million");
  CHECK(why(load_own_picture(kData / "nothing.png")).starts_with("there is no file "));
  CHECK(why(load_own_picture(kData)) == "\"data\" is no ordinary file; expected a picture");
  const auto fine = load_own_picture(kData / "01-sample/steps.png");
  CHECK_MESSAGE(fine, why(fine));
}

TEST_CASE("a picture that is larger than a buffer needs is made smaller by means") {
  const auto picture = decode_own_picture(pgm(2048, 1,
                                              [] {
                                                std::vector<uint8_t> pixels(2048);
                                                for (size_t i = 0; i < pixels.size(); i += 2)
                                                  pixels[i] = 200;
                                                return pixels;
                                              }()),
                                          "stripes.pgm");
  REQUIRE_MESSAGE(picture, picture.error());
  CHECK((*picture)->width == 1024);
  CHECK((*picture)->height == 1);
  CHECK((*picture)->pixels == std::vector<uint8_t>(1024, 100));
}

TEST_CASE("what is wrong with [live] is told with file, line and key") {
  struct Mistake {
    const char *from, *to, *expected;
  };
  const Mistake mistakes[] = {
      {"show = \"image\"", "show = \"imge\"", ":37: live.show: \"imge\" is no buffer"},
      {"show = \"image\"", "show = \"rate\"", "live.show: \"rate\" is no output"},
      {"carry = [\"image\"]", "carry = [\"rate\"]", "live.carry: \"rate\" is no output"},
      {"carry = [\"image\"]", "", "live.carry: is missing; expected the buffers"},
      {"size = { n = 1000, steps = 2 }", "", "live.size: is missing; expected one size"},
      {"size = { n = 1000, steps = 2 }", "size = { n = 1000 }", "has no size \"steps\""},
      {"size = { n = 1000,", "size = { n = { default = 9, from = 8, to = 9 },",
       "live.size.n: is a range; Live shows one size"},
      {"to = 1\nstep = 0.1", "to = 0.1\nstep = 0.1",
       "live.parameter.to: is 0.1; expected a number above from, which is 0.1"},
      {"to = 1\nstep = 0.1", "to = 1\nstep = 0", "live.parameter.step: is 0; expected"},
      {"to = 1\nstep = 0.1", "to = 1\nstep = 0.0001", "a slider may have 1000"},
      {"value = 0.5\n[[live.parameter]]", "value = 5\n[[live.parameter]]",
       "live.parameter.value: is 5; expected one from 0.1 to 1"},
      {"name = \"width\"", "name = \"breadth\"", "\"width\""},
      {"argument = 5", "argument = 1", "is 1, which is the buffer \"rate\" in launch \"average\""},
      {"argument = 5", "argument = 9", "is 9, but launch \"average\" has 5 arguments"},
      {"argument = 5", "argument = 3", "live.parameter.argument: the slider comes to 0.25, but"},
      {"argument = 5\nlaunch = \"average\"", "", "\"weight\" changes nothing; expected it"},
      {"launch = \"average\"\n[[live", "launch = \"avrage\"\n[[live",
       "\"avrage\" is no launch; there are \"average\"; did you mean \"average\"?"},
      {"from = 1\nto = 8", "from = 0.5\nto = 8",
       "is 0.5; expected a whole number, since \"steps\""},
      {"from = 1\nto = 8", "from = 0\nto = 8", "live: with n 1000, steps 0"},
      {"width, 2))\" }", "with, 2))\" }", "with"},
      {"title = \"As a picture\"\nfill = { kind", "title = \"As a picture\"\nfil = { kind",
       "live.buffer.choice.fil"},
      {"2 * picture\", file = \"steps.png\"", "2 * picture\"", "picture"},
      {"file = \"steps.png\"", "file = \"stairs.png\"", "stairs.png"},
      {"[live]\n", "[live]\nspeed = 3\n", "live.speed"},
  };
  for (const Mistake& mistake : mistakes) {
    CAPTURE(std::string(mistake.to));
    const auto exercise = edited("live-steps", mistake.from, mistake.to);
    REQUIRE_FALSE(exercise);
    CAPTURE(exercise.error());
    CHECK(exercise.error().find(mistake.expected) != std::string::npos);
    CHECK(exercise.error().find("exercise.toml:") != std::string::npos);
  }
}
