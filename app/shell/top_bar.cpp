#include "shell/top_bar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/capital.hpp"
#include "draw/widgets.hpp"
#include "experiment/experiment_view.hpp"
#include "results/result_view.hpp"

namespace warplab::app {
namespace {

// What the simulator can compile for. More recent GPUs run what these produce.
struct Target {
  int compute_capability;
  const char* name;
};
constexpr Target kTargets[] = {
    {75, "Turing, 7.5"}, {80, "Ampere, 8.0"}, {86, "Ampere, 8.6"},
    {89, "Ada, 8.9"},    {90, "Hopper, 9.0"},
};

std::string device_text(int compute_capability, bool whole) {
  if (!whole) return "CPU simulator";
  for (const Target& target : kTargets)
    if (target.compute_capability == compute_capability)
      return fmt::format("CPU simulator ({})", target.name);
  return fmt::format("CPU simulator ({:.1f})", compute_capability / 10.0);
}

// How pictures come from a GPU to the window, for those who have one.
std::string interop_text(const Ui& ui) { return "CUDA-GL interop is " + ui.interop + "."; }

std::string device_tooltip(const Ui& ui, const Lab& lab) {
  if (lab.chosen_gpu())
    return "Kernels run in the simulator first, which counts and finds mistakes. Those it finds "
           "nothing wrong "
           "with run on this GPU, too: their answers are checked again, and they are timed. " +
           interop_text(ui);
  std::string text =
      "Kernels are compiled for this GPU and run warp by warp on the CPU. Counters and verdicts "
      "are exact and "
      "the same on every machine.";
  const GpuList& gpus = lab.devices().list();
  const std::string& device = lab.settings().device;
  if (lab.devices().is_looking()) return text + " GPUs are being looked for.";
  if (gpus.gpus.empty()) return text + " There is no GPU to time them on: " + gpus.why_none;
  if (!device.empty() && device != kSimulatorOnly)
    return text + " The GPU that was chosen before is not here.";
  return text + " Choose a GPU to have them timed.";
}

void draw_mark(Ui& ui, ImVec2 at, float size) {
  // A warp: eight lanes, one of them going its own way.
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float step = size / 8;
  for (int i = 0; i < 8; ++i) {
    const bool strays = i == 5;
    const float x = at.x + step * static_cast<float>(i) + step * 0.2f;
    const float top = at.y + (strays ? size * 0.05f : size * 0.25f);
    list.AddRectFilled({x, top}, {x + step * 0.6f, top + size * 0.62f},
                       strays ? ui.color().warn : ui.color().link, step * 0.3f);
  }
}

void draw_heading(const Ui& ui, const char* text) {
  ImGui::PushStyleColor(ImGuiCol_Text, ui.color().dim);
  ImGui::TextUnformatted(text);
  ImGui::PopStyleColor();
}

// Real ones first: whoever has one wants it.
void draw_device_choices(Ui& ui, Lab& lab, const Gpu* gpu) {
  const GpuList& gpus = lab.devices().list();
  draw_heading(ui, "Simulate, then run and time on");
  for (const Gpu& one : gpus.gpus) {
    if (ImGui::Selectable((one.name + "##" + one.uuid).c_str(), gpu == &one))
      lab.settings().device = one.uuid;
    note_item(ui, "gpu " + one.name);
  }
  if (gpus.gpus.empty()) {
    ImGui::BeginDisabled();
    ImGui::Selectable(lab.devices().is_looking() ? "Looking for GPUs" : "No GPU here");
    ImGui::EndDisabled();
    note_item(ui, "no gpu");
  }
  ImGui::Separator();
  draw_heading(ui, "Simulate a GPU of");
  for (const Target& target : kTargets) {
    const bool chosen = !gpu && target.compute_capability == lab.settings().compute_capability;
    const std::string label =
        fmt::format("compute capability {:.1f}##target", target.compute_capability / 10.0);
    if (ImGui::Selectable(label.c_str(), chosen)) {
      lab.settings().compute_capability = target.compute_capability;
      lab.settings().device = kSimulatorOnly;
    }
    note_item(ui, fmt::format("simulate {}", target.compute_capability));
  }
}

// `whole`: there is room for all that there is to say of it.
void draw_device(Ui& ui, Lab& lab, float width, bool whole) {
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(10), ui.px(7)});
  ImGui::SetNextItemWidth(width);
  const Gpu* const gpu = lab.chosen_gpu();
  const std::string current =
      gpu ? gpu->name : device_text(lab.settings().compute_capability, whole);
  if (begin_choice(ui, "##device", current)) {
    draw_device_choices(ui, lab, gpu);
    ImGui::EndCombo();
  } else {
    note_item(ui, "device");
    tooltip_for_item(ui, device_tooltip(ui, lab));
  }
  ImGui::PopStyleVar();
}

