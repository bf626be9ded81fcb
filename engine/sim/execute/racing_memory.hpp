#pragma once
// Memory of the kernel, for which its threads may race, and with them the host's. Nothing rests on
// what such a race leaves behind: the cheap check notices, and everything is repeated on one host
// thread. ThreadSanitizer, which cannot know, looks away while a RacingMemory lives.
#if defined(__SANITIZE_THREAD__)
extern "C" {
void AnnotateIgnoreReadsBegin(const char* file, int line);
void AnnotateIgnoreReadsEnd(const char* file, int line);
void AnnotateIgnoreWritesBegin(const char* file, int line);
void AnnotateIgnoreWritesEnd(const char* file, int line);
}
#endif

namespace warplab::sim {

class RacingMemory {
 public:
  RacingMemory(const RacingMemory&) = delete;
  RacingMemory& operator=(const RacingMemory&) = delete;
#if defined(__SANITIZE_THREAD__)
  RacingMemory() {
    AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
    AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
  }
  ~RacingMemory() {
    AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
    AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
  }
#else
  RacingMemory() = default;
#endif
};

}  // namespace warplab::sim
