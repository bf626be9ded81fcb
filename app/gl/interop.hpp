#pragma once
// CUDA and OpenGL on one GPU: a picture that a GPU worker has written goes into a texture without touching
// the host. Whether that works here is found out in a process of its own, so that a driver that fails, or
// hangs, takes nothing of the window with it; without a good answer the window never loads CUDA.
#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "cuda/driver.hpp"
#include "gl/picture_painter.hpp"
#include "views/ui.hpp"

namespace warplab::app::gl {

// What the probe said.
struct InteropState {
  bool on = false;
  std::string uuid;         // of the GPU that draws
  double milliseconds = 0;  // a texture mapped, filled on the device, unmapped
  std::string reason;       // why it is off, to follow "CUDA-GL interop off: "
};

// Opens a window that is not shown and sends a texture of 4 x 4 values through CUDA and back. Prints one line
// that InteropProbe reads; the exit code of `warplab --probe-interop`.
int probe_interop();

// Asks `program --probe-interop`, for at most ten seconds, on a thread of its own.
class InteropProbe {
 public:
  // `vendor`, `renderer`: of the window's own context. Where it is not NVIDIA's nothing needs to be asked.
  InteropProbe(std::string program, const std::string& vendor, const std::string& renderer,
               std::function<void()> wake);
  bool is_done() const { return done_; }
  const InteropState& state() const { return state_; }  // once it is done

 private:
  InteropState state_;  // written before done_
  std::atomic<bool> done_ = false;
  std::jthread thread_;
};

// Device memory of this process, and the textures into which it is copied. GL's thread only.
class InteropPictures final : public DevicePictures {
 public:
  static Result<std::unique_ptr<InteropPictures>> make(const std::string& uuid, ShaderPainter& painter);
  ~InteropPictures() override;

  const std::string& uuid() const override { return uuid_; }
  int descriptor() const override { return descriptor_; }
  uint64_t bytes() const override { return memory_.bytes(); }
  Result<ImTextureID> paint(int slot, uint64_t offset, int rows, int columns, const ValueRange& range,
                            const ColorMap& map) override;

 private:
  InteropPictures() = default;
  Result<bool> use_texture(int rows, int columns);
  void drop_texture();

  std::string uuid_;
  cuda::Driver driver_;
  cuda::Context context_;
  cuda::SharedDeviceMemory memory_;
  int descriptor_ = -1;
  ShaderPainter* painter_ = nullptr;
  Texture values_;
  void* registered_ = nullptr;
  int rows_ = 0, columns_ = 0;
};

}  // namespace warplab::app::gl
