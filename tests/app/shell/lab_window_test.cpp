#include "shell/lab_window.hpp"

#include <cmath>
#include <fstream>

#include "draw/icons.hpp"
#include "sample_gpus.hpp"
#include "shown_window.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::app::key;
using namespace warplab::test;
namespace fs = std::filesystem;

TEST_CASE("the run button saves, runs, and the verdict and the mark in the list follow") {
  Shown shown;
  shown.headless.type("fixed ");
  shown.headless.click("run");
  shown.wait_for_run();
  CHECK(shown.lab->work()->outcome->result.verdict == verdict::Status::pass);
  CHECK(content_of(shown.sample.places().submission / "copy.cu").starts_with("fixed "));
  CHECK(shown.lab->progress_of("copy") == Progress::passed);
}

TEST_CASE("F5 runs from the editor, and escape cancels") {
  Shown shown([](SampleLab& sample) {
    sample.grade = [](const exercise::Exercise&, const std::string&,
                      const verdict::GradeOptions& options) {
      while (!*options.cancel) std::this_thread::yield();
      return verdict::ExerciseResult{};
    };
  });
  shown.headless.press(kF5);
  CHECK(shown.lab->runner().is_running());
  CHECK(shown.headless.has("cancel"));
  CHECK_FALSE(shown.headless.has("run"));
  shown.headless.type("typed during the run ");
  CHECK(shown.text().starts_with("typed during the run "));
  shown.headless.press(kEscape);
  shown.wait_for_run();
  CHECK(shown.lab->work()->outcome->cancelled);
}

TEST_CASE("a click in the course list opens an exercise") {
  Shown shown;
  shown.headless.click("course line");
  shown.headless.frames(2);
  shown.headless.click("sums");
  CHECK(shown.lab->entry()->slug == "sums");
  shown.headless.press(kPageDown, kAlt);
  CHECK(shown.lab->entry()->slug == "race");
  shown.headless.press(kPageDown, kAlt);
  CHECK(shown.lab->entry()->slug == "race");
  shown.headless.press(kPageUp, kAlt);
  CHECK(shown.lab->entry()->slug == "sums");
}

TEST_CASE("a module of the course is folded by its title, and opens for what is gone to in it") {
  Shown shown;
  shown.headless.click("course line");
  shown.headless.frames(2);
  const std::string module = "module " + shown.lab->entry()->module;
  REQUIRE(shown.headless.has(module));
  REQUIRE(shown.headless.has("race"));
  shown.headless.click(module);
  shown.headless.frames(2);
  CHECK_FALSE(shown.headless.has("race"));
  shown.headless.press(kPageDown, kAlt);
  shown.headless.frames(2);
  CHECK(shown.headless.has("race"));
}

TEST_CASE("what a statement asks to be written down has a field, which keeps it") {
  Shown shown([](SampleLab& sample) {
    sample.change = [](exercise::Exercise& exercise) {
      std::ofstream(exercise.folder / exercise.statement_file)
          << "# Copy\n\n## What to do\n\nSay it.\n\n```write\nrow 0:\n```\n\n## Why\n\nSo.\n";
    };
  });
  shown.headless.frames(2);
  REQUIRE(shown.headless.has("written"));
  CHECK(shown.lab->settings().written.empty());
  CHECK(shown.lab->work()->statement.lead.find("row 0") == std::string::npos);
  shown.headless.click("written");
  ImGui::GetIO().AddInputCharactersUTF8("12");
  shown.headless.frames(2);
  shown.headless.press(kEscape);
  shown.headless.frames(2);
  REQUIRE(shown.lab->settings().written.size() == 1);
  CHECK(shown.lab->settings().written.begin()->second.find("12") != std::string::npos);
  CHECK(shown.lab->settings().written.begin()->second.find("row 0:") != std::string::npos);
}

