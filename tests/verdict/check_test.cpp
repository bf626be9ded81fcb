#include "verdict/check.hpp"

#include <nlohmann/json.hpp>

#include "made_up.hpp"

using namespace warplab;
using verdict::CheckItem;
using verdict::Status;
using Outcome = verdict::CheckItem::Outcome;

namespace {

// What grade() gives for made_up::exercise() on this evidence.
verdict::ExerciseResult result(const verdict::Evidence& evidence) {
  verdict::ExerciseResult r;
  r.gates = verdict::judge(made_up::exercise(), evidence);
  r.verdict = verdict::verdict_of(r.gates);
  if (evidence.stop) r.error = text_of(*evidence.stop);
  return r;
}

verdict::ExerciseResult right_result() { return result(made_up::evidence()); }

verdict::ExerciseResult uncoalesced(uint64_t sectors = 3200) {
  auto evidence = made_up::evidence();
  evidence.counted = {made_up::counted({{12, made_up::loads(100, sectors)}})};
  return result(evidence);
}

verdict::ExerciseResult with_finding(sim::FindingKind kind) {
  auto evidence = made_up::evidence();
  evidence.findings = {made_up::finding(kind, 9, "Line 9 is to blame.")};
  return result(evidence);
}

verdict::ExerciseResult broken() {
  verdict::Evidence evidence;
  evidence.stop = verdict::Stop{"compiles", data::as_it_is("Line 4: expected a \";\"."), 4, {}};
  return result(evidence);
}

exercise::KnownWrong known(const std::string& gate) {
  return {"solutions/02-column-sums/wrong-it.cu", gate, "It is wrong."};
}

}  // namespace

TEST_CASE("a solution must pass every gate") {
  CHECK(verdict::check_solution(right_result()).outcome == Outcome::passed);
  const CheckItem item = verdict::check_solution(uncoalesced());
  CHECK(item.outcome == Outcome::failed);
  CHECK(item.message ==
        "It must pass every gate and does not: \"coalesced loads\": Line 12 loads "
        "128 bytes and moves 1024: 12.5 % of it is useful.");
}

TEST_CASE("a starter must compile") {
  const CheckItem item = verdict::check_starter(made_up::exercise(), broken());
  CHECK(item.outcome == Outcome::failed);
  CHECK(item.message == "It must compile and does not: Line 4: expected a \";\".");
}

TEST_CASE("a starter must fail a gate") {
  auto e = made_up::exercise();
  e.starter_fails = {"coalesced loads"};
  CHECK(verdict::check_starter(e, right_result()).outcome == Outcome::failed);
  const CheckItem item = verdict::check_starter(e, uncoalesced());
  CHECK(item.outcome == Outcome::passed);
  CHECK(item.message ==
        "It compiles and fails \"coalesced loads\". As a student's file it earns 0 %.");
}

TEST_CASE("a starter of which no failing gate is named must pass every gate") {
  CHECK(verdict::check_starter(made_up::exercise(), right_result()).outcome == Outcome::passed);
  const CheckItem item = verdict::check_starter(made_up::exercise(), uncoalesced());
  CHECK(item.outcome == Outcome::failed);
  CHECK(item.message.starts_with(
      "It fails \"coalesced loads\"; starter_fails says that it is right. Line 12"));
}

TEST_CASE("a starter fails the gates that the exercise says, and no others") {
  auto e = made_up::exercise();
  e.starter_fails = {"coalesced loads"};
  CHECK(verdict::check_starter(e, uncoalesced()).outcome == Outcome::passed);
  const CheckItem item = verdict::check_starter(e, with_finding(sim::FindingKind::out_of_bounds));
  CHECK(item.outcome == Outcome::failed);
  CHECK(item.message ==
        "It fails \"in_bounds\"; starter_fails says \"coalesced loads\". Line 9 is "
        "to blame.");
}

