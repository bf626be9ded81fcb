// Which pictures a run makes beside its verdict, and how long they are kept.
#include <atomic>

#include "lab/lab.hpp"
#include "sample_lab.hpp"
#include "sample_picture.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::test;

namespace {

verdict::Picture picture_of(const std::string& buffer, const std::vector<float>& actual,
                            const std::vector<float>& expected) {
  verdict::Picture picture =
      raw_picture<float>(sim::ElementType::f32, {2, actual.size() / 2}, actual, expected);
  picture.buffer = buffer;
  return picture;
}

}  // namespace

TEST_CASE("where the starter has a race, its pictures and the student's come in several orders") {
  SampleLab sample;
  sample.change = [](exercise::Exercise& exercise) {
    exercise::Gate race;
    race.name = race.metric = "race_free";
    exercise.gates = {race};
    exercise.starter_fails = {"race_free"};
    exercise::View view;
    view.buffer = "out";
    exercise.views = {view};
  };
  sample.grade = [](const exercise::Exercise&, const std::string& source,
                    const verdict::GradeOptions& options) {
    verdict::ExerciseResult result;
    result.verdict = verdict::Status::pass;
    result.counters.emplace_back();
    const float value = source.find("fixed") != std::string::npos
                            ? 4.0f
                            : static_cast<float>(options.schedule_seed);
    result.pictures.push_back(picture_of("out", {value, 4, 4, 4}, {4, 4, 4, 4}));
    return result;
  };
  const auto lab = sample.open();
  lab->work()->document.code().type("fixed ");
  run_to_the_end(*lab);
  const auto& runs = lab->work()->pictures;
  REQUIRE(runs.size() == 8);  // both in the ordinary order, then both in three others
  CHECK_FALSE(runs[0].of_starter);
  CHECK(runs[1].of_starter);
  CHECK(runs[1].schedule == 0);
  CHECK(runs[2].of_starter);
  CHECK(runs[2].pictures[0]->value(PictureSide::actual, 0, 0) == 1);
  CHECK(runs[2].pictures[0]->wrong() == 1);
  CHECK_FALSE(runs[3].of_starter);
  CHECK(runs[3].pictures[0]->wrong() == 0);
}

TEST_CASE("the starter itself is not run twice") {
  SampleLab sample;
  sample.change = [](exercise::Exercise& exercise) {
    exercise::Gate& race = exercise.gates.emplace_back();
    race.name = race.metric = "race_free";
    exercise.starter_fails = {"race_free"};
    exercise.views.emplace_back().buffer = "out";
  };
  sample.grade = [](const exercise::Exercise&, const std::string&, const verdict::GradeOptions&) {
    verdict::ExerciseResult result;
    result.counters.emplace_back();
    result.pictures.push_back(picture_of("out", {1, 4, 4, 4}, {4, 4, 4, 4}));
    return result;
  };
  const auto lab = sample.open();
  run_to_the_end(*lab);
  CHECK(lab->work()->pictures.size() == 4);
  for (const PictureRun& run : lab->work()->pictures) CHECK_FALSE(run.of_starter);
}

TEST_CASE("without a race there is one run, unless more are asked for") {
  SampleLab sample;
  std::atomic<int> runs = 0;
  sample.change = [](exercise::Exercise& exercise) {
    exercise::View view;
    view.buffer = "out";
    exercise.views = {view};
  };
  sample.grade = [&](const exercise::Exercise&, const std::string&, const verdict::GradeOptions&) {
    ++runs;
    verdict::ExerciseResult result;
    result.counters.emplace_back();
    result.pictures.push_back(picture_of("out", {1, 2, 3, 4}, {1, 2, 3, 4}));
    return result;
  };
  const auto lab = sample.open();
  run_to_the_end(*lab);
  CHECK(runs == 1);
  run_to_the_end(*lab, 2);
  CHECK(runs == 4);
  CHECK(lab->work()->pictures.size() == 3);
}

TEST_CASE(
    "pictures are made with the author's special input, at the graded size, after the verdict") {
  SampleLab sample;
  sample.change = [](exercise::Exercise& exercise) {
    exercise::View view;
    view.buffer = "out";
    exercise.views = {view};
    exercise::Buffer buffer;
    buffer.name = "out";
    buffer.fill.value = 1;
    buffer.first_fills.emplace_back().value = 7;
    exercise.buffers = {buffer};
    exercise.sizes.resize(2);
    exercise.sizes[1].purpose = exercise::SizeSet::Purpose::graded;
  };
  sample.grade = [](const exercise::Exercise& exercise, const std::string&,
                    const verdict::GradeOptions& options) {
    verdict::ExerciseResult result;
    result.counters.emplace_back();
    CHECK(options.keep_pictures == (exercise.sizes.size() == 1));
    const auto value = static_cast<float>(exercise.buffers[0].fill.value);
    if (options.keep_pictures) result.pictures.push_back(picture_of("out", {value, 0}, {value, 0}));
    return result;
  };
  const auto lab = sample.open();
  run_to_the_end(*lab);
  REQUIRE(lab->work()->pictures.size() == 1);
  CHECK(lab->work()->pictures[0].pictures[0]->value(PictureSide::actual, 0, 0) == 7);
}

TEST_CASE("a text that does not compile gets no picture run") {
  SampleLab sample;
  std::atomic<int> runs = 0;
  sample.change = [](exercise::Exercise& exercise) {
    exercise.views.emplace_back().buffer = "out";
  };
  sample.grade = [&](const exercise::Exercise&, const std::string&, const verdict::GradeOptions&) {
    ++runs;
    return verdict::ExerciseResult{};
  };
  const auto lab = sample.open();
  run_to_the_end(*lab, 3);
  CHECK(runs == 1);
}

