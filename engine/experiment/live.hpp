#pragma once
// Time lines of the GPU that is here, made by the same program that made the recordings.
#include <atomic>
#include <string>

#include "experiment/time_line.hpp"

namespace warplab::experiment {

// Runs the recorder, the program `time_lines` beside this one (or $WARPLAB_TIME_LINES), for
// Experiment::recorder; takes some seconds. The Recording's file is "live". The Error is one
// sentence: there is no GPU, no recorder, or it was cancelled or took longer than a minute, after
// which it is ended.
Result<Recording> record_live(const std::string& recorder,
                              const std::atomic<bool>* cancel = nullptr);

}  // namespace warplab::experiment
