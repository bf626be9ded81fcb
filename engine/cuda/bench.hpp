#pragma once
// One GPU set up to run and to time kernels that are given as a cubin. Lives in the locked worker
// process. After an error other than an argument's the GPU's context is spoilt: end the process.
//
// A timed run follows nvbench's cold measurement: the L2 cache is flushed, a gate holds the stream
// until the kernel and its events are queued, and a clock stamp stands on both sides. Source:
// nvbench/detail/measure_cold_launch_timer_core.cuh; docs/SANDBOX.md and docs/GRADING.md say more.
#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "cuda/driver.hpp"
#include "cuda/library.hpp"
#include "data/launch.hpp"

namespace warplab::cuda {

// What a buffer holds before each run. Random content and `turned` are new for every seed, so that
// no run can know its answer from the one before.
enum class Content : uint8_t {
  base,              // `initial`, the same each time
  turned,            // `initial`, turned by a random number of elements
  random_multiples,  // low, low + step, ... high
  uniform,           // [low, high)
  poison,            // all bits set
};
inline constexpr int kContents = 5;

struct PlannedBuffer {
  std::string name;  // names its random stream, too
  data::ElementType element = data::ElementType::f32;
  uint64_t elements = 0;
  Content content = Content::poison;
  double low = 0, high = 0, step = 1;
  std::span<const std::byte> initial;  // of base and turned
  bool digested = false;               // part of the answer
};

struct Plan {
  std::vector<PlannedBuffer> buffers;
  std::vector<data::Launch> launches;
  size_t timed_begin = 0, timed_end = 0;  // those of `launches` between the events
  uint64_t copy_bytes = 0;                // read and written by our own copy, together
  unsigned sets = 1;                      // copies of the buffers, if there is room
  std::chrono::milliseconds deadline{2000};
};

struct Sample {
  double microseconds = 0;
  double clock_mhz = 0;           // of the multiprocessors around it; 0: not known
  std::vector<uint64_t> digests;  // for each run of the batch, for each digested buffer
};

class Bench {
 public:
  static Result<Bench> create(const Driver& driver, const Device& device);

  // From now on launches may name the library's routines (data/library_routine.hpp). It is tried,
  // so that it has loaded what it loads; the Error says why it cannot be used.
  Result<bool> use_library(Library library);
  const Library& library() const { return library_; }

  Result<bool> load_own_kernels(std::span<const uint8_t> cubin);
  Result<bool> load(std::span<const uint8_t> cubin);

  // Runs the launches once, over buffers whose `bytes` are the content before and after. The
  // module's variables are as at first for each launch that does not keep them. Returns the names
  // of the buffers beyond whose ends something was written.
  Result<std::vector<std::string>> run(std::span<const data::Buffer> buffers,
                                       std::span<const data::Launch> launches,
                                       std::chrono::milliseconds deadline);

  // From now on run() leaves what is in buffer `buffer` in memory of another process, too, as
  // floats: the first time at its beginning, then in the next of `slots` equal parts, and around
  // again. `bytes` is the length of that memory. What does not fit into a part is an error of
  // run(). Needs our own kernels, unless the buffer's elements are floats.
  Result<bool> mirror(int descriptor, uint64_t bytes, size_t buffer, unsigned slots);

  // From now on these buffers of run() stay on the GPU, and the next run() goes on with what is in
  // them instead of with their `bytes`, which are the content after it as ever. The first run()
  // begins with their `bytes`, as does one whose buffer has another length.
  void keep(std::vector<size_t> buffers);

  // Needs our own kernels. Returns how many sets there is room for, at least one.
  Result<unsigned> prepare(Plan plan);
  // `batch` runs over as many sets, beginning with `set`, on content made from `seed`. The time is
  // that of all of them together. Without `timed` nothing is flushed and no time taken.
  Result<Sample> sample(uint64_t seed, unsigned set, unsigned batch, bool timed);
  // The same of our own copy.
  Result<Sample> sample_copy();
  // The content of a buffer after the last run over its set.
  Result<uint64_t> bytes_of(unsigned set, size_t buffer) const;
  Result<bool> read(unsigned set, size_t buffer, std::span<std::byte> to);

  // The last error was that a launch did not end by its deadline.
  bool overdue() const { return overdue_; }

 private:
  static constexpr unsigned kOwnThreads = 256;  // of a block of our own kernels
  using Addresses = std::vector<DevicePointer>;
  struct OwnKernels {
    Function gate, stamp, copy, random_multiples, uniform, turn, digest, as_floats;
  };
  Result<bool> wait(std::chrono::milliseconds deadline);
  Result<bool> launch(const data::Launch& launch, const Addresses& addresses);
  Result<bool> launch_routine(const data::LibraryRoutine& routine, const data::Launch& launch,
                              const Addresses& addresses) const;
  Result<bool> renew_variables(std::chrono::milliseconds deadline);
  Result<bool> begins_round(const data::Launch& launch, bool before,
                            std::span<const data::Buffer> buffers, const Addresses& addresses,
                            std::chrono::milliseconds deadline);
  Result<bool> fill_variables(std::span<const data::Buffer> buffers);
  Result<bool> launch_own(Function function, unsigned blocks, unsigned threads,
                          std::span<void* const> arguments);
  Result<bool> allocate(DeviceMemory& memory, uint64_t bytes);
  Result<bool> upload_bases();
  Result<bool> prepare_copy();
  Result<unsigned> allocate_sets();
  Result<bool> fill_set(unsigned set, uint64_t seed);
  Result<bool> digest_set(unsigned set);
  Result<bool> flush();
  template <class Work>
  Result<Sample> between_stamps(const Work& work);

  Device device_;
  Context context_;
  Library library_;
  Module own_module_, module_;
  std::vector<uint8_t> cubin_;  // of module_
  bool has_variables_ = false;  // in global memory: the only thing of a module that changes
  OwnKernels own_;
  Plan plan_;
  // Of run(). Not freed when a launch is overdue: freeing waits for the kernel.
  std::vector<DeviceMemory> run_memory_;
  std::vector<size_t> kept_;                     // by keep(): places in run_memory_
  std::vector<DeviceMemory> bases_;              // one a buffer, empty where there is no base
  std::vector<std::vector<DeviceMemory>> sets_;  // [set][buffer]
  struct Mirror {
    SharedDeviceMemory memory;
    size_t buffer = 0;
    unsigned slots = 1, next = 0;
  };
  Mirror mirror_;
  struct RunBuffer {
    DevicePointer address = 0;
    bool has_content = false;  // of the run before
  };
  bool is_kept(size_t buffer) const;
  Result<RunBuffer> memory_of_run(size_t index, uint64_t bytes);
  Result<bool> copy_to_mirror(std::span<const data::Buffer> buffers, const Addresses& addresses);
  DeviceMemory flush_memory_, copy_from_, copy_to_, stamps_, digests_;
  MappedMemory gate_;
  Event begin_, end_;
  bool overdue_ = false;
};

}  // namespace warplab::cuda
