#include "sim/left_barrier.hpp"

namespace warplab::sim {

Told left_barrier(bool returned, int line, uint64_t threads) {
  const bool one = threads == 1;
  if (returned)
    return {one ? say(Says::thread_returned_before_barrier, line, Own::who)
                : say(Says::threads_returned_before_barrier, threads, line, Own::who),
            say(Says::let_all_reach_last_barrier)};
  const Saying where = line > 0 ? say(Says::on_line, line) : Saying{};
  Told told{
      say(Says::some_go_past_barrier, where),
      line > 0 ? say(Says::put_barrier_outside_of_line, line) : say(Says::put_barrier_outside)};
  told.advice += one ? say(Says::leaver_is, Own::who) : say(Says::leavers_are, threads, Own::who);
  return told;
}

Told ended_without_barrier(uint64_t threads) {
  Told told{say(Says::some_ended_without_barrier), say(Says::put_barrier_before_return)};
  told.advice += threads == 1 ? say(Says::waiter_is, Own::who)
                              : say(Says::waiter_and_threads, Own::who, threads);
  return told;
}

Told other_barrier(int own_line, int line) {
  return {own_line == line ? say(Says::wait_at_this_barrier_elsewhere, Own::who)
                           : say(Says::wait_at_other_barrier, Own::who, line),
          say(Says::put_one_where_all_pass)};
}

Told other_barrier_of_warp() {
  return {say(Says::warp_names_other_barrier), say(Says::make_team_of_warps)};
}

}  // namespace warplab::sim
