#include "model/lab.hpp"

#include <atomic>

#include "sample_lab.hpp"
#include "sample_picture.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::test;
namespace fs = std::filesystem;

namespace {

verdict::Picture picture_of(const std::string& buffer, std::vector<float> actual,
                            std::vector<float> expected) {
  verdict::Picture picture;
  picture.buffer = buffer;
  picture.shape = {2, actual.size() / 2};
  const auto bytes = [](const std::vector<float>& values) {
    const auto* begin = reinterpret_cast<const std::byte*>(values.data());
    return std::vector<std::byte>(begin, begin + values.size() * sizeof(float));
  };
  picture.actual = bytes(actual);
  picture.expected = bytes(expected);
  return picture;
}

}  // namespace

TEST_CASE("a run saves the text, judges it, and is kept with its text") {
  SampleLab sample;
  const auto lab = sample.open();
  lab->work()->document.code().type("fixed ");
  run_to_the_end(*lab);
  CHECK(content_of(sample.places().submission / "copy.cu").starts_with("fixed "));
  CHECK(lab->work()->outcome->result.verdict == verdict::Status::pass);
  CHECK(lab->progress_of("copy") == Progress::passed);
  const auto& attempts = lab->history().of("copy");
  REQUIRE(attempts.size() == 1);
  CHECK(attempts[0].verdict == verdict::Status::pass);
  CHECK(lab->history().source("copy", attempts[0].id)->starts_with("fixed "));
}

TEST_CASE("a text that cannot be saved is run all the same, not the older file") {
  SampleLab sample;
  std::string ran;
  const app::Grade passes = sample.grade;
  sample.grade = [&](const exercise::Exercise& exercise, const std::string& source,
                     const verdict::GradeOptions& options) {
    ran = source;
    return passes(exercise, source, options);
  };
  const auto lab = sample.open();
  write(sample.places().submission, "a file where the folder should be");
  lab->work()->document.code().type("fixed ");
  run_to_the_end(*lab);
  CHECK(ran.starts_with("fixed "));
  CHECK(lab->work()->outcome->source.starts_with("fixed "));
  REQUIRE_FALSE(lab->notices().empty());
  CHECK(lab->notices().back().text.find("it is not saved") != std::string::npos);
}

TEST_CASE("ticks and attempts belong to the submission that is open") {
  SampleLab sample;
  {
    const auto lab = sample.open();
    lab->work()->document.code().type("fixed ");
    run_to_the_end(*lab);
    CHECK(lab->progress_of("copy") == Progress::passed);
  }
  CHECK(sample.open()->progress_of("copy") == Progress::passed);
  app::Lab::Places others = sample.places();
  others.submission = sample.folder.path() / "another student";
  app::Lab lab(others, sample.loader(), sample.grade, [] {});
  CHECK(lab.progress_of("copy") == Progress::untouched);
  lab.open("copy");
  CHECK(lab.history().of("copy").empty());
}

TEST_CASE("a failed run leaves the exercise tried, and its messages on their lines") {
  SampleLab sample;
  const auto lab = sample.open();
  run_to_the_end(*lab);
  CHECK(lab->progress_of("copy") == Progress::tried);
  CHECK(lab->progress_of("sums") == Progress::untouched);
  REQUIRE(lab->work()->marks.messages.size() == 1);
  CHECK(lab->work()->marks.messages[0].line == 2);
}

TEST_CASE("marks move with their lines as the text is edited") {
  SampleLab sample;
  const auto lab = sample.open();
  run_to_the_end(*lab);
  lab->work()->document.code().place({0, 0});
  lab->work()->document.code().new_line();
  lab->tick();
  CHECK(lab->work()->marks.messages[0].line == 3);
}

TEST_CASE("lines that are inserted while a run goes on move its marks, too") {
  SampleLab sample;
  std::atomic<bool> go = false;
  const Grade ordinary = sample.grade;
  sample.grade = [&](const exercise::Exercise& e, const std::string& s,
                     const verdict::GradeOptions& o) {
    while (!go) std::this_thread::yield();
    return ordinary(e, s, o);
  };
  const auto lab = sample.open();
  lab->run();
  lab->work()->document.code().place({0, 0});
  lab->work()->document.code().new_line();
  lab->tick();
  go = true;
  REQUIRE(tick_until(*lab, [&] { return lab->runs_ended() == 1; }));
  CHECK(lab->work()->marks.messages[0].line == 3);
}

