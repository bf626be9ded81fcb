// CUDA-GL interop on a real GPU: what a worker's kernel wrote is on the screen as it would be by
// way of the host, texel by texel.
#include "gl/interop_pictures.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "../xvfb/hidden_window.hpp"
#include "gpu_fixture.hpp"
#include "words/text.hpp"

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
extern "C" __global__ void paint_whole(int* out, int launch) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = (i + 13 * launch) % 300 - 20;
}
)";

// Whether an NVIDIA GPU draws; says why the test is skipped if not.
bool draws_on_nvidia(const test::HiddenWindow& window) {
  const std::string vendor = window.why_not().empty() ? window.vendor() : "";
  if (vendor.find("NVIDIA") != std::string::npos) return true;
  warplab_test::skip("no GPU that draws (" +
                     (vendor.empty() ? window.why_not() : "windows are drawn by " + vendor) + ")");
  return false;
}

using Texels = std::vector<gl::Texel>;

Texels texels_of(ImTextureID painted) {
  Texels texels = gl::read_texels(painted, kRows, kColumns);
  REQUIRE(glGetError() == GL_NO_ERROR);
  return texels;
}

// "3 texels differ, the first of them 17: 68 1 84 255 and 70 12 95 255"; empty: none.
std::string difference(const Texels& a, const Texels& b) {
  size_t count = 0, first = 0;
  for (size_t i = a.size(); i-- > 0;)
    if (a[i] != b[i]) ++count, first = i;
  if (count == 0) return {};
  return fmt::format("{} texels differ, the first of them {}: {} and {}", count, first,
                     fmt::join(a[first], " "), fmt::join(b[first], " "));
}

// A worker whose pictures go into the window's memory, too.
struct Mirrored {
  test::HiddenWindow window;
  worker::GpuReady ready;
  std::unique_ptr<GpuWorker> gpu;
  std::unique_ptr<gl::ShaderPainter> painter;
  std::unique_ptr<gl::InteropPictures> pictures;
  worker::SharedMemory out = shared_floats(kElements);

  explicit operator bool() const { return pictures != nullptr; }
  Mirrored() {
    if (!draws_on_nvidia(window)) return;
    gpu = gpu_worker(&ready);
    if (!gpu) return;
    const auto loaded =
        gpu->load(GpuWorker::Role::kernels, cubin_of(kKernel, ready.device.compute_capability));
    REQUIRE_MESSAGE(loaded, warplab::words::text_of(loaded.failure.says));
    auto made = gl::ShaderPainter::make();
    REQUIRE_MESSAGE(made, (made ? std::string() : made.error()));
    painter = std::move(*made);
    pictures = std::make_unique<gl::InteropPictures>(ready.device.uuid, *painter);
    REQUIRE_MESSAGE(pictures->descriptor() >= 0, pictures->trouble());
    const auto mirrored = gpu->mirror(pictures->descriptor(), pictures->bytes(), 0, kSlots);
    REQUIRE_MESSAGE(mirrored, warplab::words::text_of(mirrored.failure.says));
  }
  ValueGrid launch(int number) {
    worker::Job job;
    job.buffers = {{floats("out", kElements), &out, &out}};
    job.launches = {{"paint", {kElements / 128, 1, 1}, {128, 1, 1}, 0, {buffer(0), value(number)}}};
    const auto ran = gpu->run(job, kLaunchTime);
    REQUIRE_MESSAGE(ran, warplab::words::text_of(ran.failure.says));
    return {kRows, kColumns, {as(out).begin(), as(out).end()}};
  }
  Texels by_host(const ValueGrid& grid) {
    return texels_of(painter->paint(0, grid, kRange, color_map_named("viridis")));
  }
  double slowest_ms = 0;  // of the paintings
  Texels on_device(unsigned slot) {
    const auto start = std::chrono::steady_clock::now();
    const auto painted = pictures->paint(1, pictures->bytes() / kSlots * slot, kRows, kColumns,
                                         kRange, color_map_named("viridis"));
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    slowest_ms = std::max(slowest_ms, took.count());
    REQUIRE_MESSAGE(painted, (painted ? std::string() : painted.error()));
    return texels_of(*painted);
  }
};

}  // namespace

