#include "results/output_view.hpp"

#include "headless.hpp"
#include "results/line_panel.hpp"
#include "results/picture_panel.hpp"
#include "sample_lab.hpp"
#include "sample_picture.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::test;

namespace {

// An exercise with one picture, `actual` against all fours, that was run.
struct ShownOutput {
  SampleLab sample;
  Headless headless{{440, 640}};
  OutputState state;
  std::unique_ptr<Lab> lab;

  // `shape`: of the buffer; none: two rows.
  explicit ShownOutput(
      std::vector<float> actual, std::function<void(exercise::View&)> set = [](exercise::View&) {},
      exercise::Buffer::Role role = exercise::Buffer::Role::output,
      std::vector<uint64_t> shape = {}) {
    if (shape.empty()) shape = {2, actual.size() / 2};
    sample.change = [set, role](exercise::Exercise& exercise) {
      exercise::View view;
      view.buffer = "out";
      set(view);
      exercise.views = {view};
      exercise::Buffer buffer;
      buffer.name = "out";
      buffer.role = role;
      exercise.buffers = {buffer};
    };
    sample.grade = [actual, shape](const exercise::Exercise&, const std::string&,
                                   const verdict::GradeOptions&) {
      verdict::ExerciseResult result;
      result.pictures.push_back(
          raw_picture(sim::ElementType::f32, shape, actual, std::vector<float>(actual.size(), 4)));
      return result;
    };
    lab = sample.open();
    run_to_the_end(*lab);
    headless.show([this] { draw_output(headless.ui, state, *lab); });
    headless.frames(3);
  }
  const FakePainter::Painting& painted(int slot) const {
    const FakePainter::Painting* found = nullptr;
    for (const auto& painting : headless.painter.paintings)
      if (painting.slot == slot) found = &painting;
    REQUIRE(found);
    return *found;
  }
};

}  // namespace

TEST_CASE("yours, right and the difference are painted, once each") {
  const ShownOutput shown({1, 4, 4, 4});
  CHECK(shown.headless.painter.paintings.size() == 4);
  CHECK(shown.painted(0).grid.values == std::vector<double>{1, 4, 4, 4});
  CHECK(shown.painted(1).grid.values == std::vector<double>{4, 4, 4, 4});
  CHECK(shown.painted(2).grid.values == std::vector<double>{-3, 0, 0, 0});
  CHECK(shown.painted(2).map == "difference");
}

TEST_CASE(
    "a mask shows what is wrong however small its difference is, and none where all is right") {
  const ShownOutput shown({-10000, 3.99f, 4, 4});
  CHECK(shown.painted(2).grid.values[1] == doctest::Approx(-0.01));  // as dark as none
  CHECK(shown.painted(3).grid.values == std::vector<double>{1, 1, 0, 0});
  CHECK(shown.painted(3).range.high == 1);
  const ShownOutput right({4, 4, 4, 4});
  CHECK(right.headless.painter.paintings.size() == 3);
}

TEST_CASE("what the kernel only reads is shown once, unless it was changed") {
  const auto plain = [](exercise::View&) {};
  const ShownOutput same({4, 4, 4, 4}, plain, exercise::Buffer::Role::input);
  CHECK(same.headless.painter.paintings.size() == 1);
  const ShownOutput changed({4, 4, 4, 1}, plain, exercise::Buffer::Role::input);
  CHECK(changed.headless.painter.paintings.size() == 4);
}

TEST_CASE("by keyboard the arrows go from value to value") {
  ShownOutput shown({1, 2, 3, 4});
  const auto& items = shown.headless.ui.items;
  const auto picture = std::find_if(items.begin(), items.end(), [](const Ui::PlacedItem& item) {
    return item.name == "picture" && item.takes_arrows;
  });
  REQUIRE(picture != items.end());
  const ImGuiID id = picture->id;
  shown.headless.ui.nudge = {id, -1, -1};
  shown.headless.frame();
  REQUIRE(shown.state.hovered);
  const auto first = *shown.state.hovered;
  shown.headless.ui.nudge = {id, 1, 0};
  shown.headless.frame();
  CHECK(shown.state.hovered->column == first.column + 1);
  shown.headless.frame();  // and not beyond the edge
  CHECK(shown.state.hovered->column == 1);
}

