#pragma once
// Whether CUDA and OpenGL work together here. It is found out in a process of its own, so that a
// driver that fails, or hangs, takes nothing of the window with it; without a good answer the
// window never loads CUDA.
#include <atomic>
#include <functional>
#include <string>
#include <thread>

namespace warplab::app::gl {

// What the probe said.
struct InteropState {
  bool on = false;
  std::string uuid;         // of the GPU that draws
  double milliseconds = 0;  // a picture copied on the device and painted
  std::string reason;       // why it is off, to follow "CUDA-GL interop off: "
};

// Opens a window that is not shown and paints a picture from CUDA's memory, as the lab's window
// does. Prints one line that InteropProbe reads; the exit code of `warplab --probe-interop`.
int probe_interop();

// Asks `program --probe-interop`, for at most ten seconds, on a thread of its own.
class InteropProbe {
 public:
  // `vendor`, `renderer`: of the window's own context. Where it is not NVIDIA's nothing needs to be
  // asked.
  InteropProbe(std::string program, const std::string& vendor, const std::string& renderer,
               std::function<void()> wake);
  bool is_done() const { return done_; }
  const InteropState& state() const { return state_; }  // once it is done

 private:
  InteropState state_;  // written before done_
  std::atomic<bool> done_ = false;
  std::jthread thread_;
};

}  // namespace warplab::app::gl
