// The list of GPUs that can be modelled: ours and the user's.
#include "time/gpu_models.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "common/files.hpp"
#include "temporary_folder.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::test;

namespace {

const std::filesystem::path kShipped = WARPLAB_SOURCE_DIR "/assets/gpus";

std::string text_of_t4() { return *read_file(kShipped / "tesla-t4.toml"); }

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("our GPUs are found by their names and by others") {
  const GpuModels models = load_gpu_models({kShipped});
  CHECK(models.problems.empty());
  CHECK(models.gpus.size() >= 11);
  REQUIRE(models.find("tesla t4"));
  CHECK(models.find("T4") == models.find("Tesla T4"));
  CHECK_FALSE(models.find("Voodoo 2"));
  CHECK(std::ranges::is_sorted(models.gpus, {}, &model::Gpu::name));
}

TEST_CASE("a GPU that the user adds is in the list, and may take the place of ours") {
  const TemporaryFolder own;
  write(own.path() / "mine.toml", replaced(replaced(text_of_t4(), "\"Tesla T4\"", "\"My GPU\""),
                                           "names = [\"T4\", \"NVIDIA T4\"]", "names = []"));
  write(own.path() / "t4.toml", replaced(text_of_t4(), "value = 610", "value = 1590"));
  const GpuModels models = load_gpu_models({kShipped, own.path()});
  CHECK(models.problems.empty());
  REQUIRE(models.find("My GPU"));
  REQUIRE(models.find("Tesla T4"));
  CHECK(models.find("Tesla T4")->clock_mhz == 1590);
  CHECK(models.gpus.size() == load_gpu_models({kShipped}).gpus.size() + 1);
}

TEST_CASE("a file that cannot be read costs itself and is named; a missing folder costs nothing") {
  const TemporaryFolder own;
  write(own.path() / "broken.toml", "name = 3\n");
  const GpuModels models = load_gpu_models({kShipped, own.path(), own.path() / "none"});
  REQUIRE(models.problems.size() == 1);
  CHECK(models.problems[0].find("broken.toml") != std::string::npos);
  CHECK(models.find("Tesla T4"));
}
