#pragma once
// What the host and the GPU did when, as it was recorded on a machine with a GPU: spans on one axis
// of time, and memory that was in use. Nothing here is computed or made up.
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace warplab::experiment {

enum class SpanKind : uint8_t { launch, copy, kernel, wait, allocate, free, other };
std::string_view name_of(SpanKind kind);  // "launch", as recordings spell it

struct Span {
  enum class Where : uint8_t { host, gpu };
  SpanKind kind = SpanKind::other;
  Where where = Where::host;
  std::string label;                // "cuLaunchKernel"
  double begin_us = 0, end_us = 0;  // begin <= end
};

// Bytes of the GPU's memory in use from this time on.
struct MemoryUse {
  double at_us = 0;
  uint64_t bytes = 0;
};

// What a program printed or would have: "measured time", 6.1, "us".
struct Note {
  std::string label;
  double value = 0;
  std::string unit;
};

struct TimeLine {
  std::string name;               // "without waiting"
  std::vector<Span> spans;        // by begin
  std::vector<MemoryUse> memory;  // by time; empty where memory is not the point
  std::vector<Note> notes;
  double end_us() const;  // of the last span or use of memory
};

// All runs that were recorded one after the other on one GPU.
struct Recording {
  std::string file;    // "recorded-h100.json"; "live" for one that was made here and now
  std::string gpu;     // "NVIDIA H100 80GB HBM3"
  std::string driver;  // "CUDA 12.8"
  std::string date;    // "2026-11-22"
  std::vector<TimeLine> runs;
  const TimeLine* run_named(std::string_view name) const;  // null: there is none
};

// From JSON, as bench/time_lines writes it; `file` names it in errors, which say where and what was
// expected.
Result<Recording> parse_recording(std::string_view json, const std::string& file);
Result<Recording> load_recording(const std::filesystem::path& file);

}  // namespace warplab::experiment
