#include "verdict/gpu/other_processes.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <functional>

namespace warplab::verdict {
namespace {

bool descends_from_here(uint32_t pid) {
  const auto own = static_cast<uint32_t>(::getpid());
  constexpr int kMostGenerations = 8;
  for (int generation = 0; generation < kMostGenerations && pid > 1; ++generation) {
    if (pid == own) return true;
    std::ifstream status(fmt::format("/proc/{}/status", pid));
    std::string word;
    pid = 0;
    while (status >> word)
      if (word == "PPid:") {
        status >> pid;
        break;
      }
  }
  return false;
}

}  // namespace

std::string note_about_processes(std::span<const uint32_t> pids) {
  const auto count = std::count_if(pids.begin(), pids.end(), std::not_fn(descends_from_here));
  if (count == 0) return {};
  return fmt::format("{} other process{} this GPU open; what {} there may disturb the times.",
                     count, count == 1 ? " has" : "es have", count == 1 ? "it does" : "they do");
}

}  // namespace warplab::verdict
