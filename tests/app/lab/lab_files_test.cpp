// The lab and what other programs do to its files: the student's own, and those of the course.
#include <stdlib.h>

#include <atomic>

#include "lab/lab.hpp"
#include "sample_lab.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::test;
namespace fs = std::filesystem;

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
  check_files(*lab);
  CHECK_FALSE(lab->work());
  sample.broken.clear();
  check_files(*lab);
  REQUIRE(lab->work());
  CHECK(lab->work()->document.code().text().starts_with("mine "));
}

TEST_CASE("a file that is deleted is said to be, and its text is not taken for saved") {
  SampleLab sample;
  const auto lab = sample.open();
  const fs::path file = sample.places().submission / "copy.cu";
  lab->work()->document.code().type("mine ");
  lab->save();
  CHECK_FALSE(lab->work()->document.is_unsaved());
  fs::remove(file);
  check_files(*lab);
  CHECK(lab->work()->document.is_unsaved());
  CHECK(lab->notices().back().text.find("copy.cu was deleted by another program") !=
        std::string::npos);
  lab->save();
  CHECK(fs::exists(file));
  CHECK_FALSE(lab->work()->document.is_unsaved());
}

TEST_CASE("the course is read again beside the window, which shows what it knows meanwhile") {
  SampleLab sample;
  const std::thread::id here = std::this_thread::get_id();
  std::atomic<bool> goes_on = true, was_beside = false;
  std::atomic<int> readings = 0, woken = 0;
  Lab lab(
      sample.places(),
      [&, load = sample.loader()](const fs::path& from) {
        was_beside = std::this_thread::get_id() != here;
        ++readings;
        goes_on.wait(false);
        return load(from);
      },
      sample.grade, [&] { ++woken; }, Lab::Gpus{});
  lab.open("copy");
  lab.work()->document.code().type("mine ");
  lab.show_next_hint();
  CHECK_FALSE(was_beside);
  goes_on = false;
  lab.check_files();
  lab.tick();
  CHECK(tick_until(lab, [&] { return readings == 2; }));
  CHECK(was_beside);
  CHECK(lab.is_reading_course());
  CHECK(lab.course().entries().size() == 3);
  CHECK(lab.work()->document.code().text().starts_with("mine "));
  // What changes meanwhile is read once more, however often it is said.
  lab.check_files();
  lab.tick();
  lab.check_files();
  lab.tick();
  const int before = woken;
  goes_on = true;
  goes_on.notify_all();
  CHECK(tick_until(lab, [&] { return !lab.is_reading_course(); }));
  CHECK(readings == 3);
  CHECK(woken > before);
  CHECK(lab.work()->hints_shown == 1);
}

TEST_CASE("a course whose folder vanishes stays as it was read, and is said to be gone once") {
  SampleLab sample;
  std::atomic<bool> is_there = true;
  Lab lab(
      sample.places(),
      [&, load = sample.loader()](const fs::path& from) -> Result<std::vector<exercise::Entry>> {
        if (!is_there) return Error{"There is no folder " + from.string() + "."};
        return load(from);
      },
      sample.grade, [] {}, Lab::Gpus{});
  lab.open("sums");
  lab.work()->document.code().type("mine ");
  const uint64_t statement = lab.work()->statement_version;
  is_there = false;
  check_files(lab);
  check_files(lab);
  CHECK(lab.course().entries().size() == 3);
  REQUIRE(lab.work());
  CHECK(lab.work()->document.code().text().starts_with("mine "));
  CHECK(lab.work()->statement_version == statement);
  REQUIRE(lab.notices().size() == 1);
  CHECK(lab.notices().back().times == 1);
  CHECK(lab.notices().back().text.starts_with(
      "The course cannot be read again (There is no folder "));
  is_there = true;
  check_files(lab);
  CHECK(lab.course().error().empty());
  CHECK(lab.notices().empty());  // there is nothing to say any more
}

TEST_CASE("of two texts that contradict each other the one that goes is in the history") {
  SampleLab sample;
  const fs::path file = sample.places().submission / "copy.cu";
  write(file, "base");
  const auto lab = sample.open();
  lab->work()->document.code().type("mine ");
  write(file, "theirs");
  lab->save();
  CHECK(content_of(file) == "theirs");
  REQUIRE(lab->work()->document.has_conflict());
  lab->keep_mine();
  lab->save();
  CHECK(content_of(file) == "mine base");
  const auto& kept = lab->history().of("copy");
  REQUIRE(kept.size() == 1);
  CHECK(*lab->history().source("copy", kept[0].id) == "theirs");
}

TEST_CASE("a run runs what another program has just written, and shows it") {
  SampleLab sample;
  const fs::path file = sample.places().submission / "copy.cu";
  write(file, "base");
  const auto lab = sample.open();
  write(file, "fixed by another");
  run_to_the_end(*lab);
  CHECK(lab->work()->document.code().text() == "fixed by another");
  CHECK(lab->work()->outcome->source == "fixed by another");
}

TEST_CASE("what cannot be written is said once, tried again, and taken back when it can") {
  SampleLab sample;
  const auto lab = sample.open();
  const fs::path journals = sample.places().user.data / "unsaved";
  fs::remove_all(journals);
  write(journals, "a file in the place of a folder");
  lab->work()->document.code().type("a");
  lab->tick();
  lab->work()->document.code().type("b");
  lab->tick();
  REQUIRE(lab->notices().size() == 1);
  CHECK(lab->notices()[0].times == 1);
  CHECK(lab->notices()[0].text.starts_with("What you type is in this window only"));
  fs::remove(journals);
  lab->tick();  // without another key
  CHECK(lab->notices().empty());
  CHECK_FALSE(fs::is_empty(journals));
  // The same for the file itself.
  const fs::path mine = sample.places().submission;
  write(mine, "a file in the place of a folder");
  lab->save();
  REQUIRE(lab->notices().size() == 1);
  lab->save();
  CHECK(lab->notices().size() == 1);
  fs::remove(mine);
  lab->save();
  CHECK(lab->notices().empty());
  CHECK(content_of(mine / "copy.cu").starts_with("ab"));
}
