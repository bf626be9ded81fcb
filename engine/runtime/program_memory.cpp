#include "runtime/program_memory.hpp"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>

#include "runtime/source_names.hpp"

namespace warplab::runtime {
namespace {

using data::Count;
using data::say;
using data::Says;
using data::Told;

std::string line_of(const Place& place) {
  std::ifstream in(place.file);
  std::string line;
  for (int k = 0; k < place.line && std::getline(in, line); ++k) {
  }
  return in ? line : std::string();
}

}  // namespace

data::Saying bytes_text(uint64_t bytes) {
  return say(bytes == 1 ? Says::one_byte : Says::bytes, Count{bytes});
}

// Several calls of one line are told apart by where they return to, and come in its order.
std::string ProgramMemory::name_at(const Place& at, uint64_t call) {
  if (at.line == 0) return "memory";
  std::vector<uint64_t>& calls = calls_[at];
  const auto known = std::ranges::find(calls, call);
  const auto number = static_cast<size_t>(known - calls.begin());
  if (known == calls.end()) calls.push_back(call);
  const std::vector<std::string> names = allocated_variables(line_of(at));
  if (names.empty()) return "memory";
  const std::string& name = names[std::min(number, names.size() - 1)];
  return name.empty() ? "memory" : name;
}

uint64_t ProgramMemory::allocate(uint64_t bytes, MemoryKind kind, const Place& at, uint64_t call) {
  const std::string name = name_at(at, call);
  const uint64_t begin = device_.allocate(bytes, name);
  if (begin == 0) return 0;
  // Nobody sees what the host writes there.
  if (kind != MemoryKind::device) device_.has_value(begin, bytes);
  in_use_ += bytes;
  shared_ += kind == MemoryKind::managed || kind == MemoryKind::pinned;
  allocated_[begin] = {kind, at, bytes, name};
  return begin;
}

std::optional<Allocated> ProgramMemory::release(uint64_t begin) {
  const auto found = allocated_.find(begin);
  if (found == allocated_.end()) return std::nullopt;
  const Allocated memory = found->second;
  in_use_ -= memory.bytes;
  shared_ -= memory.kind == MemoryKind::managed || memory.kind == MemoryKind::pinned;
  released_[begin] = memory;
  device_.release(begin);
  allocated_.erase(found);
  return memory;
}

const Allocated* ProgramMemory::released_before(uint64_t begin) const {
  const auto found = released_.find(begin);
  return found == released_.end() ? nullptr : &found->second;
}

void ProgramMemory::release_all() {
  for (const auto& [address, memory] : allocated_) released_[address] = memory;
  device_.reset();
  allocated_.clear();
  in_use_ = shared_ = 0;
}

Pointed ProgramMemory::pointed(uint64_t address) const {
  Pointed pointed;
  if (address - sim::Device::first_address() >= device_.window().size()) return pointed;
  pointed.memory = device_.memory_at(address);
  pointed.kind = MemoryKind::unknown;
  if (!pointed.memory) {
    const sim::DeviceMemory* const released = device_.released_at(address);
    if (released) pointed.released = &released->name;
    return pointed;
  }
  const auto allocated = allocated_.find(pointed.memory->begin);
  pointed.kind = allocated != allocated_.end()                        ? allocated->second.kind
                 : managed_variables_.contains(pointed.memory->begin) ? MemoryKind::managed
                                                                      : MemoryKind::device;
  return pointed;
}

bool ProgramMemory::is_shared(uint64_t address) const {
  const MemoryKind kind = pointed(address).kind;
  return kind == MemoryKind::managed || kind == MemoryKind::pinned;
}

Place ProgramMemory::place_of(const Pointed& at) const {
  if (!at.memory) return {};
  const auto allocated = allocated_.find(at.memory->begin);
  return allocated == allocated_.end() ? Place{} : allocated->second.at;
}

Place ProgramMemory::place_of_name(const std::string& name) const {
  std::set<Place> places;
  for (const auto* const table : {&allocated_, &released_})
    for (const auto& [address, memory] : *table)
      if (memory.name == name) places.insert(memory.at);
  return places.size() == 1 ? *places.begin() : Place{};
}

std::optional<Told> ProgramMemory::fault_of(const std::string& call, const Side& side,
                                            const Pointed& at) const {
  if (side.address == 0)
    return Told{say(Says::call_failed, call, "cudaErrorInvalidValue",
                    fmt::format("its {} is a null pointer", side.name)),
                {}};
  if (at.kind == MemoryKind::unknown)
    return at.released ? Told{say(Says::touches_freed_memory, call, *at.released), {}}
                       : Told{say(Says::call_failed, call, "cudaErrorInvalidValue",
                                  fmt::format("its {} is in no allocation", side.name)),
                              {}};
  if (at.kind == MemoryKind::host && side.on_device == true)
    return Told{say(Says::goes_to_host_memory, call, side.name), {}};
  if (at.kind == MemoryKind::device && side.on_device == false)
    return Told{say(Says::goes_to_device_memory, call, side.name, at.memory->name), {}};
  if (!at.memory) return std::nullopt;
  const uint64_t room = at.memory->begin + at.memory->bytes - side.address;
  if (side.span <= room) return std::nullopt;
  return Told{say(Says::goes_past_end, call, bytes_text(side.span), bytes_text(side.span - room),
                  at.memory->name, bytes_text(at.memory->bytes)),
              {}};
}

}  // namespace warplab::runtime
