#pragma once
namespace warplab::worker {

// Sanitizers reserve terabytes of address space for their shadow memory: there RLIMIT_AS would end
// every program at once, and tests of the limit are left out.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kMemoryCanBeLimited = false;
#else
inline constexpr bool kMemoryCanBeLimited = true;
#endif

}  // namespace warplab::worker