TEST_CASE("a picture that never left the GPU has the texels of one that came by way of the host") {
  Mirrored mirrored;
  if (!mirrored) return;
  std::vector<Texels> uploaded;
  for (int launch = 0; launch < 6; ++launch) {
    uploaded.push_back(mirrored.by_host(mirrored.launch(launch)));
    CAPTURE(launch);
    CHECK(difference(uploaded.back(), mirrored.on_device(static_cast<unsigned>(launch) % kSlots)) ==
          "");
  }
  MESSAGE("the slowest of six paintings took ", mirrored.slowest_ms, " ms");
  // Six different pictures; a slot keeps its own until it is written again.
  CHECK(difference(uploaded[0], uploaded[1]) != "");
  CHECK(difference(uploaded[2], mirrored.on_device(2)) == "");
  CHECK(difference(uploaded[3], mirrored.on_device(3)) == "");
  CHECK(difference(uploaded[4], mirrored.on_device(0)) == "");
  CHECK(difference(uploaded[1], mirrored.on_device(1)) != "");
}

TEST_CASE("a picture of whole numbers stays on the GPU, too, once our kernels are loaded there") {
  Mirrored mirrored;
  if (!mirrored) return;
  const auto launch = [&](int number) {
    worker::Job job;
    sim::Buffer out = floats("out", kElements);
    out.element = sim::ElementType::i32;
    job.buffers = {{out, &mirrored.out, &mirrored.out}};
    job.launches = {
        {"paint_whole", {kElements / 128, 1, 1}, {128, 1, 1}, 0, {buffer(0), value(number)}}};
    return mirrored.gpu->run(job, kLaunchTime);
  };
  const auto own =
      cubin_of(std::string(cuda::own_kernels_source()), mirrored.ready.device.compute_capability);
  REQUIRE(mirrored.gpu->load(GpuWorker::Role::own_kernels, own));
  for (int number = 0; number < 2; ++number) {
    const auto ran = launch(number);
    REQUIRE_MESSAGE(ran, warplab::words::text_of(ran.failure.says));
    const auto values = as<int32_t>(mirrored.out);
    const Texels uploaded = mirrored.by_host({kRows, kColumns, {values.begin(), values.end()}});
    CHECK(difference(uploaded, mirrored.on_device(static_cast<unsigned>(number))) == "");
  }
}

TEST_CASE("the last picture of a worker that was killed can still be painted") {
  Mirrored mirrored;
  if (!mirrored) return;
  const Texels uploaded = mirrored.by_host(mirrored.launch(1));
  mirrored.gpu.reset();
  CHECK(difference(uploaded, mirrored.on_device(0)) == "");
}

TEST_CASE("a picture that does not lie in the window's memory is refused") {
  Mirrored mirrored;
  if (!mirrored) return;
  const auto painted = mirrored.pictures->paint(1, mirrored.pictures->bytes() - 4, kRows, kColumns,
                                                kRange, color_map_named("viridis"));
  REQUIRE_FALSE(painted);
  CHECK(painted.error() == "the picture does not lie in the window's memory");
}

TEST_CASE("interop is left when a frame takes seconds, the one in which CUDA was loaded apart") {
  Mirrored mirrored;
  if (!mirrored) return;
  using std::chrono::seconds;
  gl::InteropPictures& pictures = *mirrored.pictures;
  pictures.frame_took(seconds(5));  // CUDA was loaded in it
  pictures.frame_took(seconds(1));
  CHECK(pictures.trouble().empty());
  const Texels uploaded = mirrored.by_host(mirrored.launch(1));
  CHECK(difference(uploaded, mirrored.on_device(0)) == "");

  const int descriptor = pictures.descriptor();
  pictures.frame_took(seconds(19));
  CHECK(pictures.trouble() == "drawing took 19 s with it");
  CHECK(pictures.descriptor() == descriptor);  // another thread may be handing it on
  const auto painted = pictures.paint(1, 0, kRows, kColumns, kRange, color_map_named("viridis"));
  REQUIRE_FALSE(painted);
  CHECK(painted.error() == pictures.trouble());
  // The worker runs on, and its pictures come by way of the host.
  CHECK(difference(uploaded, mirrored.by_host(mirrored.launch(1))) == "");
}

TEST_CASE("a picture of the probe comes out as by way of the host") {
  Mirrored mirrored;
  if (!mirrored) return;
  const auto milliseconds = mirrored.pictures->try_out();
  REQUIRE_MESSAGE(milliseconds, (milliseconds ? std::string() : milliseconds.error()));
  MESSAGE("painted within ", *milliseconds, " ms");
}
