// The editor in its pane: what is offered, explained and found.
#include <algorithm>
#include <atomic>

#include "common/embedded.hpp"
#include "shown_window.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::app::key;
using namespace warplab::test;

namespace {

constexpr double kFrame = 1 / 60.0;

CodeText& code_of(Shown& shown) { return shown.lab->work()->document.code(); }

void set_text(Shown& shown, const std::string& text, Position caret) {
  code_of(shown).replace_all(text);
  code_of(shown).place(caret);
  shown.headless.frames(2);
}

// The middle of a letter of the text, on the screen.
ImVec2 place_of(const Shown& shown, Position at) {
  const ImFont& font = *shown.headless.ui.fonts.code;
  const ImVec2 first = shown.headless.center_of("first letter");
  return {first.x + font.GetCharAdvance('0') * static_cast<float>(at.column),
          first.y + std::round(font.FontSize * 1.45f) * static_cast<float>(at.line)};
}

class CountingChecker final : public TypingChecker {
 public:
  explicit CountingChecker(std::atomic<int>& asked) : asked_(asked) {}
  Result<bool> answer(const CheckQuestion& question, const Talk& talk) override {
    ++asked_;
    talk.publish({question.exercise.slug,
                  question.version,
                  {{compile::Diagnostic::Severity::error, "copy.cu", 1, 5, "This is wrong."}}});
    return true;
  }

 private:
  std::atomic<int>& asked_;
};

}  // namespace

TEST_CASE("a press on a line's number sets a breakpoint and takes it away, as Ctrl+F9 does") {
  Shown shown;
  set_text(shown, "int a;\nint b;\nint c;\n", {2, 0});
  const Breakpoints& all = shown.lab->work()->breakpoints;
  ImVec2 number = place_of(shown, {1, 0});
  number.x -= shown.headless.ui.fonts.code->GetCharAdvance('0') + shown.headless.ui.px(9);
  shown.headless.click_at(number);
  shown.headless.frames(2);
  CHECK(all == Breakpoints{{2, -1}});
  CHECK(code_of(shown).caret() == Position{2, 0});
  shown.headless.press(kF9, kControl);
  shown.headless.frames(2);
  CHECK(all == Breakpoints{{2, -1}, {3, -1}});
  shown.headless.click_at(place_of(shown, {1, 2}));  // the text itself sets none
  shown.headless.frames(2);
  CHECK(all.size() == 2);
  shown.headless.press(kF9, kControl);
  shown.headless.frames(2);
  CHECK(all == Breakpoints{{3, -1}});
}

TEST_CASE("breakpoints move with their lines, and go with them") {
  Shown shown;
  set_text(shown, "int a;\nint b;\nint c;\n", {0, 0});
  Breakpoints& all = shown.lab->work()->breakpoints;
  all = {{2, -1}, {3, 5}};
  code_of(shown).insert("\n");
  shown.headless.frames(2);
  CHECK(all == Breakpoints{{3, -1}, {4, 5}});
  code_of(shown).place({2, 0});
  code_of(shown).erase_lines();
  shown.headless.frames(2);
  CHECK(all == Breakpoints{{3, 5}});
}

TEST_CASE("the text is compiled once the typing rests, not between two keys") {
  Shown shown;
  std::atomic<int> asked = 0;
  shown.lab->use_checker([&] { return std::make_unique<CountingChecker>(asked); });
  shown.headless.frames(60);
  CHECK(asked == 0);  // nothing was typed
  for (int i = 0; i < 5; ++i) {
    shown.headless.type("x ");
    shown.headless.frames(static_cast<int>(0.4 / kFrame));
  }
  CHECK(asked == 0);
  shown.headless.frames(static_cast<int>(0.3 / kFrame));
  REQUIRE(tick_until(*shown.lab, [&] { return !shown.lab->is_checking(); }));
  shown.headless.frames(2);
  CHECK(asked == 1);
  REQUIRE(shown.lab->work()->marks.messages.size() == 1);
  shown.headless.press(kF8);
  shown.headless.frames(2);
  CHECK(code_of(shown).caret() == Position{0, 4});
  shown.headless.frames(60);
  CHECK(asked == 1);
}

