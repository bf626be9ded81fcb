// Looks at shipped exercises: blocks are executed again by a real worker.
#include "memory/lens.hpp"

#include <doctest/doctest.h>

#include "memory/lens_page.hpp"
#include "results/run.hpp"
#include "temporary_folder.hpp"

using namespace warplab;
using namespace warplab::app;

namespace {

LensQuestion question_about(const std::string& folder, const std::string& file) {
  const auto loaded = exercise::load(WARPLAB_SOURCE_DIR "/exercises/" + folder);
  if (!loaded) FAIL(loaded.error());
  LensQuestion question;
  question.exercise = std::make_shared<const exercise::Exercise>(for_pictures(*loaded));
  question.source = test::content_of(std::filesystem::path(WARPLAB_SOURCE_DIR) / file);
  return question;
}

LensAnswer answer_to(LensMachine& machine, const LensQuestion& question,
                     std::atomic<bool>* cancel = nullptr) {
  std::atomic<bool> never = false;
  LensAnswer last;
  const LensMachine::Talk talk{[](const std::string&, double) {},
                               [&](LensAnswer answer) {
                                 last = std::move(answer);
                                 return true;
                               },
                               cancel != nullptr ? cancel : &never};
  const Result<bool> done = machine.answer(question, talk);
  if (!done) FAIL(done.error());
  return last;
}

}  // namespace

TEST_CASE("the lines of column sums are looked at in both launches, the wasteful one is found") {
  BlockMachine machine;
  const LensQuestion question =
      question_about("22-column-sums", "solutions/22-column-sums/solution.cu");
  const LensAnswer answer = answer_to(machine, question);
  CHECK(answer.is_whole);
  CHECK(answer.looks.size() == question.exercise->launches.size());
  REQUIRE(answer.compiled);
  CHECK(answer.compiled->ptx.find(".entry") != std::string::npos);
  const auto view = view_of(answer, {});
  REQUIRE(view);
  CHECK_FALSE(view->look->given);
  CHECK_FALSE(view->look->look.log.executed.empty());
  for (const auto& look : answer.looks) CHECK(look->costs.size() == look->look.log.accesses.size());
}

TEST_CASE("the thread that wrote an element is found, with its store in the log") {
  BlockMachine machine;
  LensQuestion question = question_about("11-copy", "solutions/11-copy/solution.cu");
  const LensAnswer first = answer_to(machine, question);
  std::string output;
  for (const exercise::Buffer& buffer : question.exercise->buffers)
    if (buffer.role != exercise::Buffer::Role::input) output = buffer.name;
  question.element = SelectedElement{output, 12'345};
  const LensAnswer answer = answer_to(machine, question);
  REQUIRE(answer.writer);
  REQUIRE(answer.writer->thread);
  Selection chosen;
  chosen.element = question.element;
  chosen.wants_writer = true;
  const auto followed = follow_writer(answer, chosen);
  REQUIRE(followed);
  CHECK(followed->line > 0);
  CHECK(followed->lane == static_cast<int>(answer.writer->thread->thread % 32));
  // The lane that is followed asks for just this element.
  const auto view = view_of(answer, *followed);
  REQUIRE(view);
  CHECK(lit_elements(*view, followed->lane).of_lane == 12'345);
}

TEST_CASE("a line can be looked at alone; what was cancelled can be asked again") {
  BlockMachine machine;
  LensQuestion question = question_about("11-copy", "solutions/11-copy/solution.cu");
  std::atomic<bool> cancelled = true;
  CHECK(answer_to(machine, question, &cancelled).looks.empty());
  const LensAnswer all = answer_to(machine, question);
  const auto view = view_of(all, {});
  REQUIRE(view);
  question.line = view->line->line;
  question.launch = view->look->look.launch_spec;
  const LensAnswer alone = answer_to(machine, question);
  const auto shown = view_of(alone, {.line = question.line});
  REQUIRE(shown);
  CHECK(shown->look->only_line == question.line);
  for (const data::LoggedAccess& access : shown->look->look.log.accesses)
    CHECK(access.line == question.line);
}

TEST_CASE("a text that does not compile has no lens, and the reason is said") {
  BlockMachine machine;
  LensQuestion question = question_about("11-copy", "solutions/11-copy/solution.cu");
  question.source = "this is no kernel\n";
  std::atomic<bool> never = false;
  const auto done = machine.answer(
      question, {[](const std::string&, double) {}, [](LensAnswer) { return true; }, &never});
  REQUIRE_FALSE(done);
  CHECK(done.error().find("does not compile") != std::string::npos);
}
