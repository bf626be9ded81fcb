// printf costs nothing: a kernel that prints counts what it would count without.
#include "sim/serves_printf.hpp"

#include <doctest/doctest.h>

#include "compile/compile.hpp"
#include "ptx/parser.hpp"
#include "sim/simulate.hpp"
#include "words/text.hpp"

using namespace warplab;
using sim::Counter;

namespace {

ptx::Module module_of(const std::string& source) {
  const auto compiler = compile::load_compiler();
  REQUIRE_MESSAGE(compiler, (compiler ? "" : compiler.error()));
  compile::Source asked{"k.cu", source, 75};
  asked.only_ptx = true;
  const compile::Compiled compiled = compile::compile(**compiler, asked);
  REQUIRE(compiled.ok);
  auto module = ptx::parse(compiled.ptx);
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  return std::move(*module);
}

sim::Report run(const std::string& body, const std::string& functions = "") {
  const ptx::Module module =
      module_of(functions +
                "extern \"C\" __global__ void k(const float* in, float* out, int n) {\n"
                "  __shared__ float tile[64];\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n" +
                body + "}\n");
  std::vector<float> in(128, 1.5f), out(128);
  std::vector<sim::Buffer> buffers(2);
  for (size_t k = 0; k < 2; ++k) {
    buffers[k].name = k == 0 ? "in" : "out";
    buffers[k].element = data::ElementType::f32;
    buffers[k].shape = {128};
    buffers[k].bytes = std::as_writable_bytes(std::span(k == 0 ? in : out));
  }
  sim::Launch launch;
  launch.kernel = "k";
  launch.grid.x = 2;
  launch.block.x = 64;
  const int n = 100;
  const auto value = std::as_bytes(std::span(&n, 1));
  launch.arguments = {{0, {}}, {1, {}}, {-1, {value.begin(), value.end()}}};
  auto report = sim::simulate(module, buffers, {&launch, 1}, {});
  REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
  REQUIRE(report->completed);
  return std::move(*report);
}

// The counters of a body without the lines that begin with "P ", and those of the one with them.
void check_costs_nothing(const std::string& body, const std::string& functions = "") {
  std::string without, with;
  for (size_t at = 0; at < body.size();) {
    const size_t end = body.find('\n', at) + 1;
    const std::string line = body.substr(at, end - at);
    if (line.starts_with("P ")) with += line.substr(2);
    else with += line, without += line;
    at = end;
  }
  CAPTURE(with);
  const sim::Report plain = run(without, functions), printing = run(with, functions);
  CHECK(plain.output.empty());
  CHECK(!printing.output.empty());
  for (size_t k = 0; k < data::kCounterCount; ++k) {
    const auto counter = static_cast<Counter>(k);
    // What both need, the compiler may put in front of a branch: for more lanes, and no more warps.
    if (counter == Counter::thread_instructions) continue;
    CAPTURE(data::name_of(counter));
    CHECK(printing.launches[0].total[counter] == plain.launches[0].total[counter]);
  }
  for (size_t b = 0; b < 2; ++b)
    CHECK(printing.launches[0].traffic.buffers[b].total ==
          plain.launches[0].traffic.buffers[b].total);
}

}  // namespace

TEST_CASE("a line that is printed costs nothing, nor do its arguments, tests and loops") {
  check_costs_nothing(
      "  if (i < n) out[i] = in[i];\n"
      "P   printf(\"hello\\n\");\n");
  check_costs_nothing(
      "P   if (i == 0) printf(\"%d elements, %f\\n\", n, in[0] * 0.5f);\n"
      "  if (i < n) out[i] = in[i];\n");
  check_costs_nothing(
      "  if (i < n) out[i] = in[i];\n"
      "P   if (i == 0) for (int k = 0; k < 10 && k < n; ++k) printf(\"%d %f\\n\", k, in[k]);\n");
}

TEST_CASE("what only prints costs nothing in a function of its own") {
  check_costs_nothing(
      "  if (i < n) out[i] = in[i];\n"
      "P   if (threadIdx.x == 0) tell(i, in[i]);\n",
      "__device__ __noinline__ void tell(int i, float x) {\n"
      "  for (int k = 0; k < 2; ++k) printf(\"%d: %f\\n\", i, x + k);\n}\n");
}

TEST_CASE("what is stored, exchanged or waited for counts, printed or not") {
  const auto total = [](const std::string& body) { return run(body).launches[0].total; };
  const std::string copies = "  if (i < n) out[i] = in[i];\n";
  const auto plain = total(copies);
  // The answer depends on what printf gives back.
  const auto uses = total("  if (i < n) out[i] = in[i] + printf(\"x\\n\");\n");
  CHECK(uses[Counter::warp_instructions] > plain[Counter::warp_instructions] + 4);
  const auto stores =
      total(copies + "  tile[threadIdx.x] = i; printf(\"%f\\n\", tile[63 - threadIdx.x]);\n");
  CHECK(stores[Counter::shared_store_requests] == 4);
  CHECK(stores[Counter::shared_load_requests] == 0);
  const auto waits = total(copies + "  __syncthreads(); printf(\"x\\n\");\n");
  CHECK(waits[Counter::barriers] == 4);
  const auto junk =
      total(copies +
            "  if (i < 64) { asm volatile(\"membar.gl;\" ::: \"memory\"); printf(\"x\\n\"); }\n");
  CHECK(junk[Counter::weighted_instructions] > plain[Counter::weighted_instructions] + 32);
}
