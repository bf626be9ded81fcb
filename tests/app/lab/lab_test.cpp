#include "lab/lab.hpp"

#include <stdlib.h>

#include <algorithm>
#include <atomic>

#include "common/language.hpp"
#include "sample_lab.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::test;
namespace fs = std::filesystem;

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
  // Not the last one where the machine is slow: the file is tried again every few seconds.
  CHECK(std::ranges::any_of(lab->notices(), [](const auto& notice) {
    return notice.text.find("it is not saved") != std::string::npos;
  }));
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

TEST_CASE("an exercise's headers can be read behind its statement") {
  SampleLab sample;
  CHECK_FALSE(sample.open()->work()->statement.markdown.find("cannot change it") !=
              std::string::npos);
  sample.change = [](exercise::Exercise& made) {
    made.headers = {{"mine.cuh", "mine.cuh", "int of_mine;\n"}};
  };
  const std::string statement = sample.open()->work()->statement.markdown;
  CHECK(statement.find("Do it.") < statement.find("## mine.cuh"));
  CHECK(statement.find("```\nint of_mine;\n") != std::string::npos);
}

TEST_CASE("a statement is shown in the language that is asked for, where it is translated") {
  SampleLab sample;
  const fs::path exercises = sample.places().exercises;
  sample.open();  // makes the files
  write(exercises / "01-copy" / "statement.fr.md", "# Copie\n");
  write(exercises / "01-copy" / "exercise.fr.toml",
        "title = \"Copie\"\nmodule = \"Débuts\"\nhints = [\"Un.\", \"Deux.\"]\n");
  const auto lab = sample.open();
  CHECK(lab->languages() == std::map<std::string, size_t>{{"fr", 1}});
  lab->settings().language = "fr_CA.UTF-8";
  lab->tick();
  CHECK(lab->work()->statement.markdown == "# Copie\n");
  CHECK(lab->work()->statement.hints == std::vector<std::string>{"Un.", "Deux."});
  const std::string module = lab->course().find("copy")->own_module;
  CHECK(lab->course().find("copy")->title == "Copie");
  for (const CourseEntry& entry : lab->course().entries())
    CHECK(entry.module == (entry.own_module == module ? "Débuts" : entry.own_module));
  lab->open("sums");  // not translated: English, and nothing is said about it
  CHECK(lab->work()->statement.markdown.find("Do it.") != std::string::npos);
  CHECK(lab->work()->statement.hints.front() == "First hint.");
  CHECK(lab->notices().empty());
  lab->settings().language = "en";
  lab->open("copy");
  CHECK(lab->work()->statement.markdown.find("Do it.") != std::string::npos);
  CHECK(lab->course().find("copy")->title == lab->course().find("copy")->own_title);
}

TEST_CASE("the system's language is that of the first variable that is set") {
  CHECK(languages_of("fr_CA.UTF-8") == std::vector<std::string>{"fr_CA", "fr"});
  CHECK(languages_of("de") == std::vector<std::string>{"de"});
  for (const char* english : {"", "C", "C.UTF-8", "POSIX", "en_GB.UTF-8", "../x"})
    CHECK(languages_of(english).empty());
  const char* const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
  std::vector<std::optional<std::string>> before;
  for (const char* name : names)
    before.push_back(std::getenv(name) ? std::optional<std::string>(std::getenv(name))
                                       : std::nullopt);
  ::setenv("LANG", "fr_FR.UTF-8", 1);
  ::setenv("LC_MESSAGES", "de_DE.UTF-8", 1);
  ::unsetenv("LC_ALL");
  CHECK(system_locale() == "de_DE.UTF-8");
  ::setenv("LC_ALL", "es_ES", 1);
  CHECK(system_locale() == "es_ES");
  for (size_t i = 0; i < before.size(); ++i)
    if (before[i]) ::setenv(names[i], before[i]->c_str(), 1);
    else ::unsetenv(names[i]);
}

TEST_CASE("a translation that cannot be used is named, and the hints stay English") {
  SampleLab sample;
  sample.open();
  const fs::path folder = sample.places().exercises / "01-copy";
  write(folder / "statement.fr.md", "# Copie\n");
  write(folder / "exercise.fr.toml", "hints = [\"Un.\"]\n");
  const auto lab = sample.open();
  lab->settings().language = "fr";
  lab->tick();
  CHECK(lab->work()->statement.hints.front() == "First hint.");
  REQUIRE(lab->notices().size() == 1);
  CHECK(lab->notices()[0].text.find("exercise.fr.toml:1: hints: has 1 entries; expected 2") !=
        std::string::npos);
}

TEST_CASE("a course's own glossary is added to the program's, and a mistake in it is named") {
  SampleLab sample;
  const auto words = [](const Lab& lab) { return lab.work()->statement.glossary->terms; };
  const size_t own = words(*sample.open()).size();
  CHECK(own > 20);
  write(sample.places().exercises / "glossary.toml",
        "[[term]]\nname = \"stencil\"\ntext = \"A pattern.\"\n");
  const auto lab = sample.open();
  CHECK(words(*lab).size() == own + 1);
  CHECK(words(*lab).back().name == "stencil");
  write(sample.places().exercises / "glossary.toml", "[[term]]\nname = \"stencil\"\n");
  check_files(*lab);
  CHECK(words(*lab).size() == own);
  CHECK(lab->notices().back().text.find("glossary.toml:1: term.text: is missing") !=
        std::string::npos);
}

TEST_CASE("what the command line asks for is not remembered, and what is changed then is") {
  SampleLab sample;
  { sample.open()->settings().theme = ThemeChoice::dark; }
  {
    const auto lab = sample.open();
    lab->override_settings({ThemeChoice::light, "fr", true});
    CHECK(lab->settings().theme == ThemeChoice::light);
    lab->settings().font_size = 20;
    lab->tick();
  }
  CHECK(sample.open()->settings().theme == ThemeChoice::dark);
  CHECK(sample.open()->settings().language.empty());
  CHECK(sample.open()->settings().font_size == 20);
  {
    const auto lab = sample.open();  // by hand, in the window
    lab->override_settings({ThemeChoice::dark, std::nullopt, true});
    lab->settings().theme = ThemeChoice::light;
  }
  CHECK(sample.open()->settings().theme == ThemeChoice::light);
}

TEST_CASE("a window that takes a screenshot remembers nothing") {
  SampleLab sample;
  { sample.open("sums"); }
  {
    const auto lab = sample.open("copy");
    lab->override_settings({ThemeChoice::light, std::nullopt, false});
    lab->settings().layout.left = 0.4f;
    lab->tick();
  }
  const Settings settings = load_settings(sample.places().user.settings);
  CHECK(settings.theme == ThemeChoice::dark);
  CHECK(settings.last_exercise == "sums");
  CHECK(settings.layout == Layout{});
}

TEST_CASE("a notice that comes again is counted, not repeated") {
  SampleLab sample;
  const auto lab = sample.open();
  for (int i = 0; i < 25; ++i) lab->notice(Severity::note, "again");
  lab->notice(Severity::note, "something else");
  lab->notice(Severity::note, "again");
  REQUIRE(lab->notices().size() == 2);
  CHECK(lab->notices().back().text == "again");
  CHECK(lab->notices().back().times == 26);
  CHECK(lab->notices().front().times == 1);
}
