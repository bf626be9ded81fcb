#pragma once
// A page that parent and worker share for what cannot wait for a message: the parent's wish to
// stop, how far the worker is, and, from its last signal handler, why it dies. The worker may write
// anything into it, so the parent reads it as it reads a stranger's word.
#include <atomic>
#include <cstdint>
#include <new>

namespace warplab::worker {

enum class Distress : uint32_t { none, out_of_memory, stack_overflow };

struct ControlPage {
  std::atomic<bool> cancel{false};
  std::atomic<uint32_t> progress{0};  // millionths
  std::atomic<Distress> distress{Distress::none};
};
static_assert(std::atomic<bool>::is_always_lock_free &&
                  std::atomic<uint32_t>::is_always_lock_free &&
                  std::atomic<Distress>::is_always_lock_free,
              "two processes share no lock");

inline constexpr uint32_t kProgressOne = 1'000'000;

// That a worker may use. A hard limit of the system's below it decides nothing.
inline constexpr uint64_t kStackBytes = uint64_t{64} << 20;

// The descriptors with which the worker program starts.
inline constexpr int kSocketDescriptor = 3;
inline constexpr int kControlDescriptor = 4;
inline constexpr int kFirstOtherDescriptor = 5;

}  // namespace warplab::worker