TEST_CASE("a known-wrong kernel is caught by the gate it names, by name or by metric") {
  CHECK(verdict::check_known_wrong(known("coalesced loads"), uncoalesced()).outcome ==
        Outcome::passed);
  CHECK(
      verdict::check_known_wrong(known("global.load.sectors / global.load.requests"), uncoalesced())
          .outcome == Outcome::passed);
  CHECK(verdict::check_known_wrong(known("compile"), broken()).outcome == Outcome::passed);
  CHECK(verdict::check_known_wrong(known("race_free"), with_finding(sim::FindingKind::race))
            .outcome == Outcome::passed);
}

TEST_CASE("a known-wrong kernel that passes is reported") {
  const CheckItem item = verdict::check_known_wrong(known("coalesced loads"), right_result());
  CHECK(item.outcome == Outcome::failed);
  CHECK(item.message == "\"coalesced loads\" must catch it and does not (pass); no gate does.");
}

TEST_CASE("a known-wrong kernel caught by another gate is reported with that gate") {
  const CheckItem item = verdict::check_known_wrong(known("correct"), uncoalesced());
  CHECK(item.outcome == Outcome::failed);
  CHECK(item.message ==
        "\"correct\" must catch it and does not (pass); it fails \"coalesced loads\": "
        "Line 12 loads 128 bytes and moves 1024: 12.5 % of it is useful.");
}

TEST_CASE("a slow kernel that is also wrong is caught for the wrong reason") {
  auto evidence = made_up::evidence();
  evidence.counted = {made_up::counted({{12, made_up::loads(100, 3200)}})};
  evidence.findings = {made_up::finding(sim::FindingKind::out_of_bounds, 9, "Line 9 reads a[7].")};
  const CheckItem item = verdict::check_known_wrong(known("coalesced loads"), result(evidence));
  CHECK(item.outcome == Outcome::failed);
  CHECK(
      item.message ==
      "\"coalesced loads\" must catch it, and \"in_bounds\" fails before that: Line 9 reads a[7].");
}

TEST_CASE("a race may show as a read of uninitialised memory too") {
  auto evidence = made_up::evidence();
  evidence.findings = {made_up::finding(sim::FindingKind::race, 9, "Lines 9 and 11 race."),
                       made_up::finding(sim::FindingKind::uninitialized, 11, "Line 11 reads it.")};
  CHECK(verdict::check_known_wrong(known("race_free"), result(evidence)).outcome ==
        Outcome::passed);
}

TEST_CASE("a known-wrong kernel that names no gate of the exercise is reported") {
  const CheckItem item = verdict::check_known_wrong(known("colaesced"), uncoalesced());
  CHECK(item.outcome == Outcome::failed);
  CHECK(item.message ==
        "It says that it is caught by \"colaesced\", which is no gate of this exercise.");
}

TEST_CASE("a reference must be right, and may be slow") {
  CHECK(verdict::check_reference({}, uncoalesced()).outcome == Outcome::passed);
  CHECK(verdict::check_reference({}, with_finding(sim::FindingKind::race)).outcome ==
        Outcome::failed);
  CHECK(verdict::check_reference({}, broken()).outcome == Outcome::failed);
}

TEST_CASE("a reference that earns more than the author says fails the check") {
  auto e = made_up::exercise();
  verdict::ExerciseResult right = right_result();
  right.score = 1;
  CHECK(verdict::check_reference(e, right).outcome == Outcome::passed);
  e.reference_earns = 0.5;
  const CheckItem item = verdict::check_reference(e, right);
  CHECK(item.outcome == Outcome::failed);
  CHECK(item.message == "It earns 1 as a student's file, and reference_earns says 0.5 at most.");
}

TEST_CASE("a yardstick may be wrong and slow, and must compile and stay in its buffers") {
  CHECK(verdict::check_yardstick(right_result()).outcome == Outcome::passed);
  CHECK(verdict::check_yardstick(uncoalesced()).outcome == Outcome::passed);
  CHECK(verdict::check_yardstick(broken()).outcome == Outcome::failed);
  const CheckItem item = verdict::check_yardstick(with_finding(sim::FindingKind::out_of_bounds));
  CHECK(item.outcome == Outcome::failed);
  CHECK(item.message == "\"in_bounds\" fails: Line 9 is to blame.");
}