TEST_CASE("the exercise says map and range; both can be changed") {
  ShownOutput shown({1, 4, 4, 4}, [](exercise::View& view) {
    view.color_map = "magma";
    view.low = 0;
    view.high = 10;
  });
  CHECK(shown.painted(0).map == "magma");
  CHECK(shown.painted(0).range.high == 10);
  shown.headless.click("colors");
  shown.headless.frames(2);
  shown.headless.click("Auto");
  shown.headless.frames(2);
  CHECK(shown.painted(0).range.low == 1);
  CHECK(shown.painted(0).range.high == 4);
  shown.headless.click("Fixed");
  shown.headless.frames(2);
  CHECK(shown.painted(0).range.high == 10);
}

TEST_CASE("the button at the first wrong element goes there") {
  ShownOutput shown({4, 4, 4, 9});
  CHECK(shown.state.view.zoom == 0);
  shown.headless.click("first wrong");
  CHECK(shown.state.view.zoom > 0);
  CHECK(shown.state.view.row == doctest::Approx(1.5));
  CHECK(shown.state.view.column == doctest::Approx(1.5));
  shown.headless.click("fit");
  CHECK(shown.state.view.zoom == 0);
}

TEST_CASE("a right picture has no wrong element to go to") {
  const ShownOutput shown({4, 4, 4, 4});
  CHECK_FALSE(shown.headless.has("first wrong"));
}

namespace {

constexpr auto kPlainView = [](exercise::View&) {};
constexpr auto kOutput = exercise::Buffer::Role::output;
// The colours that were drawn in the last frame, of lines and filled shapes.
bool draws_in(ImU32 color) {
  const ImDrawData& data = *ImGui::GetDrawData();
  for (int i = 0; i < data.CmdListsCount; ++i)
    for (const ImDrawVert& vertex : data.CmdLists[i]->VtxBuffer)
      if (vertex.col == color) return true;
  return false;
}

}  // namespace

TEST_CASE("a buffer of one dimension is drawn as lines, and nothing of it is a rectangle") {
  const ShownOutput line({1, 4, 4, 4}, kPlainView, kOutput, {4});
  CHECK(line.headless.painter.paintings.empty());
  CHECK(draws_in(line.headless.ui.color().series[0]));  // yours and right
  CHECK(draws_in(line.headless.ui.color().series[kDifferenceSeries]));
  CHECK(line.headless.has("legend wrong"));
  CHECK(line.headless.has("colors"));
  const ShownOutput right({4, 4, 4, 4}, kPlainView, kOutput, {4});
  CHECK_FALSE(right.headless.has("legend wrong"));
  const ShownOutput grid({1, 4, 4, 4});
  CHECK(grid.headless.painter.paintings.size() == 4);
  CHECK_FALSE(draws_in(grid.headless.ui.color().series[0]));
}

TEST_CASE("a line's panels stand below each other, and one element above itself") {
  ShownOutput line({1, 4, 4, 4}, kPlainView, kOutput, {4});
  std::vector<Ui::PlacedItem> panels;
  for (const auto& item : line.headless.ui.items)
    if (item.name == "picture") panels.push_back(item);
  REQUIRE(panels.size() == 4);
  for (size_t i = 1; i < panels.size(); ++i) {
    CHECK(panels[i].min.x == panels[0].min.x);
    CHECK(panels[i].max.x == panels[0].max.x);
    CHECK(panels[i].min.y > panels[i - 1].max.y);
  }
  CHECK(panels[3].max.y - panels[3].min.y < 30);  // the mask is a strip
  // The mouse in the third quarter of any of them is at the third element.
  for (const auto& panel : panels) {
    line.headless.move_mouse(
        {panel.min.x + (panel.max.x - panel.min.x) * 0.6f, (panel.min.y + panel.max.y) / 2});
    line.headless.frame();
    REQUIRE(line.state.hovered);
    CHECK(line.state.hovered->row == 0);
    CHECK(line.state.hovered->column == 2);
  }
}

