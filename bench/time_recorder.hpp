#pragma once
// Spans of the host and of a GPU on one axis of time. The host's are taken around each call. The
// GPU's come from its own clock (globaltimer), which every recorded kernel reads where it begins
// and ends; before each run it is compared with the host's: a kernel writes it into memory that the
// host looks at, and the shortest of many ways is taken, so that the two agree to about 1 us.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gpu_stage.hpp"

namespace warplab::bench {

class TimeRecorder {
 public:
  explicit TimeRecorder(const std::string& gpu);

  // A run; its time begins at 0.
  void begin(const std::string& name);
  void end();
  double now_us() const;
  void keep_spans(bool keep) { keeps_spans_ = keep; }
  void note(const std::string& label, double value, const std::string& unit);

  // Each of them is a span of the host, and what the GPU does for it one of the GPU's.
  // A copy of doubles on the GPU; returns how long the call took.
  double launch_copy(int doubles);
  void launch_touch(const cuda::DeviceMemory& memory);
  void upload(int doubles);  // from ordinary host memory, as new and malloc() give it
  void download(int doubles);
  void wait(const std::string& label);
  cuda::DeviceMemory allocate(uint64_t bytes);
  void free(cuda::DeviceMemory memory);
  uint64_t most_bytes() const { return most_bytes_; }

  // Not recorded.
  void warm_up(int doubles);

  // {"schema", "gpu", "driver", "date", "clock_step_ns", "runs": [...]}, as
  // experiment/time_line.hpp reads it.
  nlohmann::json recording() const;

 private:
  // A kernel's or a copy's place among the stamps, told at the end of the run.
  struct GpuSpan {
    std::string kind, label;
    size_t slot;
  };
  size_t next_slot();
  cuda::DevicePointer stamps_of(size_t slot) const;
  void add_span(const char* kind, const char* where, const std::string& label, double begin,
                double end);
  void stamp(size_t slot, bool is_end);
  void calibrate();
  void note_memory();
  double us_of(uint64_t globaltimer) const;

  Stage stage_;
  Program program_;
  cuda::Function copy_, touch_, stamp_, tell_;
  cuda::DeviceMemory in_, out_, stamps_;
  cuda::MappedMemory told_;
  std::vector<double> host_;
  cuda::Clock::time_point start_;
  double offset_ns_ = 0;  // the host's clock less the GPU's, of the clocks' own beginnings
  uint64_t step_ns_ = 0;  // in which globaltimer goes on
  std::vector<GpuSpan> gpu_spans_;
  bool keeps_spans_ = true;
  uint64_t bytes_ = 0, most_bytes_ = 0;
  size_t slots_ = 0;
  nlohmann::json run_, runs_ = nlohmann::json::array();
};

}  // namespace warplab::bench