TEST_CASE("large pictures of exercises that are not open are put away, the oldest first") {
  SampleLab sample;
  sample.slugs = {"a", "b", "c", "d"};
  sample.change = [](exercise::Exercise& exercise) {
    exercise.views.emplace_back().buffer = "out";
  };
  sample.grade = [](const exercise::Exercise&, const std::string&, const verdict::GradeOptions&) {
    const std::vector<float> values(2048 * 2048);  // with what is expected 32 MiB
    verdict::ExerciseResult result;
    result.pictures.push_back(raw_picture(sim::ElementType::f32, {2048, 2048}, values, values));
    return result;
  };
  const auto lab = sample.open("a");
  run_to_the_end(*lab);
  for (const char* slug : {"b", "c", "d"}) {
    lab->open(slug);
    run_to_the_end(*lab);
    CHECK(lab->work()->pictures.size() == 1);
  }
  lab->open("c");  // the next one's run needed the memory
  CHECK(lab->work()->pictures_put_away);
  lab->open("d");  // the last one is kept while others are looked at
  CHECK(lab->work()->pictures.size() == 1);
  CHECK_FALSE(lab->work()->pictures_put_away);
  lab->open("a");
  CHECK(lab->work()->pictures.empty());
  CHECK(lab->work()->pictures_put_away);
  run_to_the_end(*lab);
  CHECK(lab->work()->pictures.size() == 1);
  CHECK_FALSE(lab->work()->pictures_put_away);
}

TEST_CASE("small pictures of other exercises stay during a run") {
  SampleLab sample;
  sample.slugs = {"a", "b"};
  sample.change = [](exercise::Exercise& exercise) {
    exercise.views.emplace_back().buffer = "out";
  };
  sample.grade = [](const exercise::Exercise&, const std::string&, const verdict::GradeOptions&) {
    verdict::ExerciseResult result;
    result.pictures.push_back(picture_of("out", {1, 2, 3, 4}, {1, 2, 3, 4}));
    return result;
  };
  const auto lab = sample.open("a");
  run_to_the_end(*lab);
  lab->open("b");
  run_to_the_end(*lab);
  lab->open("a");
  CHECK(lab->work()->pictures.size() == 1);
  CHECK_FALSE(lab->work()->pictures_put_away);
}

namespace {

// Texts with the word "five" make fives, others ones; what they are drawn for is remembered.
struct TwoTexts {
  SampleLab sample;
  std::vector<std::string> drawn_for;
  TwoTexts() {
    sample.change = [](exercise::Exercise& exercise) {
      exercise.views.emplace_back().buffer = "out";
    };
    sample.grade = [this](const exercise::Exercise&, const std::string& source,
                          const verdict::GradeOptions& options) {
      drawn_for.push_back(options.drawn_for);
      verdict::ExerciseResult result;
      result.counters.emplace_back();
      if (source.find("broken") != std::string::npos) return result;
      const float value = source.find("five") != std::string::npos ? 5.0f : 1.0f;
      result.pictures.push_back(picture_of("out", {value, value}, {1, 1}));
      return result;
    };
  }
};

}  // namespace

TEST_CASE("an earlier run's pictures are made with the inputs of the last run, and are put away") {
  TwoTexts two;
  const auto lab = two.sample.open();
  lab->work()->document.code().type("five ");
  run_to_the_end(*lab);
  CHECK(lab->newest_earlier() == nullptr);  // the only run is that of this text
  lab->work()->document.code().type("// and one ");
  lab->work()->document.code().replace_all("int one;\n");
  run_to_the_end(*lab);
  const Attempt* const earlier = lab->newest_earlier();
  REQUIRE(earlier);
  lab->show_earlier(earlier->id, "13:45:01");
  CHECK(lab->work()->earlier_title == "13:45:01");
  REQUIRE(tick_until(*lab, [&] { return lab->work()->earlier != nullptr; }));
  REQUIRE(lab->work()->earlier->pictures.size() == 1);
  CHECK(lab->work()->earlier->pictures[0]->value(PictureSide::actual, 0, 0) == 5);
  CHECK(lab->work()->pictures[0].pictures[0]->value(PictureSide::actual, 0, 0) == 1);
  CHECK(two.drawn_for == std::vector<std::string>{"", "", "int one;\n"});
  CHECK(lab->runs_ended() == 2);  // no verdict, no attempt
  CHECK(lab->history().of("copy").size() == 2);
  lab->hide_earlier();
  CHECK(lab->work()->earlier == nullptr);
  CHECK(lab->work()->earlier_title.empty());
}

TEST_CASE("the next run puts an earlier one away, and a text without a picture says so") {
  TwoTexts two;
  const auto lab = two.sample.open();
  lab->work()->document.code().replace_all("broken\n");
  run_to_the_end(*lab);
  const std::string broken = lab->history().of("copy").front().id;
  lab->show_earlier(broken, "before");  // the last run has no picture to stand beside
  CHECK(lab->work()->earlier_title.empty());
  lab->work()->document.code().replace_all("five\n");
  run_to_the_end(*lab);
  lab->show_earlier(broken, "before");
  REQUIRE(tick_until(*lab, [&] { return lab->work()->earlier != nullptr; }));
  CHECK(lab->work()->earlier->pictures.empty());
  CHECK(lab->work()->earlier->why_not.starts_with("That text makes no picture"));
  REQUIRE(tick_until(*lab, [&] { return !lab->runner().is_busy(); }));
  run_to_the_end(*lab);
  CHECK(lab->work()->earlier_title.empty());
}
