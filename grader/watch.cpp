#include "watch.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <list>
#include <map>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>

#include "base/file_text.hpp"
#include "base/printable.hpp"
#include "exercise/folder_watch.hpp"
#include "exercise/sha256.hpp"
#include "exercise_choice.hpp"
#include "exit_code.hpp"
#include "interrupt.hpp"
#include "streams.hpp"

namespace warplab::grader {
namespace fs = std::filesystem;
namespace {

// exercises/22-column-sums/pictures/one.png
constexpr int kDepth = 2;
// How soon Ctrl-C is obeyed; nobody notices a twentieth of a second.
constexpr std::chrono::milliseconds kInterruptInterval{50};
constexpr size_t kMostChangesShown = 8;

// A folder whose files matter, without a slash at the end.
struct Watched {
  fs::path folder;
  int depth = kDepth;
  bool is_by_exercise = true;  // it has a folder for each exercise, with the exercise's name
  std::string only;            // the one file that matters; empty: all
};

// The hash of each file's content, by its path: "exercises/22-column-sums/column_sums.cu". The
// first part stands for the folder.
using Snapshot = std::map<fs::path, exercise::Digest>;

// Editors put files beside the one that they save: .column_sums.cu.swp, column_sums.cu~.
bool is_an_editors(const std::string& name) { return name.starts_with('.') || name.ends_with('~'); }

// A student's folder may hold anything. Sources are read, and what was predicted.
bool may_matter(const Watched& watched, const fs::path& file) {
  if (!watched.only.empty()) return file.filename() == watched.only;
  return watched.is_by_exercise || file.extension() == ".cu" || file.extension() == ".toml";
}

void add_files(const Watched& watched, Snapshot& snapshot) {
  const fs::path& root = watched.folder;
  std::error_code error;
  constexpr auto kSkip = fs::directory_options::skip_permission_denied;
  fs::recursive_directory_iterator entry(root, kSkip, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (is_an_editors(entry->path().filename().string()) || entry.depth() >= watched.depth)
      entry.disable_recursion_pending();
    std::error_code ignored;
    if (is_an_editors(entry->path().filename().string()) || !may_matter(watched, entry->path()) ||
        !entry->is_regular_file(ignored))
      continue;
    const std::string content = file_text(entry->path()).value_or("");
    snapshot[root.filename() / entry->path().lexically_relative(root)] = exercise::sha256(content);
  }
}

Snapshot snapshot_of(const std::vector<Watched>& all) {
  Snapshot snapshot;
  for (const Watched& watched : all) add_files(watched, snapshot);
  return snapshot;
}

struct Change {
  fs::path path;
  const char* what;  // "changed", "new", "gone"
};

std::vector<Change> changes_between(const Snapshot& before, const Snapshot& after) {
  std::vector<Change> changes;
  for (const auto& [path, digest] : after) {
    const auto known = before.find(path);
    if (known == before.end()) changes.push_back({path, "new"});
    else if (known->second != digest) changes.push_back({path, "changed"});
  }
  for (const auto& [path, digest] : before)
    if (!after.contains(path)) changes.push_back({path, "gone"});
  return changes;
}

// Which exercises are due again.
class Due {
 public:
  Due(const std::vector<Watched>& watched, const std::vector<std::string>& asked)
      : watched_(watched), asked_(asked) {}

  // True: the change is about an exercise that is asked for.
  bool add(const Change& change) {
    auto part = change.path.begin();
    const auto of = std::ranges::find(watched_, *part,
                                      [](const Watched& one) { return one.folder.filename(); });
    if (of != watched_.end() && !of->is_by_exercise) return all_ = true;
    ++part;  // behind "exercises" or "solutions"
    const fs::path folder = *part;
    // A header for all exercises, or a file beside their folders.
    if (folder == "common" || std::next(part) == change.path.end()) return all_ = true;
    std::error_code ignored;
    const std::string name = folder.string();
    const bool is_asked = asked_.empty() || std::ranges::find(asked_, name) != asked_.end() ||
                          std::ranges::find(asked_, slug_of(folder)) != asked_.end();
    if (!is_asked || !fs::is_directory(watched_.front().folder / folder, ignored)) return false;
    names_.insert(name);
    return true;
  }
  void add_all() { all_ = true; }
  void clear() {
    all_ = false;
    names_.clear();
  }
  std::vector<std::string> names() const {
    return all_ ? asked_ : std::vector<std::string>(names_.begin(), names_.end());
  }

