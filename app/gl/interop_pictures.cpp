#include "gl/interop_pictures.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <limits>
#include <utility>
#include <vector>

#include "cuda/driver_calls.hpp"

namespace warplab::app::gl {
namespace {

using Clock = std::chrono::steady_clock;

constexpr unsigned kWriteDiscard = 2;  // CU_GRAPHICS_REGISTER_FLAGS_WRITE_DISCARD
constexpr uint64_t kSharedBytes = 16u << 20;
constexpr std::chrono::seconds kLongestCopy{2};

// CUDA_MEMCPY2D of cuda.h.
struct Copy2D {
  size_t from_x = 0, from_y = 0;
  int from_type = 2;  // CU_MEMORYTYPE_DEVICE
  const void* from_host = nullptr;
  unsigned long long from_device = 0;
  void* from_array = nullptr;
  size_t from_pitch = 0;
  size_t to_x = 0, to_y = 0;
  int to_type = 3;  // CU_MEMORYTYPE_ARRAY
  void* to_host = nullptr;
  unsigned long long to_device = 0;
  void* to_array = nullptr;
  size_t to_pitch = 0;
  size_t width = 0, height = 0;
};
static_assert(sizeof(Copy2D) == 128);

Texture make_values(int rows, int columns) {
  Texture texture = Texture::make();
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, texture.id());
  for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
    glTexParameteri(GL_TEXTURE_2D, filter, GL_NEAREST);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, columns, rows, 0, GL_RED, GL_FLOAT, nullptr);
  glBindTexture(GL_TEXTURE_2D, 0);  // or it cannot be registered
  return texture;
}

// On the device, from `from` into the texture; GL may use it when this returns.
Result<bool> copy_to_texture(const cuda::Context& context, void* resource, cuda::DevicePointer from,
                             int rows, int columns) {
  const cuda::DriverCalls& calls = context.calls();
  if (const cuda::Status status = calls.map_textures(1, &resource, context.stream()); status != 0)
    return Error{calls.failure("cuGraphicsMapResources", status)};
  Copy2D copy;
  copy.from_device = from;
  copy.width = copy.from_pitch = static_cast<size_t>(columns) * sizeof(float);
  copy.height = static_cast<size_t>(rows);
  cuda::Status status = calls.mapped_array(&copy.to_array, resource, 0, 0);
  const char* call = "cuGraphicsSubResourceGetMappedArray";
  if (status == 0) status = calls.copy_to_array(&copy, context.stream()), call = "cuMemcpy2DAsync";
  const cuda::Status unmapped = calls.unmap_textures(1, &resource, context.stream());
  if (status != 0) return Error{calls.failure(call, status)};
  if (unmapped != 0) return Error{calls.failure("cuGraphicsUnmapResources", unmapped)};
  const Result<bool> ended = context.wait(Clock::now() + kLongestCopy);
  if (ended && !*ended) return Error{"a copy into a texture did not end"};
  return ended;
}

}  // namespace