TEST_CASE("an exercise that cannot be read can be opened, and says why") {
  Shown shown([](SampleLab& sample) { sample.broken = "sums"; });
  shown.headless.press(kPageDown, kAlt);
  shown.headless.frames(2);
  CHECK_FALSE(shown.lab->work());
  CHECK(shown.headless.has("notice"));
  shown.headless.press(kPageUp, kAlt);
  CHECK(shown.lab->work());
}

TEST_CASE("clicking a gate or a message puts the caret on its line") {
  Shown shown;
  shown.headless.press(kF5);
  shown.wait_for_run();
  shown.headless.click("checks");
  shown.headless.frames(2);
  shown.headless.click("gate correct");
  CHECK(shown.lab->work()->document.code().caret().line == 1);
  shown.lab->work()->document.code().place({0, 0});
  shown.headless.click("message 0");
  CHECK(shown.lab->work()->document.code().caret().line == 1);
  CHECK(shown.state.editor.focused);
}

TEST_CASE(
    "a click on what the compiler says goes to its column, also from the gate, and where it is "
    "now") {
  Shown shown([](SampleLab& sample) {
    sample.grade = [](const exercise::Exercise&, const std::string&, const verdict::GradeOptions&) {
      verdict::ExerciseResult result;
      result.verdict = verdict::Status::fail;
      result.diagnostics = {{compile::Diagnostic::Severity::error, "copy.cu", 2, 5, "one"}};
      result.gates = {gate(std::string("compiles"), verdict::Status::fail, 2),
                      gate("correct", verdict::Status::fail, 2)};
      return result;
    };
  });
  shown.headless.press(kF5);
  shown.wait_for_run();
  CodeText& code = shown.lab->work()->document.code();
  shown.headless.click("checks");
  for (const char* item : {"message 0", "gate compiles"}) {
    code.place({0, 0});
    shown.headless.frames(2);
    shown.headless.click(item);
    CHECK(code.caret() == Position{1, 4});
  }
  // A gate that is about a line, and no letter of it, leads to where its first word is.
  shown.headless.click("gate correct");
  CHECK(code.caret() == Position{1, 0});
  code.place({0, 0});
  code.new_line();
  shown.headless.frames(2);
  shown.headless.click("gate correct");
  CHECK(code.caret() == Position{2, 0});
  shown.headless.click("gate compiles");
  CHECK(code.caret() == Position{2, 4});
}

TEST_CASE("a sentence moves with its line") {
  Shown shown([](SampleLab& sample) {
    sample.grade = [](const exercise::Exercise&, const std::string&, const verdict::GradeOptions&) {
      verdict::ExerciseResult result;
      result.verdict = verdict::Status::fail;
      sim::Finding race;
      race.kind = sim::FindingKind::race;
      race.line = 2;
      race.told.what = data::as_it_is("Line 2 meets nobody.");
      race.form = data::Finding::Form::sentence;
      result.findings = {race};
      result.gates = {gate("race_free", verdict::Status::fail, 2)};
      return result;
    };
  });
  shown.headless.press(kF5);
  shown.wait_for_run();
  CHECK(shown.state.tabs.result.brief == "Line 2 meets nobody.");
  shown.lab->work()->document.code().place({0, 0});
  shown.lab->work()->document.code().new_line();
  shown.headless.frames(3);
  CHECK(shown.state.tabs.result.brief == "Line 3 meets nobody.");
}

TEST_CASE("F8 goes through the messages") {
  Shown shown([](SampleLab& sample) {
    sample.grade = [](const exercise::Exercise&, const std::string&, const verdict::GradeOptions&) {
      verdict::ExerciseResult result;
      result.verdict = verdict::Status::fail;
      result.diagnostics = {{compile::Diagnostic::Severity::error, "a.cu", 1, 0, "one"},
                            {compile::Diagnostic::Severity::error, "a.cu", 2, 5, "two"}};
      return result;
    };
  });
  shown.headless.press(kF5);
  shown.wait_for_run();
  shown.headless.press(kF8);
  CHECK(shown.lab->work()->document.code().caret() == Position{0, 0});
  shown.headless.press(kF8);
  CHECK(shown.lab->work()->document.code().caret() == Position{1, 4});
  shown.headless.press(kF8);
  CHECK(shown.lab->work()->document.code().caret() == Position{0, 0});
  shown.headless.press(kF8, kShift);
  CHECK(shown.lab->work()->document.code().caret() == Position{1, 4});
}

