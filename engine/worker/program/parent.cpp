#include "worker/program/parent.hpp"

#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include <new>
#include <thread>

namespace warplab::worker {

ControlPage* map_control_page() {
  void* const mapped = ::mmap(nullptr, sizeof(ControlPage), PROT_READ | PROT_WRITE, MAP_SHARED,
                              kControlDescriptor, 0);
  if (mapped == MAP_FAILED) return nullptr;
  return std::launder(reinterpret_cast<ControlPage*>(mapped));
}

void watch_parent() {
  std::thread([] {
    pollfd parent{kSocketDescriptor, POLLRDHUP, 0};
    while (::poll(&parent, 1, -1) <= 0) {
    }
    ::_exit(0);
  }).detach();
}

}  // namespace warplab::worker