InteropPictures::~InteropPictures() {
  drop_texture();
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<bool> InteropPictures::open() {
  Open made;
  Result<cuda::Driver> driver = cuda::Driver::open();
  if (!driver) return Error{driver.error()};
  made.driver = std::move(*driver);
  const Result<cuda::Device> device = cuda::choose_device(made.driver.devices(), uuid_);
  if (!device) return Error{device.error()};
  Result<cuda::Context> context = cuda::Context::create(made.driver, *device);
  if (!context) return Error{context.error()};
  made.context = std::move(*context);
  Result<cuda::SharedDeviceMemory> memory = made.context.make_shared(kSharedBytes);
  if (!memory) return Error{memory.error()};
  made.memory = std::move(*memory);
  const Result<int> descriptor = made.memory.descriptor();
  if (!descriptor) return Error{descriptor.error()};
  descriptor_ = *descriptor;
  cuda_ = std::move(made);
  is_just_open_ = true;
  return true;
}

int InteropPictures::descriptor() {
  if (!cuda_ && trouble_.empty())
    if (const Result<bool> opened = open(); !opened) trouble_ = opened.error();
  return descriptor_;
}

uint64_t InteropPictures::bytes() const { return cuda_ ? cuda_->memory.bytes() : 0; }

void InteropPictures::drop_texture() {
  if (registered_) cuda_->context.calls().unregister_texture(std::exchange(registered_, nullptr));
  values_ = Texture();
  rows_ = columns_ = 0;
}

void InteropPictures::give_up(std::string why) {
  drop_texture();
  cuda_.reset();
  trouble_ = std::move(why);
}

void InteropPictures::frame_took(std::chrono::duration<double> time) {
  if (cuda_ && !std::exchange(is_just_open_, false) && time.count() > kSlowFrame)
    give_up(fmt::format("drawing took {:.0f} s with it", time.count()));
}

Result<bool> InteropPictures::use_texture(int rows, int columns) {
  if (registered_ && rows == rows_ && columns == columns_) return true;
  drop_texture();
  values_ = make_values(rows, columns);
  const cuda::DriverCalls& calls = cuda_->context.calls();
  void* resource = nullptr;
  const cuda::Status status =
      calls.register_texture(&resource, values_.id(), GL_TEXTURE_2D, kWriteDiscard);
  if (status != 0) return Error{calls.failure("cuGraphicsGLRegisterImage", status)};
  registered_ = resource;
  rows_ = rows;
  columns_ = columns;
  return true;
}

Result<ImTextureID> InteropPictures::paint(int slot, uint64_t offset, int rows, int columns,
                                           const ValueRange& range, const ColorMap& map) {
  if (!cuda_) return Error{trouble_.empty() ? "its memory was not asked for" : trouble_};
  const uint64_t bytes =
      sizeof(float) * static_cast<uint64_t>(rows) * static_cast<uint64_t>(columns);
  if (rows <= 0 || columns <= 0 || bytes > cuda_->memory.bytes() ||
      offset > cuda_->memory.bytes() - bytes)
    return Error{"the picture does not lie in the window's memory"};
  if (const Result<bool> usable = use_texture(rows, columns); !usable) return Error{usable.error()};
  const Result<bool> copied =
      copy_to_texture(cuda_->context, registered_, cuda_->memory.address() + offset, rows, columns);
  if (!copied) return Error{copied.error()};
  return painter_.paint_values(slot, values_, rows, columns, range, map);
}

Result<double> InteropPictures::try_out() {
  constexpr int kSide = 4;
  constexpr int kByHost = 0, kOnDevice = 1;
  const ValueRange range{-8, 8};
  const ColorMap& map = color_map_named("viridis");
  ValueGrid grid{kSide, kSide, {}};
  for (int i = 0; i < kSide * kSide; ++i)
    grid.values.push_back(1.25 * i - 9);  // beyond both ends of the range
  grid.values[5] = std::numeric_limits<double>::quiet_NaN();
  const std::vector<float> sent(grid.values.begin(), grid.values.end());

  if (descriptor() < 0) return Error{trouble_};
  if (const auto done =
          cuda_->context.upload(cuda_->memory.address(), std::as_bytes(std::span(sent)));
      !done)
    return Error{done.error()};
  const std::vector<Texel> expected =
      read_texels(painter_.paint(kByHost, grid, range, map), kSide, kSide);
  double milliseconds = 0;
  for (int time = 0; time < 2; ++time) {
    const Clock::time_point start = Clock::now();
    const Result<ImTextureID> painted = paint(kOnDevice, 0, kSide, kSide, range, map);
    if (!painted) return Error{painted.error()};
    milliseconds = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    if (read_texels(*painted, kSide, kSide) != expected)
      return Error{"a picture did not have the colours of one that came by way of the host"};
  }
  return milliseconds;
}

}  // namespace warplab::app::gl
