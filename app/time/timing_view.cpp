#include "time/timing_view.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "draw/widgets.hpp"
#include "results/messages.hpp"
#include "time/access_counts.hpp"
#include "time/roofline_chart.hpp"
#include "time/timing_chart.hpp"

namespace warplab::app {
namespace {

using verdict::Timing;

// An icon beside sentences.
void draw_standing(Ui& ui, const Standing& standing) {
  const Palette& color = ui.color();
  struct Look {
    Icon icon;
    ImU32 color;
  };
  const Look look = standing.kind == Standing::Kind::stable     ? Look{Icon::check, color.pass}
                    : standing.kind == Standing::Kind::unstable ? Look{Icon::warning, color.warn}
                                                                : Look{Icon::cross, color.fail};
  const ImVec2 at = ImGui::GetCursorScreenPos();
  draw_icon(*ImGui::GetWindowDrawList(), look.icon, {at.x + ui.px(14), at.y + ui.px(1)}, ui.px(15),
            look.color);
  ImGui::SetCursorPosX(ui.px(36));
  text_wrapped(ui, ui.fonts.text, color.dim, standing.text);
}

void draw_limit(Ui& ui, const TimeLimit& limit) {
  const StatusLook look = look_of(ui, limit.status);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  draw_icon(*ImGui::GetWindowDrawList(), limit.applies ? look.icon : Icon::dash,
            {at.x + ui.px(14), at.y + ui.px(1)}, ui.px(15),
            limit.applies ? look.color : ui.color().faint);
  std::string text = fmt::format("{}: {}", limit.name, limit.text);
  if (limit.us && !limit.is_time) text += ", that is " + microseconds_text(*limit.us);
  text +=
      fmt::format(" ({}{})", limit.applies ? look.word : "does not apply",
                  limit.modelled_for.empty() ? "" : ", by a model of the " + limit.modelled_for);
  if (!limit.reason.empty() && limit.status == verdict::Status::not_checked)
    text += ". " + limit.reason;
  ImGui::SetCursorPosX(ui.px(36));
  text_wrapped(ui, ui.fonts.text, limit.applies ? ui.color().text : ui.color().faint, text);
}

void draw_roof(Ui& ui, Lab& lab, const RunOutcome& outcome, const Timing& timing) {
  const exercise::Exercise& exercise = *lab.exercise();
  const std::optional<double> per_byte = instructions_per_byte(exercise, outcome.result, timing);
  const double bandwidth = copy_bandwidth(timing);
  ImGui::Dummy({1, ui.px(10)});
  ImGui::SetCursorPosX(ui.px(14));
  pane_title(ui, "Under the roof of the memory");
  if (!per_byte || bandwidth <= 0)
    return pane_text(ui, ui.fonts.text, ui.color().dim,
                     "The simulator counted no instructions for this time.");
  const std::vector<Attempt>& attempts = lab.history().of(outcome.slug);
  const auto own = std::find_if(attempts.begin(), attempts.end(), [&](const Attempt& attempt) {
    return attempt.time == outcome.time;
  });
  std::optional<RooflinePoint> last;
  if (own != attempts.end())
    if (const auto time = last_time(attempts, &*own, timing.gpu, name_of(timing));
        time && time->instructions_per_byte > 0 && time->median_us > 0)
      last = roofline_point(time->instructions_per_byte, static_cast<double>(time->bytes),
                            time->median_us, time->copy_fraction);
  draw_roofline(
      ui, measured_roofline(bandwidth,
                            roofline_point(*per_byte, static_cast<double>(timing.bytes),
                                           timing.kernel.time_us.median, timing.copy_fraction),
                            last));
  pane_text(
      ui, ui.fonts.small, ui.color().faint,
      fmt::format("{:.3g} of the way up to the roof. Instructions of all threads are those that "
                  "the simulator counted, scaled to the size that was timed.",
                  timing.copy_fraction));
}

// What a model of the same GPU says beside the measured time. None: there is no model of it, or it
// is not there yet.
std::optional<MeasuredBeside> draw_model_beside(Ui& ui, TimingState& state, Lab& lab,
                                                const Timing& timing) {
  const auto answer = model_beside(ui, state.what_if, lab, timing);
  if (!answer) return std::nullopt;
  const auto beside = measured_beside(*lab.exercise(), timing, *answer);
  if (!beside) return std::nullopt;
  marked_sentence(ui, beside->agrees ? Icon::check : Icon::warning,
                  beside->agrees ? ui.color().pass : ui.color().warn, beside->sentence);
  note_item(ui, beside->agrees ? "the model agrees" : "the model differs");
  return beside;
}

// A model's have no samples.
std::vector<Timing> measured_timings(const RunOutcome& outcome) {
  std::vector<Timing> timings;
  if (!outcome.result.gpu) return timings;
  for (const Timing& timing : outcome.result.timings)
    if (timing.source == verdict::Source::measured) timings.push_back(timing);
  return timings;
}

void draw_times(Ui& ui, TimingState& state, Lab& lab, const RunOutcome& outcome,
                const std::vector<Timing>& timings) {
  const verdict::GpuReport& report = *outcome.result.gpu;
  state.chosen = std::min(state.chosen, timings.size() - 1);
  ImGui::SetCursorPosX(ui.px(14));
  if (timings.size() > 1) {
    for (size_t i = 0; i < timings.size(); ++i) {
      if (i) ImGui::SameLine(0, ui.px(4));
      ImGui::PushID(static_cast<int>(i));
      if (segment(ui, "timing", name_of(timings[i]), i == state.chosen)) state.chosen = i;
      ImGui::PopID();
    }
  }
  const Timing& timing = timings[state.chosen];
  const Summary& time = timing.kernel.time_us;
  pane_text(ui, ui.fonts.heading, ui.color().text, microseconds_text(time.median));
  pane_text(
      ui, ui.fonts.text, ui.color().dim,
      fmt::format(
          "Median; quartiles {} and {}; {:.3g} of our copy's bandwidth ({} for as many bytes)",
          microseconds_text(time.q1), microseconds_text(time.q3), timing.copy_fraction,
          microseconds_text(timing.kernel.copy_us.median)));
  if (const std::string beside = yardstick_text(*lab.exercise(), timing); !beside.empty())
    pane_text(ui, ui.fonts.text, ui.color().dim, beside);
  if (const std::string library = library_text(timing); !library.empty())
    pane_text(ui, ui.fonts.text, ui.color().dim, library);
  draw_standing(ui, standing_of(timing));
  const std::optional<MeasuredBeside> beside = draw_model_beside(ui, state, lab, timing);
  ImGui::Dummy({1, ui.px(4)});
  ImGui::SetCursorPosX(ui.px(14));
  if (segment(ui, "from zero", "From 0", !state.samples.magnified)) state.samples.magnified = false;
  ImGui::SameLine(0, ui.px(4));
  if (segment(ui, "magnified", "Magnified", state.samples.magnified))
    state.samples.magnified = true;
  const std::vector<TimeLimit> limits = limits_of(*lab.exercise(), outcome.result, timing);
  draw_sample_chart(ui, state.samples, timing, limits,
                    beside ? std::optional(beside->modelled) : std::nullopt);
  for (const TimeLimit& limit : limits) draw_limit(ui, limit);
  draw_roof(ui, lab, outcome, timing);
  ImGui::Dummy({1, ui.px(8)});
  pane_text(ui, ui.fonts.small, ui.color().faint,
            fmt::format("{}, CUDA {}.{}; {}. {}.", report.name, report.driver_version / 1000,
                        report.driver_version % 1000 / 10, timing.where, sampling_text(timing)));
  if (!report.note.empty()) pane_text(ui, ui.fonts.small, ui.color().warn, report.note);
  ImGui::Dummy({1, ui.px(12)});
}

}  // namespace

void draw_timing(Ui& ui, TimingState& state, Lab& lab) {
  const Work* work = lab.work();
  if (!work || !work->outcome)
    return empty_pane(ui, Icon::history, "No time yet",
                      "Press F5. Then a model says how long the kernel takes on a GPU of your "
                      "choice, which need not be here, and what limits it there. On a GPU of this "
                      "machine every measured sample appears beside it.");
  const RunOutcome& outcome = *work->outcome;
  ImGui::SetCursorPos({ui.px(14), ui.px(12)});
  const std::vector<Timing> timings = measured_timings(outcome);
  const bool is_measured = !timings.empty();
  if (is_measured) {
    if (segment(ui, "measured", "Measured", !state.shows_model)) state.shows_model = false;
    ImGui::SameLine(0, ui.px(4));
    if (segment(ui, "what if", "What if", state.shows_model)) state.shows_model = true;
    if (!state.shows_model) return draw_times(ui, state, lab, outcome, timings);
  }
  draw_what_if(ui, state.what_if, lab);
  ImGui::Dummy({1, ui.px(12)});
  draw_access_counts(ui, *work,
                     outcome.cancelled ? "The run was cancelled."
                     : is_measured     ? ""
                                       : why_no_time(outcome.result, lab.why_no_gpu()));
  ImGui::Dummy({1, ui.px(12)});
}

}  // namespace warplab::app
