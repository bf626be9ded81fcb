#include "jobs.hpp"

#include <cstring>
#include <numeric>
#include <utility>

#include "words/text.hpp"

namespace warplab::worker {

std::unique_ptr<Worker> start(const char* source) {
  auto worker = Worker::start({});
  REQUIRE_MESSAGE(worker, words::text_of(worker.failure.says));
  const auto compiled = (*worker.value)->compile({"kernels.cu", source, 90});
  REQUIRE_MESSAGE(compiled, words::text_of(compiled.failure.says));
  REQUIRE_MESSAGE(compiled.value->ok, compiled.value->log);
  return std::move(*worker.value);
}

JobBuffer buffer(const char* name, size_t count, const SharedMemory* initial,
                 const SharedMemory* result) {
  JobBuffer buffer;
  buffer.description.name = name;
  buffer.description.element = sim::ElementType::i32;
  buffer.description.shape = {count};
  buffer.initial = initial;
  buffer.result = result;
  return buffer;
}

sim::Argument address(int index) {
  sim::Argument argument;
  argument.buffer = index;
  return argument;
}

sim::Argument number(int value) {
  sim::Argument argument;
  argument.value.resize(sizeof value);
  std::memcpy(argument.value.data(), &value, sizeof value);
  return argument;
}

sim::Launch launch(const char* kernel, Dim3 grid, Dim3 block,
                   std::vector<sim::Argument> arguments) {
  sim::Launch launch;
  launch.kernel = kernel;
  launch.grid = grid;
  launch.block = block;
  launch.arguments = std::move(arguments);
  return launch;
}

std::vector<int> ramp(int count) {
  std::vector<int> values(static_cast<size_t>(count));
  std::iota(values.begin(), values.end(), 0);
  return values;
}

Ints::Ints(const std::vector<int>& values) : count(values.size()) {
  auto created = SharedMemory::create("ints", values.size() * sizeof(int));
  REQUIRE(created);
  memory = std::move(*created);
  std::memcpy(memory.bytes().data(), values.data(), memory.bytes().size());
}

std::vector<int> Ints::values() const {
  std::vector<int> copy(count);
  std::memcpy(copy.data(), memory.bytes().data(), memory.bytes().size());
  return copy;
}

Addition::~Addition() = default;

Addition::Addition() : a(ramp(100)), b(ramp(100)), out(std::vector<int>(100, -7)) {
  job.buffers = {buffer("out", 100, nullptr, &out.memory), buffer("a", 100, &a.memory, nullptr),
                 buffer("b", 100, &b.memory, nullptr)};
  job.launches = {
      launch("add", {4, 1, 1}, {32, 1, 1}, {address(0), address(1), address(2), number(100)})};
  job.options.student_file = "kernels.cu";
}

}  // namespace warplab::worker
