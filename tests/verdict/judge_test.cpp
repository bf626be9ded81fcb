#include "verdict/judge/judge.hpp"

#include "made_up.hpp"

using namespace warplab;
using made_up::mismatch;
using sim::FindingKind;
using verdict::Evidence;
using verdict::GateResult;
using verdict::judge;
using verdict::judge_built_ins;
using verdict::judge_rest;
using verdict::kCompilesGate;
using verdict::score_of;
using verdict::Status;
using verdict::verdict_of;

namespace {

size_t count(const std::vector<verdict::GateResult>& gates, Status status) {
  size_t n = 0;
  for (const auto& gate : gates) n += gate.status == status;
  return n;
}

}  // namespace

TEST_CASE("when every run went well every gate passes") {
  const auto gates = judge(made_up::exercise(), made_up::evidence());
  CHECK(count(gates, Status::pass) == gates.size());
  CHECK(verdict_of(gates) == Status::pass);
  CHECK(score_of(gates) == 1);
}

TEST_CASE("the built-in gates come first, in the order of a run") {
  std::vector<std::string> order;
  for (const auto& gate : judge(made_up::exercise(), made_up::evidence()))
    order.push_back(gate.metric);
  CHECK(order == std::vector<std::string>{"compiles", "supported", "launches", "terminates",
                                          "in_bounds", "initialized", "race_free", "correct",
                                          "global.load.sectors / global.load.requests"});
}

TEST_CASE("an exercise whose file lists no gate has the built-in ones all the same") {
  exercise::Exercise bare = made_up::exercise();
  bare.gates.clear();
  CHECK(judge(bare, made_up::evidence()).size() == 8);
}

TEST_CASE("without evidence nothing passes") {
  const auto gates = judge(made_up::exercise(), verdict::Evidence{});
  CHECK(count(gates, Status::not_checked) == gates.size());
  CHECK(verdict_of(gates) == Status::not_checked);
  CHECK(score_of(gates) == 0);
}

TEST_CASE("what does not compile fails that gate, and the others say why they are not checked") {
  verdict::Evidence evidence;
  evidence.stop = verdict::Stop{"compiles", data::as_it_is("Line 4: expected a \";\"."), 4, {}};
  const auto gates = judge(made_up::exercise(), evidence);
  CHECK(gates.front().status == Status::fail);
  CHECK(gates.front().line == 4);
  CHECK(count(gates, Status::not_checked) == gates.size() - 1);
  CHECK(verdict::text_of(gates.back()) == "Not checked: there is no kernel that compiles.");
  CHECK(gates.back().limit == 4.5);
}

TEST_CASE("each kind of finding fails its own gate and no other") {
  const std::pair<FindingKind, const char*> cases[] = {
      {FindingKind::out_of_bounds, "in_bounds"},
      {FindingKind::misaligned, "in_bounds"},
      {FindingKind::null_pointer, "in_bounds"},
      {FindingKind::read_only_write, "in_bounds"},
      {FindingKind::uninitialized, "initialized"},
      {FindingKind::never_written, "correct"},
      {FindingKind::race, "race_free"},
      {FindingKind::warp_synchronous, "race_free"},
      {FindingKind::barrier_divergence, "terminates"},
      {FindingKind::deadlock, "terminates"},
      {FindingKind::undefined_behavior, "terminates"},
      {FindingKind::unsupported, "supported"},
      {FindingKind::launch_failure, "launches"}};
  for (const auto& each : cases) {
    const std::string& gate = each.second;
    CAPTURE(gate);
    auto evidence = made_up::evidence();
    evidence.findings = {made_up::finding(each.first, 9, "Line 9 does it.")};
    const auto gates = judge(made_up::exercise(), evidence);
    CHECK(made_up::gate(gates, gate).status == Status::fail);
    CHECK(made_up::gate(gates, gate).line == 9);
    CHECK(verdict::text_of(made_up::gate(gates, gate)) == "Line 9 does it.");
    CHECK(count(gates, Status::fail) == 1);
  }
}

