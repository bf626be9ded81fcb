// How much there is to read after the first failed run: of each exercise, with the text that it
// gives, and its whole run. "Not yet" must not be said in five hundred words.
#include <filesystem>

#include "headless.hpp"
#include "sample_lab.hpp"
#include "shell/lab_window.hpp"
#include "temporary_folder.hpp"
#include "verdict/grade.hpp"
#include "visible_words.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::test;
namespace fs = std::filesystem;

namespace {

constexpr size_t kMostWords = 150, kMostInResult = 120;

std::string joined(const std::vector<SeenWord>& words) {
  std::string text;
  for (const SeenWord& word : words) text += word.text + " ";
  return text;
}

ImVec4 area_of(const Rect& rect) {
  return {rect.at.x, rect.at.y, rect.at.x + rect.size.x, rect.at.y + rect.size.y};
}

// The window over the real course, without a display.
struct RealCourse {
  TemporaryFolder folder;
  Headless headless;
  LabWindowState state;
  std::unique_ptr<Lab> lab;

  explicit RealCourse(ImVec2 size) : headless(size) {
    lab = std::make_unique<Lab>(
        Lab::Places{WARPLAB_SOURCE_DIR "/exercises",
                    folder.path() / "mine",
                    {folder.path() / "data", folder.path() / "settings"}},
        [](const fs::path& from) { return exercise::load_all(from); }, verdict::grade, [] {});
    headless.draw = [this] { draw_lab_window(headless.ui, state, *lab); };
  }
  void run(const std::string& slug) {
    lab->open(slug);
    headless.frames(3);
    run_to_the_end(*lab);
    headless.frames(4);
    // What its access looks like is found out beside it.
    REQUIRE(tick_until(*lab, [&] {
      headless.frame();
      return !is_looking(state.tabs.lens);
    }));
    headless.frames(3);
  }
  std::vector<SeenWord> seen() { return visible_words(*ImGui::GetDrawData(), headless.ui.fonts); }
};

}  // namespace

TEST_CASE("what is drawn is read back as words, and what is clipped is not") {
  Headless headless;
  headless.show([&] {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({5, 5}, {400, 90}, IM_COL32_WHITE);
    list.AddText(headless.ui.fonts.text, headless.ui.fonts.text->FontSize, {10, 10}, IM_COL32_WHITE,
                 "Line 14 reads in[100], too far.");
    list.AddText(headless.ui.fonts.text, headless.ui.fonts.text->FontSize, {10, 5000},
                 IM_COL32_WHITE, "unseen");
  });
  headless.frames(2);
  const auto words = visible_words(*ImGui::GetDrawData(), headless.ui.fonts);
  CHECK(joined(words) == "Line 14 reads in[100], too far. ");
  CHECK(words_outside(words, {{0, 0, 30, 100}}).size() == 5);
}

TEST_CASE("after the first failed run there is little to read, in every exercise") {
  RealCourse course({1440, 900});
  size_t failed = 0;
  for (const CourseEntry& entry : course.lab->course().entries()) {
    if (!entry.exercise || entry.experiment) continue;
    CAPTURE(entry.slug);
    course.run(entry.slug);
    const Work& work = *course.lab->work();
    REQUIRE(work.outcome);
    if (work.outcome->result.verdict != verdict::Status::fail) continue;
    ++failed;
    const auto words = course.seen();
    const PanePlaces& places = course.state.places;
    const auto outside = words_outside(words, {area_of(places.text), area_of(places.statement)});
    CAPTURE(joined(outside));
    CHECK(outside.size() <= kMostWords);
    CHECK(words_outside(outside, {{0, 0, 1440, places.area.at.y}}).size() <= kMostInResult);
    CHECK(course.headless.has("result card"));
    MESSAGE(entry.slug << ": " << outside.size() << " words: " << joined(outside));
  }
  CHECK(failed >= 10);
}
