#pragma once
// A process that has the compiler loaded and does nothing but copy itself: each worker is such a
// copy, ready in 10 ms. To load NVRTC, let it compile its first kernel and read the toolkit's
// headers takes 70 ms of a processor, and is the same every time. The word is Android's and
// Chromium's, who do so for the same reason.
//
// It never sees a source, nor is it in the way of one: a copy is limited and locked as any worker
// is, before it hears of one, and what it does to its memory no other copy sees.
#include <sys/types.h>

#include <array>
#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "worker/conversation.hpp"
#include "worker/pulse.hpp"

namespace warplab::worker {

// May be used by several threads at once.
class Zygote {
 public:
  // A child of this process, not of the zygote's, with the descriptors that ChildProcess::start()
  // gives; `arguments` are those of the program. Starts a zygote when there is none of this program
  // and environment. None: the program started as a process of its own may still work, or says why
  // it does not.
  // `silence`: for how long a zygote may be silent that is started, where no start was before.
  std::optional<ChildProcess> copy(const std::string& program,
                                   const std::vector<std::string>& arguments,
                                   StartPatience& patience, std::chrono::milliseconds silence,
                                   const std::array<int, 3>& descriptors);

 private:
  bool is_of(const std::string& program) const;
  bool start(const std::string& program, const std::vector<std::string>& arguments,
             StartPatience& patience, std::chrono::milliseconds silence);

  std::mutex mutex_;
  std::optional<Conversation> conversation_;
  // What the zygote was started with, and by whom: in a process that was forked off by this one it
  // is somebody else's child.
  std::string program_;
  std::vector<std::string> environment_;
  pid_t owner_ = -1;
  bool cannot_copy_ = false;  // the system does not let it
};

}  // namespace warplab::worker