TEST_CASE("findings that only inform fail nothing") {
  auto evidence = made_up::evidence();
  evidence.findings = {made_up::finding(FindingKind::note, 3, "A note."),
                       made_up::finding(FindingKind::output_limit, 4, "Too much was printed.")};
  CHECK(verdict_of(judge(made_up::exercise(), evidence)) == Status::pass);
}

TEST_CASE("a count that is too large in a line with another fault names that fault") {
  auto e = made_up::exercise();
  e.gates.push_back(made_up::metric_gate("few", "global.load.sectors", 10.0));
  auto evidence = made_up::evidence();
  evidence.counted = {made_up::counted({{12, made_up::loads(100, 400)}})};
  const auto few = [&] { return made_up::gate(judge(e, evidence), "few"); };
  CHECK(few().status == Status::fail);
  CHECK(!few().is_consequence);
  auto note = made_up::finding(FindingKind::note, 12, "Two write the same.");
  note.other_line = 12;
  note.other_place = sim::ThreadPlace{};
  evidence.findings = {note};
  CHECK(!few().is_consequence);  // of no element
  evidence.findings[0].buffer = "a";
  CHECK(few().is_consequence);
  evidence.findings = {made_up::finding(FindingKind::misaligned, 12, "Line 12 reads a[1].")};
  CHECK(few().is_consequence);
  CHECK(few().status == Status::fail);
  evidence.findings[0].line = 11;
  CHECK(!few().is_consequence);
}

TEST_CASE("a run that ended early fails its finding's gate and leaves the others unchecked") {
  auto evidence = made_up::evidence();
  evidence.runs_completed = 2;
  evidence.incomplete_where = "n 7, seed 1";
  evidence.findings = {made_up::finding(FindingKind::out_of_bounds, 5, "Line 5 reads a[7].")};
  const auto gates = judge(made_up::exercise(), evidence);
  CHECK(made_up::gate(gates, "in_bounds").status == Status::fail);
  for (const char* name : {"initialized", "race_free", "correct"}) {
    CAPTURE(name);
    CHECK(made_up::gate(gates, name).status == Status::not_checked);
    CHECK(verdict::text_of(made_up::gate(gates, name)) ==
          "Not checked: the run at n 7, seed 1 ended early.");
  }
}

TEST_CASE("a run that was ended because the score is lost says so, whatever was found before") {
  auto evidence = made_up::evidence();
  evidence.runs_completed = 2;
  evidence.incomplete_where = "n 7, seed 1";
  evidence.incomplete_for_cost = true;
  evidence.findings = {made_up::finding(FindingKind::race, 5, "Line 5 writes a[7].")};
  const auto gates = judge(made_up::exercise(), evidence);
  CHECK(made_up::gate(gates, "race_free").status == Status::fail);
  CHECK(verdict::text_of(made_up::gate(gates, "correct")) ==
        "Not checked: the run at n 7, seed 1 ended early, because a kernel that is known to be "
        "wrong may not take so much work.");
}

TEST_CASE("out of bounds at a check size leaves the counters of the graded size judged") {
  auto evidence = made_up::evidence();
  evidence.findings = {made_up::finding(FindingKind::out_of_bounds, 5, "Line 5 reads a[7].")};
  const auto gates = judge(made_up::exercise(), evidence);
  CHECK(made_up::gate(gates, "coalesced loads").status == Status::pass);
  CHECK(verdict_of(gates) == Status::fail);
  CHECK(score_of(gates) == 0);  // in_bounds is a condition here
}

TEST_CASE("a kernel that does not end fails that gate and nothing later is checked") {
  auto evidence = made_up::evidence();
  evidence.runs_started = 1;
  evidence.runs_completed = 0;
  evidence.counted.clear();
  evidence.stop = verdict::Stop{"terminates", data::as_it_is("Line 8 never ends."), 8, {}};
  const auto gates = judge(made_up::exercise(), evidence);
  CHECK(made_up::gate(gates, "launches").status == Status::pass);
  CHECK(made_up::gate(gates, "terminates").status == Status::fail);
  for (const char* name : {"in_bounds", "initialized", "race_free", "correct", "coalesced loads"})
    CHECK(made_up::gate(gates, name).status == Status::not_checked);
  CHECK(verdict::text_of(gates.back()) == "Not checked: the kernel was stopped before it ended.");
}

