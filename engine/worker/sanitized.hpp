#pragma once
namespace warplab::worker {

// Sanitizers reserve terabytes of address space for their shadow memory: there RLIMIT_AS would end
// every program at once. They also need a few system calls of their own behind the lock.
#ifdef WARPLAB_SANITIZED
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif
inline constexpr bool kMemoryCanBeLimited = !kSanitized;
// A copy of a process by the system call alone is nothing that a sanitizer knows of.
inline constexpr bool kCanBeCopied = !kSanitized;

}  // namespace warplab::worker
