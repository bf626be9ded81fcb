#pragma once
// The process that workers are copied from; worker/zygote.hpp says what for.
#include "worker/program/worker_process.hpp"

namespace warplab::worker {

// Loads what every worker of `program` needs, says that it is ready, and makes a copy for each
// request until the parent is gone. Its exit status; in a copy, that of the worker which it became.
int run_zygote(const WorkerProgram& program);

}  // namespace warplab::worker
