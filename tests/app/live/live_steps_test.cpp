// The checkerboard's Live: sweeps that go on from what the sweep before has left.
#include "live/live_steps.hpp"

#include <doctest/doctest.h>

#include "live/live_gpu.hpp"
#include "sample_gpus.hpp"
#include "temporary_folder.hpp"
#include "verdict/plan/read_source.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace std::chrono_literals;
using warplab::test::content_of;

namespace {

const std::string kRoot = WARPLAB_SOURCE_DIR;

std::string solution() {
  return content_of(WARPLAB_SOURCE_DIR "/solutions/61-ising-checkerboard/solution.cu");
}
std::string starter() {
  return content_of(WARPLAB_SOURCE_DIR "/exercises/61-ising-checkerboard/ising_checkerboard.cu");
}

std::string with(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  REQUIRE_MESSAGE(at != std::string::npos, from);
  return text.replace(at, from.size(), to);
}

exercise::Exercise ising() {
  auto loaded = exercise::load(kRoot + "/exercises/61-ising-checkerboard");
  REQUIRE_MESSAGE(loaded, (loaded ? std::string() : loaded.error()));
  return std::move(*loaded);
}

struct Sampler {
  const exercise::Exercise exercise = ising();
  std::atomic<bool> cancel = false;
  LiveStepsMachine machine;

  LiveRequest request(const std::string& source) const {
    LiveRequest made{exercise, source, 90};
    made.values = exercise::first_values(*exercise.live);
    return made;
  }
  void prepare(const std::string& source) {
    const Result<bool> ready = machine.prepare(request(source), cancel);
    REQUIRE_MESSAGE(ready, (ready ? std::string() : ready.error()));
  }
  LiveFrame launch(uint64_t step) {
    Result<LiveFrame> frame = machine.launch(step, cancel);
    REQUIRE_MESSAGE(frame, (frame ? std::string() : frame.error()));
    return std::move(*frame);
  }
  void change(const exercise::LiveValues& values) {
    const Result<bool> changed = machine.change(values);
    REQUIRE_MESSAGE(changed, (changed ? std::string() : changed.error()));
  }
};

double value(const LiveFrame& frame, int64_t row, int64_t column) {
  return frame.picture->value(PictureSide::actual, row, column);
}

// Of all pixels.
double mean(const LiveFrame& frame) {
  double sum = 0;
  for (int64_t row = 0; row < 256; ++row)
    for (int64_t column = 0; column < 256; ++column) sum += value(frame, row, column);
  return sum / (256 * 256);
}

// How unlike a pixel is to the one at its right, on average.
double roughness(const LiveFrame& frame) {
  double sum = 0;
  for (int64_t row = 0; row < 256; ++row)
    for (int64_t column = 0; column < 255; ++column)
      sum += std::abs(value(frame, row, column) - value(frame, row, column + 1));
  return sum / (256 * 255);
}

size_t pixels_apart(const LiveFrame& a, const LiveFrame& b) {
  size_t count = 0;
  for (int64_t row = 0; row < 256; ++row)
    for (int64_t column = 0; column < 256; ++column)
      if (value(a, row, column) != value(b, row, column)) ++count;
  return count;
}

}  // namespace

TEST_CASE("the image appears out of the noise, and is the reference's at every sweep") {
  Sampler sampler;
  sampler.prepare(solution());
  const LiveFrame noise = sampler.launch(0);
  CHECK(mean(noise) == doctest::Approx(3).epsilon(0.02));
  CHECK(roughness(noise) > 2);
  LiveFrame frame = noise;
  for (uint64_t sweep = 1; sweep <= 20; ++sweep) {
    const LiveFrame next = sampler.launch(sweep);
    CHECK(next.schedule == sweep);
    CHECK(next.right == next.elements);
    CHECK(pixels_apart(frame, next) > 1000);  // numbers of chance go on
    frame = next;
  }
  CHECK(roughness(frame) < 1);
  // From the beginning the same image comes again.
  CHECK(pixels_apart(sampler.launch(0), noise) == 0);
  for (uint64_t sweep = 1; sweep < 20; ++sweep) sampler.launch(sweep);
  CHECK(pixels_apart(sampler.launch(20), frame) == 0);
}