 private:
  const std::vector<Watched>& watched_;  // the exercises come first
  const std::vector<std::string>& asked_;
  std::set<std::string> names_;
  bool all_ = false;
};

class Watching {
 public:
  Watching(std::vector<Watched> watched, const Options& options,
           const std::atomic<bool>& interrupted)
      : watched_(std::move(watched)),
        interrupted_(interrupted),
        due_(watched_, options.names),
        known_(snapshot_of(watched_)),
        interrupt_thread_([this] { wait_for_interrupt(); }) {
    due_.add_all();
    for (const Watched& one : watched_)
      watches_.emplace_back(one.folder, one.depth, [this] { look(); });
    // What changed between the snapshot and the watches.
    look();
  }
  Watching(const Watching&) = delete;
  Watching& operator=(const Watching&) = delete;
  ~Watching() {
    ended_ = true;
    interrupt_thread_.join();
  }

  bool works() const { return std::ranges::all_of(watches_, &exercise::FolderWatch::works); }

  int run(const WatchedRound& round) {
    int code = kGraderFailed;
    while (!interrupted_) {
      begin_round();
      const int of_round = round(names_, stop_);
      if (stop_) continue;
      code = of_round;
      end_round();
      if (output_is_broken()) return code;
      wait();
      if (interrupted_) return code;
    }
    complain("interrupted.");
    return kGraderFailed;
  }

 private:
  // On the watches' threads: is a file another one?
  void look() {
    const std::lock_guard lock(mutex_);
    Snapshot now = snapshot_of(watched_);
    bool is_due = false;
    for (const Change& change : changes_between(known_, now)) {
      if (!due_.add(change)) continue;
      is_due = true;
      changes_.push_back(change);
    }
    known_ = std::move(now);
    if (!is_due) return;
    stop_ = true;
    something_.notify_all();
  }

  void wait_for_interrupt() {
    while (!ended_ && !interrupted_) std::this_thread::sleep_for(kInterruptInterval);
    const std::lock_guard lock(mutex_);
    stop_ = true;
    something_.notify_all();
  }

  void wait() {
    std::unique_lock lock(mutex_);
    something_.wait(lock, [this] { return stop_.load(); });
  }

  void begin_round() {
    const std::lock_guard lock(mutex_);
    stop_ = interrupted_.load();
    names_ = due_.names();
    std::string text = rounds_++ == 0                 ? ""
                       : ::isatty(STDOUT_FILENO) == 1 ? "\033[H\033[2J\033[3J"
                                                      : "\n";
    for (size_t i = 0; i < std::min(changes_.size(), kMostChangesShown); ++i)
      text += fmt::format("{}: {}\n", printable(changes_[i].path.string()), changes_[i].what);
    if (changes_.size() > kMostChangesShown)
      text += fmt::format("and {} more\n", changes_.size() - kMostChangesShown);
    print(text);
  }

  // The report is there: what was due is done, unless it has changed meanwhile.
  void end_round() {
    const std::lock_guard lock(mutex_);
    if (!stop_) {
      due_.clear();
      changes_.clear();
    }
    std::string where;
    for (const Watched& one : watched_)
      where += (where.empty() ? "" : " and ") + (one.folder / one.only).string();
    print(fmt::format("Waiting for changes in {}; Ctrl-C ends.\n", printable(where)));
  }

  const std::vector<Watched> watched_;
  const std::atomic<bool>& interrupted_;
  std::mutex mutex_;
  std::condition_variable something_;
  Due due_;
  Snapshot known_;
  std::vector<Change> changes_;     // since the last round that came to its end
  std::vector<std::string> names_;  // of the round
  size_t rounds_ = 0;
  std::atomic<bool> stop_ = false, ended_ = false;
  std::list<exercise::FolderWatch> watches_;
  std::thread interrupt_thread_;
};

fs::path without_slash(const fs::path& folder) {
  std::error_code error;
  const fs::path absolute = fs::weakly_canonical(folder, error);
  return error ? folder : absolute;
}

// Of a submission that is one file, that file alone: its folder may be anybody's home.
Watched watched_submission(const fs::path& submission) {
  const fs::path whole = without_slash(submission);
  std::error_code error;
  if (fs::is_directory(whole, error)) return {whole, kDepth, false, ""};
  return {whole.parent_path(), 0, false, whole.filename().string()};
}

std::vector<Watched> what_is_watched(const Options& options, const fs::path& exercises) {
  std::vector<Watched> all = {{.folder = without_slash(exercises)}};
  if (options.command == Options::Command::check)
    all.push_back({.folder = without_slash(solutions_of(exercises, options.solutions))});
  else if (options.submission) all.push_back(watched_submission(*options.submission));
  return all;
}

}  // namespace

int watch(const Options& options, const WatchedRound& round) {
  const bool is_own = options.command == Options::Command::grade && !options.submission;
  const Result<fs::path> exercises =
      is_own ? find_own_exercises(options.exercises) : find_exercises(options.exercises);
  if (!exercises) return fail(exercises.error());
  const std::atomic<bool>& interrupted = catch_interrupts();
  Watching watching(what_is_watched(options, *exercises), options, interrupted);
  if (!watching.works())
    return fail(
        "The system does not tell of changed files here (inotify), so there is nothing to wait "
        "for.");
  return watching.run(round);
}

}  // namespace warplab::grader
