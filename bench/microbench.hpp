#pragma once
// What gpu_microbench measures of a GPU, for a model of it: latencies, throughputs, bandwidths,
// launches, atomics. The kernels are in microbench/.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gpu_stage.hpp"

namespace warplab::bench {

inline constexpr uint64_t kKiB = 1024, kMiB = 1024 * kKiB;

// Each part adds rows to the report: {"name", "value", "unit", "args"}, one number a row.
class Microbench {
 public:
  Microbench(const std::string& gpu, const std::string& folder)
      : stage_(gpu),
        arithmetic_(compile(folder, "arithmetic.cu")),
        near_(compile(folder, "near_memory.cu")),
        far_(compile(folder, "far_memory.cu")),
        sms_(static_cast<unsigned>(stage_.device().multiprocessors)),
        cycles_(stage_.allocate(8 * 4096)),
        small_(stage_.allocate(kMiB)),
        from_(stage_.allocate(kGreatest)),
        to_(stage_.allocate(kGreatest)) {
    need(stage_.context().fill_bytes(small_.address(), 0, small_.bytes()));
    need(stage_.context().fill_bytes(from_.address(), 1, from_.bytes()));
    need(stage_.context().fill_bytes(to_.address(), 1, to_.bytes()));
    stage_.wait();
  }

  void arithmetic();
  void barriers();
  void near_latencies();
  void far_latencies();
  void shared_throughput();
  void l1_throughput();
  void bandwidths();
  void cold_copies();
  void in_flight();
  void few_multiprocessors();
  void strides();
  void launches();
  void atomics();

  nlohmann::json report() {
    nlohmann::json report = bench::about(stage_);
    std::nth_element(clocks_.begin(), clocks_.begin() + static_cast<long>(clocks_.size() / 2),
                     clocks_.end());
    report["sm_clock_mhz"] = clocks_.empty() ? 0 : clocks_[clocks_.size() / 2];
    report["rows"] = std::move(rows_);
    return report;
  }

 private:
  static constexpr uint64_t kGreatest = 1024 * kMiB;
  template <class T>
  static T need(Result<T> result) {
    return bench::need(std::move(result));
  }
  bench::Program compile(const std::string& folder, const std::string& file) {
    return stage_.compile(file, bench::text_of(folder + "/" + file));
  }
  void row(const std::string& name, double value, const char* unit,
           nlohmann::json args = nlohmann::json::object()) {
    rows_.push_back({{"name", name}, {"value", value}, {"unit", unit}, {"args", std::move(args)}});
  }
  // Median of what the blocks counted, of three runs the last.
  double cycles_of(cuda::Function function, unsigned blocks, unsigned threads, uint32_t shared,
                   const std::vector<Value>& arguments) {
    for (int run = 0; run < 3; ++run)
      stage_.launch(function, {blocks, 1, 1}, {threads, 1, 1}, shared, arguments);
    std::vector<uint64_t> counts(blocks);
    need(stage_.context().download(std::as_writable_bytes(std::span(counts)), cycles_.address()));
    stage_.wait();
    std::ranges::nth_element(counts, counts.begin() + blocks / 2);
    return static_cast<double>(counts[blocks / 2]);
  }
  struct Shape {
    Dim3 grid, block;
    uint32_t shared_bytes = 0;
  };
  double microseconds(Caches caches, cuda::Function function, const Shape& shape,
                      const std::vector<Value>& arguments, int samples = 7) {
    const auto launch = [&] {
      stage_.launch(function, shape.grid, shape.block, shape.shared_bytes, arguments);
    };
    return stage_.time(caches, samples, launch).median;
  }
  cuda::Function near(const std::string& kernel) { return stage_.function(near_, kernel); }
  cuda::Function far(const std::string& kernel) { return stage_.function(far_, kernel); }
  std::vector<uint64_t> make_ring(uint64_t bytes, uint64_t step, bool shuffled);
  double chase(const char* kernel, const std::vector<uint64_t>& ring, uint64_t bytes);
  void fill_ones(char type);
  void clock(const char* during, const std::function<void()>& work);
  void bandwidth(const std::string& mode, unsigned width, uint64_t bytes);

  bench::Stage stage_;
  bench::Program arithmetic_, near_, far_;
  unsigned sms_;
  cuda::DeviceMemory cycles_, small_, from_, to_;
  std::vector<double> clocks_;
  nlohmann::json rows_ = nlohmann::json::array();
};

}  // namespace warplab::bench
