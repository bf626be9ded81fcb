#include "reports/json.hpp"

#include <nlohmann/json.hpp>

#include "exercise_choice.hpp"
#include "verdict/result_json.hpp"

namespace warplab::grader {

std::string list_json(const std::vector<exercise::Entry>& entries) {
  using Json = nlohmann::ordered_json;
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
  const Json json = {{"schema", verdict::kResultSchema}, {"exercises", std::move(list)}};
  return json.dump(2, ' ', true, Json::error_handler_t::replace) + "\n";
}

}  // namespace warplab::grader