void draw_progress(Ui& ui, const Lab& lab, ImVec2 at, ImVec2 size) {
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const verdict::Progress progress = lab.runner().progress();
  const CourseEntry* running = lab.course().find(lab.runner().slug());
  std::string text = with_capital(lab.runner().is_cancelling() ? "cancelling" : progress.doing);
  if (running && lab.entry() != running) text = running->title + ": " + text;
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - lab.runner().started())
          .count();
  const std::string time = fmt::format("{:.0f} s", seconds);
  const float time_width = text_width(ui.fonts.small, time);
  const float y = at.y + size.y / 2 - ui.fonts.text->FontSize * 0.8f;
  put_text_cut(list, ui.fonts.text, {at.x, y}, color.text, text, size.x - time_width - ui.px(12));
  put_text(list, ui.fonts.small, {at.x + size.x - time_width, y}, color.dim, time);
  const float bar = y + ui.fonts.text->FontSize + ui.px(6);
  const auto fraction = static_cast<float>(std::clamp(progress.fraction, 0.0, 1.0));
  list.AddRectFilled({at.x, bar}, {at.x + size.x, bar + ui.px(4)}, color.raised, ui.px(2));
  list.AddRectFilled({at.x, bar}, {at.x + std::max(size.x * fraction, ui.px(4)), bar + ui.px(4)},
                     color.link, ui.px(2));
  ui.wake_within(1);  // the seconds go on even when the simulator is silent
}

// A word: what to mend stands in the card.
void draw_verdict(Ui& ui, const Lab& lab, ImVec2 at, ImVec2 size) {
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float middle = at.y + size.y / 2, text_y = middle - ui.fonts.text->FontSize / 2;
  const std::optional<ResultCard> card = card_of(lab);
  if (!card) {
    if (lab.experiment())
      put_text_cut(list, ui.fonts.text, {at.x, text_y}, color.text, experiment_sentence(lab),
                   size.x);
    return;
  }
  const StatusLook look = look_of(ui, card->status);
  const float icon = ui.px(18);
  // A text that was not run has neither passed nor failed, whatever the one before it did.
  const ImU32 ink = card->is_old ? color.faint : look.color;
  draw_icon(list, look.icon, {at.x, middle - icon / 2}, icon, ink);
  put_text_cut(list, ui.fonts.strong, {at.x + icon + ui.px(8), text_y},
               card->is_old ? color.faint : color.text, card->verdict, size.x - icon - ui.px(8));
}

// Only where there is a choice.
void draw_languages(Lab& lab) {
  if (lab.languages().empty() || !ImGui::BeginMenu("Language of statements")) return;
  std::string& chosen = lab.settings().language;
  if (ImGui::MenuItem("The system's", nullptr, chosen.empty())) chosen.clear();
  if (ImGui::MenuItem("English (en)", nullptr, chosen == "en")) chosen = "en";
  for (const auto& [language, count] : lab.languages()) {
    const std::string label =
        fmt::format("{} ({} of {} statements)", language, count, lab.course().entries().size());
    if (ImGui::MenuItem(label.c_str(), nullptr, chosen == language)) chosen = language;
  }
  ImGui::EndMenu();
}

// What folds away, with its key.
void draw_layout_menu(Ui& ui, Lab& lab) {
  if (!ImGui::BeginMenu("Layout")) return;
  Layout& layout = lab.settings().layout;
  const auto row = [&](const char* what, const char* key, bool folded, Fold which) {
    if (ImGui::MenuItem(what, key, !folded)) ui.ask(FoldPane{which});
  };
  row("Course and statement", "Ctrl+B", layout.left_folded, Fold::statement);
  row("List of the course", "Ctrl+Shift+B", layout.course_folded, Fold::course);
  row("What came of runs", "Ctrl+Alt+B", layout.right_folded, Fold::tabs);
  ImGui::Separator();
  if (ImGui::MenuItem("Wrap long lines of code", "Alt+Z", lab.settings().wrap_lines))
    ui.ask(WrapLines{});
  if (ImGui::MenuItem("Statement or result", "F2")) ui.ask(ReadStatement{});
  if (ImGui::MenuItem("What the compiler made", "Ctrl+P")) ui.ask(ShowCode{});
  ImGui::Separator();
  if (ImGui::MenuItem("As it was at first")) ui.ask(ResetLayout{});
  ImGui::EndMenu();
}