TEST_CASE("a loop that goes too far is told where it leaves the bounds, if it does on that line") {
  auto evidence = made_up::evidence();
  evidence.stop = verdict::Stop{"terminates", data::as_it_is("Line 8 never ends."), 8, {}};
  const auto message = [&] {
    return verdict::text_of(made_up::gate(judge(made_up::exercise(), evidence), "terminates"));
  };
  const auto limit = made_up::finding(FindingKind::step_limit, 8, "Line 8 never ends.");
  evidence.findings = {limit,
                       made_up::finding(FindingKind::out_of_bounds, 8, "Line 8 reads a[7].")};
  CHECK(message() ==
        "Line 8 never ends. Line 8 also leaves the bounds, see \"in bounds\": mend that first.");
  evidence.findings = {limit,
                       made_up::finding(FindingKind::out_of_bounds, 5, "Line 5 reads a[7].")};
  CHECK(message() == "Line 8 never ends.");
  evidence.findings = {made_up::finding(FindingKind::trap, 8, "Line 8 runs into a trap."),
                       made_up::finding(FindingKind::out_of_bounds, 8, "Line 8 reads a[7].")};
  CHECK(message() == "Line 8 never ends.");
}

TEST_CASE("races that were not looked for everywhere are not checked") {
  auto evidence = made_up::evidence();
  evidence.races_checked = false;
  const auto gates = judge(made_up::exercise(), evidence);
  for (const char* name : {"race_free", "initialized"})
    CHECK(made_up::gate(gates, name).status == Status::not_checked);
  CHECK(verdict_of(gates) == Status::not_checked);
}

TEST_CASE("of several races the one between blocks is told first, that within a warp last") {
  auto evidence = made_up::evidence();
  const auto race = [](FindingKind kind, int line, uint32_t other_block) {
    sim::Finding f = made_up::finding(kind, line, "Line " + std::to_string(line) + ".");
    f.other_place = f.place;
    f.other_place->block.x += other_block;
    return f;
  };
  const sim::Finding in_warp = race(FindingKind::warp_synchronous, 5, 0),
                     in_block = race(FindingKind::race, 6, 0),
                     in_grid = race(FindingKind::race, 7, 1);
  evidence.findings = {in_warp, in_block, in_grid};
  CHECK(made_up::gate(judge(made_up::exercise(), evidence), "race_free").line == 7);
  evidence.findings = {in_warp, in_block};
  CHECK(made_up::gate(judge(made_up::exercise(), evidence), "race_free").line == 6);
  evidence.findings = {in_warp};
  CHECK(made_up::gate(judge(made_up::exercise(), evidence), "race_free").line == 5);
}

TEST_CASE("a wrong element is said with its place, its writer and how many there are") {
  auto evidence = made_up::evidence();
  evidence.mismatch = mismatch();
  evidence.findings = {made_up::finding(FindingKind::never_written, 0, "Some were not written.")};
  CHECK(verdict::text_of(made_up::gate(judge(made_up::exercise(), evidence), "correct")) ==
        "out[3][17] is 42 and should be 57 (rows 96, cols 33, seed 2). Written by thread (17,2,0) "
        "of block (1,0,0); 1200 of 3168 elements are wrong.");
}

TEST_CASE("an element that nobody wrote is said to be that") {
  auto m = mismatch();
  m.writers = verdict::Mismatch::Writers::none;
  m.writer.reset();
  m.wrong = 1;
  CHECK(verdict::mismatch_sentence(m) ==
        "out[3][17] was written by no thread and should be 57 (rows 96, cols 33, seed 2).");
}

TEST_CASE("an element that the last launch left alone is not said to be written by nobody") {
  auto m = mismatch();
  m.writers = verdict::Mismatch::Writers::earlier;
  m.writer.reset();
  m.wrong = 1;
  CHECK(verdict::mismatch_sentence(m) ==
        "out[3][17] is 42 and should be 57 (rows 96, cols 33, seed 2). The last launch did not "
        "write it.");
}

