#include "program.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

namespace program {

std::string read(const fs::path& file) { return warplab::test::content_of(file); }

Ended grader(const std::vector<std::string>& arguments,
             const std::vector<std::pair<std::string, std::string>>& environment) {
  return Running(arguments, environment).wait();
}

nlohmann::json gate(const nlohmann::json& exercise, const std::string& metric) {
  for (const auto& gate : exercise["gates"])
    if (gate["metric"] == metric || gate["name"] == metric) return gate;
  FAIL("there is no gate " << metric);
  return {};
}

nlohmann::json Ended::json() const { return nlohmann::json::parse(out); }

Running::Running(const std::vector<std::string>& arguments,
                 const std::vector<std::pair<std::string, std::string>>& environment) {
  const std::string out = (folder_.path() / "out").string(),
                    err = (folder_.path() / "err").string();
  pid_ = ::fork();
  REQUIRE(pid_ >= 0);
  if (pid_ != 0) return;
  const int flags = O_WRONLY | O_CREAT | O_TRUNC;
  ::dup2(::open(out.c_str(), flags, 0600), STDOUT_FILENO);
  ::dup2(::open(err.c_str(), flags, 0600), STDERR_FILENO);
  for (const auto& [name, value] : environment) ::setenv(name.c_str(), value.c_str(), 1);
  std::vector<std::string> words{kGrader.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  ::execv(argv[0], argv.data());
  ::_exit(127);
}

Running::~Running() = default;

pid_t Running::pid() const { return pid_; }

std::string Running::out_so_far() const {
  return warplab::test::content_if_any(folder_.path() / "out");
}

Ended Running::wait(std::chrono::seconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  int status = 0;
  while (::waitpid(pid_, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > end) {
      ::kill(pid_, SIGKILL);
      ::waitpid(pid_, &status, 0);
      FAIL("the grader did not end");
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read(folder_.path() / "out"),
          read(folder_.path() / "err")};
}

}  // namespace program
