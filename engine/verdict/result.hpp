#pragma once
// The one result structure of a run. Text, JSON and the window are views of it.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compile/compile.hpp"
#include "sim/simulate.hpp"

namespace warplab::verdict {

enum class Status : uint8_t { pass, fail, not_checked };
std::string_view name_of(Status status);  // "pass", "fail", "not_checked"

struct GateResult {
  std::string name;                 // "coalesced loads"
  std::string metric;               // "global.load.sectors / global.load.requests"
  std::string variant;              // variant that decided it, empty where there is one only
  Status status = Status::not_checked;
  std::optional<double> value, limit, ideal;
  bool limit_is_minimum = false;
  std::string unit;
  std::string source = "counted";   // counted, measured or modelled
  std::string gpu;                  // of a time
  int line = 0;                     // the line that decides: the worst contributor, or the finding's
  std::string message;              // one plain sentence
  double points = 1;
};

// The first element that differs.
struct Mismatch {
  std::string buffer;
  std::vector<uint64_t> index;
  double expected = 0, actual = 0;
  uint64_t wrong = 0, total = 0;    // elements
  std::optional<sim::ThreadPlace> writer;  // none: no thread wrote it
  std::string where;                // "rows 96, cols 33, seed 2"
};

struct VariantCounters {
  std::string variant;
  sim::Counters total;
  sim::LineCounters lines;
  std::vector<sim::LaunchReport> launches;
};

// A buffer of the graded run for those who show pictures; kept only on request.
struct Picture {
  std::string buffer;
  sim::ElementType element = sim::ElementType::f32;
  std::vector<uint64_t> shape;
  std::vector<std::byte> actual, expected;
};

struct Times {                       // wall milliseconds
  double compile = 0, checks = 0, graded = 0, total = 0;
};

struct ExerciseResult {
  std::string slug, title;
  Status verdict = Status::not_checked;
  double score = 0;                 // 0 ... 1: points of passed gates over all points
  std::string backend = "sim";
  uint64_t seed = 0;
  std::vector<GateResult> gates;
  std::vector<VariantCounters> counters;   // of the graded size
  std::vector<sim::Finding> findings;
  std::vector<compile::Diagnostic> diagnostics;
  std::map<std::string, compile::KernelResources> resources;
  std::optional<Mismatch> mismatch;
  std::string output;               // of printf
  std::string error;                // what stopped it: missing file, compile error, crash; else empty
  bool grader_failed = false;       // the grader could not do its job: exit 2
  std::vector<Picture> pictures;
  Times time;
};

}  // namespace warplab::verdict
