#include "specification/complaints.hpp"

#include <fmt/format.h>

#include "data/number_text.hpp"
#include "sim/local_memory.hpp"

namespace warplab::sim::plain {
namespace {

constexpr int64_t kFarthest = int64_t{1} << 40;  // bytes from an array that an index can tell

std::string elements(uint64_t count) {
  return fmt::format("{} element{}", data::count_text(count), count == 1 ? "" : "s");
}

// "1 element past the end of a (1024 elements)"
std::string extent(const std::string& name, int64_t index, uint64_t count) {
  if (index < 0)
    return fmt::format("{} before the start of {} ({})", elements(static_cast<uint64_t>(-index)),
                       name, elements(count));
  const uint64_t past = static_cast<uint64_t>(index) - count + 1;
  return fmt::format("{} past the end of {} ({})", elements(past), name, elements(count));
}

// Of an access that begins at `byte` inside of what has `size` bytes, and goes on past its end:
// "16 bytes at a[1024]", "of which 12 lie past the end of a (1025 elements)".
void tell_rest(int64_t byte, uint64_t size, uint64_t count, unsigned bytes, Event& event) {
  event.element = fmt::format("{} byte{} at {}", bytes, bytes == 1 ? "" : "s", event.element);
  event.extent = fmt::format("of which {} lie past the end of {} ({})",
                             data::count_text(static_cast<uint64_t>(byte) + bytes - size),
                             event.buffer, elements(count));
}

bool begins_inside(int64_t index, uint64_t count) {
  return index >= 0 && static_cast<uint64_t>(index) < count;
}

// "4th"; of 2, 4, 8 and 16.
std::string ordinal(unsigned n) { return n == 2 ? std::string("second") : fmt::format("{}th", n); }

int64_t element_index(int64_t byte, unsigned width) {
  const auto w = static_cast<int64_t>(width);
  return byte >= 0 ? byte / w : -((-byte + w - 1) / w);
}

// What an event about global memory tells of the allocation that is meant, if any is.
void tell_target(const AddressSpace& addresses, uint64_t address, unsigned bytes, Event& event) {
  const Allocation* a = addresses.nearest(address);
  const bool is_below_zero = a == nullptr;
  if (is_below_zero) a = addresses.below_zero(address, bytes);
  if (a == nullptr) return;
  const auto byte = static_cast<int64_t>(address - a->begin);
  event.buffer = a->name;
  event.index = element_index(byte, bytes_of(a->element));
  event.element = element_name(*a, byte);
  const uint64_t count = a->bytes / bytes_of(a->element);
  event.extent = a->contains(address, bytes)
                     ? fmt::format("but this launch was not given `{}`", a->name)
                 : begins_inside(event.index, count) ? std::string()
                                                     : extent(a->name, event.index, count);
  const unsigned width = bytes_of(a->element);
  const bool is_inside = address >= a->begin && address < a->end();
  if (is_inside && !a->contains(address, bytes) && event.kind == FindingKind::out_of_bounds)
    tell_rest(byte, a->bytes, a->bytes / width, bytes, event);
  if (is_inside && a->buffer >= 0 && byte % width == 0 && bytes % width == 0 && bytes > width &&
      a->begin % bytes == 0)
    event.alignment = fmt::format(
        "{}, an address which is not a multiple of {}: an access this wide may only begin at every "
        "{} element of {}, counted from the first",
        event.element, bytes, ordinal(bytes / width), a->name);
  if (is_below_zero) event.extent += ", which is where an unsigned index that went below 0 leads";
  event.is_input = a->read_only && a->buffer >= 0;
}

}  // namespace

// The launch cannot go on: `lanes` met something fatal at `pc`.
void Complaints::stop(const Warp& warp, FindingKind kind, const LaneSet& lanes, uint32_t pc,
                      const Told& told) {
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!lanes[l]) continue;
    Event event;
    event.kind = kind;
    event.line = warp.running->call->function->lines[pc];
    event.block = warp.block->linear;
    event.thread = warp.first_thread + l;
    event.told = told;
    findings_.add(event);
  }
  stopped_ = true;
}

// Lane `lane` of the running split does what the manual leaves undefined.
void Complaints::misuse(const Warp& warp, unsigned lane, const Told& told) {
  Event event;
  event.kind = FindingKind::undefined_behavior;
  event.line = line(warp);
  event.block = warp.block->linear;
  event.thread = warp.first_thread + lane;
  event.told = told;
  findings_.add(event);
}

void Complaints::refuse_free(Warp& warp, unsigned lane, const Told& told) {
  tally_.add_work(warp, 1);
  misuse(warp, lane, told);
}

void Complaints::refuse_access(Warp& warp, unsigned lane, const Place& place, unsigned bytes,
                               AccessKind kind, FindingKind finding) {
  tally_.add_work(warp, 1);
  Event event;
  event.kind = finding;
  event.line = line(warp);
  event.block = warp.block->linear;
  event.thread = warp.first_thread + lane;
  event.verb = kind == AccessKind::load    ? "reads"
               : kind == AccessKind::store ? "writes"
                                           : "updates";
  event.address = place.address;
  event.bytes = bytes;
  if (place.memory == Place::Memory::global) {
    tell_target(context_.memory.addresses(), place.address, bytes, event);
  } else if (place.memory == Place::Memory::shared) {
    const int64_t from_start = shared_byte(place.address);
    if (from_start > kFarthest || from_start < -kFarthest) {
      event.buffer = "shared memory";
      event.element = fmt::format("byte {:#x} of shared memory", place.address);
      event.extent = "far beyond all shared arrays";
    } else if (const SharedLayout::Entry* e = context_.shared.layout.nearest(from_start)) {
      const int64_t byte = from_start - int64_t{e->begin};
      event.buffer = e->name;
      event.index = element_index(byte, bytes_of(e->element));
      const uint64_t count = e->bytes / bytes_of(e->element);
      event.element = count == 1 && event.index == 0 ? std::string(e->name)
                                                     : fmt::format("{}[{}]", e->name, event.index);
      if (!begins_inside(event.index, count)) event.extent = extent(e->name, event.index, count);
      else if (finding == FindingKind::out_of_bounds)
        tell_rest(byte, e->bytes, count, bytes, event);
    } else {
      event.buffer = "shared memory";
      event.element = fmt::format("byte {} of shared memory", from_start);
      event.extent = "but the kernel has no shared memory";
    }
  } else if (place.memory == Place::Memory::local) {
    event.buffer = kLocalMemory;
    event.element = fmt::format(
        "{} byte{} beyond the local arrays of the thread (those that are declared in the kernel, "
        "without __shared__): an index is negative, or past the end of its array",
        bytes, bytes == 1 ? "" : "s");
  } else {
    event.buffer = "parameters";
    event.element = kind == AccessKind::load
                        ? "beyond the parameters of the kernel"
                        : "a parameter of the kernel, which cannot be changed through a pointer: "
                          "copy it into a variable of your own first";
  }
  findings_.add(event);
}

}  // namespace warplab::sim::plain
