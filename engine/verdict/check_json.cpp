#include <nlohmann/json.hpp>

#include "verdict/check.hpp"
#include "verdict/result_json.hpp"

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

}  // namespace

std::string to_json(const std::vector<ExerciseCheck>& checks) {
  Json all = Json::array();
  for (const ExerciseCheck& check : checks) {
    Json items = Json::array(), margins = Json::array();
    for (const CheckItem& item : check.items)
      items.push_back({{"subject", item.subject},
                       {"outcome", name_of(item.outcome)},
                       {"message", item.message}});
    for (const Margin& margin : check.margins) margins.push_back(margin_json(margin));
    all.push_back({{"slug", check.slug},
                   {"title", check.title},
                   {"passed", check.passed()},
                   {"grader_failed", check.grader_failed},
                   {"items", std::move(items)},
                   {"margins", std::move(margins)}});
  }
  const Json json = {{"schema", kResultSchema}, {"checks", std::move(all)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace warplab::verdict
