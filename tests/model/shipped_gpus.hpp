#pragma once
// The GPUs in assets/gpus.
#include <doctest/doctest.h>

#include <string_view>

#include "model/load_gpu.hpp"

inline const std::vector<warplab::model::LoadedGpu>& shipped_gpus() {
  static const auto gpus = [] {
    auto loaded = warplab::model::load_gpus(WARPLAB_SOURCE_DIR "/assets/gpus");
    if (!loaded) FAIL(loaded.error());
    return std::move(*loaded);
  }();
  return gpus;
}

inline const warplab::model::Gpu& shipped_gpu(std::string_view name) {
  const auto found = warplab::model::find_gpu(shipped_gpus(), name);
  if (!found) FAIL(found.error());
  return (*found)->gpu;
}