TEST_CASE("after a run its result is shown, unless another tab was fixed") {
  Shown shown;
  shown.state.tab = Tab::memory;
  shown.headless.press(kF5);
  shown.wait_for_run();
  CHECK(shown.state.tab == Tab::result);
  Shown fixed;
  fixed.state.tab = Tab::steps;
  fixed.state.tab_is_fixed = true;
  fixed.headless.press(kF5);
  fixed.wait_for_run();
  CHECK(fixed.state.tab == Tab::steps);
}

TEST_CASE("tabs open by mouse and by keyboard") {
  Shown shown;
  shown.headless.click("Steps");
  CHECK(shown.state.tab == Tab::steps);
  for (int i = 0; i < 4; ++i) {
    shown.headless.press('1' + i, kControl);
    CHECK(shown.state.tab == static_cast<Tab>(i));
  }
}

TEST_CASE("F6 goes round the panes and back into the editor") {
  Shown shown;
  CHECK(shown.state.editor.focused);
  std::vector<Pane> seen;
  for (int i = 0; i < 5; ++i) {
    shown.headless.press(kF6);
    shown.headless.frames(2);
    seen.push_back(shown.state.focused);
  }
  CHECK(seen ==
        std::vector<Pane>{Pane::tabs, Pane::top, Pane::course, Pane::statement, Pane::editor});
  CHECK(shown.state.editor.focused);
}

TEST_CASE("what is typed goes into the editor only while it has the keyboard") {
  Shown shown;
  shown.headless.type("a");
  CHECK(shown.text().starts_with("a"));
  shown.headless.press(kF6);
  shown.headless.frames(2);
  shown.headless.type("b");
  CHECK(shown.text().starts_with("a//"));
  shown.headless.click("editor text");
  shown.headless.frames(2);
  CHECK(shown.state.editor.focused);
}

TEST_CASE("the mouse places the caret, and dragging selects") {
  Shown shown;
  shown.lab->work()->document.code().replace_all("abcdefgh\nabcdefgh\n");
  shown.headless.frames(2);
  const ImVec2 middle = shown.headless.center_of("editor text");
  (void)middle;
  const auto* area = &shown.headless.ui.items.front();
  for (const auto& item : shown.headless.ui.items)
    if (item.name == "editor text") area = &item;
  const ImVec2 corner{area->min.x, area->min.y};
  shown.headless.drag({corner.x + 110, corner.y + 16}, {corner.x + 150, corner.y + 38});
  const CodeText& code = shown.lab->work()->document.code();
  CHECK(code.has_selection());
  CHECK(code.selection().begin.line == 0);
  CHECK(code.selection().end.line == 1);
  shown.headless.press(kDelete);
  CHECK(code.buffer().line_count() == 2);
}

TEST_CASE("Ctrl+F finds as one types, escape goes back to the text") {
  Shown shown;
  shown.headless.press('F', kControl);
  shown.headless.frames(2);
  CHECK(shown.state.editor.bar.kind == FindBar::Kind::find);
  ImGui::GetIO().AddInputCharacter('x');
  shown.headless.frames(3);
  CHECK(shown.lab->work()->document.code().selected_text() == "x");
  shown.headless.press(kEscape);
  shown.headless.frames(2);
  CHECK(shown.state.editor.bar.kind == FindBar::Kind::none);
  CHECK(shown.state.editor.focused);
}

TEST_CASE("Ctrl+G goes to a line") {
  Shown shown;
  shown.headless.press('G', kControl);
  shown.headless.frames(2);
  ImGui::GetIO().AddInputCharacter('2');
  shown.headless.frames(2);
  shown.headless.press(kEnter);
  shown.headless.frames(2);
  CHECK(shown.lab->work()->document.code().caret().line == 1);
}