TEST_CASE("a line of many elements is zoomed in from the whole, step by step") {
  std::vector<float> values(100000, 4);
  values[50000] = 1;
  ShownOutput line(values, kPlainView, kOutput, {100000});
  CHECK(line.state.view.zoom == 0);
  const auto panel = line.headless.area_of("picture");
  const double whole = panel.GetWidth() / 100000.0;
  line.headless.wheel(panel.GetCenter(), 1);  // scrolls the page
  CHECK(line.state.view.zoom == 0);
  ImGui::GetIO().KeyCtrl = true;
  line.headless.wheel(panel.GetCenter(), 1);
  CHECK(line.state.view.zoom == doctest::Approx(1.25 * whole));  // and not at once to 1/64
  for (int i = 0; i < 6; ++i) line.headless.wheel(panel.GetCenter(), -1);
  CHECK(line.state.view.zoom == 0);
}

TEST_CASE("what is not finite has an entry in the legend, where there is any") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const ShownOutput with({nan, 4, 4, 4});
  CHECK(with.headless.has("legend NaN or infinite"));
  const ShownOutput without({1, 4, 4, 4});
  CHECK_FALSE(without.headless.has("legend NaN or infinite"));
}

TEST_CASE("yours and right have one scale, and so has what the student's other orders gave") {
  const ShownOutput shown({1, 4, 4, 16376});
  CHECK(shown.painted(0).range.high == 16376);
  CHECK(shown.painted(1).range.high == shown.painted(0).range.high);
  CHECK(shown.painted(1).range.low == shown.painted(0).range.low);
  // A difference of 3 has no colour of its own on that scale; in the mask it has.
  CHECK(shown.painted(3).grid.values[0] == 1);
  CHECK(shown.painted(3).range.high == 1);
}

TEST_CASE("an earlier run stands beside the last one, in the same colours, until Escape") {
  ShownOutput shown({1, 4, 4, 4});
  auto earlier = std::make_shared<EarlierRun>();
  earlier->pictures.push_back(
      std::make_shared<const Picture>(float_picture({2, 2}, {9, 4, 4, 4}, {4, 4, 4, 4})));
  shown.lab->work()->earlier_title = "13:45:01";
  shown.headless.painter.paintings.clear();
  shown.headless.frames(2);  // it is being made again
  CHECK(shown.headless.has("hide earlier"));
  CHECK(shown.headless.painter.paintings.empty());
  shown.lab->work()->earlier = earlier;
  shown.headless.frames(2);
  CHECK(shown.painted(0).grid.values == std::vector<double>{1, 4, 4, 4});
  CHECK(shown.painted(1).grid.values == std::vector<double>{9, 4, 4, 4});
  CHECK(shown.painted(0).range.high == 9);
  CHECK(shown.painted(1).range.high == 9);
  CHECK(take_output_key(shown.state, {key::kEscape, 0, {}}));
  shown.headless.frame();
  REQUIRE_FALSE(shown.headless.ui.actions.empty());
  CHECK(std::holds_alternative<HideEarlier>(shown.headless.ui.actions.back()));
}

TEST_CASE("E asks for an earlier run, and Escape without one is not the output's") {
  ShownOutput shown({1, 4, 4, 4});
  CHECK_FALSE(take_output_key(shown.state, {key::kEscape, 0, {}}));
  CHECK_FALSE(take_output_key(shown.state, {'F', 0, {}}));
  CHECK(take_output_key(shown.state, {'E', 0, {}}));
  shown.headless.frame();
  REQUIRE_FALSE(shown.headless.ui.actions.empty());
  CHECK(std::holds_alternative<ShowNewestEarlier>(shown.headless.ui.actions.back()));
  CHECK_FALSE(shown.headless.has("hide earlier"));
}

TEST_CASE("the button at the first wrong element asks who wrote it, and with what") {
  ShownOutput shown({4, 4, 4, 9});
  shown.headless.click("first wrong");
  const auto& actions = shown.headless.ui.actions;
  const auto asked = std::find_if(actions.begin(), actions.end(), [](const Action& action) {
    return std::holds_alternative<Select>(action);
  });
  REQUIRE(asked != actions.end());
  CHECK(std::get<Select>(*asked).selection.wants_writer);
  CHECK(std::get<Select>(*asked).selection.element == SelectedElement{"out", 3});
}

