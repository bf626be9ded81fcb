#include "common/settings.hpp"

#include <doctest/doctest.h>

#include "temporary_folder.hpp"

using namespace warplab::app;
using namespace warplab::test;

TEST_CASE("settings come back as they were saved") {
  const TemporaryFolder folder;
  Settings settings;
  settings.theme = ThemeChoice::light;
  settings.font_size = 18;
  settings.layout.right = 0.5f;
  settings.run_on_save = true;
  settings.compute_capability = 75;
  settings.last_exercise = "copy";
  settings.reads = {{"copy", false}, {"sums", true}};
  settings.written = {{"copy", "row 0: 0.0\nrow 1: \"0.1\""}};
  settings.window_width = 1920;
  save_settings(folder.path(), settings);
  CHECK(load_settings(folder.path()) == settings);
}

TEST_CASE("without a file, and with a damaged one, settings are the defaults") {
  const TemporaryFolder folder;
  CHECK(load_settings(folder.path()) == Settings{});
  for (const char* text :
       {"", "[]", "{", "{\"theme\": 7, \"font_size\": \"large\", \"run_on_save\": 3}"}) {
    write(folder.path() / "settings.json", text);
    CHECK(load_settings(folder.path()) == Settings{});
  }
}

TEST_CASE("shares that an earlier version had at first become today's, others stay") {
  const TemporaryFolder folder;
  write(folder.path() / "settings.json",
        "{\"left\": 0.2800000011920929, \"right\": 0.255, \"course_folded\": false}");
  CHECK(load_settings(folder.path()).layout == Layout{});
  write(folder.path() / "settings.json", "{\"left\": 0.21, \"right\": 0.32, \"beside\": 0.5}");
  const Layout moved = load_settings(folder.path()).layout;
  CHECK(moved.left == doctest::Approx(0.21f));
  CHECK(moved.right == Layout{}.right);
  CHECK(moved.beside == doctest::Approx(0.5f));
}

TEST_CASE("a layout of this version stays as it was set, also where an earlier one began so") {
  const TemporaryFolder folder;
  Settings settings;
  settings.layout.left = 0.28f;
  settings.layout.right = 0.34f;
  settings.layout.beside = 0.6f;
  save_settings(folder.path(), settings);
  CHECK(load_settings(folder.path()).layout == settings.layout);
}

TEST_CASE("values that would make the window unusable are brought back into bounds") {
  const TemporaryFolder folder;
  write(folder.path() / "settings.json",
        "{\"font_size\": 900, \"left\": 7, \"window_width\": -3, \"compute_capability\": 20}");
  const Settings settings = load_settings(folder.path());
  CHECK(settings.font_size == kLargestFont);
  CHECK(settings.layout == Layout{});  // nothing would be left for the code
  CHECK(settings.window_width == 640);
  CHECK(settings.compute_capability == 75);
}