TEST_CASE("while one types names are offered, and Tab writes the one that is chosen") {
  Shown shown;
  set_text(shown, "void f(float* input) {\n\n}\n", {1, 0});
  shown.headless.type("i");
  CHECK_FALSE(shown.headless.has("completions"));
  shown.headless.type("n");
  shown.headless.frames(1);
  CHECK(shown.headless.has("completion input"));
  CHECK(shown.headless.has("completion int"));
  shown.headless.press(kTab);
  CHECK(code_of(shown).buffer().line(1) == "input");
  CHECK_FALSE(shown.headless.has("completions"));
}

TEST_CASE("a function that is completed has its brackets, with the caret where one goes on") {
  Shown shown;
  set_text(shown, "void f() {\n\n}\n", {1, 0});
  shown.headless.type("__syncthreads");
  shown.headless.press(kBackspace);
  shown.headless.frames(1);
  REQUIRE(shown.headless.has("completion __syncthreads"));
  shown.headless.press(kTab);
  shown.headless.type(";");
  CHECK(code_of(shown).buffer().line(1) == "__syncthreads();");
  shown.headless.press(kEnter);
  shown.headless.type("atomicAd");
  shown.headless.frames(1);
  shown.headless.press(kTab);
  shown.headless.type("&a, 1);");
  CHECK(code_of(shown).buffer().line(2) == "atomicAdd(&a, 1);");
}

TEST_CASE("Ctrl+H in the field of a search opens what replaces it, and Tab goes there") {
  Shown shown;
  shown.headless.press('F', kControl);
  shown.headless.frames(3);
  CHECK_FALSE(shown.headless.has("replacement"));
  shown.headless.press('H', kControl);
  shown.headless.frames(3);
  REQUIRE(shown.headless.has("replacement"));
  const auto place_of = [&](const char* name) {
    const auto& items = shown.headless.ui.items;
    return std::ranges::find(items, name, &Ui::PlacedItem::name) - items.begin();
  };
  CHECK(place_of("replacement") == place_of("needle") + 1);
}

TEST_CASE("what was typed before a run and after it are two steps of undo") {
  Shown shown;
  set_text(shown, "", {0, 0});
  shown.headless.type("ab");
  shown.headless.press(kF5);
  shown.wait_for_run();
  shown.headless.type("cd");
  shown.headless.press('Z', kControl);
  CHECK(shown.text() == "ab");
}

TEST_CASE("the list goes with Escape, with an arrow to the side, and behind a word") {
  Shown shown;
  set_text(shown, "int input;\n\n", {1, 0});
  for (const int key : {kEscape, kLeft}) {
    shown.headless.type("in");
    shown.headless.frames(1);
    CHECK(shown.headless.has("completions"));
    shown.headless.press(key);
    CHECK_FALSE(shown.headless.has("completions"));
    shown.headless.press('A', kControl);
    shown.headless.type("int input;");
    shown.headless.press(kEnter);
  }
  shown.headless.type("in;");
  shown.headless.frames(1);
  CHECK_FALSE(shown.headless.has("completions"));
}

TEST_CASE("Enter ends the line where the word is written out already") {
  Shown shown;
  set_text(shown, "int sum, sums;\n\n", {1, 0});
  shown.headless.type("sum");
  shown.headless.frames(1);
  CHECK(shown.headless.has("completion sums"));
  shown.headless.press(kEnter);
  CHECK(code_of(shown).text() == "int sum, sums;\nsum\n\n");
  shown.headless.type("sum");
  shown.headless.press(kDown);
  shown.headless.press(kEnter);
  CHECK(code_of(shown).text() == "int sum, sums;\nsum\nsums\n");
}