TEST_CASE("the element under the mouse is known in every panel") {
  ShownOutput shown({4, 4, 4, 9});
  shown.headless.move_mouse({110, 230});
  shown.headless.frame();
  CHECK(shown.state.hovered);
  shown.headless.move_mouse({220, 10});
  shown.headless.frame();
  CHECK_FALSE(shown.state.hovered);
}

TEST_CASE("before a run, and where there is no picture, nothing is painted") {
  SampleLab sample;
  const auto lab = sample.open();
  Headless headless;
  OutputState state;
  headless.show([&] { draw_output(headless.ui, state, *lab); });
  headless.frames(2);
  run_to_the_end(*lab);
  headless.frames(2);
  CHECK(headless.painter.paintings.empty());
}

TEST_CASE("zooming keeps the element under the mouse where it is") {
  const Picture picture =
      float_picture({100, 100}, std::vector<float>(10000, 0), std::vector<float>(10000, 0));
  PictureView view{4, 50, 50};
  const ImVec2 panel{400, 400}, mouse{80, -40};
  const double row = view.row + mouse.y / view.zoom, column = view.column + mouse.x / view.zoom;
  zoom_view(view, picture, panel, 2, mouse);
  CHECK(view.zoom == 8);
  CHECK(view.row + mouse.y / view.zoom == doctest::Approx(row));
  CHECK(view.column + mouse.x / view.zoom == doctest::Approx(column));
}

TEST_CASE("zooming out ends at the whole picture") {
  const Picture picture =
      float_picture({100, 100}, std::vector<float>(10000, 0), std::vector<float>(10000, 0));
  PictureView view{5, 50, 50};
  for (int i = 0; i < 5; ++i) zoom_view(view, picture, {400, 400}, 0.5, {0, 0});
  CHECK(view.zoom == 0);
  CHECK(fitting_zoom(picture, {400, 400}) == 4);
  CHECK(fitting_zoom(picture, {50, 400}) == 0.5);
}

TEST_CASE(
    "the mask of what is wrong stands beside the difference where the starter is shown, too") {
  ShownOutput shown({1, 4, 4, 4});
  const auto panels = [&] {
    shown.headless.frames(2);
    return std::ranges::count(shown.headless.ui.items, "picture", &Ui::PlacedItem::name);
  };
  CHECK(panels() == 4);
  CHECK(shown.painted(3).range.high == 1);  // the mask
  Work& work = *shown.lab->work();
  work.pictures.push_back(work.pictures.front());
  work.pictures.back().of_starter = true;
  CHECK(panels() == 5);
  CHECK(shown.painted(4).range.high == 1);
}

TEST_CASE("all runs can be chosen in a narrow pane: those that have no room stand below") {
  ShownOutput shown({1, 4, 4, 4});
  Work& work = *shown.lab->work();
  for (uint64_t schedule = 1; schedule <= 3; ++schedule) {
    work.pictures.push_back(work.pictures.front());
    work.pictures.back().schedule = schedule;
  }
  shown.headless.frames(3);
  CHECK(shown.headless.area_of("1").Min.y < shown.headless.area_of("first wrong").Max.y);
  ImGui::GetIO().DisplaySize.x = 300;
  shown.headless.frames(3);
  CHECK(shown.headless.area_of("4").Max.x <= 300);
  CHECK(shown.headless.area_of("1").Min.y >= shown.headless.area_of("first wrong").Max.y);
}

TEST_CASE("each plot keeps a height of its own where the pane is low") {
  ShownOutput line({1, 4, 4, 4}, kPlainView, kOutput, {4});
  ImGui::GetIO().DisplaySize.y = 200;
  line.headless.frames(3);
  for (const auto& item : line.headless.ui.items)
    if (item.name == "picture" && item.max.y - item.min.y > 30)
      CHECK(item.max.y - item.min.y >= 50);
}
