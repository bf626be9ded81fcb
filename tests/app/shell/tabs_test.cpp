#include "shell/tabs.hpp"

#include <set>

#include "shown_window.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::app::key;
using namespace warplab::test;

TEST_CASE("every tab has one row, with a name and a key of its own") {
  std::set<std::string> names;
  std::set<char> keys;
  std::set<Tab> seen;
  for (const TabRow& row : tabs()) {
    CHECK(names.insert(row.name).second);
    CHECK(keys.insert(row.key).second);
    CHECK(seen.insert(row.tab).second);
    CHECK(bool(row.draw));
    CHECK(row_of(row.tab).name == std::string(row.name));
    // Who hears of a tab that is not always there is told when it is.
    CHECK((row.is_there == nullptr) == std::string(row.when).empty());
  }
  CHECK(seen.size() >= 6);
  CHECK_FALSE(bool(tabs().front().is_there));  // it is shown where the chosen one is not there
}

TEST_CASE("every tab that is there is in the strip and opens with its key; others do neither") {
  Shown shown;
  for (const TabRow& row : tabs()) {
    CAPTURE(row.name);
    const Tab before = shown.state.tab;
    if (shown.headless.has("more tabs") && !shown.headless.has(row.name))
      shown.headless.click("more tabs");
    CHECK((shown.headless.has(row.name) || shown.headless.has(std::string("menu ") + row.name)) ==
          is_there(row, *shown.lab));
    if (ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel))
      shown.headless.click("more tabs");
    shown.headless.press(row.key, kControl);
    CHECK(shown.state.tab == (is_there(row, *shown.lab) ? row.tab : before));
  }
}

TEST_CASE("tabs that do not fit are in a menu, and the one that is shown never is") {
  const auto there = [](const Shown& shown) {
    std::vector<const TabRow*> rows;
    for (const TabRow& row : tabs())
      if (is_there(row, *shown.lab)) rows.push_back(&row);
    return rows;
  };
  Shown shown;
  shown.lab->settings().layout.right = 0.15f;
  shown.headless.frames(2);
  for (const TabRow* row : there(shown)) {
    CAPTURE(row->name);
    shown.state.tab = row->tab;
    shown.headless.frames(2);
    REQUIRE(shown.headless.has("more tabs"));
    const Rect& pane = shown.state.places.tabs;
    const float end = pane.at.x + pane.size.x;
    CHECK(shown.headless.center_of(row->name).x < end);
    for (const Ui::PlacedItem& item : shown.headless.ui.items)
      if (item.pane == Pane::tabs && item.max.y < pane.at.y + 40) CHECK(item.max.x <= end);
  }
  const TabRow* last = there(shown).back();
  shown.state.tab = Tab::result;
  shown.headless.frames(2);
  CHECK_FALSE(shown.headless.has(last->name));
  shown.headless.click("more tabs");
  shown.headless.click(std::string("menu ") + last->name);
  shown.headless.frames(2);
  CHECK(shown.state.tab == last->tab);
  CHECK(shown.headless.has(last->name));
}

TEST_CASE("where all tabs fit there is no menu") {
  Shown shown;
  shown.lab->settings().layout.right = 0.6f;
  shown.headless.frames(2);
  CHECK_FALSE(shown.headless.has("more tabs"));
}

TEST_CASE("the list of keys has each tab beside its own key, and says when it is there") {
  CHECK(key_of(row_of(Tab::memory)) == "Ctrl+2");
  CHECK(title_of(row_of(Tab::result)) == "Result");
  CHECK(title_of(row_of(Tab::memory)) == "Memory, where kernels are launched one by one");
  CHECK(title_of(row_of(Tab::live)) == "Live, where a kernel is worth watching");
  Shown shown([](SampleLab&) {}, {1600, 1000});
  shown.headless.press(key::kF1);
  shown.headless.frames(3);
  for (const TabRow& row : tabs()) {
    CAPTURE(row.name);
    CHECK(shown.headless.has("keys " + key_of(row)));
  }
}
