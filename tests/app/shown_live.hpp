#pragma once
// The window with the tab Live, which moves by itself.
#include <chrono>
#include <thread>

#include "shown_window.hpp"

namespace warplab::test {

struct ShownLive : Shown {
  using Shown::Shown;

  // Draws frames until `done`; false: not within five seconds.
  template <class Done>
  bool frames_until(const Done& done) {
    for (int i = 0; i < 1000; ++i) {
      headless.frame();
      if (done()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  }
  app::Live::Snapshot now() { return state.tabs.live.live->snapshot(); }
  // Until the picture of this order, or this step, is seen.
  bool shows(uint64_t schedule) {
    return frames_until(
        [&] { return state.tabs.live.live && now().frame && now().frame->schedule == schedule; });
  }
};

}  // namespace warplab::test
