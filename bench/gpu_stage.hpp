#pragma once
// A GPU for programs that time kernels: compiles a source as the lab compiles a student's, keeps
// buffers, and takes times in three states of the cache. Only for programs of bench/: what goes
// wrong is thrown as a std::runtime_error, and main() prints it.
#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/summary.hpp"
#include "compile/compile.hpp"
#include "cuda/driver.hpp"

namespace warplab::bench {

template <class T>
T need(Result<T> result) {
  if (!result) throw std::runtime_error(result.error());
  return std::move(*result);
}

// What the caches hold when a timed kernel starts.
enum class Caches : uint8_t {
  flushed,  // lines just written, as in the grader's measurement: they must be written out
  clean,    // lines of other memory that were just read
  warm,     // what the run before left: one run right behind the other, time a run
};

// A module and how its kernels are had.
struct Program {
  cuda::Module module;
  std::map<std::string, compile::KernelResources> kernels;
};

// An argument of a kernel: eight bytes or fewer, as they lie in memory.
class Value {
 public:
  template <class T>
  Value(T value) {  // NOLINT(google-explicit-constructor): lists of arguments are written plainly
    static_assert(sizeof(T) <= sizeof bytes_);
    __builtin_memcpy(bytes_, &value, sizeof value);
  }
  void* data() const { return const_cast<unsigned char*>(bytes_); }

 private:
  alignas(8) unsigned char bytes_[8] = {};
};

class Stage {
 public:
  // The GPU with this UUID (or its beginning), or the first.
  explicit Stage(const std::string& gpu);

  const cuda::Device& device() const { return device_; }
  const cuda::Context& context() const { return context_; }
  std::string driver_version() const;  // "580.159.04"; empty where nvidia-smi is not there
  std::string compiler_version() const { return compiler_version_; }

  Program compile(const std::string& file_name, const std::string& text);
  cuda::Function function(const Program& program, const std::string& kernel) const;
  cuda::DeviceMemory allocate(uint64_t bytes) const;
  // Filled with `words`; waits.
  cuda::DeviceMemory upload(std::span<const std::byte> bytes) const;

  void launch(cuda::Function function, const Dim3& grid, const Dim3& block, uint32_t shared_bytes,
              std::span<const Value> arguments) const;
  void wait() const;

  // `work` puts what is timed into the stream. Microseconds; `samples` of them, after two that do
  // not count. Warm: each sample is of as many runs as take about a millisecond.
  Summary time(Caches caches, int samples, const std::function<void()>& work);
  // MHz of multiprocessor 0 while `work` runs for about `milliseconds`.
  double clock_mhz(double milliseconds, const std::function<void()>& work);

 private:
  double once(Caches caches, int runs, const std::function<void()>& work);

  cuda::Driver driver_;  // the others call it until they end
  cuda::Device device_;
  cuda::Context context_;
  compile::Compiler* compiler_ = nullptr;
  std::string compiler_version_;
  Program own_, reader_;
  cuda::Function stamp_, gate_, read_;
  cuda::MappedMemory gate_memory_;
  cuda::DeviceMemory flush_, stamps_;
  cuda::Event begin_, end_;
};

// The whole of a text file.
std::string text_of(const std::string& path);

// What a file of results says first: the GPU, the driver, the compiler, the day.
nlohmann::json about(const Stage& stage);

}  // namespace warplab::bench
