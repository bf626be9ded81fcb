// The stream that times are compared with, in the simulator: it touches each element of its buffers
// once and nothing else.
#include "cuda/own_kernels.hpp"

#include <doctest/doctest.h>

#include <cstring>

#include "compile/compile.hpp"
#include "data/element.hpp"
#include "ptx/parser.hpp"
#include "sim/simulate.hpp"
#include "words/text.hpp"

using namespace warplab;

namespace {

const ptx::Module& own_kernels() {
  static const ptx::Module module = [] {
    const auto compiler = compile::load_compiler();
    REQUIRE_MESSAGE(compiler, (compiler ? "" : compiler.error()));
    const compile::Compiled compiled = compile::compile(
        **compiler, {"own_kernels.cu", std::string(cuda::own_kernels_source()), 90});
    REQUIRE_MESSAGE(compiled.ok, compiled.log);
    auto parsed = ptx::parse(compiled.ptx);
    REQUIRE_MESSAGE(parsed, (parsed ? "" : parsed.error()));
    return *parsed;
  }();
  return module;
}

template <class T>
data::Argument number(T value) {
  data::Argument argument;
  argument.value.resize(sizeof value);
  std::memcpy(argument.value.data(), &value, sizeof value);
  return argument;
}

struct Streamed {
  uint64_t loads = 0, stores = 0;  // bytes
};

// Over `inputs` buffers of `read` elements of 4 bytes and one of `written`.
Streamed stream(const std::string& kernel, size_t inputs, uint64_t read, uint64_t written,
                const Dim3& grid, const Dim3& block) {
  std::vector<std::vector<uint32_t>> memory(inputs, std::vector<uint32_t>(read, 7u));
  memory.emplace_back(written, 0u);
  std::vector<data::Buffer> buffers;
  data::Launch launch{kernel, grid, block, 0, {}, false};
  for (size_t i = 0; i < memory.size(); ++i) {
    const bool is_output = i == inputs;
    data::Buffer buffer;
    buffer.name = is_output ? "out" : "in";
    buffer.element = data::ElementType::u32;
    buffer.shape = {memory[i].size()};
    buffer.bytes = std::as_writable_bytes(std::span(memory[i]));
    buffer.initialized = !is_output;
    buffer.must_be_written = is_output;
    buffer.read_only = !is_output;
    buffers.push_back(std::move(buffer));
    launch.arguments.push_back({static_cast<int>(i), {}});
  }
  const uint64_t width = uint64_t{grid.x} * block.x;
  if (kernel.find("one") != std::string::npos) {
    launch.arguments.push_back(number(static_cast<uint32_t>(read)));
    launch.arguments.push_back(number(static_cast<uint32_t>(width)));
  } else {
    for (const uint64_t value : {read, written, width}) launch.arguments.push_back(number(value));
  }
  const auto report = sim::simulate(own_kernels(), buffers, {&launch, 1}, {});
  REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
  CHECK(report->completed);
  CHECK(report->findings.empty());
  const auto& total = report->launches.at(0).total;
  return {total[sim::Counter::global_load_bytes], total[sim::Counter::global_store_bytes]};
}

}  // namespace

TEST_CASE("a stream of one element a thread moves each element once, whatever the blocks") {
  for (const auto& [grid, block] :
       {std::pair(Dim3{4, 9, 1}, Dim3{32, 8, 1}), std::pair(Dim3{40, 1, 1}, Dim3{256, 1, 1})}) {
    const Streamed copied = stream("warplab_stream_one_4", 1, 4321, 4321, grid, block);
    CHECK(copied.loads == 4 * 4321);
    CHECK(copied.stores == 4 * 4321);
    const Streamed added = stream("warplab_sum_one_4", 2, 4321, 4321, grid, block);
    CHECK(added.loads == 8 * 4321);
    CHECK(added.stores == 4 * 4321);
  }
}

TEST_CASE("a stream of many elements a thread reads and writes as many as there are") {
  struct Case {
    uint64_t read, written;
  };
  for (const Case& one : {Case{4321, 4321}, Case{4096, 64}, Case{64, 4096}, Case{5, 3}})
    for (const auto& [grid, block] :
         {std::pair(Dim3{1, 1, 1}, Dim3{64, 1, 1}), std::pair(Dim3{2, 2, 2}, Dim3{4, 4, 4})}) {
      const Streamed moved = stream("warplab_stream_many_4", 1, one.read, one.written, grid, block);
      CHECK(moved.loads == 4 * one.read);
      CHECK(moved.stores == 4 * one.written);
      const Streamed added = stream("warplab_sum_many_4", 2, one.read, one.written, grid, block);
      CHECK(added.loads == 8 * one.read);
      CHECK(added.stores == 4 * one.written);
    }
}

TEST_CASE("a picture's values of every element type become the nearest floats") {
  constexpr uint64_t kCount = 77;
  for (int type = 0; type <= static_cast<int>(data::ElementType::bf16); ++type) {
    const auto element = static_cast<data::ElementType>(type);
    CAPTURE(data::name_of(element));
    std::vector<std::byte> values(kCount * data::bytes_of(element));
    const bool has_sign = data::holds(element, -1);
    data::store_elements(element, values, [&](size_t i) {
      return static_cast<double>(i) - (has_sign ? 40.0 : 0.0) +
             (data::is_whole_type(element) ? 0.0 : 0.125);
    });
    std::vector<float> floats(kCount, -1);
    std::vector<data::Buffer> buffers(2);
    buffers[0].name = "from";
    buffers[0].element = element;
    buffers[0].shape = {kCount};
    buffers[0].bytes = values;
    buffers[0].read_only = true;
    buffers[1].name = "to";
    buffers[1].shape = {kCount};
    buffers[1].bytes = std::as_writable_bytes(std::span(floats));
    buffers[1].must_be_written = true;
    data::Launch launch{"warplab_as_floats", {2, 1, 1}, {32, 1, 1}, 0, {{0, {}}, {1, {}}}, false};
    launch.arguments.push_back(number(kCount));
    launch.arguments.push_back(number(type));
    const auto report = sim::simulate(own_kernels(), buffers, {&launch, 1}, {});
    REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
    CHECK(report->completed);
    CHECK(report->findings.empty());
    size_t wrong = 0;
    for (size_t i = 0; i < kCount; ++i) {
      const std::byte* const from = values.data() + i * data::bytes_of(element);
      if (floats[i] != static_cast<float>(data::number_at(element, from))) ++wrong;
    }
    CHECK(wrong == 0);
    CHECK(floats.front() != floats.back());
  }
}
