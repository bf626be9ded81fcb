// [[claim]]: what the text says of the numbers.
#include <fmt/format.h>

#include <cmath>

#include "experiment/load_parts.hpp"

namespace warplab::experiment {
namespace {

// The points at which it must hold: those of "at", else the whole sweep.
std::vector<Point> read_where(const TomlTable& table, const Experiment& experiment) {
  if (table.has("at")) return read_points(table, "at", experiment);
  std::vector<Point> all;
  for (const std::vector<Point>& row : sweep_of(experiment, start_of(experiment)))
    all.insert(all.end(), row.begin(), row.end());
  return all;
}

void read_relative(const TomlTable& table, const Experiment& experiment, Claim& claim) {
  if (!table.has("to")) return;
  if (!table.node("to")->is_string()) {
    claim.relative = Claim::Relative::point;
    claim.to = read_point(table, "to", experiment);
    return;
  }
  const std::string to = table.text("to");
  if (to == "least") claim.relative = Claim::Relative::least;
  else if (to == "greatest") claim.relative = Claim::Relative::greatest;
  else
    table.problem("to", fmt::format("is \"{}\"; expected \"least\" or \"greatest\" of the sweep, "
                                    "or a point such as {{ s = 1 }}",
                                    to));
}

void read_comparison(const TomlTable& table, Claim& claim) {
  claim.min = table.number("min");
  claim.max = table.number("max");
  if (table.has("is")) {
    const double is = table.number("is").value_or(0);
    const data::Tolerance tolerance = exercise::tolerance_of(table, {});
    const double distance = tolerance.absolute + tolerance.relative * std::abs(is);
    if (claim.min || claim.max)
      table.problem("is", "stands beside \"min\" or \"max\"; expected one or the other");
    claim.min = is - distance;
    claim.max = is + distance;
    return;
  }
  if (table.has("tolerance"))
    table.problem("tolerance", "belongs to \"is\", the number that is claimed");
  if (!table.has("min") && !table.has("max"))
    table.problem("is", "is missing; expected the number that is claimed, or \"min\" or \"max\"");
  if (claim.min && claim.max && *claim.min > *claim.max)
    table.problem("max", fmt::format("is {:g}, below min, which is {:g}", *claim.max, *claim.min));
}

Claim read_claim(const TomlTable& table, const Experiment& experiment) {
  table.allow_only({"text", "metric", "launch", "at", "to", "is", "min", "max", "tolerance"});
  Claim claim;
  claim.line = table.line();
  claim.text = table.required_text("text", "32 sectors a request at s = 8 and above.");
  claim.metric_text = table.text("metric");
  if (auto metric = read_series_or_metric(table, experiment)) {
    claim.metric = std::move(metric->expression);
    claim.kind = metric->kind;
    claim.launch = metric->launch;
  }
  claim.at = read_where(table, experiment);
  read_relative(table, experiment, claim);
  read_comparison(table, claim);
  return claim;
}

}  // namespace

std::vector<Claim> read_claims(const TomlTable& root, const Experiment& experiment) {
  std::vector<Claim> claims;
  for (const TomlTable& table : root.tables("claim"))
    claims.push_back(read_claim(table, experiment));
  return claims;
}

}  // namespace warplab::experiment