TEST_CASE("a run can be cancelled, is no attempt, and another one can follow") {
  SampleLab sample;
  const Grade ordinary = sample.grade;
  std::atomic<bool> endless = true;
  sample.grade = [&](const exercise::Exercise& e, const std::string& s,
                     const verdict::GradeOptions& o) {
    while (endless && !*o.cancel) std::this_thread::yield();
    return ordinary(e, s, o);
  };
  const auto lab = sample.open();
  lab->run();
  CHECK(lab->runner().is_running());
  lab->cancel();
  REQUIRE(tick_until(*lab, [&] { return lab->runs_ended() == 1; }));
  CHECK(lab->work()->outcome->cancelled);
  CHECK(lab->history().of("copy").empty());
  endless = false;
  run_to_the_end(*lab);
  CHECK(lab->history().of("copy").size() == 1);
}

TEST_CASE("the window is told what a run is doing") {
  SampleLab sample;
  std::atomic<bool> go = false;
  sample.grade = [&](const exercise::Exercise&, const std::string&,
                     const verdict::GradeOptions& o) {
    o.progress({"checking n = 96, seed 3", 0.5});
    while (!go) std::this_thread::yield();
    return verdict::ExerciseResult{};
  };
  const auto lab = sample.open();
  lab->run();
  REQUIRE(tick_until(*lab, [&] { return lab->runner().progress().fraction > 0; }));
  CHECK(lab->runner().progress().doing == "checking n = 96, seed 3");
  go = true;
}

TEST_CASE("exercises can be switched during a run; its result goes where it belongs") {
  SampleLab sample;
  std::atomic<bool> go = false;
  const Grade ordinary = sample.grade;
  sample.grade = [&](const exercise::Exercise& e, const std::string& s,
                     const verdict::GradeOptions& o) {
    while (!go) std::this_thread::yield();
    return ordinary(e, s, o);
  };
  const auto lab = sample.open("copy");
  lab->run();
  lab->open("sums");
  lab->work()->document.code().type("typed meanwhile ");
  go = true;
  REQUIRE(tick_until(*lab, [&] { return lab->runs_ended() == 1; }));
  CHECK_FALSE(lab->work()->outcome);
  lab->open("copy");
  CHECK(lab->work()->outcome);
  lab->open("sums");
  CHECK(lab->work()->document.code().text().starts_with("typed meanwhile "));
}

TEST_CASE("a grader that throws costs a message") {
  SampleLab sample;
  sample.grade = [](const exercise::Exercise&, const std::string&,
                    const verdict::GradeOptions&) -> verdict::ExerciseResult {
    throw std::runtime_error("out of paper");
  };
  const auto lab = sample.open();
  run_to_the_end(*lab);
  CHECK(lab->work()->outcome->result.grader_failed);
  CHECK(lab->work()->marks.messages[0].text.find("out of paper") != std::string::npos);
  CHECK(lab->history().of("copy").empty());
}

TEST_CASE("an empty file is refused before anything runs") {
  SampleLab sample;
  std::atomic<int> graded = 0;
  sample.grade = [&](const exercise::Exercise&, const std::string&, const verdict::GradeOptions&) {
    ++graded;
    return verdict::ExerciseResult{};
  };
  const auto lab = sample.open();
  lab->work()->document.code().replace_all("");
  run_to_the_end(*lab);
  CHECK(graded == 0);
  CHECK(lab->work()->outcome->result.verdict == verdict::Status::fail);
}

TEST_CASE("going back to the starter keeps the old text in the history") {
  SampleLab sample;
  const auto lab = sample.open();
  lab->work()->document.code().type("my work ");
  lab->reset_to_starter();
  CHECK(lab->work()->document.code().text() == "// starter of copy\nint x;\n");
  const auto& attempts = lab->history().of("copy");
  REQUIRE(attempts.size() == 1);
  CHECK(attempts[0].kind == Attempt::Kind::kept);
  CHECK(lab->history().source("copy", attempts[0].id)->starts_with("my work "));
  lab->reset_to_starter();  // nothing to do, nothing to keep
  CHECK(lab->history().of("copy").size() == 1);
}

TEST_CASE("an old text comes back, and the one that was there is kept") {
  SampleLab sample;
  const auto lab = sample.open();
  run_to_the_end(*lab);
  const std::string first = lab->history().of("copy")[0].id;
  lab->work()->document.code().type("fixed ");
  lab->restore(first);
  CHECK(lab->work()->document.code().text() == "// starter of copy\nint x;\n");
  CHECK(lab->history().of("copy").size() == 2);
}

TEST_CASE("hints come one at a time and end") {
  SampleLab sample;
  const auto lab = sample.open();
  CHECK(lab->work()->hints_shown == 0);
  for (int i = 0; i < 5; ++i) lab->show_next_hint();
  CHECK(lab->work()->hints_shown == 2);
}

