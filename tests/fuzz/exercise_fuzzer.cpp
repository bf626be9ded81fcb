// exercise.toml may say anything: loading it ends with an exercise or with one sentence, never with
// a crash, and what loads can be filled and has one line for a label.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <vector>

#include "exercise/exercise.hpp"

namespace {

using namespace warplab::exercise;

// Filling takes time in proportion to the memory, so only small buffers are filled.
constexpr uint64_t kMostBytes = 1 << 16;

void require(bool condition) {
  if (!condition) std::abort();
}

void fill_small_buffers(const Exercise& exercise, const Case& made) {
  for (size_t i = 0; i < made.buffers.size(); ++i) {
    const uint64_t bytes = bytes_of(made.buffers[i]);
    require(bytes > 0 && bytes <= kMaxCaseBytes);
    if (bytes > kMostBytes) continue;
    std::vector<std::byte> memory(bytes);
    for (uint64_t seed_index = 0; seed_index < 3; ++seed_index) {
      const auto filled = fill(exercise, made, i, seed_index, memory);
      require(filled || !filled.error().empty());
    }
    if (!exercise.buffers[i].expected) continue;
    const auto computed = expected_values(exercise, made, i, memory);
    require(computed || !computed.error().empty());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // Its files are what good exercise files name, so that some of the inputs load.
  static const std::filesystem::path folder =
      std::filesystem::path(__FILE__).parent_path().parent_path() / "exercise/data/01-sample";
  const auto loaded =
      load_from_text(std::string_view(reinterpret_cast<const char*>(data), size), folder);
  if (!loaded) {
    require(loaded.error().find('\n') == std::string::npos);
    return 0;
  }
  for (const SizeSet& size_set : loaded->sizes) {
    for (const Variant& variant : loaded->variants) {
      const auto made = instantiate(*loaded, size_set, variant, 1);
      require(static_cast<bool>(made));  // load() has tried every size and variant
      fill_small_buffers(*loaded, *made);
    }
  }
  return 0;
}
