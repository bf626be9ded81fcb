#include "results/counters_view.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "draw/widgets.hpp"

namespace warplab::app {
namespace {

// One access of one line, as a row.
struct Row {
  const LineCost* line;
  const AccessCost* access;
  int launch = 0;  // index into Exercise::launches
};

enum Column : ImGuiID { kLine, kWhat, kRequests, kPerRequest, kIdeal, kRatio };

double key_of(const Row& row, ImGuiID column) {
  switch (column) {
    case kLine: return row.line->line;
    case kWhat: return static_cast<double>(row.access->what.front());
    case kRequests: return static_cast<double>(row.access->requests);
    case kPerRequest: return row.access->per_request();
    case kIdeal: return row.access->ideal_per_request();
    default: return row.access->ratio();
  }
}

void sort_rows(std::vector<Row>& rows) {
  const ImGuiTableSortSpecs* specs = ImGui::TableGetSortSpecs();
  ImGuiID column = kRatio;
  bool ascending = false;
  if (specs && specs->SpecsCount > 0) {
    column = specs->Specs[0].ColumnUserID;
    ascending = specs->Specs[0].SortDirection == ImGuiSortDirection_Ascending;
  }
  std::stable_sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) {
    const double x = key_of(a, column), y = key_of(b, column);
    return ascending ? x < y : y < x;
  });
}

void right_cell(ImFont* font, ImU32 color, const std::string& text) {
  const float room = ImGui::GetContentRegionAvail().x, width = text_width(font, text);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  put_text_cut(*ImGui::GetWindowDrawList(), font, {at.x + std::max(room - width, 0.0f), at.y},
               color, text, std::max(room, 1.0f));
  ImGui::Dummy({room, font->FontSize});
}

void draw_ratio(Ui& ui, double ratio) {
  const auto level = static_cast<size_t>(cost_level(ratio));
  const std::string text = ratio > 0 ? ratio_text(ratio) : "\u2013";
  ImFont* font = ui.fonts.code_small;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x, width = text_width(font, text) + ui.px(12);
  const float height = ImGui::GetTextLineHeight() + ui.px(2);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float x = at.x + room - width;
  if (ratio > 0 && level > 0)
    list.AddRectFilled({x, at.y - ui.px(1)}, {x + width, at.y - ui.px(1) + height},
                       ui.color().cost[level], ui.px(4));
  put_text(list, font, {x + ui.px(6), at.y + (ImGui::GetTextLineHeight() - font->FontSize) / 2},
           ratio <= 0  ? ui.color().faint
           : level > 0 ? ui.color().on_cost[level]
                       : ui.color().pass,
           text);
  ImGui::Dummy({room, ImGui::GetTextLineHeight()});
}

// How often the line does it stands in the table of launches, too: in a narrow pane only there and
// in the row's tooltip.
void draw_row(Ui& ui, const Row& row, int index, bool has_requests) {
  const Palette& color = ui.color();
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::PushID(index);
  if (ImGui::Selectable("##row", false,
                        ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowItemOverlap,
                        {0, ImGui::GetTextLineHeight()})) {
    ui.ask(GoToLine{row.line->line, 0});
    ui.ask(SelectLine{row.line->line, row.launch});
  }
  note_item(ui, fmt::format("{} of line {}", row.access->what, row.line->line));
  if (ImGui::IsItemHovered())
    tooltip(ui, fmt::format("Line {}, {}: {}. {} requests.", row.line->line, row.access->what,
                            row.access->sentence, count_text(row.access->requests)));
  ImGui::PopID();
  ImGui::SameLine(0, 0);
  right_cell(ui.fonts.code, color.dim,
             row.line->line > 0 ? std::to_string(row.line->line) : "\u2013");
  ImGui::TableNextColumn();
  text_line(ui, ui.fonts.text, color.text, row.access->what);
  if (has_requests) {
    ImGui::TableNextColumn();
    right_cell(ui.fonts.text, color.dim, count_text(row.access->requests));
  }
  ImGui::TableNextColumn();
  right_cell(ui.fonts.strong, color.text, fmt::format("{:.3g}", row.access->per_request()));
  ImGui::TableNextColumn();
  right_cell(ui.fonts.text, color.dim,
             row.access->ideal_units > 0 ? fmt::format("{:.3g}", row.access->ideal_per_request())
                                         : "\u2013");
  ImGui::TableNextColumn();
  draw_ratio(ui, row.access->ratio());
}

