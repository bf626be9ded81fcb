#include "made_up.hpp"

namespace made_up {

warplab::exercise::Gate metric_gate(const std::string& name, const std::string& metric,
                                    std::optional<double> max, std::optional<double> min) {
  warplab::exercise::Gate gate;
  gate.name = name;
  gate.metric = metric;
  auto parsed = warplab::exercise::MetricExpression::parse(metric);
  REQUIRE(parsed);
  gate.expression = *parsed;
  gate.max = max;
  gate.min = min;
  return gate;
}

warplab::exercise::Gate built_in_gate(const std::string& metric, double points) {
  warplab::exercise::Gate gate;
  gate.name = metric;
  gate.metric = metric;
  gate.points = points;
  return gate;
}

warplab::exercise::Exercise exercise() {
  warplab::exercise::Exercise e;
  e.slug = "column-sums";
  e.title = "Column sums";
  e.student_file = "column_sums.cu";
  e.variants = {{"default", {}}};
  for (const auto& [metric, known_from] : warplab::exercise::kBuiltInGates)
    e.gates.push_back(built_in_gate(std::string(metric), metric == "correct" ? 1 : 0));
  e.gates.push_back(
      metric_gate("coalesced loads", "global.load.sectors / global.load.requests", 4.5));
  e.gates.back().ideal = 4;
  e.gates.back().unit = "sectors/request";
  return e;
}

warplab::exercise::Exercise exercise_of(const std::string& toml,
                                        std::initializer_list<const char*> files) {
  static const warplab::test::TemporaryFolder own;
  const std::filesystem::path folder = own.path() / "01-made-up";
  for (const char* name : files) warplab::test::write(folder / name, "// here\n");
  auto loaded = warplab::exercise::load_from_text(toml, folder);
  if (!loaded) FAIL(loaded.error());
  return std::move(*loaded);
}

warplab::sim::Counters loads(uint64_t requests, uint64_t sectors, uint64_t bytes_each) {
  warplab::sim::Counters c;
  c[warplab::sim::Counter::global_load_requests] = requests;
  c[warplab::sim::Counter::global_load_sectors] = sectors;
  c[warplab::sim::Counter::global_load_bytes] = requests * bytes_each;
  warplab::sim::fill_sums(c);
  return c;
}

warplab::verdict::VariantCounters counted(const warplab::sim::LineCounters& lines,
                                          const std::string& variant) {
  warplab::verdict::VariantCounters run;
  run.variant = variant;
  run.where = "n 2048, seed 1";
  run.completed = run.correct = true;
  for (const auto& [line, counters] : lines) run.total += counters;
  run.lines = lines;
  run.launches = {launch(lines, "column_sums", "column_sums", 0)};
  return run;
}

warplab::verdict::CountedLaunch launch(const warplab::sim::LineCounters& lines,
                                       const std::string& name, const std::string& kernel,
                                       size_t spec, bool given) {
  warplab::verdict::CountedLaunch made;
  for (const auto& [line, counters] : lines) made.total += counters;
  made.lines = lines;
  made.completed = true;
  made.name = name;
  made.kernel = kernel;
  made.spec = spec;
  made.given = given;
  return made;
}

warplab::verdict::Evidence evidence() {
  warplab::verdict::Evidence e;
  e.compiled = true;
  e.runs_planned = e.runs_started = e.runs_completed = 3;
  e.counted = {counted({{12, loads(100, 400)}})};
  return e;
}

warplab::verdict::Mismatch mismatch() {
  warplab::verdict::Mismatch m;
  m.buffer = "out";
  m.index = {3, 17};
  m.expected = 57;
  m.actual = 42;
  m.expected_text = "57";
  m.actual_text = "42";
  m.wrong = 1200;
  m.total = 3168;
  m.where = "rows 96, cols 33, seed 2";
  m.writers = warplab::verdict::Mismatch::Writers::one;
  m.writer = warplab::sim::ThreadPlace{{1, 0, 0}, {17, 2, 0}};
  return m;
}

warplab::sim::Finding finding(warplab::sim::FindingKind kind, int line,
                              const std::string& message) {
  warplab::sim::Finding f;
  f.kind = kind;
  f.line = line;
  f.told.what = warplab::data::as_it_is(message);
  return f;
}

warplab::verdict::GateResult gate(const std::vector<warplab::verdict::GateResult>& gates,
                                  const std::string& name) {
  for (const auto& g : gates)
    if (g.name == name || g.metric == name) return g;
  FAIL("there is no gate " << name);
  return {};
}

}  // namespace made_up
