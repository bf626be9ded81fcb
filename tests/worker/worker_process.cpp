#include "worker_process.hpp"

#include <doctest/doctest.h>
#include <stdlib.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <sstream>
#include <thread>

#include "words/text.hpp"

namespace warplab::worker {

std::unique_ptr<Worker> started(const Limits& limits) {
  auto worker = Worker::start(limits);
  REQUIRE_MESSAGE(worker, words::text_of(worker.failure.says));
  return std::move(*worker.value);
}

std::string read_text(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string status_of(pid_t pid, const std::string& name) {
  std::istringstream lines(read_text("/proc/" + std::to_string(pid) + "/status"));
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(name + ":")) {
      const size_t begin = line.find_first_not_of(" \t", name.size() + 1);
      return begin == std::string::npos ? std::string() : line.substr(begin);
    }
  return {};
}

std::vector<pid_t> children_named(const std::string& begin, pid_t parent) {
  std::vector<pid_t> workers;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const pid_t pid = std::stoi(name);
    if (status_of(pid, "PPid") == std::to_string(parent) &&
        status_of(pid, "Name").starts_with(begin))
      workers.push_back(pid);
  }
  std::sort(workers.begin(), workers.end());
  return workers;
}

std::vector<pid_t> workers_of(pid_t parent) { return children_named("warplab-worker", parent); }

std::vector<pid_t> zygotes_of(pid_t parent) { return children_named("warplab-zygote", parent); }

bool ends_soon(pid_t pid) {
  for (int i = 0; i < 6000; ++i) {
    const std::string state = status_of(pid, "State");
    if (state.empty() || state.starts_with("Z")) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

ScopedVariable::ScopedVariable(const char* name, const std::string& value) : name_(name) {
  if (const char* old = std::getenv(name)) old_ = old;
  ::setenv(name, value.c_str(), 1);
}

ScopedVariable::~ScopedVariable() {
  if (old_.empty()) ::unsetenv(name_);
  else ::setenv(name_, old_.c_str(), 1);
}

}  // namespace warplab::worker