// What stands under the mouse over a column's title, in their order.
constexpr const char* kColumnSays[] = {
    "The line of your file.",
    "What the line does with which memory.",
    "How many warp instructions of this line do it.",
    "What one of them costs on average: sectors of 32 bytes of global and local memory, passes "
    "over the banks of shared memory.",
    "What one of them would cost if every byte that is moved were used, or without bank conflicts.",
    "How many times the ideal is spent."};

// Titles stand over their numbers, on the right, with room for the arrow of the sorting.
void draw_head(Ui& ui, bool has_requests) {
  ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
  for (int column = 0; column < (has_requests ? 6 : 5); ++column) {
    if (!ImGui::TableSetColumnIndex(column)) continue;
    const char* name = ImGui::TableGetColumnName(column);
    const int of_all = column + (!has_requests && column >= static_cast<int>(kRequests) ? 1 : 0);
    const char* const says = kColumnSays[of_all];
    if (column == static_cast<int>(kWhat)) {
      ImGui::TableHeader(name);
      note_item(ui, std::string("sort by ") + name);
      tooltip_for_item(ui, says);
      continue;
    }
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room = ImGui::GetContentRegionAvail().x;
    ImGui::TableHeader(("##" + std::string(name)).c_str());
    note_item(ui, std::string("sort by ") + name);
    tooltip_for_item(ui, says);
    ImFont* font = ui.fonts.small_strong;
    const float arrow =
        (ImGui::TableGetColumnFlags(column) & ImGuiTableColumnFlags_IsSorted) ? ui.px(13) : 0;
    put_text(*ImGui::GetWindowDrawList(), font,
             {at.x + room - arrow - text_width(font, name), at.y}, ui.color().faint, name);
  }
}

// What a table of so many columns takes beside what is in them.
float table_padding(size_t columns) {
  return 2 * ImGui::GetStyle().CellPadding.x * static_cast<float>(columns + 1);
}

void draw_lines(Ui& ui, const LaunchLines& launch) {
  std::vector<Row> rows;
  float what = 0;
  for (const LineCost& line : launch.lines)
    for (const AccessCost& access : line.accesses) {
      rows.push_back({&line, &access, static_cast<int>(launch.counted.spec)});
      what = std::max(what, text_width(ui.fonts.text, access.what));
    }
  if (rows.empty()) {
    ImGui::SetCursorPosX(ui.px(14));
    return text_line(ui, ui.fonts.text, ui.color().dim, "No line of it touches memory.");
  }
  constexpr float kLineWidth = 34, kRequestsWidth = 68, kNumberWidth = 40, kRatioWidth = 54;
  constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_Sortable | ImGuiTableFlags_RowBg |
                                     ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_PadOuterX;
  // The arrow of the sorting needs its place at the right.
  const float room = ImGui::GetContentRegionAvail().x - ui.px(8);
  const bool has_requests = ui.px(kLineWidth + kRequestsWidth + 2 * kNumberWidth + kRatioWidth) +
                                what + table_padding(6) <=
                            room;
  if (!ImGui::BeginTable(has_requests ? "lines" : "narrow lines", has_requests ? 6 : 5, kFlags,
                         {room, 0}))
    return;
  const auto fixed = ImGuiTableColumnFlags_WidthFixed | ImGuiTableColumnFlags_PreferSortDescending;
  ImGui::TableSetupColumn("Line", ImGuiTableColumnFlags_WidthFixed, ui.px(kLineWidth), kLine);
  ImGui::TableSetupColumn("Access", ImGuiTableColumnFlags_WidthStretch, 1, kWhat);
  if (has_requests) ImGui::TableSetupColumn("Requests", fixed, ui.px(kRequestsWidth), kRequests);
  ImGui::TableSetupColumn("Each", fixed, ui.px(kNumberWidth), kPerRequest);
  ImGui::TableSetupColumn("Ideal", fixed, ui.px(kNumberWidth), kIdeal);
  ImGui::TableSetupColumn("Ratio", fixed | ImGuiTableColumnFlags_DefaultSort, ui.px(kRatioWidth),
                          kRatio);
  ImGui::PushStyleColor(ImGuiCol_Text, ui.color().faint);
  ImGui::PushFont(ui.fonts.small_strong);
  draw_head(ui, has_requests);
  ImGui::PopFont();
  ImGui::PopStyleColor();
  sort_rows(rows);
  int index = 0;
  for (const Row& row : rows) draw_row(ui, row, index++, has_requests);
  ImGui::EndTable();
}