TEST_CASE("an element that several threads updated names none of them") {
  auto m = mismatch();
  m.writers = verdict::Mismatch::Writers::several;
  m.writer.reset();
  CHECK(verdict::mismatch_sentence(m) ==
        "out[3][17] is 42 and should be 57 (rows 96, cols 33, seed 2). Several threads updated it; "
        "1200 of 3168 elements are wrong.");
  m.line = 7;
  m.hint = data::as_it_is("It is twice as large.");
  CHECK(verdict::mismatch_sentence(m) ==
        "out[3][17] is 42 and should be 57 (rows 96, cols 33, seed 2). It is twice as large. "
        "Several threads updated it on line 7; 1200 of 3168 elements are wrong.");
}

TEST_CASE("an instructor's sentence on a built-in gate comes before what was found") {
  auto e = made_up::exercise();
  auto evidence = made_up::evidence();
  evidence.mismatch = mismatch();
  for (auto& gate : e.gates)
    if (gate.metric == "correct") gate.message = "Look at the edges.";
  const auto of = [](const auto& gates, std::string_view metric) {
    for (const auto& gate : gates)
      if (gate.metric == metric) return verdict::text_of(gate);
    return std::string();
  };
  CHECK(of(judge(e, evidence), "correct") ==
        "Look at the edges. " + verdict::mismatch_sentence(mismatch()));
  CHECK(of(judge(e, made_up::evidence()), "correct").empty());
}

TEST_CASE("a listed built-in gate keeps its name and points") {
  auto e = made_up::exercise();
  e.gates[4] = made_up::built_in_gate("initialized", 3);
  e.gates[4].name = "reads only what was written";
  const auto gates = judge(e, made_up::evidence());
  CHECK(made_up::gate(gates, "initialized").name == "reads only what was written");
  CHECK(made_up::gate(gates, "initialized").points == 3);
}

TEST_CASE("a gate without a variant must hold in every one, and the worst decides") {
  auto e = made_up::exercise();
  e.variants = {{"row by row", {}}, {"swapped", {}}};
  auto evidence = made_up::evidence();
  evidence.counted = {made_up::counted({{12, made_up::loads(100, 400)}}, "row by row"),
                      made_up::counted({{14, made_up::loads(100, 3200)}}, "swapped")};
  const auto gate = made_up::gate(judge(e, evidence), "coalesced loads");
  CHECK(gate.status == Status::fail);
  CHECK(gate.variant == "swapped");
  CHECK(gate.value == 32);
}

TEST_CASE("a gate on one variant does not see the other") {
  auto e = made_up::exercise();
  e.variants = {{"row by row", {}}, {"swapped", {}}};
  e.gates.back().variant = "row by row";
  auto evidence = made_up::evidence();
  evidence.counted = {made_up::counted({{12, made_up::loads(100, 400)}}, "row by row"),
                      made_up::counted({{14, made_up::loads(100, 3200)}}, "swapped")};
  const auto gate = made_up::gate(judge(e, evidence), "coalesced loads");
  CHECK(gate.status == Status::pass);
  CHECK(gate.value == 4);
}

TEST_CASE("a gate over all variants does not pass while one was not counted") {
  auto e = made_up::exercise();
  e.variants = {{"row by row", {}}, {"swapped", {}}};
  auto evidence = made_up::evidence();
  evidence.counted = {made_up::counted({{12, made_up::loads(100, 400)}}, "row by row")};
  evidence.runs_completed = 2;
  CHECK(made_up::gate(judge(e, evidence), "coalesced loads").status == Status::not_checked);
}

TEST_CASE("an element that nobody wrote fails the gate of its own buffer") {
  exercise::Exercise exercise = made_up::exercise();
  exercise::Buffer buffer;
  buffer.role = exercise::Buffer::Role::output;
  for (const char* name : {"rows", "columns"}) {
    buffer.name = name;
    exercise.buffers.push_back(buffer);
  }
  std::erase_if(exercise.gates,
                [](const exercise::Gate& gate) { return gate.metric == "correct"; });
  for (const size_t answer : {0, 1}) {
    exercise.gates.push_back(made_up::built_in_gate("correct", 1));
    exercise.gates.back().name = exercise.buffers[answer].name + " correct";
    exercise.gates.back().answers = {answer};
  }
  auto evidence = made_up::evidence();
  evidence.findings = {
      made_up::finding(FindingKind::never_written, 0, "columns[3] is never written.")};
  evidence.findings[0].buffer = "columns";
  const auto gates = judge(exercise, evidence);
  CHECK(made_up::gate(gates, "rows correct").status == Status::pass);
  CHECK(made_up::gate(gates, "columns correct").status == Status::fail);
}

