#include "cuda/gpu_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

namespace warplab::cuda {
namespace {

constexpr std::chrono::milliseconds kLockGlance{20};

// Not a user's own folder: the users of a machine share its GPUs.
std::string place_of(const std::string& uuid) { return fmt::format("/tmp/warplab-{}.lock", uuid); }

// A file of somebody else's in /tmp can be opened, but not with O_CREAT (fs.protected_regular), and
// a lock needs no more than reading.
int open_lock(const std::string& place) {
  constexpr int kFlags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW;
  for (int attempt = 0; attempt < 3; ++attempt) {
    int file = ::open(place.c_str(), kFlags);
    if (file >= 0 || errno != ENOENT) return file;
    file = ::open(place.c_str(), kFlags | O_CREAT | O_EXCL, 0644);
    if (file >= 0) ::fchmod(file, 0644);  // readable for all, whatever the umask
    if (file >= 0 || errno != EEXIST) return file;
  }
  return -1;
}

}  // namespace

Result<GpuLock> GpuLock::acquire(const std::string& uuid, const std::function<void()>& waiting,
                                 const std::atomic<bool>* cancel) {
  const std::string place = place_of(uuid);
  GpuLock lock;
  lock.file_ = open_lock(place);
  if (lock.file_ < 0)
    return Error{
        fmt::format("The lock of the GPU, {}, cannot be opened: {}.", place, std::strerror(errno))};
  bool told = false;
  while (::flock(lock.file_, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR)
      return Error{fmt::format("The lock of the GPU, {}, cannot be taken: {}.", place,
                               std::strerror(errno))};
    if (!told && waiting) waiting();
    told = true;
    if (cancel != nullptr && *cancel) return Error{"The wait for the GPU was cancelled."};
    std::this_thread::sleep_for(kLockGlance);
  }
  return lock;
}

GpuLock::~GpuLock() {
  if (file_ >= 0) ::close(file_);
}

}  // namespace warplab::cuda