TEST_CASE("Ctrl+Space offers from one letter on, and a click takes a name") {
  Shown shown;
  set_text(shown, "int value;\n\n", {1, 0});
  shown.headless.type("v");
  shown.headless.press(' ', kControl);
  CHECK(shown.headless.has("completion value"));
  shown.headless.click("completion value");
  CHECK(code_of(shown).buffer().line(1) == "value");
  shown.headless.frames(2);
  CHECK(shown.state.editor.focused);
}

TEST_CASE("the list never covers the line that is typed, wherever it is") {
  Shown shown([](SampleLab&) {}, {1024, 700});
  std::string text = "int input;\n";
  for (int i = 0; i < 200; ++i) text += "\n";
  for (const int line : {1, 10, 20, 60, 150, 201}) {
    set_text(shown, text, {line, 0});
    shown.state.editor.reveal_caret = true;
    shown.headless.frames(2);
    shown.headless.type("in");
    shown.headless.frames(2);
    const auto& items = shown.headless.ui.items;
    const auto list = std::find_if(items.begin(), items.end(),
                                   [](const auto& one) { return one.name == "completions"; });
    const auto area =
        std::find_if(items.begin(), items.end(), [](const auto& one) { return one.is_text; });
    REQUIRE(list != items.end());
    const float height = std::round(shown.headless.ui.fonts.code->FontSize * 1.45f);
    const float top = area->min.y + 6 + height * static_cast<float>(line);
    CHECK((list->max.y <= top || list->min.y >= top + height));
    CHECK(list->min.y >= 0);
    CHECK(list->max.y <= 700);
  }
}

TEST_CASE("a name is explained under the mouse when it rests there, until a key is pressed") {
  Shown shown;
  set_text(shown, "void f(float* input) {\n  __syncthreads();\n}\n", {2, 1});
  const ImVec2 over = place_of(shown, {1, 5});
  code_of(shown).place({2, 1});
  shown.headless.move_mouse(over);
  CHECK(shown.headless.ui.tooltip.empty());
  shown.headless.frames(30);
  CHECK(shown.headless.ui.tooltip.find("Waits until all threads") != std::string::npos);
  shown.headless.type("x");
  shown.headless.frames(40);
  CHECK(shown.headless.ui.tooltip.empty());
  shown.headless.move_mouse({over.x + 8, over.y});
  shown.headless.frames(30);
  CHECK_FALSE(shown.headless.ui.tooltip.empty());
  shown.headless.move_mouse(place_of(shown, {0, 15}));
  shown.headless.frames(30);
  CHECK(shown.headless.ui.tooltip == "float* input\nA parameter of f, line 1.");
}

TEST_CASE("matches are counted, by case and by whole words") {
  Shown shown;
  set_text(shown, "sum Sum sums\nsum\n", {0, 0});
  shown.headless.press('F', kControl);
  for (const char c : {'s', 'u', 'm'}) ImGui::GetIO().AddInputCharacter(static_cast<unsigned>(c));
  shown.headless.frames(3);
  FindBar& bar = shown.state.editor.bar;
  CHECK(find_matches(bar, code_of(shown)).all.size() == 4);
  shown.headless.click("case");
  CHECK(find_matches(bar, code_of(shown)).all.size() == 3);
  shown.headless.click("word");
  CHECK(find_matches(bar, code_of(shown)).all.size() == 2);
}

TEST_CASE("Ctrl+H replaces one by one, or all as one step") {
  Shown shown;
  set_text(shown, "a b a b a\n", {0, 0});
  shown.headless.press('H', kControl);
  shown.headless.frames(2);
  REQUIRE(shown.state.editor.bar.replaces);
  ImGui::GetIO().AddInputCharacter('a');
  shown.headless.frames(2);
  shown.headless.click("replacement");
  ImGui::GetIO().AddInputCharacter('c');
  ImGui::GetIO().AddInputCharacter('c');
  shown.headless.frames(2);
  code_of(shown).place({0, 0});
  shown.headless.click("replace");  // the first press finds it
  CHECK(code_of(shown).text() == "a b a b a\n");
  shown.headless.click("replace");
  CHECK(code_of(shown).text() == "cc b a b a\n");
  shown.headless.click("replace all");
  CHECK(code_of(shown).text() == "cc b cc b cc\n");
  code_of(shown).undo();
  CHECK(code_of(shown).text() == "cc b a b a\n");
}