TEST_CASE("going back to the starter asks first") {
  Shown shown;
  shown.headless.type("mine ");
  shown.headless.click("reset");
  shown.headless.frames(2);
  CHECK(shown.text().starts_with("mine "));
  shown.headless.click("no");
  CHECK(shown.text().starts_with("mine "));
  shown.headless.click("reset");
  shown.headless.frames(2);
  shown.headless.click("yes");
  CHECK(shown.text().starts_with("// starter"));
  CHECK(shown.lab->history().of("copy").size() == 1);
}

TEST_CASE("a conflict with another program is asked about in the editor") {
  Shown shown;
  shown.headless.type("mine ");
  write(shown.sample.places().submission / "copy.cu", "theirs");
  check_files(*shown.lab);
  shown.headless.frames(3);
  REQUIRE(shown.headless.has("theirs"));
  SUBCASE("mine stays") {
    shown.headless.click("mine");
    CHECK(shown.text().starts_with("mine "));
    shown.headless.frames(2);
    CHECK_FALSE(shown.headless.has("theirs"));
  }
  SUBCASE("theirs is taken, mine kept in the history") {
    shown.headless.click("theirs");
    CHECK(shown.text() == "theirs");
    CHECK(shown.lab->history().of("copy").size() == 1);
  }
}

TEST_CASE("theme and text size are settings, within bounds") {
  Shown shown;
  shown.headless.click("theme");
  CHECK(shown.lab->settings().theme == ThemeChoice::light);
  for (int i = 0; i < 40; ++i) shown.headless.press('=', kControl);
  CHECK(shown.lab->settings().font_size == kLargestFont);
  for (int i = 0; i < 40; ++i) shown.headless.press('-', kControl);
  CHECK(shown.lab->settings().font_size == kSmallestFont);
  shown.headless.press('0', kControl);
  CHECK(shown.lab->settings().font_size == Settings{}.font_size);
}

TEST_CASE("opening the file elsewhere saves it first, and a failure is a message") {
  Shown shown;
  shown.headless.type("mine ");
  shown.headless.desktop.failure = "Cannot start it.";
  shown.headless.click("external");
  REQUIRE(shown.headless.desktop.opened.size() == 1);
  CHECK(content_of(shown.headless.desktop.opened[0]).starts_with("mine "));
  CHECK(shown.lab->notices().back().text == "Cannot start it.");
}

TEST_CASE("two runs of the history are compared, and an old one restored") {
  Shown shown;
  shown.headless.press(kF5);
  shown.wait_for_run();
  shown.headless.type("fixed ");
  const int before = shown.lab->runs_ended();
  shown.headless.press(kF5);
  REQUIRE(tick_until(*shown.lab, [&] { return shown.lab->runs_ended() > before; }));
  shown.headless.frames(2);
  shown.headless.click("history");
  shown.headless.frames(3);
  const std::string newer = shown.lab->history().of("copy")[0].id,
                    older = shown.lab->history().of("copy")[1].id;
  const HistoryState& history = shown.state.dialogs.history;
  shown.headless.click(newer);
  REQUIRE(history.comparison);  // with the text as it is
  CHECK(history.comparison->diff.changed == 0);
  shown.headless.click(older);
  REQUIRE(history.comparison);
  CHECK(history.comparison->diff.changed == 1);
  CHECK(history.comparison->diff.left[0] == "// starter of copy");
  CHECK_FALSE(shown.headless.has("restore"));
  shown.headless.click(newer);  // no longer chosen
  shown.headless.frames(2);
  shown.headless.click("restore");
  shown.headless.frames(2);
  CHECK(shown.text().starts_with("// starter"));
}

