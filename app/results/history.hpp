#pragma once
// Every run of a student, kept on disk: one folder per attempt with the text that ran and what came
// of it. A folder is filled under another name and then renamed, so that an attempt is whole or not
// there.
#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "verdict/result/result.hpp"

namespace warplab::app {

struct GateNumber {
  std::string name, unit;
  verdict::Status status = verdict::Status::not_checked;
  std::optional<double> value;
  bool applies = true;  // see verdict::GateResult
};

// The time of one variant or launch on a GPU.
struct TimeNumber {
  std::string what;  // variant and launch; empty where there is one only
  double median_us = 0, q1_us = 0, q3_us = 0, copy_fraction = 0;
  uint64_t bytes = 0;
  bool stands = true;                // it was stable, and can be true
  double instructions_per_byte = 0;  // see timing_chart.hpp; 0: not known
};

// "coalesced", "coalesced, add", or nothing.
std::string name_of(const verdict::Timing& timing);

struct Attempt {
  enum class Kind {
    run,
    // A text that was put aside before the starter, an older attempt or another program's text took
    // its place.
    kept,
  };
  std::string id;  // the folder's name; sorts by time
  std::chrono::system_clock::time_point time;
  Kind kind = Kind::run;
  verdict::Status verdict = verdict::Status::not_checked;
  double score = 0, seconds = 0;
  std::string summary;  // the verdict's sentence, or why the text was kept
  std::vector<GateNumber> gates;
  std::string gpu;                // "NVIDIA H200"; empty: none
  std::vector<TimeNumber> times;  // on it

  int gates_passed() const;
  int gates_counted() const;  // all that apply
};

enum class Progress { untouched, tried, passed };

// Where the attempts at one submission are kept: ticks and texts of one student are not shown to
// another who works on the same machine. What was kept before submissions had folders of their own
// goes to the first that is opened.
std::filesystem::path history_folder(const std::filesystem::path& data,
                                     const std::filesystem::path& submission);

class History {
 public:
  explicit History(std::filesystem::path folder);

  // Newest first. Folders that are not whole are passed over.
  const std::vector<Attempt>& of(const std::string& slug);
  Progress progress(const std::string& slug) const;
  // `attempt.id` is set by this call.
  Result<bool> add(const std::string& slug, Attempt attempt, std::string_view source);
  Result<std::string> source(const std::string& slug, const std::string& id) const;

 private:
  std::filesystem::path folder_;
  std::map<std::string, std::vector<Attempt>> read_;  // slugs that were looked at
};

}  // namespace warplab::app
