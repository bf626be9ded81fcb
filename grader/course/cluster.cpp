#include "course/cluster.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace warplab::course {
namespace {

// 900 MiB a worker, of which there is one a core, and as much for the rest (grading.cpp).
constexpr unsigned kMegabytesACore = 1000;

std::string words(const std::vector<std::string>& options) {
  std::string text;
  for (const std::string& option : options) text += " " + shell_word(option);
  return text;
}

// `grader course merge` finds the students in the journals.
std::string merge_words(std::vector<std::string> options) {
  const auto students = std::ranges::find(options, "--students");
  if (students != options.end()) options.erase(students, students + 2);
  return words(options);
}

std::string run_command(const ClusterJob& job, const std::string& results,
                        const std::string& part) {
  return fmt::format("{} course run {} --output {}{}{}", shell_word(job.grader.string()),
                     shell_word(job.submissions.string()), results, part, words(job.options));
}

std::string slurm_head(const ClusterJob& job, const std::string& name) {
  std::string text = fmt::format(
      "#!/usr/bin/env bash\n#SBATCH --job-name={}\n#SBATCH --ntasks=1\n#SBATCH --cpus-per-task={}\n"
      "#SBATCH --mem={}M\n#SBATCH --requeue\n",
      name, job.cores, kMegabytesACore * job.cores);
  if (!job.partition.empty()) text += fmt::format("#SBATCH --partition={}\n", job.partition);
  return text;
}

// A value in YAML, in double quotes.
std::string yaml(const std::string& text) {
  std::string safe = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') safe += '\\';
    safe += c;
  }
  return safe + "\"";
}

std::string container(const ClusterJob& job, const std::string& command) {
  std::string text = fmt::format(
      "      securityContext: {{runAsNonRoot: true, seccompProfile: {{type: RuntimeDefault}}}}\n"
      "      containers:\n"
      "      - name: grader\n"
      "        image: {}\n"
      "        command: [\"/bin/bash\", \"-c\", {}]\n"
      "        securityContext:\n"
      "          allowPrivilegeEscalation: false\n"
      "          readOnlyRootFilesystem: true\n"
      "          capabilities: {{drop: [ALL]}}\n"
      "        resources:\n"
      "          requests: {{cpu: \"{}\", memory: {}Mi}}\n"
      "          limits: {{memory: {}Mi{}}}\n"
      "        volumeMounts:\n"
      "        - {{name: course, mountPath: /course}}\n"
      "      volumes:\n"
      "      - name: course\n"
      "        persistentVolumeClaim: {{claimName: warp-lab-course}}\n",
      yaml(job.image), yaml(command), job.cores, kMegabytesACore * job.cores,
      kMegabytesACore * job.cores, job.gpu ? ", nvidia.com/gpu: 1" : "");
  return text;
}

}  // namespace

std::string shell_word(const std::string& text) {
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=./:,@%";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') quoted += "'\\''";
    else quoted += c;
  }
  return quoted + "'";
}

std::string slurm_array(const ClusterJob& job) {
  std::string text = slurm_head(job, "warp-lab");
  text += fmt::format("#SBATCH --array=1-{}\n", job.parts);
  if (job.gpu) text += "#SBATCH --gres=gpu:1\n";
  const std::string results = shell_word((job.results / "parts").string());
  text += fmt::format("#SBATCH --output={}/task-%a.log\n", job.results.string());
  text += "set -euo pipefail\n";
  // The exit code 2 says that something could not be graded, which the last job tries again.
  text += run_command(job, results + "/\"$SLURM_ARRAY_TASK_ID\"",
                      fmt::format(" --shard \"$SLURM_ARRAY_TASK_ID\"/{}", job.parts));
  return text + " || [[ $? -le 2 ]]\n";
}

std::string slurm_merge(const ClusterJob& job) {
  std::string text = slurm_head(job, "warp-lab-merge");
  if (job.gpu) text += "#SBATCH --gres=gpu:1\n";
  text += fmt::format("#SBATCH --output={}/merge.log\n", job.results.string());
  text += "set -euo pipefail\nshopt -s nullglob\n";
  text +=
      fmt::format("parts=({}/*/journal.sqlite)\n", shell_word((job.results / "parts").string()));
  text += fmt::format(
      "if [[ ${{#parts[@]}} -gt 0 ]]; then\n  {} course merge {} "
      "\"${{parts[@]%/journal.sqlite}}\"{}"
      "\nfi\n",
      shell_word(job.grader.string()), shell_word(job.results.string()), merge_words(job.options));
  return text + run_command(job, shell_word(job.results.string()), "") + "\n";
}

std::string kubernetes_jobs(const ClusterJob& job) {
  const std::string results = shell_word((job.results / "parts").string());
  const std::string part =
      run_command(job, results + "/$((JOB_COMPLETION_INDEX + 1))",
                  fmt::format(" --shard $((JOB_COMPLETION_INDEX + 1))/{}", job.parts));
  const std::string merge =
      fmt::format("{0} course merge {1} {2}/*/{3} && {4}", shell_word(job.grader.string()),
                  shell_word(job.results.string()), results, merge_words(job.options),
                  run_command(job, shell_word(job.results.string()), ""));
  return fmt::format(
             "# kubectl apply -f this file; when warp-lab is complete, apply the second job.\n"
             "apiVersion: batch/v1\nkind: Job\nmetadata: {{name: warp-lab}}\nspec:\n"
             "  completionMode: Indexed\n  completions: {0}\n  parallelism: {0}\n"
             "  backoffLimitPerIndex: 3\n  template:\n    spec:\n      restartPolicy: Never\n",
             job.parts) +
         container(job, part + " || [[ $? -le 2 ]]") +
         "---\napiVersion: batch/v1\nkind: Job\nmetadata: {name: warp-lab-merge}\nspec:\n"
         "  backoffLimit: 3\n  suspend: true\n  template:\n    spec:\n"
         "      restartPolicy: Never\n" +
         container(job, merge);
}

}  // namespace warplab::course
