// Descriptions of GPUs: those that are shipped, and what is said of wrong ones.
#include "model/load_gpu.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "shipped_gpus.hpp"
#include "temporary_folder.hpp"

using namespace warplab::model;
using warplab::test::content_of;
namespace fs = std::filesystem;

namespace {

std::string t4() { return content_of(WARPLAB_SOURCE_DIR "/assets/gpus/tesla-t4.toml"); }

// The T4's file with one line replaced by another.
std::string with(const std::string& key, const std::string& line) {
  std::string text = t4();
  const size_t begin = text.find("\n" + key + " =") + 1;
  REQUIRE(begin != 0);
  return text.replace(begin, text.find('\n', begin) - begin, line);
}

std::string error_of(const std::string& text) {
  const auto loaded = parse_gpu(text, "gpu.toml");
  REQUIRE(!loaded);
  return loaded.error();
}

}  // namespace

TEST_CASE("every GPU that the course speaks of is there, by its own name and by a short one") {
  for (const char* name :
       {"Tesla T4", "T4", "V100", "A100 40GB", "A100 80GB", "H100", "H100 PCIe", "H200", "L4",
        "RTX 3060", "RTX 4060", "rtx 4090", "NVIDIA H100 80GB HBM3", "NVIDIA GeForce RTX 4090"})
    CHECK_MESSAGE(find_gpu(shipped_gpus(), name), name);
}

TEST_CASE("every number of a shipped GPU has a source of its own") {
  for (const LoadedGpu& loaded : shipped_gpus()) {
    CAPTURE(loaded.gpu.name);
    size_t numbers = 0;
#define X(...) ++numbers;
    WARPLAB_GPU_COUNTS(X)
    WARPLAB_GPU_RATES(X)
#undef X
    CHECK(loaded.sources.size() == numbers);
    CHECK(std::ranges::none_of(loaded.sources, [](auto& s) { return s.text.size() < 10; }));
  }
}

TEST_CASE("shipped GPUs keep the laws of nature") {
  for (const LoadedGpu& loaded : shipped_gpus()) {
    const Gpu& g = loaded.gpu;
    CAPTURE(g.name);
    CHECK(g.shared_bytes <= g.l1_and_shared_bytes);
    CHECK(g.shared_bytes_per_block + g.shared_reserved <= g.shared_bytes);
    CHECK(g.l1_latency < g.l2_latency);
    CHECK(g.l2_latency < g.dram_latency);
    CHECK(g.l2_bytes_per_clk * g.clock_mhz / 1000 > g.dram_gbps);
    CHECK(g.dram_mixed_part <= g.dram_read_part);
    CHECK(g.schedulers == 4);
  }
}

TEST_CASE("what is wrong with a file is told with its line and key") {
  CHECK(error_of(with("multiprocessors", "")) ==
        "gpu.toml:1: \"multiprocessors\" is missing (multiprocessors of the GPU); expected "
        "multiprocessors = { value = ..., source = \"...\" }");
  CHECK(error_of(with("clock_mhz", "clock_mhz = { value = 1590 }")).find("clock_mhz.source") !=
        std::string::npos);
  CHECK(error_of(with("clock_mhz", "clock_mhz = { source = \"data sheet\" }"))
            .find("the value is missing (clock of the multiprocessors") != std::string::npos);
  CHECK(error_of(with("clock_mhz", "clock_mhz = { value = -3, source = \"data sheet\" }"))
            .find("clock_mhz.value: -3 is no number from 1 to 10000") != std::string::npos);
  CHECK(error_of(with("most_warps", "most_warps = { value = 32.5, source = \"guide\" }"))
            .find("32.5 is no whole number from 1 to 256") != std::string::npos);
  for (const char* value : {"-16", "0.5", "300000"}) {
    CAPTURE(value);
    for (const char* key : {"most_blocks", "most_warps"})
      CHECK(error_of(with(key, std::string(key) + " = { value = " + value + ", source = \"x\" }"))
                .find(" is no whole number from 1 to ") != std::string::npos);
  }
  for (const char* value : {"nan", "inf", "-inf"}) {
    CAPTURE(value);
    for (const char* key : {"clock_mhz", "most_warps"})
      CHECK(error_of(with(key, std::string(key) + " = { value = " + value + ", source = \"x\" }"))
                .find("is not finite") != std::string::npos);
  }
  CHECK(error_of(with("compute_capability", "compute_capability = \"75\""))
            .find("\"75\" is no compute capability such as \"7.5\"") != std::string::npos);
  CHECK(error_of(t4() + "\nclok_mhz = { value = 1, source = \"x\" }\n")
            .find("did you mean \"clock_mhz\"?") != std::string::npos);
  std::string misspelled = t4();
  const size_t key = misspelled.find("\ndram_gbps") + 1;
  const auto line = 1 + std::count(misspelled.begin(),
                                   misspelled.begin() + static_cast<std::ptrdiff_t>(key), '\n');
  misspelled.erase(key + 7, 2);  // "dram_gb"
  const std::string error = error_of(misspelled);
  CHECK(error.find("gpu.toml:" + std::to_string(line) + ": ") == 0);
  CHECK(error.find("did you mean \"dram_gbps\"?") != std::string::npos);
  CHECK(error_of("name = ").find("gpu.toml:1") != std::string::npos);
}

TEST_CASE("a right file, changed in a number and its source, is read with both") {
  const auto loaded = parse_gpu(
      with("clock_mhz", "clock_mhz = { value = 1110, source = \"our own T4\" }"), "gpu.toml");
  REQUIRE(loaded);
  CHECK(loaded->gpu.clock_mhz == 1110);
  CHECK(std::ranges::any_of(loaded->sources, [](const GpuSource& s) {
    return s.key == "clock_mhz" && s.text == "our own T4";
  }));
}

TEST_CASE("a GPU that nobody described is told with those that there are") {
  const auto found = find_gpu(shipped_gpus(), "Tesla T5");
  REQUIRE(!found);
  CHECK(found.error().find("did you mean \"Tesla T4\"?") != std::string::npos);
  CHECK(found.error().find("\"NVIDIA H200\"") != std::string::npos);
}

TEST_CASE("a folder with two GPUs of one name is refused, one that is not there, too") {
  const fs::path folder = fs::temp_directory_path() / "warplab_two_gpus";
  fs::remove_all(folder);
  fs::create_directories(folder);
  std::ofstream(folder / "a.toml") << t4();
  CHECK(load_gpus(folder)->size() == 1);
  std::ofstream(folder / "b.toml") << t4();
  const auto two = load_gpus(folder);
  REQUIRE(!two);
  CHECK(two.error().find("both describe \"Tesla T4\"") != std::string::npos);
  fs::remove_all(folder);
  CHECK(!load_gpus(folder));
  CHECK(!load_gpu(folder / "a.toml"));
}
