#include "gl/interop.hpp"

#include <fmt/format.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstring>
#include <sstream>
#include <utility>

#include "cuda/driver_calls.hpp"
#include "gl/context.hpp"

extern char** environ;  // NOLINT: POSIX declares it nowhere

namespace warplab::app::gl {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kPatience{10};
constexpr unsigned kAllDevices = 1, kWriteDiscard = 2;  // CU_GL_DEVICE_LIST_ALL, CU_GRAPHICS_REGISTER_FLAGS_...
constexpr uint64_t kSharedBytes = 16u << 20;

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

// The GPU that draws the current GL context, as CUDA knows it.
Result<cuda::Device> drawing_device(const cuda::Driver& driver) {
  const cuda::DriverCalls& calls = driver.calls();
  if (!calls.can_share) return Error{"the NVIDIA driver has no CUDA-GL interop"};
  unsigned count = 0;
  std::array<int, 8> ordinals{};
  if (const cuda::Status status = calls.gl_devices(&count, ordinals.data(), ordinals.size(), kAllDevices); status != 0)
    return Error{calls.failure("cuGLGetDevices", status)};
  if (count == 0) return Error{"no CUDA device draws this window"};
  for (const cuda::Device& device : driver.devices())
    if (device.ordinal == ordinals[0]) return device;
  return Error{"the GPU that draws this window is hidden from CUDA"};
}

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

Result<void*> register_values(const cuda::Context& context, const Texture& texture) {
  void* resource = nullptr;
  const cuda::Status status =
      context.calls().register_texture(&resource, texture.id(), GL_TEXTURE_2D, kWriteDiscard);
  if (status != 0) return Error{context.calls().failure("cuGraphicsGLRegisterImage", status)};
  return resource;
}

// On the device, from `from` into the texture; GL may use it when this returns.
Result<bool> copy_to_texture(const cuda::Context& context, void* resource, cuda::DevicePointer from, int rows,
                             int columns) {
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
  return context.wait(Clock::now() + std::chrono::seconds(2));
}

// Milliseconds of the second of two trips; the Error says where it ended.
Result<double> round_trip(const cuda::Context& context) {
  constexpr int kSide = 4;
  std::array<float, kSide * kSide> sent{}, came{};
  for (size_t i = 0; i < sent.size(); ++i) sent[i] = 1.5f * static_cast<float>(i) - 7;
  const Result<cuda::DeviceMemory> memory = context.allocate(sizeof sent);
  if (!memory) return Error{memory.error()};
  if (const auto done = context.upload(memory->address(), std::as_bytes(std::span(sent))); !done)
    return Error{done.error()};
  const Texture texture = make_values(kSide, kSide);
  const Result<void*> resource = register_values(context, texture);
  if (!resource) return Error{resource.error()};
  double milliseconds = 0;
  Result<bool> copied = true;
  for (int trip = 0; trip < 2 && copied; ++trip) {
    const Clock::time_point start = Clock::now();
    copied = copy_to_texture(context, *resource, memory->address(), kSide, kSide);
    milliseconds = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  }
  context.calls().unregister_texture(*resource);
  if (!copied) return Error{copied.error()};
  if (!*copied) return Error{"a copy into a texture did not end"};
  glBindTexture(GL_TEXTURE_2D, texture.id());
  glGetTexImage(GL_TEXTURE_2D, 0, GL_RED, GL_FLOAT, came.data());
  if (sent != came) return Error{"a texture did not hold what was copied into it"};
  return milliseconds;
}

Result<InteropState> probe_here() {
  if (const Result<GLFWwindow*> window = open_hidden_window(); !window) return Error{window.error()};
  const Result<cuda::Driver> driver = cuda::Driver::open();
  if (!driver) return Error{driver.error()};
  const Result<cuda::Device> device = drawing_device(*driver);
  if (!device) return Error{device.error()};
  const Result<cuda::Context> context = cuda::Context::create(*driver, *device);
  if (!context) return Error{context.error()};
  const Result<double> milliseconds = round_trip(*context);
  if (!milliseconds) return Error{milliseconds.error()};
  // What the window will share must be to be had, too.
  const Result<cuda::SharedDeviceMemory> shared = context->make_shared(kSharedBytes);
  if (!shared) return Error{shared.error()};
  const Result<int> descriptor = shared->descriptor();
  if (!descriptor) return Error{descriptor.error()};
  ::close(*descriptor);
  return InteropState{true, device->uuid, *milliseconds, {}};
}

// The first line that the program prints within the time there is; empty: none.
std::string first_line_of(const std::string& program, const std::stop_token& stop) {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) return {};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  std::string name = program, flag = "--probe-interop";
  char* const arguments[] = {name.data(), flag.data(), nullptr};
  pid_t child = -1;
  const bool spawned = ::posix_spawn(&child, name.c_str(), &actions, nullptr, arguments, environ) == 0;
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  std::string text;
  const Clock::time_point end = Clock::now() + kPatience;
  while (spawned && !stop.stop_requested() && Clock::now() < end && text.find('\n') == std::string::npos) {
    pollfd readable{ends[0], POLLIN, 0};
    if (::poll(&readable, 1, 100) <= 0) continue;
    std::array<char, 512> bytes{};
    const ssize_t count = ::read(ends[0], bytes.data(), bytes.size());
    if (count <= 0) break;
    text.append(bytes.data(), static_cast<size_t>(count));
  }
  ::close(ends[0]);
  if (spawned) {
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
  }
  return text.substr(0, text.find('\n'));
}

