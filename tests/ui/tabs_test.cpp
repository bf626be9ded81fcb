#include "views/tabs.hpp"

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
    CHECK(shown.headless.has(row.name) == is_there(row, *shown.lab));
    shown.headless.press(row.key, kControl);
    CHECK(shown.state.tab == (is_there(row, *shown.lab) ? row.tab : before));
  }
}

TEST_CASE("the list of keys names every tab, and when the last of them is there") {
  CHECK(keys_of_tabs() == "Ctrl+1 \u2026 Ctrl+8, Ctrl+P");
  CHECK(names_of_tabs() ==
        "Results, output, counters, lens, ptx, timing, history; live where a kernel is worth "
        "watching; "
        "experiment for an experiment");
}

TEST_CASE("what a run explains brings up its tab, and everything else Results") {
  CHECK(tab_for(Explanation::output) == Tab::output);
  CHECK(tab_for(Explanation::counters) == Tab::counters);
  CHECK(tab_for(Explanation::timing) == Tab::timing);
  for (const Explanation other : {Explanation::passed, Explanation::messages, Explanation::results})
    CHECK(tab_for(other) == Tab::results);
}