TEST_CASE("a file that another editor writes is read again") {
  SampleLab sample;
  const auto lab = sample.open();
  fs::create_directories(sample.places().submission);
  write(sample.places().submission / "copy.cu", "from another editor");
  CHECK(tick_until(*lab,
                   [&] { return lab->work()->document.code().text() == "from another editor"; }));
  CHECK(lab->notices().back().text.find("written by another program") != std::string::npos);
}

TEST_CASE("with run on save, another editor's save runs the exercise") {
  SampleLab sample;
  const auto lab = sample.open();
  lab->settings().run_on_save = true;
  write(sample.places().submission / "copy.cu", "fixed");
  REQUIRE(tick_until(*lab, [&] { return lab->runs_ended() == 1; }));
  CHECK(lab->progress_of("copy") == Progress::passed);
}

TEST_CASE("an exercise that is added or edited appears without a restart") {
  SampleLab sample;
  const auto lab = sample.open();
  CHECK(lab->course().entries().size() == 3);
  sample.slugs.push_back("new");
  write(sample.places().exercises / "04-new" / "exercise.toml", "title = 'New'");
  REQUIRE(tick_until(*lab, [&] { return lab->course().entries().size() == 4; }));
  lab->open("new");
  CHECK(lab->work());
}

TEST_CASE("an exercise that cannot be read says why, with its line, and the others still work") {
  SampleLab sample;
  sample.broken = "sums";
  const auto lab = sample.open("sums");
  CHECK_FALSE(lab->work());
  REQUIRE(lab->entry());
  CHECK(lab->entry()->error_line == 7);
  CHECK(lab->entry()->module == "Module");
  lab->open("copy");
  CHECK(lab->work());
}

TEST_CASE("an exercise that breaks while it is open keeps the student's text") {
  SampleLab sample;
  const auto lab = sample.open("sums");
  lab->work()->document.code().type("mine ");
  sample.broken = "sums";
  lab->check_files();
  lab->tick();
  CHECK_FALSE(lab->work());
  sample.broken.clear();
  lab->check_files();
  lab->tick();
  REQUIRE(lab->work());
  CHECK(lab->work()->document.code().text().starts_with("mine "));
}

TEST_CASE("settings survive a restart") {
  SampleLab sample;
  {
    const auto lab = sample.open("sums");
    lab->settings().theme = ThemeChoice::light;
    lab->settings().layout.left = 0.4f;
  }
  const auto lab = sample.open("copy");
  CHECK(lab->settings().theme == ThemeChoice::light);
  CHECK(lab->settings().layout.left == doctest::Approx(0.4f));
}

TEST_CASE("progress survives a restart") {
  SampleLab sample;
  {
    const auto lab = sample.open();
    lab->work()->document.code().type("fixed ");
    run_to_the_end(*lab);
  }
  CHECK(sample.open()->progress_of("copy") == Progress::passed);
}

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

TEST_CASE("what a second window saves during a run of the first is not what the first has judged") {
  SampleLab sample;
  std::atomic<bool> go = false, is_held = true;
  const Grade ordinary = sample.grade;
  sample.grade = [&](const exercise::Exercise& e, const std::string& s,
                     const verdict::GradeOptions& o) {
    while (is_held && !go) std::this_thread::yield();
    return ordinary(e, s, o);
  };
  const auto first = sample.open(), second = sample.open();
  const std::string starter = first->work()->document.code().text();
  first->run();
  second->work()->document.code().type("// fixed\n");
  second->save();
  CHECK(tick_until(*first,
                   [&] { return first->work()->document.code().text().starts_with("// fixed"); }));
  go = true;
  REQUIRE(tick_until(*first, [&] { return first->runs_ended() == 1; }));
  REQUIRE(first->work()->outcome);
  CHECK(first->work()->outcome->source == starter);
  CHECK(first->work()->outcome->result.verdict == verdict::Status::fail);
  CHECK(first->work()->document.code().text().starts_with("// fixed"));
  CHECK_FALSE(second->work()->outcome);
  CHECK(second->runs_ended() == 0);
  run_to_the_end(*second);
  CHECK(second->work()->outcome->result.verdict == verdict::Status::pass);
}

TEST_CASE("two windows run at the same time, and each shows its own result") {
  SampleLab sample;
  const auto first = sample.open(), second = sample.open("sums");
  first->run();
  second->work()->document.code().type("// fixed\n");
  second->run();
  REQUIRE(tick_until(*first, [&] { return first->runs_ended() == 1; }));
  REQUIRE(tick_until(*second, [&] { return second->runs_ended() == 1; }));
  CHECK(first->work()->outcome->slug == "copy");
  CHECK(first->work()->outcome->result.verdict == verdict::Status::fail);
  CHECK(second->work()->outcome->slug == "sums");
  CHECK(second->work()->outcome->result.verdict == verdict::Status::pass);
}
