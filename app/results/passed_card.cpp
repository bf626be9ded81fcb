#include "results/passed_card.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "draw/widgets.hpp"
#include "results/line_panel.hpp"

namespace warplab::app {
namespace {

// Textures of the two small pictures, beyond the slots of the tabs.
constexpr int kFirstSlot = 900;
// Elements of a small picture in each direction, at most; more would not be seen.
constexpr int64_t kMostElements = 256;
constexpr float kLineHeight = 60;  // of a buffer of one dimension

void draw_changes(Ui& ui, const Changes& changes) {
  if (changes.rows.empty()) return;
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  pane_text(ui, ui.fonts.small, color.dim, "Beside " + changes.beside + ":");
  ImGui::Dummy({1, ui.px(4)});
  for (const Change& change : changes.rows) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float left = at.x + ui.px(14),
                right = at.x + ImGui::GetContentRegionAvail().x - ui.px(14);
    const std::string saving = change.saving();
    const float saving_width = text_width(ui.fonts.strong, saving);
    put_text_cut(list, ui.fonts.text, {left, at.y}, color.text, change.what,
                 right - left - saving_width - ui.px(12));
    put_text(list, ui.fonts.strong, {right - saving_width, at.y}, color.pass, saving);
    const float below = at.y + ui.fonts.text->FontSize + ui.px(2);
    put_text(list, ui.fonts.text, {left, below}, color.dim, change.numbers());
    ImGui::Dummy({right - at.x, below - at.y + ui.fonts.text->FontSize + ui.px(7)});
    note_item(ui, "change " + change.what, 0, at, {right, below + ui.fonts.text->FontSize});
  }
}

// The first picture of two runs that shows the same buffer.
struct PicturePair {
  std::shared_ptr<const Picture> starter, yours;
};

PicturePair pictures_of(const Work& work) {
  if (!work.starter) return {};
  for (const PictureRun& run : work.pictures) {
    if (run.of_starter || run.schedule != 0) continue;
    for (const auto& yours : run.pictures)
      for (const auto& starter : work.starter->pictures)
        if (starter->buffer() == yours->buffer() && starter->has_expected() && starter->wrong() > 0)
          return {starter, yours};
  }
  return {};
}

void draw_picture(Ui& ui, const Picture& picture, const ValueRange& range, int slot, ImVec2 at,
                  float side) {
  if (picture.is_line()) {
    LinePlot plot;
    plot.picture = &picture;
    plot.range = range;
    plot.at = at;
    plot.size = {side, ui.px(kLineHeight)};
    plot.zoom = side / static_cast<double>(std::max<int64_t>(picture.columns(), 1));
    plot.has_labels = false;
    return draw_line_plot(ui, plot);
  }
  const int64_t longest = std::max(picture.rows(), picture.columns());
  const int64_t step = std::max<int64_t>(1, (longest + kMostElements - 1) / kMostElements);
  const ValueGrid grid =
      picture.sample(PictureSide::actual, 0, 0, picture.rows(), picture.columns(), step);
  if (!ui.painter) return;
  const ImTextureID texture =
      ui.painter->paint(slot, grid, range, color_map_named(picture.view().color_map));
  const float unit = side / static_cast<float>(longest);
  const ImVec2 size{unit * static_cast<float>(picture.columns()),
                    std::max(unit * static_cast<float>(picture.rows()), ui.px(8))};
  if (texture) ImGui::GetWindowDrawList()->AddImage(texture, at, {at.x + size.x, at.y + size.y});
}

// Where the starter's picture was wrong: both, small, in the same colours.
void draw_pictures(Ui& ui, const Work& work) {
  const PicturePair pair = pictures_of(work);
  if (!pair.yours) return;
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float gap = ui.px(14), room = ImGui::GetContentRegionAvail().x - 3 * gap;
  const float side = std::min(room / 2, ui.px(160));
  const ValueRange range = joined(pair.yours->automatic_range(PictureSide::actual),
                                  pair.starter->automatic_range(PictureSide::actual));
  const float top = at.y + ui.fonts.small->FontSize + ui.px(4);
  const std::pair<const char*, const Picture*> both[] = {{"The starter's", pair.starter.get()},
                                                         {"Yours", pair.yours.get()}};
  for (int i = 0; i < 2; ++i) {
    const float x = at.x + gap + static_cast<float>(i) * (side + gap);
    put_text(list, ui.fonts.small, {x, at.y}, color.dim, both[i].first);
    draw_picture(ui, *both[i].second, range, kFirstSlot + i, {x, top}, side);
  }
  const int64_t longest = std::max(pair.yours->rows(), pair.yours->columns());
  const float height =
      pair.yours->is_line()
          ? ui.px(kLineHeight)
          : std::max(side * static_cast<float>(pair.yours->rows()) / static_cast<float>(longest),
                     ui.px(8));
  ImGui::Dummy({room, top - at.y + height + ui.px(10)});
  note_item(ui, "two pictures", 0, at, {at.x + room, top + height});
}

void draw_question(Ui& ui, PassedCardState& state, const CourseEntry& entry, const Work& work) {
  const StatementSection& question = work.statement.question;
  if (question.markdown.empty()) return;
  ImGui::SetCursorPosX(ui.px(14));
  pane_title(ui, question.title);
  ImGui::Dummy({1, ui.px(3)});
  ImGui::SetCursorPosX(ui.px(14));
  draw_markdown(ui, state.question,
                {entry.slug, work.statement_version, question.markdown, entry.folder,
                 work.statement.glossary.get()},
                ImGui::GetContentRegionAvail().x - ui.px(14));
  ImGui::Dummy({1, ui.px(4)});
}

void draw_summary(Ui& ui, PassedCardState& state, Lab& lab) {
  if (state.of_run != lab.runs_ended() || state.summary.empty()) {
    state.of_run = lab.runs_ended();
    state.summary = lab.summary();
  }
  size_t runs = 0;
  for (const CourseRow& row : state.summary) runs += row.runs;
  pane_text(ui, ui.fonts.strong, ui.color().text,
            fmt::format("That was the last one: all {} exercises of the course are passed, in {} "
                        "runs.",
                        state.summary.size(), count_text(runs)));
  note_item(ui, "course summary", 0, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  ImGui::Dummy({1, ui.px(4)});
  for (const CourseRow& row : state.summary) {
    ImGui::SetCursorPosX(ui.px(14));
    text_line(ui, ui.fonts.text, ui.color().dim,
              fmt::format("{}: passed with run {} of {}", row.title, row.runs_to_pass, row.runs),
              ImGui::GetContentRegionAvail().x - ui.px(14));
  }
  ImGui::Dummy({1, ui.px(8)});
}

void draw_next(Ui& ui, const CourseStanding& standing) {
  if (!standing.next) return;
  ImGui::SetCursorPosX(ui.px(14));
  const char* kind = standing.next->experiment ? "Next experiment" : "Next exercise";
  if (labelled_button(ui, "next", Icon::chevron_right, fmt::format("{}  F9", kind), true))
    ui.ask(OpenExercise{standing.next->slug});
  tooltip_for_item(ui, standing.next->title);
  // Behind the button, or below it where the title is long.
  const float button = labelled_button_width(ui, fmt::format("{}  F9", kind)) + ui.px(14 + 10 + 14);
  if (button + text_width(ui.fonts.text, standing.next->title) <= ImGui::GetWindowWidth()) {
    ImGui::SameLine(0, ui.px(10));
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + ui.px(7));
    text_line(ui, ui.fonts.text, ui.color().dim, standing.next->title);
  } else {
    ImGui::Dummy({1, ui.px(2)});
    pane_text(ui, ui.fonts.text, ui.color().dim, standing.next->title);
  }
}

}  // namespace

