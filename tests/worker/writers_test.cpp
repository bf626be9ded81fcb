// Who wrote an element: asked after a run, or watched during it.
#include "jobs.hpp"

#include <limits>

#include "words/text.hpp"

using namespace warplab;
using namespace warplab::worker;

TEST_CASE("the thread that wrote an element can be asked for") {
  const auto worker = start();
  Addition addition;
  REQUIRE(worker->simulate(addition.job));
  const auto writer = worker->writer_of(0, 70);
  REQUIRE_MESSAGE(writer, words::text_of(writer.failure.says));
  REQUIRE(writer.value->has_value());
  CHECK((*writer.value)->launch == 0);
  CHECK((*writer.value)->place.block == Dim3{2, 0, 0});
  CHECK((*writer.value)->place.thread == Dim3{6, 0, 0});
  for (const auto& [index, element] :
       {std::pair{1, uint64_t{3}}, std::pair{0, uint64_t{100}},
        std::pair{0, std::numeric_limits<uint64_t>::max()}, std::pair{7, uint64_t{0}}}) {
    const auto nobody = worker->writer_of(index, element);
    REQUIRE_MESSAGE(nobody, words::text_of(nobody.failure.says));
    CHECK_FALSE(nobody.value->has_value());
  }
  CHECK_FALSE(worker->writer_of(-1, 0));
}

TEST_CASE("elements of one byte have a writer each") {
  const auto worker = start();
  auto memory = SharedMemory::create("narrow", 64);
  REQUIRE(memory);
  Job job;
  job.buffers = {buffer("out", 64, nullptr, &*memory)};
  job.buffers[0].description.element = sim::ElementType::u8;
  job.launches = {launch("narrow", {2, 1, 1}, {32, 1, 1}, {address(0)})};
  REQUIRE(worker->simulate(job));
  for (const uint64_t index : {0, 1, 33, 63}) {
    const auto writer = worker->writer_of(0, index);
    REQUIRE((writer && writer.value->has_value()));
    CHECK((*writer.value)->place.block.x == index / 32);
    CHECK((*writer.value)->place.thread.x == index % 32);
  }
  CHECK_FALSE(worker->writer_of(0, 64).value->has_value());
}

TEST_CASE("an element that is watched is told with its last writer's line") {
  const auto worker = start();
  Addition addition;
  addition.job.options.watch = {0, 70};
  const auto report = worker->simulate(addition.job);
  REQUIRE_MESSAGE(report, words::text_of(report.failure.says));
  REQUIRE(report.value->watched);
  CHECK(report.value->watched->launch == 0);
  CHECK(report.value->watched->place.block == Dim3{2, 0, 0});
  CHECK(report.value->watched->place.thread == Dim3{6, 0, 0});
  CHECK(report.value->watched->line > 0);
  addition.job.options.watch = {1, 3};  // only read
  const auto nobody = worker->simulate(addition.job);
  REQUIRE(nobody);
  CHECK_FALSE(nobody.value->watched);
}

TEST_CASE("elements of eight bytes have one writer each") {
  const auto worker = start();
  auto memory = SharedMemory::create("wide", 64 * sizeof(double));
  REQUIRE(memory);
  Job job;
  job.buffers = {buffer("out", 64, nullptr, &*memory)};
  job.buffers[0].description.element = sim::ElementType::f64;
  job.launches = {launch("wide", {2, 1, 1}, {32, 1, 1}, {address(0)})};
  REQUIRE(worker->simulate(job));
  const auto writer = worker->writer_of(0, 33);
  REQUIRE(writer);
  REQUIRE(writer.value->has_value());
  CHECK((*writer.value)->place.block == Dim3{1, 0, 0});
  CHECK((*writer.value)->place.thread == Dim3{1, 0, 0});
}

TEST_CASE("what no thread has written is known of elements of every size") {
  const auto worker = start();
  for (const auto& [kernel, element] :
       {std::pair{"narrow", sim::ElementType::u8}, std::pair{"wide", sim::ElementType::f64}}) {
    CAPTURE(kernel);
    // Two elements more than threads.
    auto memory = SharedMemory::create(kernel, 66 * sim::bytes_of(element));
    REQUIRE(memory);
    Job job;
    job.buffers = {buffer("out", 66, nullptr, &*memory)};
    job.buffers[0].description.element = element;
    job.launches = {launch(kernel, {2, 1, 1}, {32, 1, 1}, {address(0)})};
    REQUIRE(worker->simulate(job));
    const auto written = worker->written(0, 66);
    REQUIRE_MESSAGE(written, words::text_of(written.failure.says));
    CHECK(*written.value == std::vector<uint8_t>{255, 255, 255, 255, 255, 255, 255, 255, 0});
    CHECK_FALSE(worker->written(-1, 66));
    const auto none = worker->written(1, 66);  // there is no such buffer
    REQUIRE(none);
    CHECK(none.value->empty());
    job.options.keep_writers = false;
    REQUIRE(worker->simulate(job));
    CHECK(worker->written(0, 66).value->empty());
  }
}

TEST_CASE("what an earlier launch has written stays written") {
  const auto worker = start();
  auto memory = SharedMemory::create("both", 64);
  REQUIRE(memory);
  Job job;
  job.buffers = {buffer("out", 64, nullptr, &*memory)};
  job.buffers[0].description.element = sim::ElementType::u8;
  job.launches = {launch("narrow", {2, 1, 1}, {32, 1, 1}, {address(0)}),
                  launch("narrow", {1, 1, 1}, {32, 1, 1}, {address(0)})};
  REQUIRE(worker->simulate(job));
  CHECK(*worker->written(0, 64).value == std::vector<uint8_t>(8, 255));
  CHECK_FALSE(worker->writer_of(0, 40).value->has_value());  // not in the last launch
}