TEST_CASE("lambda, gamma and the picture are turned while it runs, and the image goes on") {
  Sampler sampler;
  sampler.prepare(solution());
  exercise::LiveValues values = exercise::first_values(*sampler.exercise.live);
  values.parameters[0] = 0.9;
  values.choices[0] = 1;  // everywhere
  sampler.change(values);
  for (uint64_t sweep = 0; sweep <= 10; ++sweep) sampler.launch(sweep);
  const LiveFrame dim = sampler.launch(11);
  values.parameters[0] = 4;
  sampler.change(values);
  LiveFrame bright = sampler.launch(12);
  CHECK(bright.schedule == 12);
  CHECK(pixels_apart(dim, bright) < 65536);  // it did not begin anew
  for (uint64_t sweep = 13; sweep <= 30; ++sweep) bright = sampler.launch(sweep);
  CHECK(bright.right == bright.elements);  // the reference goes along
  CHECK(mean(bright) > mean(dim) + 1);
  values.parameters[1] = 0;
  sampler.change(values);
  CHECK(roughness(sampler.launch(31)) > roughness(bright) + 0.5);
  // As a picture: the planet is bright where a corner is dark.
  values.parameters = {4, 0.8};
  values.choices[0] = 0;
  sampler.change(values);
  LiveFrame planet = sampler.launch(32);
  for (uint64_t sweep = 33; sweep <= 60; ++sweep) planet = sampler.launch(sweep);
  const auto around = [&](int64_t row, int64_t column) {
    double sum = 0;
    for (int64_t y = row; y < row + 20; ++y)
      for (int64_t x = column; x < column + 20; ++x) sum += value(planet, y, x);
    return sum / 400;
  };
  CHECK(around(90, 90) > around(5, 5) + 1);
}

TEST_CASE("another start is seen at the next beginning") {
  Sampler sampler;
  sampler.prepare(solution());
  CHECK(mean(sampler.launch(0)) > 2.5);
  exercise::LiveValues values = exercise::first_values(*sampler.exercise.live);
  values.choices[2] = 1;
  sampler.change(values);
  CHECK(mean(sampler.launch(0)) == 0);
}

TEST_CASE("a kernel that draws all sites at once shows what it does wrong") {
  Sampler sampler;
  sampler.prepare(starter());
  sampler.launch(0);
  const LiveFrame frame = sampler.launch(1);
  CHECK(frame.right < frame.elements);
  REQUIRE(frame.picture->has_expected());
}

TEST_CASE("another text goes on from the image that is there, and a broken one leaves it") {
  Sampler sampler;
  sampler.prepare(starter());
  sampler.launch(0);
  const LiveFrame before = sampler.launch(1);
  const Result<bool> broken = sampler.machine.prepare(sampler.request("nonsense"), sampler.cancel);
  REQUIRE_FALSE(broken);
  CHECK(broken.error().find("It does not compile. Line 1") == 0);
  sampler.prepare(solution());
  CHECK(pixels_apart(sampler.launch(1), before) == 0);
  CHECK(sampler.launch(2).schedule == 2);
}

TEST_CASE("what ends a kernel is told, and has no effect on the image") {
  const char* const begin = "const int row = blockIdx.y * 8 + threadIdx.y;\n";
  struct Bad {
    const char *code, *told;
  };
  const Bad bad[] = {
      {"if (blockIdx.x == 1) asm volatile(\"trap;\");\n", ""},
      {"while (rows > 0 && image[0] >= 0) __threadfence();\n", ""},
      {"image[rows * cols + 5] = 1;\n", "image"},
  };
  for (const Bad& one : bad) {
    CAPTURE(one.code);
    Sampler sampler;
    sampler.prepare(solution());
    sampler.launch(0);
    const LiveFrame before = sampler.launch(1);
    sampler.prepare(with(solution(), begin, std::string(begin) + one.code));
    const Result<LiveFrame> failed = sampler.machine.launch(2, sampler.cancel);
    REQUIRE_FALSE(failed);
    CHECK(!failed.error().empty());
    CHECK(failed.error().find(one.told) != std::string::npos);
    // Mended, it goes on.
    sampler.prepare(solution());
    CHECK(pixels_apart(sampler.launch(1), before) == 0);
    CHECK(sampler.launch(2).right == 65536);
  }
}

