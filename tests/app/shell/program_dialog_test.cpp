// Whole programs without an exercise. In the grader's place stands a script.
#include <chrono>
#include <filesystem>
#include <thread>

#include "shown_window.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::test;

TEST_CASE("a .cu file that is dropped on the window is run, and what comes of it is shown") {
  const TemporaryFolder folder;
  const auto grader = folder.write("grader", "#!/bin/sh\necho \"$1 $5\"\necho found > \"$3\"\n");
  std::filesystem::permissions(grader, std::filesystem::perms::owner_all);
  const auto file = folder.write("a.cu", "int main() {}\n");
  Shown shown;
  ProgramDialogState& state = shown.state.dialogs.program;
  state.grader = grader;
  shown.headless.ui.dropped_files = {file};
  const auto has_ended = [&] {
    return state.runs && state.runs->snapshot().answer && state.runs->snapshot().answer->has_ended;
  };
  for (int k = 0; k < 2000 && !has_ended(); ++k) {
    shown.headless.frames(1);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  REQUIRE(has_ended());
  CHECK(state.runs->snapshot().answer->output == "run " + file.string() + "\n");
  CHECK(state.runs->snapshot().answer->report == "found\n");
  shown.headless.frames(2);
  CHECK(shown.headless.has("What it prints"));
  CHECK(shown.headless.has("What is found in it"));
  shown.headless.press(key::kEscape);
  shown.headless.frames(2);
  CHECK_FALSE(shown.headless.has("program file"));
}

TEST_CASE("a program that is not there is said so") {
  Shown shown;
  ProgramDialogState& state = shown.state.dialogs.program;
  shown.headless.ui.ask(OpenProgram{"/nowhere/a.cu"});
  const auto is_told = [&] { return state.runs && !state.runs->snapshot().error.empty(); };
  for (int k = 0; k < 2000 && !is_told(); ++k) {
    shown.headless.frames(1);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  REQUIRE(is_told());
  CHECK(state.runs->snapshot().error == "There is no file /nowhere/a.cu.");
}

TEST_CASE("an exercise with host code has no tabs of single launches") {
  Shown shown([](SampleLab& sample) {
    sample.change = [](exercise::Exercise& exercise) {
      exercise.host.emplace().function = "solve";
    };
  });
  CHECK(is_there(row_of(Tab::result), *shown.lab));
  for (const Tab tab : {Tab::memory, Tab::steps, Tab::time})
    CHECK_FALSE(is_there(row_of(tab), *shown.lab));
}