TEST_CASE("the gates judged in two parts are the gates judged at once") {
  const exercise::Exercise exercise = made_up::exercise();
  for (const bool races : {false, true}) {
    Evidence evidence = made_up::evidence();
    if (races) evidence.findings = {made_up::finding(sim::FindingKind::race, 3, "Line 3 races.")};
    const std::vector<GateResult> built_ins = judge_built_ins(exercise, evidence);
    CHECK(built_ins.size() == 1 + std::size(exercise::kBuiltInGates));
    const std::vector<GateResult> all = judge(exercise, evidence);
    const std::vector<GateResult> parts = judge_rest(exercise, evidence, built_ins);
    REQUIRE(parts.size() == all.size());
    CHECK(all.size() > built_ins.size());
    for (size_t i = 0; i < all.size(); ++i) {
      CHECK(parts[i].name == all[i].name);
      CHECK(parts[i].status == all[i].status);
      CHECK(verdict::text_of(parts[i]) == verdict::text_of(all[i]));
    }
    CHECK((verdict_of(built_ins) == Status::pass) == !races);
  }
}

TEST_CASE(
    "every built-in gate is not checked where nothing was run, and passes where all went well") {
  Evidence nothing;
  nothing.compiled = true;
  for (const GateResult& gate : judge_built_ins(made_up::exercise(), nothing)) {
    CAPTURE(gate.metric);
    CHECK(gate.status == (gate.metric == kCompilesGate ? Status::pass : Status::not_checked));
  }
  for (const GateResult& gate : judge_built_ins(made_up::exercise(), made_up::evidence())) {
    CAPTURE(gate.metric);
    CHECK(gate.status == Status::pass);
  }
}

TEST_CASE("what is only reported shows its number, and neither verdict nor score knows of it") {
  auto e = made_up::exercise();
  exercise::Gate gate = e.gates.back();
  gate.name = "only told";
  gate.reported = true;
  gate.points = 0;
  gate.min = gate.max = std::nullopt;
  e.gates.push_back(gate);
  auto evidence = made_up::evidence();
  const auto gates = judge(e, evidence);
  const GateResult& told = gates.back();
  CHECK(told.name == "only told");
  CHECK(told.reported);
  CHECK_FALSE(told.applies);
  REQUIRE(told.value);
  CHECK(verdict::text_of(told).ends_with("; only reported."));
  CHECK(verdict_of(gates) == Status::pass);
  CHECK(score_of(gates) == 1);
  // Where it could not be measured nothing else changes either.
  evidence.counted.clear();
  const auto unmeasured = judge(e, evidence);
  CHECK_FALSE(unmeasured.back().value);
  CHECK_FALSE(unmeasured.back().applies);
}

