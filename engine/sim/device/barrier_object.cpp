#include "sim/device/barrier_object.hpp"

#include <fmt/format.h>

#include "data/number_text.hpp"
#include "ptx/source_name.hpp"

namespace warplab::sim {
namespace {

using data::count_text;

// "bar", "bar[1]" of an array, or where in a larger variable.
std::string name_at(const SharedLayout& layout, uint64_t offset) {
  const SharedLayout::Entry* const e = layout.find(offset, kBytesOfObject);
  if (e == nullptr) return "in shared memory";
  const std::string name = ptx::source_name(e->name);
  const uint64_t at = offset - e->begin;
  if (e->bytes == kBytesOfObject) return name;
  if (e->bytes % kBytesOfObject == 0 && at % kBytesOfObject == 0 && e->bytes <= 64)
    return fmt::format("{}[{}]", name, at / kBytesOfObject);
  return fmt::format("at byte {} of {}", at, name);
}

}  // namespace

ObjectWords::ObjectWords(const SharedLayout& layout, uint64_t offset)
    : name_(name_at(layout, offset)) {}

std::string ObjectWords::bad_count(uint64_t count) const {
  return fmt::format(
      "initializes the barrier object {} for {} arrivals; the number must be from 1 to {}", name_,
      count_text(count), count_text(kMostArrivals));
}

std::string ObjectWords::made_twice() const {
  return fmt::format(
      "initializes the barrier object {}, which has been initialized already: let one thread call "
      "init(), once",
      name_);
}

std::string ObjectWords::not_there() const {
  return fmt::format(
      "uses the barrier object {}, which no thread has initialized yet, or which has ended: let "
      "one thread call init(), and put __syncthreads() between that and the first use",
      name_);
}

std::string ObjectWords::too_many_arrivals(uint64_t count, uint64_t missing) const {
  return fmt::format("arrives {} times at the barrier object {}, whose phase needs {} more",
                     count_text(count), name_, count_text(missing));
}

std::string ObjectWords::completed_by_no_complete() const {
  return fmt::format(
      "completes the phase of the barrier object {} with an arrival that must not complete it "
      "(noComplete)",
      name_);
}

std::string ObjectWords::foreign_token(uint64_t arrivals) const {
  return fmt::format(
      "waits at the barrier object {} with a token that is not of its current phase or the one "
      "before: a thread waits with the token of its own last arrival there, and a phase is over "
      "after {} arrival{}, the number that init() is given (do more threads arrive?)",
      name_, count_text(arrivals), arrivals == 1 ? "" : "s");
}

std::string ObjectWords::touched(AccessKind kind) const {
  return fmt::format(
      "{} the barrier object {} like ordinary memory: only the functions of a barrier may touch it",
      kind == AccessKind::load    ? "reads"
      : kind == AccessKind::store ? "writes"
                                  : "updates",
      name_);
}

std::string ObjectWords::missing_arrivals(uint64_t arrived, uint64_t all) const {
  return fmt::format("the barrier object {} has got {} of the {} arrivals that its phase needs",
                     name_, count_text(arrived), count_text(all));
}

std::string ObjectWords::made_meanwhile(const std::string& user, const std::string& maker) const {
  return fmt::format(
      "{} uses the barrier object {} while {} may still be initializing it: put __syncthreads() "
      "after init()",
      user, name_, maker);
}

std::string ObjectWords::wait_first() const {
  return fmt::format("wait first at the barrier object {}, which the copy arrives at", name_);
}

std::string ObjectWords::not_shared() {
  return "uses a barrier object that is not in shared memory, where alone it can be";
}

}  // namespace warplab::sim