TEST_CASE("Ctrl+Q asks the desktop to end, and nothing else does") {
  Shown shown;
  shown.headless.press('Q');
  CHECK_FALSE(shown.headless.desktop.quitting);
  shown.headless.press('Q', kControl);
  CHECK(shown.headless.desktop.quitting);
}

TEST_CASE("an idle window asks for no further frame") {
  Shown shown;
  shown.headless.ui.now += 100;  // the caret has stopped blinking
  shown.headless.frames(3);
  CHECK(shown.headless.ui.wake_after > 1e6);
}

TEST_CASE("Tab goes to the words of the glossary in a statement, and shows what they mean") {
  Shown shown;
  write(shown.lab->entry()->folder / "statement.md", "# Copy\n\nA warp, and a warp.\n");
  check_files(*shown.lab);
  shown.headless.frames(3);
  REQUIRE(shown.headless.has("word warp"));
  shown.headless.ui.ask(FocusPane{Pane::statement});
  shown.headless.frames(2);
  for (int i = 0; i < 4 && !shown.headless.ui.tooltip.starts_with("warp: 32 threads"); ++i)
    shown.headless.press(kTab);
  CHECK(shown.headless.ui.tooltip.starts_with("warp: 32 threads"));
  shown.headless.press(kTab);
  CHECK(shown.headless.ui.tooltip.empty());
}

TEST_CASE("a picture that moves is played and stepped through by keyboard alone") {
  Shown shown;
  const fs::path folder = shown.lab->entry()->folder;
  write(folder / "a.motion.toml",
        "[[scene]]\ntitle = \"t\"\n[[scene.array]]\nname = \"a\"\ncolumns = 2\n"
        "[[scene.step]]\nsay = \"One.\"\n[[scene.step]]\nsay = \"Two.\"\n");
  write(folder / "statement.md", "# Copy\n\n![moves](a.motion.toml)\n");
  check_files(*shown.lab);
  shown.headless.frames(3);
  REQUIRE(shown.headless.has("motion step"));
  const auto step = [&] { return shown.state.statement.text.motions.at(0).step; };
  shown.headless.ui.ask(FocusPane{Pane::statement});
  shown.headless.frames(2);
  const auto go_to = [&](const std::string& name) {
    for (int i = 0; i < 12; ++i) {
      for (const auto& item : shown.headless.ui.items)
        if (item.name == name && item.id == shown.state.item_focus.id) return;
      shown.headless.press(kTab);
    }
    FAIL("Tab does not come to " << name);
  };
  go_to("motion step");
  shown.headless.press(kEnter);
  CHECK(step() == 1);
  go_to("motion position");
  shown.headless.press(kLeft);
  CHECK(step() == 0);
  shown.headless.press(kRight);
  CHECK(step() == 1);
}

TEST_CASE("a machine without a GPU hears nothing of CUDA-GL interop") {
  Shown shown;
  shown.headless.ui.interop = "off: the window is drawn by llvmpipe";
  shown.headless.frames(2);
  CHECK_FALSE(shown.headless.has("interop"));
  shown.move_to(machine_with({{"GPU-1", "NVIDIA H200"}}));
  CHECK(shown.headless.has("interop"));
}

TEST_CASE("going back to the starter does not look like undoing a step") {
  const auto drawn = [](Icon icon) {
    Headless headless;
    std::vector<ImVec2> points;
    headless.show([&] {
      ImDrawList& list = *ImGui::GetWindowDrawList();
      const int before = list.VtxBuffer.Size;
      draw_icon(list, icon, {100, 100}, 16, IM_COL32_WHITE);
      points.clear();
      for (int i = before; i < list.VtxBuffer.Size; ++i) points.push_back(list.VtxBuffer[i].pos);
    });
    headless.frame();
    std::string text;
    for (const ImVec2& at : points) text += std::to_string(at.x) + "," + std::to_string(at.y) + " ";
    return text;
  };
  CHECK_FALSE(drawn(Icon::reset).empty());
  CHECK(drawn(Icon::reset) != drawn(Icon::undo));
}