bool has_passed(const Lab& lab) {
  const Work* work = lab.work();
  return work && work->outcome && !work->outcome->cancelled &&
         work->outcome->result.verdict == verdict::Status::pass &&
         work->marks.of_version == work->document.code().buffer().version();
}

void draw_passed_card(Ui& ui, PassedCardState& state, Lab& lab) {
  const CourseEntry& entry = *lab.entry();
  const Work& work = *lab.work();
  if (state.slug != entry.slug) state = {}, state.slug = entry.slug;
  const Palette& color = ui.color();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  // The ground lies behind what is drawn on it, whose height is known afterwards.
  list.ChannelsSplit(2);
  list.ChannelsSetCurrent(1);
  ImGui::Dummy({1, ui.px(12)});
  const ImVec2 head = ImGui::GetCursorScreenPos();
  const float icon = ui.px(22);
  list.AddCircleFilled({head.x + ui.px(14) + icon / 2, head.y + icon / 2}, icon * 0.7f,
                       with_alpha(color.pass, 0.22f));
  draw_icon(list, Icon::check, {head.x + ui.px(14), head.y}, icon, color.pass);
  ImGui::SetCursorPosX(ui.px(14 + 22 + 12));
  text_wrapped(ui, ui.fonts.heading, color.text, "Passed: " + entry.title);
  note_item(ui, "passed card", 0, at, {at.x + width, head.y + icon});
  ImGui::Dummy({1, ui.px(8)});
  draw_changes(ui, what_changed(work.starter ? work.starter->launches : std::vector<LaunchLines>{},
                                work.marks.launches));
  draw_pictures(ui, work);
  const CourseStanding standing = lab.standing();
  if (standing.is_done()) draw_summary(ui, state, lab);
  // In sight in a low window, too; the question may be read on the way.
  draw_next(ui, standing);
  ImGui::Dummy({1, ui.px(12)});
  draw_question(ui, state, entry, work);
  const float bottom = ImGui::GetCursorScreenPos().y;
  list.ChannelsSetCurrent(0);
  list.AddRectFilled(at, {at.x + width, bottom}, with_alpha(color.pass, 0.07f));
  list.AddRectFilled(at, {at.x + ui.px(3), bottom}, color.pass);
  list.AddRectFilled({at.x, bottom - 1}, {at.x + width, bottom}, color.border);
  list.ChannelsMerge();
}

}  // namespace warplab::app