namespace {

// A GPU whose kernels add one to each pixel of the image, and that can be made to fail. It keeps
// the image.
class AddingGpu final : public test::NamedWorker {
 public:
  struct Asked {
    int runs = 0, beginnings = 0, mirrors = 0;
    std::vector<Role> loaded;
    std::vector<size_t> kept;
  };
  AddingGpu(worker::GpuReady ready, Asked& asked, const bool& fails)
      : NamedWorker(std::move(ready)), asked_(asked), fails_(fails) {}
  worker::Outcome<bool> load(Role role, std::span<const uint8_t>) override {
    asked_.loaded.push_back(role);
    return {true, {}};
  }
  worker::Outcome<bool> keep(const std::vector<size_t>& buffers) override {
    asked_.kept = buffers;
    ++asked_.beginnings;
    image_.clear();
    return {true, {}};
  }
  worker::Outcome<bool> mirror(int, uint64_t, size_t, unsigned) override {
    ++asked_.mirrors;
    return {true, {}};
  }
  worker::Outcome<std::vector<std::string>> run(const worker::Job& job,
                                                std::chrono::milliseconds) override {
    ++asked_.runs;
    for (const worker::JobBuffer& buffer : job.buffers) {
      if (buffer.description.name != "image") continue;
      REQUIRE(buffer.result);
      const std::span<std::byte> bytes = buffer.result->bytes();
      if (image_.empty()) image_.assign(bytes.begin(), bytes.end());
      std::ranges::copy(image_, bytes.begin());
      auto* const pixels = reinterpret_cast<int32_t*>(bytes.data());
      for (size_t i = 0; i < bytes.size() / sizeof *pixels; ++i) ++pixels[i];
      image_.assign(bytes.begin(), bytes.end());
    }
    if (fails_)
      return {std::nullopt,
              {worker::Failure::Kind::crashed, data::as_it_is("An illegal address.")}};
    return {std::vector<std::string>(), {}};
  }

 private:
  Asked& asked_;
  const bool& fails_;
  std::vector<std::byte> image_;
};

}  // namespace

TEST_CASE("on a GPU the steps are its own, after the simulator was asked once") {
  AddingGpu::Asked asked;
  bool fails = false;
  const auto start =
      [&](const std::string& uuid) -> worker::Outcome<std::unique_ptr<worker::GpuWorker>> {
    worker::GpuReady ready;
    ready.device.uuid = uuid;
    ready.device.compute_capability = 90;
    return {std::make_unique<AddingGpu>(ready, asked, fails), {}};
  };
  const Sampler sampler;
  // The window's memory; this worker only says that it writes there.
  constexpr uint64_t kRoom = 4u << 20;
  GpuStepsMachine machine("GPU-live-steps-test", {0, kRoom}, start);
  const std::atomic<bool> cancel = false;
  const auto prepare = [&](const std::string& source) {
    const Result<bool> ready = machine.prepare(sampler.request(source), cancel);
    REQUIRE_MESSAGE(ready, (ready ? std::string() : ready.error()));
  };
  const auto launch = [&](uint64_t step) {
    Result<LiveFrame> frame = machine.launch(step, cancel);
    REQUIRE_MESSAGE(frame, (frame ? std::string() : frame.error()));
    return std::move(*frame);
  };
  prepare(solution());
  const LiveFrame noise = launch(0);
  CHECK_FALSE(noise.picture->has_expected());
  const double first = value(noise, 3, 3);
  CHECK(value(launch(1), 3, 3) == first + 1);  // not what the simulator made of it
  CHECK(value(launch(2), 3, 3) == first + 2);
  CHECK(asked.runs == 2);
  // It stays there from step to step, and its whole numbers become floats for the window.
  CHECK(asked.kept.size() == 1);
  CHECK(asked.beginnings == 1);
  CHECK(asked.mirrors == 1);
  CHECK(asked.loaded ==
        std::vector{worker::GpuWorker::Role::kernels, worker::GpuWorker::Role::own_kernels});
  CHECK_FALSE(noise.on_device);
  CHECK(launch(3).on_device == kRoom / 4 * 2);
  CHECK(launch(3).why_on_host.empty());
  // Another beginning is not what was kept.
  CHECK(value(launch(0), 3, 3) == first);
  CHECK(value(launch(1), 3, 3) == first + 1);
  CHECK(asked.beginnings == 2);
  CHECK(value(launch(2), 3, 3) == first + 2);
  // What fails there leaves the image as it was.
  fails = true;
  const Result<LiveFrame> failed = machine.launch(3, cancel);
  REQUIRE_FALSE(failed);
  CHECK(failed.error() == "An illegal address.");
  fails = false;
  prepare(solution());
  CHECK(value(launch(2), 3, 3) == first + 2);
  CHECK(value(launch(3), 3, 3) == first + 3);
  // The simulator finds what leaves a buffer; the GPU is not asked then.
  const int before = asked.runs;
  const char* const begin = "const int row = blockIdx.y * 8 + threadIdx.y;\n";
  prepare(with(solution(), begin, std::string(begin) + "image[rows * cols + 5] = 1;\n"));
  const Result<LiveFrame> outside = machine.launch(4, cancel);
  REQUIRE_FALSE(outside);
  CHECK(outside.error().starts_with("The simulator was asked before the GPU."));
  CHECK(asked.runs == before);
}