void draw_menu(Ui& ui, Lab& lab, const Gpu* gpu) {
  if (!ImGui::BeginPopup("menu")) return;
  const bool has_work = lab.work() != nullptr;
  if (ImGui::MenuItem("Run", "F5", false, has_work && !lab.runner().is_running())) ui.ask(RunNow{});
  if (ImGui::MenuItem("Run, and in three other orders too", "Shift+F5", false,
                      has_work && !lab.runner().is_running()))
    ui.ask(RunNow{3});
  ImGui::MenuItem("Run on save", nullptr, &lab.settings().run_on_save);
  note_item(ui, "menu run on save");
  if (ImGui::BeginMenu("Device")) {
    draw_device_choices(ui, lab, gpu);
    ImGui::EndMenu();
  }
  if (ImGui::MenuItem("Save", "Ctrl+S", false, has_work)) ui.ask(SaveFile{});
  if (ImGui::MenuItem("Open in my editor", nullptr, false, has_work)) ui.ask(OpenInEditor{});
  if (ImGui::MenuItem("Run a whole program")) ui.ask(OpenProgram{});
  note_item(ui, "menu program");
  if (ImGui::MenuItem("History", "F4", false, has_work)) ui.ask(ShowHistory{});
  if (ImGui::MenuItem("Back to the starter", nullptr, false, has_work)) ui.ask(AskToReset{});
  ImGui::Separator();
  const bool dark = ui.color().dark;
  if (ImGui::MenuItem("Dark", nullptr, dark)) ui.ask(SetTheme{ThemeChoice::dark});
  if (ImGui::MenuItem("Light", nullptr, !dark)) ui.ask(SetTheme{ThemeChoice::light});
  ImGui::Separator();
  if (ImGui::MenuItem("Larger text", "Ctrl++")) ui.ask(ChangeFontSize{1});
  if (ImGui::MenuItem("Smaller text", "Ctrl+-")) ui.ask(ChangeFontSize{-1});
  if (ImGui::MenuItem("Ordinary text", "Ctrl+0")) ui.ask(ChangeFontSize{0});
  draw_layout_menu(ui, lab);
  draw_languages(lab);
  ImGui::Separator();
  if (ImGui::MenuItem("Keyboard shortcuts", "F1")) ui.ask(ShowShortcuts{});
  if (ImGui::MenuItem("Quit", "Ctrl+Q")) ui.ask(Quit{});
  ImGui::EndPopup();
}

// What stands from left to right. Each part is drawn at `x` and says where the next one begins.
class TopBar {
 public:
  TopBar(Ui& ui, Lab& lab)
      : ui_(ui),
        lab_(lab),
        at_(ImGui::GetWindowPos()),
        size_{ImGui::GetWindowWidth(), std::round(ui.px(kTopBarHeight))} {}

  void draw() {
    const Palette& color = ui_.color();
    list_.AddRectFilled({at_.x, at_.y + size_.y - 1}, {at_.x + size_.x, at_.y + size_.y},
                        color.border);
    draw_name();
    draw_run();
    if (has_room(kRoomForDevice)) draw_devices();
    if (has_room(kRoomForRunOnSave)) draw_run_on_save();
    const float buttons = has_room(kRoomForTheme) ? 2 * 28 + 4 : 28;
    const float menu = ui_.px(buttons + 12);
    draw_outcome(at_.x + size_.x - menu - ui_.px(12));
    draw_buttons(at_.x + size_.x - menu);
  }