// The widest texts of a table of launches.
struct LaunchTableWidths {
  float what = 0, number = 0;
  void add_what(ImFont* font, std::string_view text, float indent = 0) {
    what = std::max(what, text_width(font, text) + indent);
  }
  void add_number(ImFont* font, std::string_view text) {
    number = std::max(number, text_width(font, text));
  }
};

// A table whose first column says what, with a column for each launch. Where they do not fit, the
// first stays and the others are moved sideways. Call EndTable() after true.
bool begin_launch_table(Ui& ui, const char* id, const std::vector<LaunchLines>& launches,
                        size_t rows, const LaunchTableWidths& widest) {
  // Widths are those of what is in the cells: ImGui adds their padding.
  const float what = widest.what + ui.px(4), number = std::max(widest.number, ui.px(56));
  const float room = ImGui::GetContentRegionAvail().x - ui.px(8);
  const bool fits =
      what + number * static_cast<float>(launches.size()) + table_padding(launches.size() + 1) <=
      room;
  ImGuiTableFlags flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_PadOuterX;
  // A table that scrolls has a height of its own; the bar is below the last row.
  const float line = ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().CellPadding.y;
  const float height =
      fits ? 0 : line * static_cast<float>(rows + 1) + ImGui::GetStyle().ScrollbarSize + ui.px(4);
  if (!fits) flags |= ImGuiTableFlags_ScrollX;
  if (!ImGui::BeginTable(id, static_cast<int>(launches.size()) + 1, flags, {room, height}))
    return false;
  ImGui::TableSetupScrollFreeze(1, 0);
  ImGui::TableSetupColumn(
      "what", fits ? ImGuiTableColumnFlags_WidthStretch : ImGuiTableColumnFlags_WidthFixed,
      fits ? 1 : what);
  for (const LaunchLines& launch : launches)
    ImGui::TableSetupColumn(launch.counted.name.c_str(), ImGuiTableColumnFlags_WidthFixed, number);
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  for (const LaunchLines& launch : launches) {
    ImGui::TableNextColumn();
    const bool given = launch.counted.given;
    right_cell(ui.fonts.small_strong, given ? ui.color().faint : ui.color().dim,
               launch.counted.name);
    tooltip_for_item(ui, launch.title());
  }
  return true;
}

// The last item has its sentence under the mouse; tests find it by `name`.
void explain(Ui& ui, const std::string& name, std::string_view sentence) {
  note_item(ui, "counter " + name, 0, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  tooltip_for_item(ui, sentence);
}

// The launches side by side. Every row says under the mouse what it counts.
void draw_compared(Ui& ui, const std::vector<LaunchLines>& launches) {
  const std::vector<ComparedRow> rows = compare_launches(launches);
  LaunchTableWidths widest;
  for (const ComparedRow& row : rows) {
    ImFont* const font = row.is_detail ? ui.fonts.text : ui.fonts.strong;
    widest.add_what(font, row.what, row.is_detail ? ui.px(12) : 0);
    for (const std::string& value : row.values) widest.add_number(font, value);
  }
  if (rows.empty() || !begin_launch_table(ui, "compared", launches, rows.size(), widest)) return;
  std::string group;
  for (const ComparedRow& row : rows) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    if (row.is_detail) ImGui::Indent(ui.px(12));
    text_line(ui, row.is_detail ? ui.fonts.text : ui.fonts.strong,
              row.is_detail ? ui.color().dim : ui.color().text, row.what);
    if (row.is_detail) ImGui::Unindent(ui.px(12));
    else group = row.what;
    explain(ui, row.is_detail ? row.what + " of " + group : row.what, row.explanation);
    for (const std::string& value : row.values) {
      ImGui::TableNextColumn();
      right_cell(row.is_detail ? ui.fonts.text : ui.fonts.strong, ui.color().text,
                 value.empty() ? "\u2013" : value);
      tooltip_for_item(ui, row.explanation);
    }
  }
  ImGui::EndTable();
}

