// The host's clocks, of which the program's calls come here first: whoever reads them before and
// behind a launch, and has not waited for it, measures the launch alone.
#include <dlfcn.h>
#include <sys/time.h>
#include <time.h>

#include <atomic>

#include "connection.hpp"

namespace warplab::runtime {
namespace {

std::atomic<bool> was_read{false};          // since the last wait, before the first launch
std::atomic<uint32_t> launches_told_of{0};  // when it was told last

void note_clock() {
  const uint32_t launches = launches_under_way();
  if (launches == 0) {
    was_read = true;
    launches_told_of = 0;
    return;
  }
  if (!was_read || launches_told_of == launches) return;
  launches_told_of = launches;
  TimeTaken taken;
  taken.frames = frames_here();
  ask(taken);
}

template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

}  // namespace
}  // namespace warplab::runtime

using namespace warplab::runtime;

extern "C" {

int clock_gettime(clockid_t clock, struct timespec* time) noexcept {
  static const auto real = next<int (*)(clockid_t, struct timespec*)>("clock_gettime");
  note_clock();
  return real(clock, time);
}
int gettimeofday(struct timeval* time, void* zone) noexcept {
  static const auto real = next<int (*)(struct timeval*, void*)>("gettimeofday");
  note_clock();
  return real(time, zone);
}

}  // extern "C"
