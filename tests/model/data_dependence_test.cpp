// Which traces can be relied on, though only some blocks of each launch were executed.
#include "model/data_dependence.hpp"

#include <memory>

#include "hand_made.hpp"
#include "model/run_model.hpp"
#include "shipped_gpus.hpp"

using namespace warplab;
using namespace warplab::model;
using data::TraceKind;

namespace {

// Loads from one place and stores to another; what it loads decides something, or nothing.
data::LaunchTrace launch(uint64_t from, uint64_t to, bool decides) {
  HandMade made(2, 1);
  made.accesses("ld.global.u32", {1}, {0}, full_line(TraceKind::load), from);
  made.trace.instructions.back().decides = decides;
  made.accesses("st.global.u32", {}, {0, 1}, full_line(TraceKind::store), to);
  return made.trace;
}

constexpr uint64_t kIn = HandMade::kIn, kOut = HandMade::kOut, kVariable = uint64_t{1} << 40;

std::vector<std::string> why(std::vector<data::LaunchTrace> traces, std::vector<size_t> of) {
  return why_unreliable(traces, of);
}

}  // namespace

TEST_CASE("a launch that is decided by what an earlier one wrote is refused, and names it") {
  const auto refused = why({launch(kIn, kOut, false), launch(kOut, kIn, true)}, {0, 1});
  CHECK(refused[0].empty());
  CHECK(refused[1].find("is decided by out, which an earlier launch has written") !=
        std::string::npos);
}

TEST_CASE("one that only computes with it is not, nor one that is decided by an input") {
  for (const std::string& none : why({launch(kIn, kOut, false), launch(kOut, kIn, false)}, {0, 1}))
    CHECK(none.empty());
  for (const std::string& none : why({launch(kIn, kOut, false), launch(kIn, kOut, true)}, {0, 1}))
    CHECK(none.empty());
}

TEST_CASE("a launch that is repeated and is decided by what it writes is refused from then on") {
  const auto refused = why({launch(kOut, kOut, true)}, {0, 0, 0});
  CHECK(refused[0].empty());
  CHECK(!refused[1].empty());
  CHECK(!refused[2].empty());
}

TEST_CASE("variables of the module are memory that launches leave to each other, too") {
  const auto refused = why({launch(kIn, kVariable, false), launch(kVariable, kIn, true)}, {0, 1});
  CHECK(refused[1].find("a __device__ variable") != std::string::npos);
}

TEST_CASE("only loads that were executed count") {
  data::LaunchTrace trace = launch(kIn, kOut, true);
  CHECK(deciding_memory(trace) == std::set<std::string>{"in"});
  for (auto& block : trace.blocks)
    for (auto& warp : block.warps) warp.steps.erase(warp.steps.begin());
  CHECK(deciding_memory(trace).empty());
}

TEST_CASE("a run with a launch that is refused has no time for it, and none for all together") {
  const RunModel run({launch(kIn, kOut, false), launch(kOut, kIn, true)}, {0, 1}, {});
  const std::vector<LaunchModel> models = run.on(pencil_gpu(), {});
  REQUIRE(models.size() == 2);
  CHECK(models[0].possible);
  CHECK_FALSE(models[1].possible);
  CHECK(models[1].gpu == "Pencil");
  CHECK(!models[1].why_not.empty());
  const LaunchModel all = together(models);
  CHECK_FALSE(all.possible);
  CHECK(all.why_not == models[1].why_not);
}

TEST_CASE("launches together take the sum of their times, parts and bytes") {
  const RunModel run({launch(kIn, kOut, false)}, {0, 0}, {});
  const std::vector<LaunchModel> models = run.on(pencil_gpu(), {});
  REQUIRE(models.size() == 2);
  CHECK(models[0].time_us == models[1].time_us);  // equal launches share a trace
  const LaunchModel all = together(models);
  CHECK(all.possible);
  CHECK(all.time_us == doctest::Approx(2 * models[0].time_us));
  CHECK(all.low_us == doctest::Approx(2 * models[0].low_us));
  CHECK(all.high_us == doctest::Approx(2 * models[0].high_us));
  CHECK(all.dram_bytes == doctest::Approx(2 * models[0].dram_bytes));
  CHECK(all.parts_us[0] == doctest::Approx(2 * models[0].parts_us[0]));
}

TEST_CASE("registers matter only where they could decide how many blocks fit") {
  const auto run_with = [](uint64_t registers) {
    return std::make_unique<RunModel>(std::vector{launch(kIn, kOut, false)}, std::vector<size_t>{0},
                                      KernelCode{{"by_hand", MachineCode{registers, 0, 0, 0}}});
  };
  Gpu gpu = pencil_gpu();
  gpu.most_blocks = 2;
  CHECK_FALSE(run_with(32)->depends_on_registers(gpu));
  gpu.registers = 2048;  // two warps of 32, and one of 56
  CHECK(run_with(32)->depends_on_registers(gpu));
}

TEST_CASE("the roofs of a GPU are its bandwidths and its operations a second") {
  const Roofs roofs = roofs_of(pencil_gpu());  // 1000 MHz, 16 GB/s of which reads and writes half
  CHECK(roofs.dram == doctest::Approx(8e9));
  CHECK(roofs.l2 == doctest::Approx(32e9));
  CHECK(roofs.f32 == doctest::Approx(64e9));
  CHECK(roofs.f64 == doctest::Approx(4e9));
}

TEST_CASE("operations are counted with their lanes for the whole grid, a fused one as two") {
  HandMade made(4, 2);
  made.does("fma.rn.f32", {1}, {0, 2});
  made.does("add.f64", {2}, {0, 1});
  made.does("add.s32", {3}, {0, 1});
  made.trace.grid = {400, 1, 1};
  const RunModel run({made.trace}, {0}, {});
  CHECK(run.on(pencil_gpu(), {})[0].operations == doctest::Approx(3.0 * 32 * 2 * 400));
}

TEST_CASE("the bytes that decide are those that deciding loads have touched, as whole lines") {
  CHECK(deciding_bytes(launch(kIn, kOut, false)).empty());
  const auto bytes = deciding_bytes(launch(kIn, kOut, true));
  REQUIRE(bytes.size() == 1);
  REQUIRE(bytes.contains("in"));
  uint64_t sum = 0;
  for (const ByteRange& range : bytes.at("in")) {
    CHECK(range.begin % 128 == 0);
    sum += range.end - range.begin;
  }
  CHECK(sum >= 128);
  CHECK(sum % 128 == 0);
}

TEST_CASE("a trace is cut short where a warp executed more than was recorded of it") {
  data::LaunchTrace trace = launch(kIn, kOut, true);
  CHECK_FALSE(is_cut_short(trace));
  trace.blocks[0].warps[0].executed += 1;
  CHECK(is_cut_short(trace));
}
