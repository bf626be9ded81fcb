// Questions to a model: the newest is answered, the last answer stays, nothing waits for anything.
#include "time/what_if.hpp"

#include <doctest/doctest.h>

#include "sample_models.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::test;

namespace {

WhatIfQuestion question(const std::string& gpu, int64_t n = 64) {
  auto exercise = std::make_shared<exercise::Exercise>();
  exercise->launches.resize(1);
  exercise->sizes.resize(1);
  exercise->sizes[0].names = {"n"};
  WhatIfQuestion made;
  made.exercise = exercise;
  made.sizes = {{"n", n}};
  made.gpu.name = gpu;
  return made;
}

bool wait_for(const std::function<bool()>& done) {
  for (int i = 0; i < 2000; ++i) {
    if (done()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return false;
}

}  // namespace

TEST_CASE("a question is answered") {
  ScriptedModels script;
  WhatIf what_if(script.machine());
  CHECK_FALSE(what_if.snapshot().working);
  what_if.ask(question("Tesla T4"));
  REQUIRE(wait_for([&] { return !what_if.snapshot().working; }));
  const WhatIf::Snapshot now = what_if.snapshot();
  REQUIRE(now.answer);
  CHECK(now.answer->gpu == "Tesla T4");
  CHECK(now.answer->where == "n 64");
  CHECK_FALSE(now.is_old);
}

TEST_CASE("the last answer stays and is old until the next one is there") {
  ScriptedModels script;
  WhatIf what_if(script.machine());
  what_if.ask(question("Tesla T4"));
  REQUIRE(wait_for([&] { return !what_if.snapshot().working; }));
  script.may_answer = false;
  what_if.ask(question("NVIDIA L4"));
  REQUIRE(wait_for([&] { return script.asked().size() == 2; }));
  WhatIf::Snapshot now = what_if.snapshot();
  CHECK(now.working);
  CHECK(now.is_old);
  REQUIRE(now.answer);
  CHECK(now.answer->gpu == "Tesla T4");
  script.may_answer = true;
  REQUIRE(wait_for([&] { return !what_if.snapshot().working; }));
  now = what_if.snapshot();
  CHECK(now.answer->gpu == "NVIDIA L4");
  CHECK_FALSE(now.is_old);
}

TEST_CASE("of questions that come while one is being answered only the newest is") {
  ScriptedModels script;
  script.may_answer = false;
  WhatIf what_if(script.machine());
  what_if.ask(question("Tesla T4", 1));
  REQUIRE(wait_for([&] { return script.asked().size() == 1; }));
  for (int64_t n = 2; n < 40; ++n) what_if.ask(question("Tesla T4", n));
  script.may_answer = true;
  REQUIRE(wait_for([&] { return !what_if.snapshot().working; }));
  CHECK(what_if.snapshot().answer->where == "n 39");
  CHECK(script.asked().size() == 2);
}

TEST_CASE("a question that is cancelled has no answer, and the one before keeps its own") {
  ScriptedModels script;
  WhatIf what_if(script.machine());
  what_if.ask(question("Tesla T4"));
  REQUIRE(wait_for([&] { return !what_if.snapshot().working; }));
  script.may_answer = false;
  what_if.ask(question("NVIDIA L4"));
  REQUIRE(wait_for([&] { return script.asked().size() == 2; }));
  what_if.cancel();
  CHECK(what_if.snapshot().cancelled);
  CHECK_FALSE(what_if.snapshot().working);
  CHECK(what_if.snapshot().answer->gpu == "Tesla T4");
  script.may_answer = true;
  what_if.ask(question("NVIDIA L4"));  // once more
  REQUIRE(wait_for([&] { return !what_if.snapshot().working; }));
  CHECK_FALSE(what_if.snapshot().cancelled);
  CHECK(what_if.snapshot().answer->gpu == "NVIDIA L4");
}

TEST_CASE("nothing is begun while it is held") {
  ScriptedModels script;
  WhatIf what_if(script.machine());
  what_if.hold(true);
  what_if.ask(question("Tesla T4"));
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  CHECK(script.asked().empty());
  what_if.hold(false);
  REQUIRE(wait_for([&] { return !what_if.snapshot().working; }));
  CHECK(what_if.snapshot().answer);
}

TEST_CASE("why there is no answer is said, and what is forgotten leaves nothing") {
  ScriptedModels script;
  script.error = "The recording ended early.";
  WhatIf what_if(script.machine());
  what_if.ask(question("Tesla T4"));
  REQUIRE(wait_for([&] { return !what_if.snapshot().working; }));
  CHECK(what_if.snapshot().error == "The recording ended early.");
  CHECK_FALSE(what_if.snapshot().answer);
  what_if.forget();
  CHECK(what_if.snapshot().error.empty());
}

TEST_CASE("sizes that the exercise has are called as it calls them, others by their values") {
  exercise::Exercise exercise;
  exercise.sizes.resize(1);
  exercise.sizes[0].names = {"rows", "cols"};
  exercise.sizes[0].values = {{"cols", 8}, {"rows", 4}};
  exercise.sizes[0].label = "small";
  CHECK(size_of(exercise, {{"cols", 8}, {"rows", 4}}).label == "small");
  CHECK(size_of(exercise, {{"cols", 8}, {"rows", 5}}).label == "rows 5, cols 8");
}
