#include <set>

#include "../verdict/made_up.hpp"
#include "reports/format.hpp"

using namespace warplab;
using namespace warplab::grader;

TEST_CASE("every format has a name of its own and something to say of each command") {
  std::set<std::string_view> names;
  REQUIRE_FALSE(formats().empty());
  for (const Format* format : formats()) {
    CAPTURE(format->name);
    CHECK(names.insert(format->name).second);
    CHECK(format_named(format->name) == format);
    CHECK(bool(format->graded || format->all_graded || format->problems || format->feedback));
    // Those of course systems are of students; what is there and in order is for people and
    // programs.
    if (format->name != "text" && format->name != "json") continue;
    CHECK(bool(format->checked || format->all_checked));
    REQUIRE(bool(format->listed));
    CHECK_FALSE(format->listed({}, {}, {}).empty());
  }
  CHECK_FALSE(bool(format_named("no such format")));
}

TEST_CASE("text comes exercise by exercise, JSON as one document at the end") {
  const Format& text = *format_named("text");
  const Format& json = *format_named("json");
  verdict::ExerciseResult result;
  result.slug = "column-sums";
  CHECK(text.graded(result, "", {}).find("column-sums") != std::string::npos);
  CHECK(text.all_graded({result}, {}).find("column-sums") == std::string::npos);
  CHECK_FALSE(bool(json.graded));
  CHECK(json.all_graded({result}, {}).find("\"column-sums\"") != std::string::npos);
  CHECK_FALSE(json.may_have_color);
}
