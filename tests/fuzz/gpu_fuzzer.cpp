// A description of a GPU may say anything: reading it ends with one whose numbers are in range, or
// with one sentence.
#include <cstdlib>
#include <string_view>

#include "model/load_gpu.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto loaded = warplab::model::parse_gpu(
      std::string_view(reinterpret_cast<const char*>(data), size), "gpu.toml");
  if (!loaded) {
    if (loaded.error().empty() || loaded.error().find('\n') != std::string::npos) std::abort();
    return 0;
  }
  const warplab::model::Gpu& gpu = loaded->gpu;
  const auto require_range = [](double value, double least, double most) {
    if (!(value >= least && value <= most)) std::abort();
  };
#define X(id, least, most, text) \
  require_range(static_cast<double>(gpu.id), static_cast<double>(least), static_cast<double>(most));
  WARPLAB_GPU_COUNTS(X)
  WARPLAB_GPU_RATES(X)
#undef X
  return 0;
}
