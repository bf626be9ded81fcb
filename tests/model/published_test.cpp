// The model beside what has been published and measured of whole GPUs: the kernels of
// bench/launches, recorded from their source.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "compile/compile.hpp"
#include "launch_list.hpp"
#include "model/run_model.hpp"
#include "ptx/parser.hpp"
#include "shipped_gpus.hpp"
#include "sim/record.hpp"
#include "temporary_folder.hpp"
#include "words/text.hpp"

using namespace warplab;
using model::LaunchModel;
using warplab::test::content_of;

namespace {

const std::string kFolder = WARPLAB_SOURCE_DIR "/bench/launches/";

class Launches {
 public:
  LaunchModel on(const char* gpu, const std::string& name) {
    const auto known = runs_.find(name);
    const auto& run = known != runs_.end() ? known->second : (runs_[name] = recorded(name));
    return run->on(shipped_gpu(gpu), code_.at(file_of_.at(name)))[0];
  }

 private:
  std::unique_ptr<model::RunModel> recorded(const std::string& name) {
    const auto list = bench::read_launch_list(kFolder + "launches.json");
    REQUIRE_MESSAGE(list, (list ? "" : list.error()));
    const auto listed = std::ranges::find(*list, name, &bench::ListedLaunch::name);
    REQUIRE_MESSAGE(listed != list->end(), name);
    file_of_[name] = listed->file;
    compile(listed->file);
    std::vector<std::vector<std::byte>> contents;
    std::vector<data::Buffer> buffers;
    for (const bench::ListedBuffer& b : listed->buffers) {
      contents.emplace_back(b.elements * data::bytes_of(b.element));
      buffers.push_back({b.name, b.element, {b.elements}, {}});
    }
    for (size_t i = 0; i < buffers.size(); ++i) buffers[i].bytes = contents[i];
    auto recording = sim::record(modules_.at(listed->file), buffers, {&listed->launch, 1}, {});
    REQUIRE_MESSAGE(recording, (recording ? "" : words::text_of(recording.why().says)));
    return std::make_unique<model::RunModel>(
        std::move(recording->traces), std::move(recording->trace_of), code_.at(listed->file));
  }

  void compile(const std::string& file) {
    if (modules_.contains(file)) return;
    const auto compiler = compile::load_compiler();
    REQUIRE_MESSAGE(compiler, (compiler ? "" : compiler.error()));
    const compile::Compiled compiled =
        compile::compile(**compiler, {file, content_of(kFolder + file), 90});
    REQUIRE_MESSAGE(compiled.ok, compiled.log);
    for (const auto& [kernel, r] : compiled.kernels)
      code_[file][kernel] = {r.registers, r.global_loads, r.f32_operations, r.f64_operations};
    auto module = ptx::parse(compiled.ptx);
    REQUIRE_MESSAGE(module, (module ? "" : module.error()));
    modules_.emplace(file, std::move(*module));
  }

  std::map<std::string, std::string> file_of_;
  std::map<std::string, ptx::Module> modules_;
  std::map<std::string, model::KernelCode> code_;
  std::map<std::string, std::unique_ptr<model::RunModel>> runs_;
};

Launches& launches() {
  static Launches all;
  return all;
}

}  // namespace

TEST_CASE("three times that were published for a T4 lie in the model's ranges") {
  for (const auto& [name, published] :
       {std::pair("copy 32 x 8, four a thread, n 2048", 139.0),
        std::pair("transpose, four a thread, padded, n 2048", 166.0),
        std::pair("transpose, four a thread, conflicts, n 2048", 411.0)}) {
    CAPTURE(name);
    const LaunchModel m = launches().on("T4", name);
    CHECK(m.low_us <= published);
    CHECK(m.high_us >= published);
  }
}

TEST_CASE(
    "on a T4 the conflicting tile of 4096 x 4096 takes longer than 840 us, in all its range") {
  CHECK(launches().on("T4", "transpose, tile with conflicts, n 4096").low_us > 840);
}

TEST_CASE("and the one without conflicts less; but the range does not say so for certain") {
  const LaunchModel m = launches().on("T4", "transpose, tile padded, n 4096");
  CHECK(m.time_us < 840);
  CHECK(m.low_us < 840);
  CHECK(m.high_us > 840);  // so a gate of 840 us leaves it undecided
}

TEST_CASE("on a T4 four elements a thread without conflicts are the fastest transpose") {
  const double fastest = launches().on("T4", "transpose, four a thread, padded, n 4096").time_us;
  for (const char* other :
       {"transpose, tile padded, n 4096", "transpose, tile with conflicts, n 4096",
        "transpose, four a thread, conflicts, n 4096", "transpose, strided stores, 32 x 32, n 4096",
        "transpose, strided stores, 1024 x 1", "transpose, strided stores, 1 x 1024",
        "transpose, strided loads, 32 x 32, n 4096"}) {
    CAPTURE(other);
    CHECK(fastest < launches().on("T4", other).time_us);
  }
}

TEST_CASE(
    "block shapes of copies and transposes come in one order on every measured GPU and a T4") {
  for (const char* gpu : {"H100", "H200", "T4"}) {
    CAPTURE(gpu);
    const auto time = [&](const char* name) { return launches().on(gpu, name).time_us; };
    // Of copies a column of threads is slowest, and the other two are alike.
    CHECK(time("copy 1 x 1024, n 4096") > 2 * time("copy 32 x 32, n 4096"));
    CHECK(time("copy 1024 x 1, n 4096") ==
          doctest::Approx(time("copy 32 x 32, n 4096")).epsilon(0.1));
    // Of transposes with strided stores a column of threads is fastest: its stores are whole.
    CHECK(time("transpose, strided stores, 1 x 1024") <
          time("transpose, strided stores, 32 x 32, n 4096"));
    CHECK(time("transpose, strided stores, 32 x 32, n 4096") <
          time("transpose, strided stores, 1024 x 1"));
  }
}

// Measured on 2026-11-22 (bench/measured): one multiprocessor alone gets its data no faster.
TEST_CASE("a block that copies everything takes as long among idle ones as it was measured to") {
  for (const auto& [name, h100, h200] :
       {std::tuple("copy, all by block, n 0", 6073.0, 5937.0),
        std::tuple("copy, all by block, n 16383", 6126.0, 5945.0),
        std::tuple("copy, one block of 1024 that goes round", 1527.0, 1494.0)}) {
    CAPTURE(name);
    for (const auto& [gpu, measured] : {std::pair("H100", h100), std::pair("H200", h200)}) {
      CAPTURE(gpu);
      const LaunchModel m = launches().on(gpu, name);
      CHECK(m.low_us <= measured);
      CHECK(m.high_us >= measured);
    }
  }
}
