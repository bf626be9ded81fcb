#pragma once
// What `grader course ...` is told beside the options of every run.
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "course/cluster.hpp"
#include "course/format.hpp"
#include "course/grading.hpp"
#include "feedback/feedback.hpp"
#include "reports/card.hpp"

namespace warplab::grader {

struct CourseOptions {
  enum class Action : uint8_t { run, report, merge, slurm, kubernetes };
  Action action = Action::run;
  std::filesystem::path submissions;          // of run
  std::filesystem::path results;              // the folder with the journal and the reports
  std::vector<std::filesystem::path> shards;  // of merge: folders of results
  bool only_list = false;
  std::optional<std::filesystem::path> course_file, students_file;
  std::set<std::string> again;  // names of exercises to grade once more
  bool keep_old = false;        // results of other programs count where these made none
  course::Shard shard;
  course::ClusterJob cluster;  // of slurm and kubernetes; its paths come from the others
  bool submit = false;         // of slurm: hand the jobs to it, too
  unsigned workers = 0;        // 0: as many as fit
  std::vector<const course::CourseFormat*> formats;  // reports of the course
  std::vector<const CardFormat*> cards;              // reports of each student
  std::vector<const FeedbackFormat*> feedback;       // for each student to read
};

}  // namespace warplab::grader
