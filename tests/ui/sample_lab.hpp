#pragma once
// A lab over a folder of made-up exercises, with a grader that a test scripts.
#include <doctest/doctest.h>

#include <chrono>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "model/lab.hpp"
#include "temporary_folder.hpp"

namespace warplab::test {

// exercises/NN-SLUG with a starter and a statement.
inline exercise::Exercise sample_exercise(const std::filesystem::path& folder, int order,
                                          const std::string& slug) {
  exercise::Exercise made;
  made.folder = folder / ((order < 10 ? "0" : "") + std::to_string(order) + "-" + slug);
  made.slug = slug;
  made.order = order;
  made.title = "Exercise " + slug;
  made.module = "Module";
  made.student_file = slug + ".cu";
  made.hints = {"First hint.", "Second hint."};
  if (std::filesystem::exists(made.folder / made.student_file)) return made;
  write(made.folder / made.student_file, "// starter of " + slug + "\nint x;\n");
  write(made.folder / made.statement_file, "# " + made.title + "\n\nDo it.\n");
  return made;
}

inline verdict::GateResult gate(const std::string& name, verdict::Status status, int line = 0) {
  verdict::GateResult made;
  made.name = name;
  made.metric = name;
  made.status = status;
  made.line = line;
  made.message = name + " is explained here.";
  return made;
}

class SampleLab {
 public:
  TemporaryFolder folder;
  std::vector<std::string> slugs{"copy", "sums", "race"};
  std::vector<std::filesystem::path> gpus;  // folders of descriptions for models
  std::string broken;                       // a slug whose exercise.toml does not load
  app::Grade grade = [](const exercise::Exercise& exercise, const std::string& source,
                        const verdict::GradeOptions&) {
    verdict::ExerciseResult result;
    result.slug = exercise.slug;
    const bool fixed = source.find("fixed") != std::string::npos;
    result.verdict = fixed ? verdict::Status::pass : verdict::Status::fail;
    result.gates = {gate("correct", result.verdict, 2)};
    return result;
  };
  std::function<void(exercise::Exercise&)> change = [](exercise::Exercise&) {};
  app::ExperimentLoader experiments;  // empty: there are none

  app::Lab::Places places() const {
    return {folder.path() / "exercises",
            folder.path() / "mine",
            {folder.path() / "data", folder.path() / "settings"},
            gpus};
  }
  app::CourseLoader loader() {
    return [this](const std::filesystem::path& from) -> Result<std::vector<exercise::Entry>> {
      std::vector<exercise::Entry> entries;
      int order = 0;
      for (const std::string& slug : slugs) {
        exercise::Exercise made = sample_exercise(from, ++order, slug);
        change(made);
        if (slug == broken)
          entries.push_back(
              {made.folder, Error{made.folder.string() + "/exercise.toml:7: `sizes` is missing."}});
        else entries.push_back({made.folder, std::move(made)});
      }
      return entries;
    };
  }
  std::unique_ptr<app::Lab> open(const std::string& slug = "copy") {
    auto lab = std::make_unique<app::Lab>(
        places(), loader(), grade, [] {}, app::Lab::Gpus{}, experiments);
    lab->open(slug);
    return lab;
  }
};

// Ticks until `done`; a minute is for sanitizers on a busy machine.
inline bool tick_until(app::Lab& lab, const std::function<bool()>& done) {
  for (int i = 0; i < 6000; ++i) {
    lab.tick();
    if (done()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

// As when the window gets the focus, until everything on disk has been read.
inline void check_files(app::Lab& lab) {
  lab.check_files();
  REQUIRE(tick_until(lab, [&] { return !lab.is_reading_course(); }));
}

inline void run_to_the_end(app::Lab& lab, int schedules = 0) {
  const int before = lab.runs_ended();
  lab.run(schedules);
  REQUIRE(tick_until(lab, [&] { return lab.runs_ended() > before && !lab.runner().is_busy(); }));
  lab.tick();
}

}  // namespace warplab::test
