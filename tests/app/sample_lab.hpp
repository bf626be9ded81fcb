#pragma once
// A lab over a folder of made-up exercises, with a grader that a test scripts.
#include <doctest/doctest.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lab/lab.hpp"
#include "temporary_folder.hpp"

namespace warplab::test {

// exercises/NN-SLUG with a starter and a statement.
exercise::Exercise sample_exercise(const std::filesystem::path& folder, int order,
                                   const std::string& slug);

verdict::GateResult gate(const std::string& name, verdict::Status status, int line = 0);

class SampleLab {
 public:
  TemporaryFolder folder;
  std::vector<std::string> slugs;                   // copy, sums and race
  std::vector<std::filesystem::path> gpus;          // folders of descriptions for models
  std::string broken;                               // a slug whose exercise.toml does not load
  app::Grade grade;                                 // passes what has the word "fixed" in it;
  std::function<void(exercise::Exercise&)> change;  // of each as it is loaded; may be empty
  app::ExperimentLoader experiments;                // empty: there are none

  app::Lab::Places places() const;
  app::CourseLoader loader();
  std::unique_ptr<app::Lab> open(const std::string& slug = "copy");

  SampleLab();
  ~SampleLab();
  SampleLab(const SampleLab&) = delete;
  SampleLab& operator=(const SampleLab&) = delete;
};

// Ticks until `done`; a minute is for sanitizers on a busy machine.
bool tick_until(app::Lab& lab, const std::function<bool()>& done);

// As when the window gets the focus, until everything on disk has been read.
void check_files(app::Lab& lab);

void run_to_the_end(app::Lab& lab, int schedules = 0);

}  // namespace warplab::test
