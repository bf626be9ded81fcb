#include "gpu_stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cuda/own_kernels.hpp"

namespace warplab::bench {
namespace {

// Several times the largest L2 there is.
constexpr uint64_t kFlushBytes = uint64_t{512} << 20;
constexpr std::chrono::seconds kPatience{20};
// The gate opens by itself after this long, should the host die.
constexpr uint64_t kGateNanoseconds = 2'000'000'000;

constexpr const char* kReadThrough = R"(
extern "C" __global__ void read_through(const uint4* from, unsigned long long count, unsigned* sink) {
  unsigned sum = 0;
  for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    sum ^= from[i].x;
  if (sum == 0x12345) *sink = sum;
})";

constexpr double kWarmSampleUs = 1000;
constexpr double kMostRuns = 200;  // the queue of a stream holds about a thousand

}  // namespace

Stage::Stage(const std::string& gpu) {
  driver_ = need(cuda::Driver::open());
  device_ = need(cuda::choose_device(driver_.devices(), gpu));
  context_ = need(cuda::Context::create(driver_, device_));
  compiler_ = need(compile::load_compiler());
  own_ = compile("own_kernels.cu", std::string(cuda::own_kernels_source()));
  stamp_ = function(own_, "warplab_stamp");
  gate_ = function(own_, "warplab_gate");
  reader_ = compile("read_through.cu", kReadThrough);
  read_ = function(reader_, "read_through");
  gate_memory_ = need(context_.allocate_mapped(sizeof(uint32_t)));
  flush_ = allocate(kFlushBytes);
  stamps_ = allocate(32);
  begin_ = need(context_.make_event());
  end_ = need(context_.make_event());
}

std::string Stage::driver_version() const {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(
      popen("nvidia-smi --query-gpu=driver_version --format=csv,noheader 2>/dev/null", "r"),
      pclose);
  std::array<char, 64> line{};
  if (!pipe || !fgets(line.data(), line.size(), pipe.get())) return "";
  const std::string text = line.data();
  return text.substr(0, text.find_first_of("\r\n"));
}

Program Stage::compile(const std::string& file_name, const std::string& text) {
  compile::Source source;
  source.file_name = file_name;
  source.text = text;
  source.compute_capability = std::min(device_.compute_capability, 90);
  compile::Compiled compiled = compile::compile(*compiler_, source);
  if (!compiled.ok) throw std::runtime_error(file_name + " does not compile:\n" + compiled.log);
  compiler_version_ = compiled.compiler;
  // A GPU that is newer than the compiler takes the PTX, which ends with a zero byte.
  const bool is_newer = device_.compute_capability > 90;
  if (is_newer)
    compiled.cubin.assign(compiled.ptx.c_str(), compiled.ptx.c_str() + compiled.ptx.size() + 1);
  return {need(context_.load(compiled.cubin)), std::move(compiled.kernels)};
}

cuda::Function Stage::function(const Program& program, const std::string& kernel) const {
  return need(context_.function(program.module, kernel));
}

cuda::DeviceMemory Stage::allocate(uint64_t bytes) const { return need(context_.allocate(bytes)); }

cuda::DeviceMemory Stage::upload(std::span<const std::byte> bytes) const {
  cuda::DeviceMemory memory = allocate(bytes.size());
  need(context_.upload(memory.address(), bytes));
  wait();
  return memory;
}

void Stage::launch(cuda::Function function, const Dim3& grid, const Dim3& block,
                   uint32_t shared_bytes, std::span<const Value> arguments) const {
  std::vector<void*> addresses;
  for (const Value& value : arguments) addresses.push_back(value.data());
  need(context_.launch(function, grid, block, shared_bytes, addresses));
}

void Stage::wait() const {
  if (!need(context_.wait(cuda::Clock::now() + kPatience)))
    throw std::runtime_error("A kernel did not end within 20 s.");
}

double Stage::once(Caches caches, int runs, const std::function<void()>& work) {
  if (caches != Caches::warm) need(context_.fill_bytes(flush_.address(), 0, flush_.bytes()));
  if (caches == Caches::clean) {
    const Value arguments[] = {flush_.address(), flush_.bytes() / 16, stamps_.address()};
    launch(read_, {static_cast<unsigned>(device_.multiprocessors) * 4, 1, 1}, {512, 1, 1}, 0,
           arguments);
  }
  wait();
  // The GPU stands still until all is in its queue: it never waits for the host in between.
  const std::atomic_ref<uint32_t> gate(*static_cast<uint32_t*>(gate_memory_.host()));
  gate = 0;
  const Value gate_arguments[] = {gate_memory_.address(), kGateNanoseconds};
  launch(gate_, {}, {}, 0, gate_arguments);
  need(context_.record(begin_));
  for (int run = 0; run < runs; ++run) work();
  need(context_.record(end_));
  gate = 1;
  wait();
  return need(context_.microseconds_between(begin_, end_)) / runs;
}

Summary Stage::time(Caches caches, int samples, const std::function<void()>& work) {
  const double first = once(caches, 1, work);
  int runs = 1;
  if (caches == Caches::warm)
    runs = static_cast<int>(std::clamp(kWarmSampleUs / std::max(first, 1.0), 1.0, kMostRuns));
  once(caches, runs, work);
  std::vector<double> times;
  for (int sample = 0; sample < samples; ++sample) times.push_back(once(caches, runs, work));
  return summarize(times);
}

double Stage::clock_mhz(double milliseconds, const std::function<void()>& work) {
  const double us = std::max(once(Caches::warm, 1, work), 1.0);
  const int runs = static_cast<int>(std::clamp(milliseconds * 1000 / us, 1.0, 2.0 * kMostRuns));
  const auto stamp = [&](uint64_t offset) {
    const Value arguments[] = {stamps_.address() + offset};
    launch(stamp_, {static_cast<unsigned>(device_.multiprocessors), 1, 1}, {}, 0, arguments);
  };
  stamp(0);
  for (int run = 0; run < runs; ++run) work();
  stamp(16);
  std::array<uint64_t, 4> stamps{};
  need(context_.download(std::as_writable_bytes(std::span(stamps)), stamps_.address()));
  wait();
  if (stamps[3] <= stamps[1]) return 0;
  return 1000.0 * static_cast<double>(stamps[2] - stamps[0]) /
         static_cast<double>(stamps[3] - stamps[1]);
}

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("There is no file " + path + ".");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

nlohmann::json about(const Stage& stage) {
  const std::time_t now = std::time(nullptr);
  std::array<char, 16> date{};
  std::strftime(date.data(), date.size(), "%Y-%m-%d", std::gmtime(&now));
  const cuda::Device& gpu = stage.device();
  return {{"gpu", gpu.name},
          {"driver", stage.driver_version()},
          {"compiler", stage.compiler_version()},
          {"date", date.data()},
          {"compute_capability", gpu.compute_capability},
          {"sms", gpu.multiprocessors},
          {"l2_bytes", gpu.l2_bytes},
          {"memory_bytes", gpu.memory_bytes},
          {"peak_memory_gb_per_s", gpu.peak_bytes_per_second / 1e9}};
}

}  // namespace warplab::bench