TEST_CASE("a margin holds the limit, the solution's value and the nearest wrong kernel's") {
  const auto all = verdict::margins(right_result(), {{"wrong-much.cu", uncoalesced(3200)},
                                                     {"wrong-little.cu", uncoalesced(800)},
                                                     {"wrong-otherwise.cu", right_result()}});
  REQUIRE(all.size() == 1);
  CHECK(all[0].gate == "coalesced loads");
  CHECK(all[0].limit == 4.5);
  CHECK(all[0].solution == 4);
  CHECK(all[0].nearest_wrong == 8);
  CHECK(all[0].nearest_wrong_file == "wrong-little.cu");
}

TEST_CASE("a margin without a wrong kernel that fails the gate says so") {
  const auto all = verdict::margins(right_result(), {{"wrong-otherwise.cu", right_result()}});
  REQUIRE(all.size() == 1);
  CHECK_FALSE(all[0].nearest_wrong);
}

TEST_CASE("a check passes when nothing failed; remarks are advice") {
  verdict::ExerciseCheck check;
  check.items = {{"starter", Outcome::passed, "Fine."}, {"gates", Outcome::remark, "Untried."}};
  CHECK(check.passed());
  check.items.push_back({"solution", Outcome::failed, "It fails."});
  CHECK_FALSE(check.passed());
}

TEST_CASE("a check as JSON has its items and margins") {
  verdict::ExerciseCheck check;
  check.slug = "column-sums";
  check.items = {{"starter", Outcome::failed, "It must compile and does not."}};
  check.margins = verdict::margins(right_result(), {});
  const auto json = nlohmann::json::parse(verdict::to_json(std::vector{check}));
  CHECK(json["schema"] == 1);
  CHECK(json["checks"][0]["slug"] == "column-sums");
  CHECK(json["checks"][0]["passed"] == false);
  CHECK(json["checks"][0]["items"][0]["outcome"] == "fail");
  CHECK(json["checks"][0]["margins"][0]["limit"] == 4.5);
  CHECK(json["checks"][0]["margins"][0]["nearest_wrong"].is_null());
}

TEST_CASE("a trick must be caught by its gate and earn less than everything") {
  exercise::KnownWrong trick = known("coalesced loads");
  verdict::ExerciseResult caught = uncoalesced();
  caught.score = 0.5;
  CHECK(verdict::check_trick(trick, caught).outcome == Outcome::passed);
  trick.earns = 0.5;
  CHECK(verdict::check_trick(trick, caught).outcome == Outcome::passed);
  trick.earns = 0.25;
  const CheckItem dear = verdict::check_trick(trick, caught);
  CHECK(dear.outcome == Outcome::failed);
  CHECK(dear.message == "It scores 0.5, and may score at most 0.25. ");
  verdict::ExerciseResult passed = right_result();
  passed.score = 1;
  const CheckItem free = verdict::check_trick(known("coalesced loads"), passed);
  CHECK(free.outcome == Outcome::failed);
  CHECK(
      free.message ==
      "It scores 1, and may score less than 1. \"coalesced loads\" must catch it and does not; no "
      "gate does.");
}

TEST_CASE("a kernel that could not be graded is no result, and the reason is told") {
  verdict::ExerciseResult lost;
  lost.error = "The worker was ended by the system (out of memory).";
  lost.grader_failed = true;
  const CheckItem item = verdict::check_not_graded("trick-it.cu", lost);
  CHECK(item.subject == "trick-it.cu");
  CHECK(item.outcome == Outcome::failed);
  CHECK(item.message ==
        "It could not be graded, so this is no result, neither good nor bad: The worker was ended "
        "by the system (out of memory).");
}

TEST_CASE("another right kernel must pass every gate") {
  verdict::ExerciseResult passed = right_result();
  passed.score = 1;
  CHECK(verdict::check_right("solutions/right-it.cu", passed).outcome == Outcome::passed);
  const CheckItem item = verdict::check_right("solutions/right-it.cu", uncoalesced());
  CHECK(item.outcome == Outcome::failed);
  CHECK(item.subject == "right-it.cu");
  CHECK(item.message.starts_with("It is right, must pass every gate and does not: "));
}
