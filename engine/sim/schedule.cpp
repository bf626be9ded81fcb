#include "sim/schedule.hpp"

#include <fmt/format.h>

namespace warplab::sim {

Schedule turns_of(const Schedule& schedule) {
  using Kind = Schedule::Kind;
  if (schedule.kind != Kind::late) return schedule;
  if (schedule.seed == 0) return {};
  if (schedule.seed == 1) return {Kind::lanes_apart, 0};
  if (schedule.seed == 2) return {Kind::lockstep, 0};
  return {Kind::delayed, schedule.seed};
}

std::string_view name_of(Schedule::Kind kind) {
  switch (kind) {
#define X(id, name) \
  case Schedule::Kind::id: return name;
    WARPLAB_SCHEDULE_KINDS(X)
#undef X
  }
  return "";
}

std::string name_of(const Schedule& schedule) {
  const bool has_seed = schedule.kind == Schedule::Kind::delayed ||
                        schedule.kind == Schedule::Kind::random ||
                        schedule.kind == Schedule::Kind::late;
  return has_seed ? fmt::format("{} {}", name_of(schedule.kind), schedule.seed)
                  : std::string(name_of(schedule.kind));
}

}  // namespace warplab::sim
