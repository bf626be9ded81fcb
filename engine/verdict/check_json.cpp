#include <nlohmann/json.hpp>

#include "verdict/check.hpp"
#include "verdict/report/result_json.hpp"

namespace warplab::verdict {
namespace {

using Json = nlohmann::ordered_json;

std::string_view name_of(CheckItem::Outcome outcome) {
  switch (outcome) {
    case CheckItem::Outcome::passed: return "pass";
    case CheckItem::Outcome::failed: return "fail";
    case CheckItem::Outcome::remark: break;
  }
  return "remark";
}

Json margin_json(const Margin& margin) {
  Json json = {{"gate", margin.gate},
               {"unit", margin.unit},
               {"limit", margin.limit},
               {"limit_is", margin.limit_is_minimum ? "minimum" : "maximum"},
               {"solution", margin.solution},
               {"nearest_wrong", nullptr},
               {"nearest_wrong_file", margin.nearest_wrong_file}};
  if (margin.nearest_wrong) json["nearest_wrong"] = *margin.nearest_wrong;
  return json;
}

// One kernel in a line: what it failed, and how long it took where it was timed.
Json kernel_json(const KernelResult& kernel) {
  Json failed = Json::array(), times = Json::array();
  for (const GateResult& gate : kernel.result.gates)
    if (gate.status == Status::fail) failed.push_back(gate.name);
  for (const Timing& timing : kernel.result.timings)
    if (timing.source == Source::measured)
      times.push_back(
          {{"variant", timing.variant},
           {"launch", timing.launch},
           {"where", timing.where},
           {"time_us", timing.kernel.time_us.median},
           {"copy_us", timing.kernel.copy_us.median},
           {"copy_fraction", timing.copy_fraction},
           {"reference_us", timing.reference ? Json(timing.reference->time_us.median) : Json()},
           {"yardstick_us", timing.yardstick ? Json(timing.yardstick->time_us.median) : Json()},
           {"samples", timing.kernel.samples_us.size()},
           {"clock_mhz", timing.kernel.clock_mhz},
           {"unstable", timing.kernel.unstable}});
  return {{"file", kernel.file},
          {"verdict", verdict::name_of(kernel.result.verdict)},
          {"failed", std::move(failed)},
          {"gpu", kernel.result.gpu ? kernel.result.gpu->name : ""},
          {"driver_version", kernel.result.gpu ? kernel.result.gpu->driver_version : 0},
          {"times", std::move(times)}};
}

}  // namespace

std::string to_json(const std::vector<ExerciseCheck>& checks) {
  Json all = Json::array();
  for (const ExerciseCheck& check : checks) {
    Json items = Json::array(), margins = Json::array(), kernels = Json::array();
    for (const CheckItem& item : check.items)
      items.push_back({{"subject", item.subject},
                       {"outcome", name_of(item.outcome)},
                       {"message", item.message}});
    for (const Margin& margin : check.margins) margins.push_back(margin_json(margin));
    for (const KernelResult& kernel : check.kernels) kernels.push_back(kernel_json(kernel));
    all.push_back({{"slug", check.slug},
                   {"title", check.title},
                   {"passed", check.passed()},
                   {"grader_failed", check.grader_failed},
                   {"items", std::move(items)},
                   {"margins", std::move(margins)},
                   {"kernels", std::move(kernels)}});
  }
  const Json json = {
      {"schema", kResultSchema}, {"version", WARPLAB_VERSION}, {"checks", std::move(all)}};
  return json.dump(2, ' ', true, Json::error_handler_t::replace) + "\n";
}

}  // namespace warplab::verdict
