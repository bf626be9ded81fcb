// For programs. Results and checks have their JSON in verdict/, because others read it, too.
#include <nlohmann/json.hpp>

#include "exercise_choice.hpp"
#include "reports/format.hpp"
#include "reports/sweep.hpp"
#include "verdict/report/result_json.hpp"

namespace warplab::grader {
namespace {

using Json = nlohmann::ordered_json;

// {"schema": 1, "exercises": [{"slug", "title", "module", "student_file", "folder", "error"}],
//  "experiments": [{"slug", "title", "module", "folder", "error"}]}
std::string list_json(const std::vector<exercise::Entry>& entries,
                      const std::vector<experiment::Entry>& others, const TextStyle&) {
  Json list = Json::array();
  for (const exercise::Entry& entry : entries) {
    const exercise::Exercise* exercise = entry.exercise ? &*entry.exercise : nullptr;
    list.push_back({{"slug", slug_of(entry.folder)},
                    {"title", exercise ? exercise->title : ""},
                    {"module", exercise ? exercise->module : ""},
                    {"student_file", exercise ? exercise->student_file : ""},
                    {"folder", entry.folder.string()},
                    {"error", exercise ? "" : entry.exercise.error()}});
  }
  Json experiments = Json::array();
  for (const experiment::Entry& entry : others) {
    const experiment::Experiment* one = entry.experiment ? &*entry.experiment : nullptr;
    experiments.push_back({{"slug", slug_of(entry.folder)},
                           {"title", one ? one->title : ""},
                           {"module", one ? one->module : ""},
                           {"folder", entry.folder.string()},
                           {"error", one ? "" : entry.experiment.error()}});
  }
  const Json json = {{"schema", verdict::kResultSchema},
                     {"exercises", std::move(list)},
                     {"experiments", std::move(experiments)}};
  return json.dump(2, ' ', true, Json::error_handler_t::replace) + "\n";
}

std::string results_json(const std::vector<verdict::ExerciseResult>& results, const TextStyle&) {
  return verdict::to_json(results);
}

std::string checks_json(const std::vector<verdict::ExerciseCheck>& checks, const TextStyle&) {
  return verdict::to_json(checks);
}

}  // namespace

extern const Format kJsonFormat;
constinit const Format kJsonFormat = {.name = "json",
                                      .all_graded = results_json,
                                      .all_checked = checks_json,
                                      .listed = list_json,
                                      .swept = sweep_json};

}  // namespace warplab::grader
