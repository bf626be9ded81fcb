#pragma once
// The part of the command line that begins with `grader course`.
#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "course_options.hpp"

namespace warplab::grader {

// What was written there, once the command line is parsed.
class CourseCommands {
 public:
  bool parsed() const { return course_->parsed(); }
  // The Error is a sentence about what was written.
  Result<CourseOptions> options() const;

 private:
  friend CourseCommands add_course(CLI::App& app);
  struct Words {
    std::string submissions, results, course_file, students_file, shard;
    std::vector<std::string> shards, again, formats;
    bool only_list = false, keep_old = false;
    unsigned workers = 0;
    course::ClusterJob cluster;
    bool submit = false;
  };
  static void add_clusters(CLI::App& slurm, CLI::App& kubernetes, Words& words);
  std::vector<std::string> passed_on() const;
  const CLI::App* course_ = nullptr;
  const CLI::App *run_ = nullptr, *report_ = nullptr, *merge_ = nullptr, *slurm_ = nullptr,
                 *kubernetes_ = nullptr;
  std::unique_ptr<Words> words_ = std::make_unique<Words>();
};

CourseCommands add_course(CLI::App& app);

}  // namespace warplab::grader
