#include "sim/device/barrier_object.hpp"

#include <fmt/format.h>

#include "ptx/source_name.hpp"

namespace warplab::sim {
namespace {

// "bar", "bar[1]" of an array, or where in a larger variable.
Saying name_at(const SharedLayout& layout, uint64_t offset) {
  const SharedLayout::Entry* const e = layout.find(offset, kBytesOfObject);
  if (e == nullptr) return say(Says::object_in_shared_memory);
  const std::string name = ptx::source_name(e->name);
  const uint64_t at = offset - e->begin;
  if (e->bytes == kBytesOfObject) return as_it_is(name);
  if (e->bytes % kBytesOfObject == 0 && at % kBytesOfObject == 0 && e->bytes <= 64)
    return as_it_is(fmt::format("{}[{}]", name, at / kBytesOfObject));
  return say(Says::object_at_byte, at, name);
}

}  // namespace

ObjectWords::ObjectWords(const SharedLayout& layout, uint64_t offset)
    : name_(name_at(layout, offset)) {}

Told ObjectWords::bad_count(uint64_t count) const {
  return {say(Says::object_count_bad, name_, Count{count}),
          say(Says::object_count_range, Count{kMostArrivals})};
}

Told ObjectWords::made_twice() const {
  return {say(Says::object_made_twice, name_), say(Says::object_init_once)};
}

Told ObjectWords::not_there() const {
  return {say(Says::object_not_there, name_), say(Says::object_init_first)};
}

Told ObjectWords::too_many_arrivals(uint64_t count, uint64_t missing) const {
  return {say(Says::object_too_many_arrivals, Count{count}, name_, Count{missing}), {}};
}

Told ObjectWords::completed_by_no_complete() const {
  return {say(Says::object_no_complete, name_), {}};
}

Told ObjectWords::foreign_token(uint64_t arrivals) const {
  return {say(Says::object_foreign_token, name_),
          say(arrivals == 1 ? Says::object_token_of_one : Says::object_token_of, Count{arrivals})};
}

Told ObjectWords::touched(AccessKind kind) const {
  return {say(Says::object_touched,
              kind == AccessKind::load    ? Says::reads
              : kind == AccessKind::store ? Says::writes
                                          : Says::updates,
              name_),
          say(Says::only_functions_touch_object)};
}

Saying ObjectWords::missing_arrivals(uint64_t arrived, uint64_t all) const {
  return say(Says::object_misses_arrivals, name_, Count{arrived}, Count{all});
}

Told ObjectWords::made_meanwhile(const data::Thread& user, const data::Thread& maker) const {
  return {say(Says::object_made_meanwhile, user, name_, maker), say(Says::object_sync_after_init)};
}

Saying ObjectWords::wait_first() const { return say(Says::copy_object_wait_first, name_); }

Told ObjectWords::not_shared() { return {say(Says::object_not_shared), {}}; }

}  // namespace warplab::sim