TEST_CASE("letters that the fonts lack are asked for, others are not") {
  Shown shown;
  set_text(shown, "// a \u00e9 \u03b1\n", {0, 0});
  CHECK(shown.headless.ui.missing_letters.empty());
  set_text(shown, "// \u4e2d\n", {0, 0});
  CHECK(shown.headless.ui.missing_letters == std::set<char32_t>{0x4e2d});
  // Where no font has it the window comes to rest all the same.
  shown.headless.frames(3);
  CHECK(shown.headless.ui.wake_after > 0.01);
}

TEST_CASE("Alt+Z breaks a line that is too wide, a click finds its place, and Alt+Z leads back") {
  Shown shown;
  std::string line = "  int a = 0;";
  for (int i = 0; i < 60; ++i) line += " a += 1;";
  shown.lab->work()->document.code().replace_all(line + "\nint b;\n");
  shown.headless.frames(2);
  CHECK_FALSE(shown.state.editor.wrap.is_on());
  CHECK(shown.state.editor.wrap.row_count() == 3);
  shown.headless.press('Z', kAlt);
  shown.headless.frames(2);
  const LineWrap& wrap = shown.state.editor.wrap;
  REQUIRE(wrap.is_on());
  CHECK(shown.lab->settings().wrap_lines);
  CHECK(wrap.rows_of(0) > 3);
  CHECK(wrap.rows_of(1) == 1);
  const float row = std::round(shown.headless.ui.fonts.code->FontSize * 1.45f);
  ImVec2 at = shown.headless.center_of("first letter");
  const float advance = shown.headless.ui.fonts.code->GetCharAdvance('0');
  at.x += 10 * advance;
  at.y += 2 * row;
  shown.headless.click_at(at);
  const Position caret = shown.lab->work()->document.code().caret();
  CHECK(caret.line == 0);
  CHECK(wrap.place_of(shown.lab->work()->document.code().buffer(), caret).row == 2);
  shown.headless.press(kDown);
  const Position below = shown.lab->work()->document.code().caret();
  CHECK(below.line == 0);
  CHECK(wrap.place_of(shown.lab->work()->document.code().buffer(), below).row == 3);
  at.y += row * static_cast<float>(wrap.rows_of(0) - 2);
  shown.headless.click_at(at);
  CHECK(shown.lab->work()->document.code().caret().line == 1);
  shown.headless.press('Z', kAlt);
  shown.headless.frames(2);
  CHECK_FALSE(shown.state.editor.wrap.is_on());
}

TEST_CASE("the text goes back to its beginning once the caret is seen from there, not before") {
  Shown shown;
  CodeText& code = shown.lab->work()->document.code();
  code.replace_all(std::string(300, 'a') + "\nint b;\n");
  code.place({0, 0});
  shown.headless.frames(3);
  const auto first = [&] { return shown.headless.center_of("first letter").x; };
  const float begin = first();
  shown.headless.press(kEnd);
  shown.headless.frames(3);
  CHECK(first() < begin - 100);
  for (int i = 0; i < 20; ++i) shown.headless.press(kLeft);
  CHECK(first() < begin - 100);
  code.place({1, 3});
  shown.state.editor.reveal_caret = true;
  shown.headless.frames(3);
  CHECK(first() == begin);
}

