// Runs that are cancelled or come to a limit: of time, of work, of printed text.
#include "jobs.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <thread>

#include "contains.hpp"
#include "words/text.hpp"

using namespace warplab;
using namespace warplab::worker;
using namespace std::chrono_literals;
using test::contains;
using Kind = Failure::Kind;

TEST_CASE("a kernel that never ends is cancelled, and the worker goes on") {
  const auto worker = start();
  Ints out(std::vector<int>(32, 0));
  Job job;
  job.buffers = {buffer("out", 32, nullptr, &out.memory)};
  job.launches = {launch("spin", {1, 1, 1}, {32, 1, 1}, {address(0)})};
  job.options.max_work_per_warp = std::numeric_limits<uint64_t>::max();
  std::atomic<bool> cancel{false};
  std::thread later([&] {
    std::this_thread::sleep_for(200ms);
    cancel = true;
  });
  const auto report = worker->simulate(job, {}, &cancel);
  later.join();
  REQUIRE_FALSE(report);
  CHECK(report.failure.kind == Kind::cancelled);
  Addition addition;
  const auto next = worker->simulate(addition.job);
  CHECK_MESSAGE(next, words::text_of(next.failure.says));
}

TEST_CASE("a simulation is stopped at its time limit") {
  const auto worker = start();
  Ints out(std::vector<int>(32, 0));
  Job job;
  job.buffers = {buffer("out", 32, nullptr, &out.memory)};
  job.launches = {launch("spin", {1, 1, 1}, {32, 1, 1}, {address(0)})};
  job.options.max_work_per_warp = std::numeric_limits<uint64_t>::max();
  job.time_limit = 300ms;
  const auto report = worker->simulate(job);
  REQUIRE_FALSE(report);
  CHECK(report.failure.kind == Kind::time_limit);
  CHECK(contains(words::text_of(report.failure.says), "0.3 s"));
}

TEST_CASE("progress is told while a run goes on, and grows from 0 towards 1") {
  const auto worker = start();
  Ints out(std::vector<int>(32, 0));
  Job job;
  job.buffers = {buffer("out", 32, nullptr, &out.memory)};
  job.launches = {launch("spin_often", {20'000, 1, 1}, {32, 1, 1}, {address(0)})};
  std::atomic<bool> cancel{false};
  std::vector<double> told;
  const auto report = worker->simulate(
      job,
      [&](double fraction) {
        told.push_back(fraction);
        if (told.size() == 3) cancel = true;
      },
      &cancel);
  REQUIRE_FALSE(report);
  CHECK(report.failure.kind == Kind::cancelled);
  REQUIRE(told.size() >= 3);
  CHECK(std::is_sorted(told.begin(), told.end()));
  CHECK(told.front() > 0);
  CHECK(told.back() <= 1);
}

TEST_CASE("the work of all warps together is limited, at the same place for every thread count") {
  const auto worker = start();
  std::string first;
  for (const unsigned threads : {1u, 2u, 4u}) {
    Ints out(std::vector<int>(64'000, 0));
    Job job;
    job.buffers = {buffer("out", 64'000, nullptr, &out.memory)};
    job.launches = {launch("churn", {2000, 1, 1}, {32, 1, 1}, {address(0)})};
    job.options.threads = threads;
    job.options.student_file = "kernels.cu";
    job.options.max_work = 1'000'000;
    const auto report = worker->simulate(job);
    REQUIRE_MESSAGE(report, words::text_of(report.failure.says));
    CHECK_FALSE(report.value->completed);
    REQUIRE(report.value->findings.size() == 1);
    const sim::Finding& finding = report.value->findings[0];
    CHECK(finding.kind == sim::FindingKind::step_limit);
    CHECK(finding.line > 0);
    CHECK(contains(words::text_of(finding), "was stopped after 1 million instructions of all"));
    const std::string all =
        words::text_of(finding) + std::to_string(finding.line) + " " +
        std::to_string(report.value->launches[0].total[sim::Counter::warp_instructions]);
    if (first.empty()) first = all;
    CHECK(all == first);
  }
}

TEST_CASE("work that runs before this one have spent is told with what this one was left") {
  const auto worker = start();
  Ints out(std::vector<int>(64'000, 0));
  Job job;
  job.buffers = {buffer("out", 64'000, nullptr, &out.memory)};
  job.launches = {launch("churn", {2000, 1, 1}, {32, 1, 1}, {address(0)})};
  job.options.max_work = 1'000'000;
  job.options.work_before = 95'000'000;
  const auto report = worker->simulate(job);
  REQUIRE_MESSAGE(report, words::text_of(report.failure.says));
  REQUIRE(report.value->findings.size() == 1);
  CHECK(contains(words::text_of(report.value->findings[0]),
                 "was stopped after 96 million instructions of all threads"));
}

TEST_CASE("the work of one launch counts for the next, and what is allowed is not ended") {
  const auto worker = start();
  Ints out(std::vector<int>(64'000, 0));
  Job job;
  job.buffers = {buffer("out", 64'000, nullptr, &out.memory)};
  job.launches = {launch("churn", {20, 1, 1}, {32, 1, 1}, {address(0)})};
  const auto one = worker->simulate(job);
  REQUIRE(one);
  REQUIRE(one.value->completed);
  const uint64_t cost = one.value->work;
  job.launches.push_back(job.launches[0]);
  job.options.max_work = 2 * cost;
  CHECK(worker->simulate(job).value->completed);
  job.options.max_work = 2 * cost - 1;
  const auto less = worker->simulate(job);
  CHECK_FALSE(less.value->completed);
  CHECK(less.value->launches.size() == 2);
}

TEST_CASE("printf that prints nothing is cut too, by what it reads") {
  const auto worker = start();
  Ints out(std::vector<int>(32, 0));
  Job job;
  job.buffers = {buffer("out", 32, nullptr, &out.memory)};
  job.launches = {launch("whisper", {1, 1, 1}, {32, 1, 1}, {address(0)})};
  const auto report = worker->simulate(job);
  REQUIRE_MESSAGE(report, words::text_of(report.failure.says));
  CHECK(report.value->completed);
  CHECK(report.value->output == "");
  REQUIRE(report.value->findings.size() == 1);
  CHECK(report.value->findings[0].kind == sim::FindingKind::output_limit);
}

TEST_CASE("the text of a run is limited, however many launches print it") {
  const auto worker = start();
  Ints out(std::vector<int>(32, 0));
  Job job;
  job.buffers = {buffer("out", 32, nullptr, &out.memory)};
  job.launches.assign(3, launch("shout", {1, 1, 1}, {32, 1, 1}, {address(0)}));
  job.options.max_output_bytes = 100'000;  // one launch prints 69 000
  const auto report = worker->simulate(job);
  REQUIRE_MESSAGE(report, words::text_of(report.failure.says));
  CHECK(report.value->completed);
  CHECK(report.value->output.size() == 100'000);
  const auto& findings = report.value->findings;
  CHECK(std::any_of(findings.begin(), findings.end(), [](const sim::Finding& finding) {
    return finding.kind == sim::FindingKind::output_limit;
  }));
}
