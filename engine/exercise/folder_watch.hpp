#pragma once
// Tells when something below a folder changes, by inotify. Editors save by renaming, so folders are
// watched, not files.
#include <filesystem>
#include <functional>
#include <thread>

namespace warplab::exercise {

class FolderWatch {
 public:
  // Watches `root` and its sub-folders down to `depth` levels (0: the folder alone), new ones too.
  // A root that does not exist yet is noticed when it is made, as long as its parent exists.
  // `changed` is called on the watch's own thread once a burst of changes has been quiet for 100
  // ms.
  FolderWatch(std::filesystem::path root, int depth, std::function<void()> changed);
  ~FolderWatch();
  FolderWatch(const FolderWatch&) = delete;
  FolderWatch& operator=(const FolderWatch&) = delete;
  // False: the system has no inotify to spare, and `changed` is never called.
  bool works() const { return thread_.joinable(); }

 private:
  void watch_all();
  void listen();

  std::filesystem::path root_;
  int depth_;
  std::function<void()> changed_;
  int inotify_ = -1, stop_ = -1;
  std::thread thread_;
};

}  // namespace warplab::exercise