InteropState state_from(const std::string& line) {
  InteropState state;
  std::istringstream words(line);
  std::string word;
  words >> word;
  if (word == "on" && words >> state.uuid >> state.milliseconds) {
    state.on = true;
    return state;
  }
  state.reason = word == "off" && line.size() > 4 ? line.substr(4) : "the attempt to use it ended without an answer";
  return state;
}

}  // namespace

int probe_interop() {
  const Result<InteropState> probed = probe_here();
  if (probed) fmt::print("on {} {:.3f}\n", probed->uuid, probed->milliseconds);
  else fmt::print("off {}\n", probed.error());
  std::fflush(stdout);
  ::_exit(probed ? 0 : 1);  // whatever the drivers would still do at the end
}

InteropProbe::InteropProbe(std::string program, const std::string& vendor, const std::string& renderer,
                           std::function<void()> wake) {
  if (vendor.find("NVIDIA") == std::string::npos) {
    state_.reason = fmt::format("the window is drawn by {}, not by an NVIDIA GPU", renderer.substr(0, renderer.find(' ')));
    done_ = true;
    return;
  }
  thread_ = std::jthread([this, program = std::move(program), wake = std::move(wake)](const std::stop_token& stop) {
    state_ = state_from(first_line_of(program, stop));
    done_ = true;
    wake();
  });
}

Result<std::unique_ptr<InteropPictures>> InteropPictures::make(const std::string& uuid, ShaderPainter& painter) {
  std::unique_ptr<InteropPictures> made(new InteropPictures);
  Result<cuda::Driver> driver = cuda::Driver::open();
  if (!driver) return Error{driver.error()};
  made->driver_ = std::move(*driver);
  const Result<cuda::Device> device = cuda::choose_device(made->driver_.devices(), uuid);
  if (!device) return Error{device.error()};
  Result<cuda::Context> context = cuda::Context::create(made->driver_, *device);
  if (!context) return Error{context.error()};
  made->context_ = std::move(*context);
  Result<cuda::SharedDeviceMemory> memory = made->context_.make_shared(kSharedBytes);
  if (!memory) return Error{memory.error()};
  made->memory_ = std::move(*memory);
  const Result<int> descriptor = made->memory_.descriptor();
  if (!descriptor) return Error{descriptor.error()};
  made->descriptor_ = *descriptor;
  made->uuid_ = device->uuid;
  made->painter_ = &painter;
  return made;
}

InteropPictures::~InteropPictures() {
  drop_texture();
  if (descriptor_ >= 0) ::close(descriptor_);
}

void InteropPictures::drop_texture() {
  if (registered_) context_.calls().unregister_texture(std::exchange(registered_, nullptr));
  values_ = Texture();
  rows_ = columns_ = 0;
}

Result<bool> InteropPictures::use_texture(int rows, int columns) {
  if (registered_ && rows == rows_ && columns == columns_) return true;
  drop_texture();
  values_ = make_values(rows, columns);
  const Result<void*> resource = register_values(context_, values_);
  if (!resource) return Error{resource.error()};
  registered_ = *resource;
  rows_ = rows;
  columns_ = columns;
  return true;
}

Result<ImTextureID> InteropPictures::paint(int slot, uint64_t offset, int rows, int columns, const ValueRange& range,
                                           const ColorMap& map) {
  const uint64_t bytes = sizeof(float) * static_cast<uint64_t>(rows) * static_cast<uint64_t>(columns);
  if (rows <= 0 || columns <= 0 || bytes > memory_.bytes() || offset > memory_.bytes() - bytes)
    return Error{"the picture does not lie in the window's memory"};
  if (const Result<bool> usable = use_texture(rows, columns); !usable) return Error{usable.error()};
  const Result<bool> copied = copy_to_texture(context_, registered_, memory_.address() + offset, rows, columns);
  if (!copied) return Error{copied.error()};
  if (!*copied) return Error{"a copy into a texture did not end"};
  return painter_->paint_values(slot, values_, rows, columns, range, map);
}

}  // namespace warplab::app::gl