 private:
  // The verdict comes first: where the window is small (in units), what else is asked for less
  // often leaves the bar, and is in the menu.
  static constexpr float kRoomForName = 1340, kRoomForRunOnSave = 1240, kRoomForWholeDevice = 1100,
                         kRoomForDevice = 900, kRoomForTheme = 800;
  bool has_room(float units) const { return size_.x >= ui_.px(units); }
  float control_height() const { return ImGui::GetFontSize() + ui_.px(14); }
  void begin_control() {
    ImGui::SetCursorScreenPos({x_, at_.y + (size_.y - control_height()) / 2});
  }

  void draw_name() {
    draw_mark(ui_, {x_, at_.y + size_.y / 2 - ui_.px(11)}, ui_.px(22));
    x_ += ui_.px(32);
    if (!has_room(kRoomForName)) {
      x_ += ui_.px(6);
      return;
    }
    ImFont* font = ui_.fonts.heading;
    put_text(list_, font, {x_, at_.y + (size_.y - font->FontSize) / 2}, ui_.color().text,
             "Warp Lab");
    x_ += text_width(font, "Warp Lab") + ui_.px(24);
  }

  void draw_run() {
    begin_control();
    const float width = labelled_button_width(ui_, "Cancel  Esc");
    x_ += width + ui_.px(10);
    if (lab_.runner().is_running()) {
      if (labelled_button(ui_, "cancel", Icon::stop, "Cancel  Esc", false, width))
        ui_.ask(CancelRun{});
      return;
    }
    ImGui::BeginDisabled(!lab_.work());
    if (labelled_button(ui_, "run", Icon::play, "Run  F5", true, width)) ui_.ask(RunNow{});
    ImGui::EndDisabled();
    if (lab_.experiment())
      return tooltip_for_item(ui_, "Save the kernels and run the experiment with them again (F5).");
    tooltip_for_item(
        ui_,
        "Save, compile and check (F5). Shift+F5 also runs three other orders of blocks "
        "and warps, which shows answers that depend on luck.");
  }

  void draw_devices() {
    begin_control();
    const char* widest =
        has_room(kRoomForWholeDevice) ? "CPU simulator (Hopper, 9.0)" : "CPU simulator";
    const float width = text_width(ui_.fonts.text, widest) + ui_.px(24) + control_height();
    draw_device(ui_, lab_, width, has_room(kRoomForWholeDevice));
    x_ += width + ui_.px(14);
  }

  void draw_run_on_save() {
    begin_control();
    check_box(ui_, "run on save", "Run on save", &lab_.settings().run_on_save);
    tooltip_for_item(ui_, "Run whenever the file is saved, here or by another editor");
    x_ += text_width(ui_.fonts.text, "Run on save") + ui_.px(16 + 8 + 4 + 18);
  }

  // How far the run is, or what came of it, up to `right`.
  void draw_outcome(float right) {
    const float line = x_ - ui_.px(8);
    list_.AddRectFilled({line, at_.y + ui_.px(14)}, {line + 1, at_.y + size_.y - ui_.px(14)},
                        ui_.color().border);
    const ImVec2 at{x_ + ui_.px(6), at_.y}, size{right - at.x, size_.y};
    if (size.x <= ui_.px(54)) return;
    if (lab_.runner().is_running()) draw_progress(ui_, lab_, at, size);
    else draw_verdict(ui_, lab_, at, size);
  }

  void draw_buttons(float left) {
    ImGui::SetCursorScreenPos({left, at_.y + (size_.y - ui_.px(28)) / 2});
    const bool dark = ui_.color().dark;
    if (has_room(kRoomForTheme)) {
      if (icon_button(ui_, "theme", dark ? Icon::sun : Icon::moon, dark ? "Light" : "Dark"))
        ui_.ask(SetTheme{dark ? ThemeChoice::light : ThemeChoice::dark});
      ImGui::SameLine(0, ui_.px(4));
    }
    if (icon_button(ui_, "menu button", Icon::settings, "Menu")) ImGui::OpenPopup("menu");
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui_.px(8), ui_.px(8)});
    draw_menu(ui_, lab_, lab_.chosen_gpu());
    ImGui::PopStyleVar();
  }

  Ui& ui_;
  Lab& lab_;
  ImDrawList& list_ = *ImGui::GetWindowDrawList();
  const ImVec2 at_, size_;
  float x_ = at_.x + ui_.px(16);
};

}  // namespace

void draw_top_bar(Ui& ui, Lab& lab) { TopBar(ui, lab).draw(); }

}  // namespace warplab::app
