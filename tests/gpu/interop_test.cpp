// CUDA-GL interop on a real GPU: what a worker's kernel wrote is on the screen as it would be by way of the
// host, texel by texel.
#define GLFW_INCLUDE_NONE
#include "gl/interop.hpp"

#include <GLFW/glfw3.h>

#include <array>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <limits>

#include "gpu_fixture.hpp"

using namespace gpu_test;
using namespace warplab::app;
using worker::GpuWorker;

namespace {

constexpr int kRows = 48, kColumns = 64;
constexpr uint64_t kElements = uint64_t{kRows} * kColumns;
constexpr std::chrono::milliseconds kLaunchTime{1000};
constexpr unsigned kSlots = 4;
// A power of two, so that places in the range are the same whoever divides.
constexpr ValueRange kRange{0, 256};

// Every value of the range and beyond both its ends, and what is no number.
constexpr const char* kKernel = R"(
extern "C" __global__ void paint(float* out, int launch) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = (i + 13 * launch) % 300 - 20;
  if (i == 5) value = __int_as_float(0x7fc00000);
  if (i == 6) value = __int_as_float(0x7f800000);
  if (i == 7) value = __int_as_float(0xff800000);
  if (i == 8) value = -3e38f;
  out[i] = value;
}
)";

// A context of OpenGL 3.3 that draws on an NVIDIA GPU, or nothing: skipped.
class HiddenWindow {
 public:
  HiddenWindow() {
    const std::string why_not = open();
    if (!why_not.empty()) MESSAGE("skipped: no GPU that draws (", why_not, ")");
    draws_ = why_not.empty();
  }
  ~HiddenWindow() {
    if (window_) glfwDestroyWindow(window_);
    glfwTerminate();
  }
  explicit operator bool() const { return draws_; }

 private:
  std::string open() {
    if (!glfwInit()) return "there is no display";
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    window_ = glfwCreateWindow(64, 64, "test", nullptr, nullptr);
    if (!window_) return "there is no window with OpenGL 3.3";
    glfwMakeContextCurrent(window_);
    REQUIRE(gladLoadGL(glfwGetProcAddress));
    const std::string vendor = reinterpret_cast<const char*>(glGetString(GL_VENDOR));
    return vendor.find("NVIDIA") == std::string::npos ? "windows are drawn by " + vendor : "";
  }
  GLFWwindow* window_ = nullptr;
  bool draws_ = false;
};

std::vector<unsigned char> texels_of(ImTextureID texture) {
  std::vector<unsigned char> texels(kElements * 4);
  glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(reinterpret_cast<intptr_t>(texture)));
  glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
  return texels;
}

// A worker whose pictures go into the window's memory, too.
struct Mirrored {
  HiddenWindow window;
  worker::GpuReady ready;
  std::unique_ptr<GpuWorker> gpu;
  std::unique_ptr<gl::ShaderPainter> painter;
  std::unique_ptr<gl::InteropPictures> pictures;
  worker::SharedMemory out = shared_floats(kElements);

  explicit operator bool() const { return pictures != nullptr; }
  Mirrored() {
    if (!window) return;
    gpu = gpu_worker(&ready);
    if (!gpu) return;
    const auto loaded = gpu->load(GpuWorker::Role::kernels, cubin_of(kKernel, ready.device.compute_capability));
    REQUIRE_MESSAGE(loaded, loaded.failure.message);
    auto made = gl::ShaderPainter::make();
    REQUIRE_MESSAGE(made, (made ? std::string() : made.error()));
    painter = std::move(*made);
    auto opened = gl::InteropPictures::make(ready.device.uuid, *painter);
    REQUIRE_MESSAGE(opened, (opened ? std::string() : opened.error()));
    pictures = std::move(*opened);
    const auto mirrored = gpu->mirror(pictures->descriptor(), pictures->bytes(), 0, kSlots);
    REQUIRE_MESSAGE(mirrored, mirrored.failure.message);
  }
  ValueGrid launch(int number) {
    worker::Job job;
    job.buffers = {{floats("out", kElements), &out, &out}};
    job.launches = {{"paint", {kElements / 128, 1, 1}, {128, 1, 1}, 0, {buffer(0), value(number)}}};
    const auto ran = gpu->run(job, kLaunchTime);
    REQUIRE_MESSAGE(ran, ran.failure.message);
    return {kRows, kColumns, {as(out).begin(), as(out).end()}};
  }
  std::vector<unsigned char> by_host(const ValueGrid& grid) {
    return texels_of(painter->paint(0, grid, kRange, color_map_named("viridis")));
  }
  std::vector<unsigned char> on_device(unsigned slot) {
    const auto painted = pictures->paint(1, pictures->bytes() / kSlots * slot, kRows, kColumns, kRange,
                                         color_map_named("viridis"));
    REQUIRE_MESSAGE(painted, (painted ? std::string() : painted.error()));
    return texels_of(*painted);
  }
};

}  // namespace

TEST_CASE("a picture that never left the GPU has the texels of one that came by way of the host") {
  Mirrored mirrored;
  if (!mirrored) return;
  std::vector<std::vector<unsigned char>> uploaded;
  for (int launch = 0; launch < 6; ++launch) {
    uploaded.push_back(mirrored.by_host(mirrored.launch(launch)));
    CHECK(mirrored.on_device(static_cast<unsigned>(launch) % kSlots) == uploaded.back());
  }
  // Six different pictures; a slot keeps its own until it is written again.
  CHECK(uploaded[0] != uploaded[1]);
  CHECK(mirrored.on_device(2) == uploaded[2]);
  CHECK(mirrored.on_device(3) == uploaded[3]);
  CHECK(mirrored.on_device(0) == uploaded[4]);
  CHECK(mirrored.on_device(1) != uploaded[1]);
}

TEST_CASE("the last picture of a worker that was killed can still be painted") {
  Mirrored mirrored;
  if (!mirrored) return;
  const std::vector<unsigned char> uploaded = mirrored.by_host(mirrored.launch(1));
  mirrored.gpu.reset();
  CHECK(mirrored.on_device(0) == uploaded);
}

TEST_CASE("a picture that does not lie in the window's memory is refused") {
  Mirrored mirrored;
  if (!mirrored) return;
  const auto painted = mirrored.pictures->paint(1, mirrored.pictures->bytes() - 4, kRows, kColumns, kRange,
                                                color_map_named("viridis"));
  REQUIRE_FALSE(painted);
  CHECK(painted.error() == "the picture does not lie in the window's memory");
}
