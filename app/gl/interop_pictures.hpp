#pragma once
// CUDA and OpenGL on one GPU: a picture that a GPU worker has written goes into a texture without
// touching the host.
#include <chrono>
#include <optional>
#include <string>

#include "cuda/driver.hpp"
#include "draw/ui.hpp"
#include "gl/picture_painter.hpp"

namespace warplab::app::gl {

// Device memory of this process, and the textures into which it is copied. GL's thread only.
class InteropPictures final : public DevicePictures {
 public:
  // `uuid`: of the GPU that draws. CUDA is not loaded before its memory is asked for.
  InteropPictures(std::string uuid, ShaderPainter& painter)
      : uuid_(std::move(uuid)), painter_(painter) {}
  ~InteropPictures() override;
  InteropPictures(const InteropPictures&) = delete;
  InteropPictures& operator=(const InteropPictures&) = delete;

  const std::string& uuid() const override { return uuid_; }
  int descriptor() override;
  uint64_t bytes() const override;
  Result<ImTextureID> paint(int slot, uint64_t offset, int rows, int columns,
                            const ValueRange& range, const ColorMap& map) override;

  // Why none of its pictures can be had; empty: they can.
  const std::string& trouble() const { return trouble_; }
  // How long the window took to draw what it shows. On some drivers OpenGL waits for seconds in a
  // process that uses CUDA, once a kernel of any process has read where it must not; after such a
  // frame CUDA is left.
  void frame_took(std::chrono::duration<double> time);
  // Paints 4 x 4 values twice, and compares with the same by way of the host. Milliseconds of the
  // second time.
  Result<double> try_out();

 private:
  struct Open {
    cuda::Driver driver;
    cuda::Context context;
    cuda::SharedDeviceMemory memory;
  };
  Result<bool> open();
  Result<bool> use_texture(int rows, int columns);
  void drop_texture();
  void give_up(std::string why);

  std::string uuid_;
  ShaderPainter& painter_;
  std::optional<Open> cuda_;
  std::string trouble_;
  bool is_just_open_ = false;  // loading CUDA took part of this frame's time
  int descriptor_ = -1;        // stays when CUDA is left, since another thread may be handing it on
  Texture values_;
  void* registered_ = nullptr;
  int rows_ = 0, columns_ = 0;
};

}  // namespace warplab::app::gl