TEST_CASE("what is typed right behind Ctrl+F is looked for, and never goes into the text") {
  Shown shown;
  CodeText& code = shown.lab->work()->document.code();
  code.replace_all("int a;\nint tile;\n");
  shown.headless.frames(2);
  // All in one frame, as where frames are slow, and a letter in the next.
  shown.headless.ui.input.push_back({'F', kControl, {}});
  shown.headless.type("ti");
  shown.headless.type("l");
  shown.headless.frames(5);
  CHECK(shown.state.editor.bar.needle == "til");
  CHECK(shown.text() == "int a;\nint tile;\n");
  CHECK(code.selected_text() == "til");
  // Once it is closed the text takes what is typed again.
  shown.headless.press(kEscape);
  shown.headless.frames(2);
  shown.headless.type("x");
  CHECK(shown.text() == "int a;\nint xe;\n");
}

TEST_CASE("what is typed right behind Escape goes into the text, also where frames are slow") {
  Shown shown;
  CodeText& code = shown.lab->work()->document.code();
  code.replace_all("int a;\nint tile;\n");
  shown.headless.frames(2);
  shown.headless.press('F', kControl);
  shown.headless.frames(3);
  for (const char c : {'t', 'i', 'l', 'e'})
    ImGui::GetIO().AddInputCharacter(static_cast<unsigned>(c));
  shown.headless.frame();
  REQUIRE(code.selected_text() == "tile");
  // Escape and letters in one frame, and a letter in each of the next three.
  shown.headless.ui.input.push_back({kEscape, 0, {}});
  shown.headless.type("ro");
  CHECK(shown.state.editor.bar.kind == FindBar::Kind::none);
  for (const char* const letter : {"w", "_", "0"}) shown.headless.type(letter);
  shown.headless.frames(5);
  CHECK(shown.text() == "int a;\nint row_0;\n");
  CHECK(shown.state.keys.waiting.empty());
}

TEST_CASE("a search that is typed and ended in one frame is a search") {
  Shown shown;
  CodeText& code = shown.lab->work()->document.code();
  code.replace_all("int a;\nint tile;\n");
  shown.headless.frames(2);
  shown.headless.ui.input.push_back({'F', kControl, {}});
  for (const char c : {'t', 'i', 'l', 'e'}) shown.headless.ui.input.push_back({0, 0, {c}});
  shown.headless.ui.input.push_back({kEscape, 0, {}});
  shown.headless.type("x");
  shown.headless.frames(12);
  CHECK(shown.text() == "int a;\nint x;\n");
  // Where another word was looked for before, Escape does not bring that one back.
  shown.headless.press('F', kControl);
  shown.headless.frames(3);
  ImGui::GetIO().AddInputCharacter('a');
  shown.headless.frame();
  CHECK(code.selected_text() == "a");
#if IMGUI_VERSION_NUM < 18700
  ImGui::GetIO().KeysDown[ImGui::GetIO().KeyMap[ImGuiKey_Escape]] = true;
#endif
  shown.headless.press(kEscape);
  CHECK(shown.state.editor.bar.needle == "a");
  CHECK(code.selected_text() == "a");
}

TEST_CASE("keys that came in one frame are carried out in their order") {
  Shown shown;
  shown.lab->work()->document.code().replace_all("");
  shown.headless.frames(2);
  const std::string first = shown.lab->entry()->slug;
  // A letter, the next exercise, and a letter for that one.
  shown.headless.ui.input.push_back({0, 0, "x"});
  shown.headless.ui.input.push_back({kPageDown, kAlt, {}});
  shown.headless.type("y");
  shown.headless.frames(8);
  REQUIRE(shown.lab->entry()->slug != first);
  CHECK(shown.text().starts_with("y"));
  shown.headless.press(kPageUp, kAlt);
  CHECK(shown.lab->entry()->slug == first);
  CHECK(shown.text() == "x");
}

TEST_CASE("keys that nobody takes do not wait for ever") {
  Shown shown([](SampleLab& sample) { sample.broken = "sums"; });
  shown.headless.press(kPageDown, kAlt);  // where there is no text
  shown.state.focused = Pane::editor;
  shown.headless.frames(3);
  shown.headless.type("x");
  shown.headless.frames(10);
  CHECK(shown.state.keys.waiting.empty());
}
