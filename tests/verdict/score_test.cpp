// What gates earn.
#include "made_up.hpp"
#include "verdict/judge/judge.hpp"

using namespace warplab;
using made_up::mismatch;
using sim::FindingKind;
using verdict::Evidence;
using verdict::GateResult;
using verdict::judge;
using verdict::score_of;
using verdict::Status;
using verdict::verdict_of;

TEST_CASE("the score is the passed points over all points") {
  std::vector<verdict::GateResult> gates(3);
  gates[0].points = 1;
  gates[0].status = Status::pass;
  gates[1].points = 2;
  gates[1].status = Status::fail;
  gates[2].points = 1;
  gates[2].status = Status::not_checked;
  CHECK(score_of(gates) == 0.25);
  CHECK(verdict_of(gates) == Status::fail);
}

TEST_CASE("a condition that does not pass makes the score 0") {
  std::vector<verdict::GateResult> gates(2);
  gates[0].points = 1;
  gates[0].status = Status::pass;
  gates[1].points = 0;
  gates[1].status = Status::not_checked;
  CHECK(score_of(gates) == 0);
  gates[1].status = Status::pass;
  CHECK(score_of(gates) == 1);
}

TEST_CASE("where no gate has points a passed exercise scores 1") {
  std::vector<verdict::GateResult> gates(1);
  gates[0].points = 0;
  gates[0].status = Status::pass;
  CHECK(score_of(gates) == 1);
}

TEST_CASE("points for a property need a right answer: a kernel that does nothing earns none") {
  exercise::Exercise exercise = made_up::exercise();
  for (exercise::Gate& gate : exercise.gates)
    if (gate.metric == "race_free") gate.points = 2;
  auto evidence = made_up::evidence();
  CHECK(score_of(judge(exercise, evidence)) == 1);
  evidence.mismatch = mismatch();
  evidence.counted.front().correct = false;
  const auto gates = judge(exercise, evidence);
  const auto race_free = made_up::gate(gates, "race_free");
  CHECK(race_free.status == Status::pass);  // it has no race, and that is what it says
  CHECK(verdict::text_of(race_free) == "It passes, and its points count once the answer is right.");
  CHECK(verdict::earned_by(race_free, gates) == 0);
  CHECK(score_of(gates) == 0);
}

TEST_CASE("points for how memory is used need a right answer in every check") {
  const exercise::Exercise exercise = made_up::exercise();
  auto evidence = made_up::evidence();
  CHECK(score_of(judge(exercise, evidence)) == 1);
  evidence.mismatch = mismatch();  // of another run: the graded one's answer is right
  const auto gates = judge(exercise, evidence);
  const auto loads = made_up::gate(gates, "coalesced loads");
  CHECK(loads.status == Status::pass);
  CHECK(verdict::text_of(loads).ends_with(
      "It passes, and its points count once the answer is right."));
  CHECK(verdict::earned_by(loads, gates) == 0);
  CHECK(score_of(gates) == 0);
}

TEST_CASE("points that need another gate are earned where that one passes, and else not") {
  exercise::Exercise exercise = made_up::exercise();
  exercise::Gate full = made_up::metric_gate("full warps", "global.load.requests", 200);
  full.needs = {"coalesced loads"};
  exercise.gates.push_back(full);
  auto evidence = made_up::evidence();
  CHECK(score_of(judge(exercise, evidence)) == 1);
  evidence.counted = {made_up::counted({{12, made_up::loads(100, 3200)}})};
  const auto gates = judge(exercise, evidence);
  const auto needing = made_up::gate(gates, "full warps");
  CHECK(needing.status == Status::pass);
  CHECK(verdict::text_of(needing).ends_with(
      "It passes, and its points count once \"coalesced loads\" passes."));
  CHECK(score_of(gates) == doctest::Approx(1.0 / 3));  // that of the answer
}

TEST_CASE("points for an answer of its own are earned where another answer is wrong") {
  exercise::Exercise exercise = made_up::exercise();
  for (const char* name : {"rows", "columns"}) {
    exercise::Buffer buffer;
    buffer.name = name;
    buffer.role = exercise::Buffer::Role::output;
    exercise.buffers.push_back(buffer);
  }
  std::erase_if(exercise.gates,
                [](const exercise::Gate& gate) { return gate.metric == "correct"; });
  for (const size_t answer : {0, 1}) {
    exercise::Gate gate = made_up::built_in_gate("correct", 1);
    gate.name = exercise.buffers[answer].name + " correct";
    gate.answers = {answer};
    exercise.gates.push_back(gate);
  }
  auto evidence = made_up::evidence();
  CHECK(score_of(judge(exercise, evidence)) == 1);
  evidence.mismatch = mismatch();
  evidence.mismatch->buffer = "columns";
  evidence.counted.front().correct = false;
  auto gates = judge(exercise, evidence);
  CHECK(made_up::gate(gates, "rows correct").status == Status::pass);
  CHECK(made_up::gate(gates, "columns correct").status == Status::fail);
  CHECK(score_of(gates) == doctest::Approx(1.0 / 3));  // the third is the counted gate's
  evidence.further_mismatches["rows"] = mismatch();
  evidence.further_mismatches["rows"].buffer = "rows";
  gates = judge(exercise, evidence);
  CHECK(verdict::text_of(made_up::gate(gates, "rows correct")).starts_with("rows[3][17]"));
  CHECK(score_of(gates) == 0);
}
