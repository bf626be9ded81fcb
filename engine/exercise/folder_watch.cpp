#include "exercise/folder_watch.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace warplab::exercise {
namespace {

namespace fs = std::filesystem;

constexpr uint32_t kEvents = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE |
                             IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;
// Editors write in several steps; after this pause the file is whole.
constexpr int kQuietMilliseconds = 100;

}  // namespace

FolderWatch::FolderWatch(fs::path root, int depth, std::function<void()> changed)
    : root_(std::move(root)),
      depth_(depth),
      changed_(std::move(changed)),
      inotify_(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK)),
      stop_(::eventfd(0, EFD_CLOEXEC)) {
  // Without inotify (a limit of the system) nothing is noticed until the window gets the focus.
  if (inotify_ < 0 || stop_ < 0) return;
  watch_all();
  thread_ = std::thread([this] { listen(); });
}

FolderWatch::~FolderWatch() {
  if (thread_.joinable()) {
    const uint64_t one = 1;
    (void)!::write(stop_, &one, sizeof one);
    thread_.join();
  }
  if (inotify_ >= 0) ::close(inotify_);
  if (stop_ >= 0) ::close(stop_);
}

// Adding a watch that exists already changes nothing, so this is repeated after every change.
void FolderWatch::watch_all() {
  std::error_code error;
  if (!fs::is_directory(root_, error)) {
    const fs::path parent = root_.has_parent_path() ? root_.parent_path() : fs::path(".");
    ::inotify_add_watch(inotify_, parent.c_str(), kEvents);
    return;
  }
  ::inotify_add_watch(inotify_, root_.c_str(), kEvents);
  if (depth_ == 0) return;
  fs::recursive_directory_iterator entry(root_, fs::directory_options::skip_permission_denied,
                                         error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    std::error_code ignored;
    if (!entry->is_directory(ignored)) continue;
    ::inotify_add_watch(inotify_, entry->path().c_str(), kEvents);
    if (entry.depth() + 1 >= depth_) entry.disable_recursion_pending();
  }
}

void FolderWatch::listen() {
  alignas(inotify_event) std::array<char, 4096> events;
  bool pending = false;
  for (;;) {
    std::array<pollfd, 2> sources = {pollfd{inotify_, POLLIN, 0}, pollfd{stop_, POLLIN, 0}};
    const int ready = ::poll(sources.data(), sources.size(), pending ? kQuietMilliseconds : -1);
    if (sources[1].revents) return;
    if (ready > 0) {
      while (::read(inotify_, events.data(), events.size()) > 0) {
      }
      pending = true;
    } else if (ready == 0) {
      pending = false;
      watch_all();
      changed_();
    } else if (errno != EINTR) {
      return;
    }
  }
}

}  // namespace warplab::exercise
