#include "sim/left_barrier.hpp"

#include <fmt/format.h>

namespace warplab::sim {

std::string left_barrier_text(bool returned, int line, uint64_t threads) {
  const bool one = threads == 1;
  if (returned)
    return fmt::format(
        "{} of the block {} returned on line {} before this barrier, {{who}}{}. GPUs count threads "
        "that have ended as arrived, so this works; but these threads can no longer help with what "
        "comes after it. It is safer to let all threads go on to the last barrier, and to put the "
        "work, not the barriers, into an `if`",
        one ? "a thread" : fmt::format("{} threads", threads), one ? "has" : "have", line,
        one ? "" : " first");
  const std::string where = line > 0 ? fmt::format(" on line {}", line) : "";
  return fmt::format(
      "{} of the block, {{who}}{}, {} past it{} and end{} while the others wait. What "
      "happens then is undefined in CUDA, since a barrier is for all threads of a block or for "
      "none: put it outside of {}, where every thread passes",
      one ? "a thread" : fmt::format("{} threads", threads), one ? "" : " first",
      one ? "goes" : "go", where, one ? "s" : "",
      line > 0 ? fmt::format("the `if` or loop of line {}", line) : "any `if` or loop");
}

std::string ended_without_barrier_text(uint64_t threads) {
  return fmt::format(
      "{{who}} waits here, and {} of the block stored something and then ended without it. What "
      "happens then is undefined in CUDA, since a barrier is for all threads of a block or for "
      "none: put it outside of any `if` or loop, where every thread passes before it returns",
      threads == 1 ? "a thread" : fmt::format("{} threads", threads));
}

std::string other_barrier_text(int own_line, int line) {
  const std::string where = own_line == line ? "come to it in another call or branch"
                                             : fmt::format("wait at the barrier of line {}", line);
  return fmt::format(
      "{{who}} waits here, and other threads of the block {}. A barrier is for all threads of a "
      "block, so what happens then is undefined in CUDA: put one where all of them pass, outside "
      "of the `if` or loop",
      where);
}

std::string other_barrier_of_warp_text() {
  return "names another barrier, or another number of threads, than other threads of its warp do "
         "in the same instruction: a warp comes to a barrier as a whole, so a team that waits by "
         "itself must be made of whole warps";
}

}  // namespace warplab::sim
