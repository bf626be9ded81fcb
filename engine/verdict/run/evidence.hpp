#pragma once
// What the runs of one grading showed: what judge() makes gates of.
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/special_members.hpp"
#include "verdict/result/result.hpp"

namespace warplab::verdict {

// Why the runs ended before all of them were made.
struct Stop {
  std::string gate;  // the built-in gate that it fails; empty: none (cancelled, our fault)
  Saying says;       // one sentence; empty where the finding says it
  int line = 0;
  std::optional<sim::Finding> finding = {};  // that ended them
};

std::string text_of(const Stop& stop);

// What running on a GPU showed, its times apart: those are Evidence::timings.
struct GpuEvidence {
  GpuReport report;
  // Why the kernel was not run on it at all: the simulator found something wrong. Empty: it was.
  Saying skipped;
  // The first difference from the simulator at the check sizes and the graded size, one sentence.
  Saying difference;
  // An answer of a timed run that was wrong, one sentence.
  Saying wrong_when_timed;
  // Why there are no times, or not all, though nothing was wrong: one sentence.
  Saying incomplete;
};

// What the student predicted, as far as a gate asks for it.
struct PredictionEvidence {
  bool made = false;          // before the answer was shown
  std::optional<bool> right;  // judged anew; none: nobody asked, or it could not be judged
  std::string file_problem;   // what is wrong with the student's file, one sentence
  std::string why_unknown;    // why nobody can know, which is no fault of the student's
};

struct Evidence {
  bool compiled = false;
  std::optional<Stop> stop;
  // Runs: every check size with every seed and variant, and the graded size with every variant.
  size_t runs_planned = 0;
  size_t runs_started = 0;       // a kernel was launched
  size_t runs_completed = 0;     // every launch ran to its end, and the answer was compared
  std::string incomplete_where;  // the first started run that did not complete: "rows 7, seed 1"
  bool incomplete_for_cost = false;  // it was ended because no points are left to be had
  bool races_checked = true;         // in every run, and with them values that nobody wrote
  // Of a kernel that fails another gate: runs in which there was too much to look at for races.
  // Those that were looked at whole speak for them.
  size_t runs_half_tracked = 0;
  std::vector<sim::Finding> findings;
  // The first mistake of a program's host code that fails no built-in gate; one of `findings`.
  std::optional<sim::Finding> host_fault;
  std::optional<Mismatch> mismatch;  // the first
  // The first of every other buffer that has one, by the buffer's name.
  std::map<std::string, Mismatch> further_mismatches;
  std::vector<VariantCounters> counted;  // the graded runs that completed
  // Those at sizes that were drawn for the file: a gate that passes must pass here, too.
  std::vector<VariantCounters> counted_again;
  // How long it took, from whatever tells times: measured on a GPU, or modelled.
  std::vector<Timing> timings;
  // By the gate's name; none: whoever grades knows of no predictions.
  std::map<std::string, PredictionEvidence> predictions;
  std::optional<GpuEvidence> gpu;  // none: no GPU
  std::string why_no_gpu = "no GPU was used";
  WARPLAB_SPECIAL_MEMBERS(Evidence);
};

// The first finding that fails the built-in gate `gate`; none: nullptr.
const sim::Finding* first_finding(const Evidence& evidence, std::string_view gate);

}  // namespace warplab::verdict
