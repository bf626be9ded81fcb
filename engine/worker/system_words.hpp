#pragma once
// What the system answers, in words that say what to do about it.
#include <cerrno>
#include <cstring>
#include <string>

namespace warplab::worker {

// "Too many open files (`ulimit -n` says how many there may be)"
inline std::string system_words(int error) {
  std::string words = std::strerror(error);
  if (error == EMFILE) words += " (`ulimit -n` says how many there may be)";
  if (error == EAGAIN)
    words += " (is the number of processes limited, by `ulimit -u` or a container?)";
  return words;
}

}  // namespace warplab::worker
