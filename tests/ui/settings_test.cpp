#include "model/settings.hpp"

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

TEST_CASE("values that would make the window unusable are brought back into bounds") {
  const TemporaryFolder folder;
  write(folder.path() / "settings.json",
        "{\"font_size\": 900, \"left\": 7, \"window_width\": -3, \"compute_capability\": 20}");
  const Settings settings = load_settings(folder.path());
  CHECK(settings.font_size == kLargestFont);
  CHECK(settings.layout.left == doctest::Approx(0.9f));
  CHECK(settings.window_width == 640);
  CHECK(settings.compute_capability == 75);
}
