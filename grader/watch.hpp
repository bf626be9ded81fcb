#pragma once
// `grader watch` and `grader check --watch`: exercises are graded or checked again whenever one of
// their files changes.
#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "options.hpp"

namespace warplab::grader {

// Grades or checks these exercises, by slug or folder name (none: all), and gives an exit code. It
// ends early, without a report, where `stop` becomes true.
using WatchedRound =
    std::function<int(const std::vector<std::string>& names, const std::atomic<bool>& stop)>;

// Ctrl-C ends it. The exit code is that of the last round that came to its end; kGraderFailed where
// one was under way, or where changes cannot be noticed here.
int watch(const Options& options, const WatchedRound& round);

}  // namespace warplab::grader
