#pragma once
// Closing the door of the worker process behind itself. docs/SANDBOX.md says what is locked and
// why.
#include <cstdint>

#include "base/result.hpp"

namespace warplab::worker {

// Resource limits, and no new privileges. First thing in the process; `memory` in bytes. The Error
// is that the address space cannot be limited, or that the system allows less of it than `memory`.
Result<bool> limit_resources(uint64_t memory);

// The same for the process that runs kernels on a GPU. The driver reserves hundreds of gigabytes of
// address space and opens a file for each of its devices, so neither is limited.
void limit_gpu_resources();

// No file may be opened by this thread, nor by those that it starts. Returns the version of the
// kernel's Landlock, 0 where it has none: the system call filter refuses the same.
int deny_files();

// A worker that root started keeps nothing of what root may do; for this thread and those that it
// starts. What it needs is open by then. False: the kernel refused it.
bool drop_capabilities();

// From here on, of all threads, only computing, memory, threads and talking over open descriptors.
// The error names what the kernel refused.
Result<bool> filter_system_calls();

// The same, and ioctl() to the devices that the driver has open already.
Result<bool> filter_gpu_system_calls();

}  // namespace warplab::worker