TEST_CASE("a gate over a prediction: made or not, right or not, and what nobody knows counts not") {
  exercise::Exercise asking = made_up::exercise();
  exercise::Gate gate;
  gate.name = "predicted";
  gate.metric = exercise::kPredictionMetric;
  gate.prediction = exercise::PredictionAsked{"stride", "sectors at 8", false};
  asking.gates.push_back(gate);
  const auto judged = [&](bool has_to_be_right,
                          const std::optional<verdict::PredictionEvidence>& seen) {
    asking.gates.back().prediction->has_to_be_right = has_to_be_right;
    verdict::Evidence evidence = made_up::evidence();
    if (seen) evidence.predictions["predicted"] = *seen;
    return judge(asking, evidence).back();
  };
  CHECK(judged(false, {{true, {}, "", ""}}).status == Status::pass);
  CHECK(judged(true, {{true, true, "", ""}}).status == Status::pass);
  const GateResult missing = judged(false, {{false, {}, "", ""}});
  CHECK(missing.status == Status::fail);
  CHECK(verdict::text_of(missing).find(
            "\"sectors at 8\" was not predicted in the experiment \"stride\"") == 0);
  CHECK(judged(true, {{true, false, "", ""}}).status == Status::fail);
  // A file that cannot be read is the student's, and no way around the gate.
  const GateResult broken = judged(false, {{false, {}, "predictions.json: expected a list.", ""}});
  CHECK(broken.status == Status::fail);
  CHECK(verdict::text_of(broken) == "predictions.json: expected a list.");
  // What is nobody's or the course's fault is not judged.
  for (const GateResult& unknown :
       {judged(false, std::nullopt), judged(true, {{true, {}, "", "the course has none."}}),
        judged(true, {{true, {}, "", ""}})}) {
    CHECK(unknown.status == Status::not_checked);
    CHECK_FALSE(unknown.applies);
  }
  CHECK(verdict::text_of(judged(false, std::nullopt)) ==
        "Not checked: what was predicted is not known here.");
}

namespace {

// The graded run and one at another size, where each load moves `sectors`.
Evidence counted_at_two_sizes(uint64_t sectors, bool correct = true) {
  Evidence evidence = made_up::evidence();
  evidence.counted_again = {made_up::counted({{12, made_up::loads(10, 10 * sectors)}})};
  evidence.counted_again[0].where = "rows 480, cols 320, drawn seed 1f";
  evidence.counted_again[0].correct = correct;
  return evidence;
}

GateResult loads_gate(const Evidence& evidence) {
  return judge(made_up::exercise(), evidence).back();
}

}  // namespace

TEST_CASE("a gate over counters must pass at the sizes that were drawn for it, too") {
  const GateResult gate = loads_gate(counted_at_two_sizes(32));
  CHECK(gate.status == Status::fail);
  CHECK(gate.value == 32);
  CHECK(gate.line == 12);
  CHECK(verdict::text_of(gate).find(
            "That is at rows 480, cols 320, drawn seed 1f; at the graded size it "
            "passes, but it must pass at other sizes, too.") != std::string::npos);
}

TEST_CASE("where lines end anywhere a gate has three times as much room, or is not asked") {
  Evidence evidence = counted_at_two_sizes(12);
  CHECK(loads_gate(evidence).status == Status::fail);
  evidence.counted_again[0].ragged = true;
  CHECK(loads_gate(evidence).status == Status::pass);
  evidence = counted_at_two_sizes(14);
  evidence.counted_again[0].ragged = true;
  const GateResult gate = loads_gate(evidence);
  CHECK(gate.status == Status::fail);
  CHECK(gate.limit == 13.5);
  CHECK(verdict::text_of(gate).find(
            "That is at rows 480, cols 320, drawn seed 1f, where limits are 3 times "
            "as wide; at the graded size it passes") != std::string::npos);
  exercise::Exercise exercise = made_up::exercise();
  exercise.gates.back().ragged = false;
  CHECK(judge(exercise, evidence).back().status == Status::pass);
}

TEST_CASE("a gate that passes at all sizes shows what was counted at the graded one") {
  const GateResult once = loads_gate(made_up::evidence());
  const GateResult twice = loads_gate(counted_at_two_sizes(4));
  CHECK(twice.status == Status::pass);
  CHECK(twice.value == once.value);
  CHECK(verdict::text_of(twice) == verdict::text_of(once));
}

TEST_CASE("a gate that fails at the graded size is told with that size") {
  Evidence evidence = counted_at_two_sizes(32);
  evidence.counted = {made_up::counted({{7, made_up::loads(10, 80)}})};
  const GateResult gate = loads_gate(evidence);
  CHECK(gate.status == Status::fail);
  CHECK(gate.value == 8);
  CHECK(verdict::text_of(gate).find("drawn seed") == std::string::npos);
}

TEST_CASE("where the answer at another size is wrong its counters say nothing") {
  CHECK(loads_gate(counted_at_two_sizes(32, false)).status == Status::pass);
}