// Every counter by its name, as gates and JSON know it, launch by launch.
void draw_all_counters(Ui& ui, const std::vector<LaunchLines>& launches) {
  std::vector<sim::Counter> counted;
  for (size_t i = 0; i < sim::kCounterCount; ++i)
    if (std::any_of(launches.begin(), launches.end(),
                    [&](const LaunchLines& launch) { return launch.counted.total.values[i] > 0; }))
      counted.push_back(static_cast<sim::Counter>(i));
  LaunchTableWidths widest;
  for (const sim::Counter counter : counted) {
    widest.add_what(ui.fonts.code_small, sim::name_of(counter));
    for (const LaunchLines& launch : launches)
      widest.add_number(ui.fonts.text, count_text(launch.counted.total[counter]));
  }
  if (!begin_launch_table(ui, "all counters", launches, counted.size(), widest)) return;
  for (const sim::Counter counter : counted) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    text_line(ui, ui.fonts.code_small, ui.color().dim, sim::name_of(counter));
    explain(ui, std::string(sim::name_of(counter)),
            fmt::format("{}: {}", sim::name_of(counter), sentence_of(counter)));
    for (const LaunchLines& launch : launches) {
      ImGui::TableNextColumn();
      right_cell(ui.fonts.text, ui.color().text, count_text(launch.counted.total[counter]));
      tooltip_for_item(ui, sentence_of(counter));
    }
  }
  ImGui::EndTable();
}

void draw_variants(Ui& ui, const std::vector<verdict::VariantCounters>& counters, size_t chosen) {
  if (counters.size() < 2) return;
  for (size_t i = 0; i < counters.size(); ++i) {
    if (i) ImGui::SameLine(0, ui.px(4));
    ImGui::PushID(static_cast<int>(i));
    if (segment(ui, "variant", counters[i].variant, i == chosen)) ui.ask(ShowVariant{i});
    ImGui::PopID();
  }
  ImGui::Dummy({1, ui.px(4)});
}

void draw_each_launch(Ui& ui, const std::vector<LaunchLines>& launches) {
  for (size_t i = 0; i < launches.size(); ++i) {
    // A reference is counted as a whole.
    if (launches[i].counted.given && launches[i].counted.lines.empty()) continue;
    ImGui::Dummy({1, ui.px(8)});
    if (launches.size() > 1) {
      ImGui::SetCursorPosX(ui.px(14));
      pane_title(ui, launches[i].title());
      ImGui::Dummy({1, ui.px(2)});
    }
    ImGui::PushID(static_cast<int>(i));
    draw_lines(ui, launches[i]);
    ImGui::PopID();
  }
}

}  // namespace

void draw_counters(Ui& ui, CountersState& state, const Lab& lab) {
  const Work* work = lab.work();
  if (!work || !work->outcome || work->outcome->result.counters.empty()) return;
  ImGui::Dummy({1, ui.px(6)});
  ImGui::SetCursorPosX(ui.px(8));
  if (labelled_button(ui, "counters", state.is_open ? Icon::chevron_down : Icon::chevron_right,
                      "Counters"))
    state.is_open = !state.is_open;
  if (!state.is_open) return;
  const auto& counters = work->outcome->result.counters;
  const size_t chosen = std::min(work->variant, counters.size() - 1);
  const std::vector<LaunchLines>& launches = work->marks.launches;
  ImGui::Dummy({1, ui.px(8)});
  ImGui::SetCursorPosX(ui.px(14));
  draw_variants(ui, counters, chosen);
  ImGui::SetCursorPosX(ui.px(14));
  text_wrapped(ui, ui.fonts.strong, ui.color().text,
               headline(launches, work->outcome->result.verdict == verdict::Status::pass));
  ImGui::SetCursorPosX(ui.px(14));
  std::string detail = counters[chosen].where;
  if (work->marks.of_version != work->document.code().buffer().version())
    detail += "; the text has changed since";
  text_line(ui, ui.fonts.small, ui.color().faint, detail,
            ImGui::GetContentRegionAvail().x - ui.px(10));
  ImGui::Dummy({1, ui.px(4)});
  draw_compared(ui, launches);
  draw_each_launch(ui, launches);
  ImGui::Dummy({1, ui.px(8)});
  ImGui::SetCursorPosX(ui.px(8));
  if (labelled_button(ui, "all", state.show_all ? Icon::chevron_down : Icon::chevron_right,
                      "All counters"))
    state.show_all = !state.show_all;
  if (state.show_all) draw_all_counters(ui, launches);
  ImGui::Dummy({1, ui.px(12)});
}

}  // namespace warplab::app
