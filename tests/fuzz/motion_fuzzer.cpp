// Pictures that move are written by instructors: loading one ends with one that can be shown step
// by step, or with one sentence.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "exercise/motion.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace warplab::exercise;
  const auto loaded = load_motion({reinterpret_cast<const char*>(data), size}, "a.motion.toml");
  if (!loaded) {
    if (loaded.error().empty() || loaded.error().find('\n') != std::string::npos) std::abort();
    return 0;
  }
  if (loaded->scenes.empty()) std::abort();
  for (const MotionScene& scene : loaded->scenes) {
    if (scene.steps.empty() || scene.arrays.empty()) std::abort();
    for (size_t step = 0; step < scene.steps.size(); ++step)
      for (const bool arrived : {false, true}) {
        const MotionFrame frame = motion_frame(scene, step, arrived);
        if (frame.texts.size() != scene.arrays.size()) std::abort();
      }
  }
  return 0;
}
