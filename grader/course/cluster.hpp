#pragma once
// Jobs for clusters: the same course run, in parts. They are texts; who submits them is not asked
// here.
#include <filesystem>
#include <string>
#include <vector>

namespace warplab::course {

struct ClusterJob {
  std::filesystem::path grader;       // the program, as the nodes see it
  std::filesystem::path submissions;  // as the nodes see it, absolute
  std::filesystem::path results;      // likewise; parts lie in results/parts/1, ...
  std::vector<std::string> options;   // of `grader course run`, beside these
  unsigned parts = 8;
  bool gpu = false;       // each part asks for one
  std::string partition;  // Slurm's; empty: the default one
  // Kubernetes': the container's, by the name that the Containerfile says.
  std::string image = "warp-lab-grader";
  unsigned cores = 2;  // of each part
};

// The array: each task grades its part of all submissions.
std::string slurm_array(const ClusterJob& job);
// What is run after it, however it ended: puts the parts together and grades what is missing, so
// that a task that died costs time and nothing else.
std::string slurm_merge(const ClusterJob& job);
// An Indexed Job and the Job that puts its parts together, as YAML.
std::string kubernetes_jobs(const ClusterJob& job);

// A word that a shell takes as it stands.
std::string shell_word(const std::string& text);

}  // namespace warplab::course
