#pragma once
// Grading what a journal has no result of, on all cores.
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "course/journal.hpp"
#include "exercise/exercise.hpp"
#include "verdict/gpu/gpu_session.hpp"
#include "verdict/grade.hpp"

namespace warplab::course {

// One file at one exercise, whoever handed it in: the same file is graded once.
struct Job {
  std::string key;
  int round = 0;
  const exercise::Exercise* exercise = nullptr;
  std::string file_hash;
  std::string predictions_hash;  // empty: the exercise asks for none, or it is not known
};

// This process's part of the jobs: those whose key falls to `index` of `count`, 0 <= index < count.
struct Shard {
  unsigned index = 0, count = 1;
  bool has(const std::string& key) const;
};

struct Progress {
  size_t done = 0, all = 0;
  size_t not_graded = 0;
  double seconds_left = 0;  // 0: not known yet
};

struct GradingOptions {
  unsigned workers = 1;
  // Each worker asks for a GPU session of its own, of which one at a time measures; null: none.
  std::function<verdict::GpuSession*(unsigned worker)> gpu;
  verdict::GradeOptions grade;  // for every job
  // Hidden checks of exercises, by slug; their hashes are those in About.
  const std::map<std::string, exercise::Exercise>* hidden = nullptr;
  // What a student said in experiments, from the text that the journal has under a Job's
  // predictions_hash.
  std::function<decltype(verdict::GradeOptions::predicted)(const std::string& text)> predicted;
  // Makes feedback of a result with its pictures; none: nobody asks for it.
  std::function<FeedbackText(const exercise::Exercise&, const verdict::ExerciseResult&,
                             const std::string& source)>
      feedback;
  std::function<void(const Progress&)> progress;
  const std::atomic<bool>* cancel = nullptr;
};

struct Jobs {
  std::vector<Job> list;
  size_t known = 0;      // have a result of these programs
  size_t kept = 0;       // have one of other programs, which counts (About::keep_old)
  size_t made_anew = 0;  // have one of other programs, which does not count
};

// Which jobs there are: every attempt that can count, without those that have a result already, and
// feedback where that is asked for. Of the exercises in `again` all are there once more, as the
// next round.
Result<Jobs> jobs_of(const Journal& journal, const About& about,
                     const std::vector<exercise::Entry>& exercises,
                     const std::set<std::string>& again, const Shard& shard, bool feedback);

// Grades them and adds each result to the journal as soon as it is there. The Error is the
// journal's, or that it was interrupted; what was graded is safe then, too.
Result<Progress> grade_jobs(Journal& journal, const About& about, std::vector<Job> jobs,
                            const GradingOptions& options);

// How many workers fit: one a core, and no more than memory has room for.
unsigned workers_that_fit(unsigned cores, uint64_t available_bytes);
uint64_t available_memory();  // bytes, of /proc/meminfo; 0: not known

}  // namespace warplab::course
