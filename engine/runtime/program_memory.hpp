#pragma once
// The memory that a program has allocated: where, for what, and what is wrong with how it is used.
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/host_lines.hpp"
#include "runtime/program_report.hpp"
#include "runtime/wire.hpp"
#include "sim/device.hpp"

namespace warplab::runtime {

data::Saying bytes_text(uint64_t bytes);

struct Allocated {
  MemoryKind kind = MemoryKind::device;
  Place at;
  uint64_t bytes = 0;
  std::string name;
};
// What a pointer of the program points to.
struct Pointed {
  MemoryKind kind = MemoryKind::host;
  const sim::DeviceMemory* memory = nullptr;
  const std::string* released = nullptr;
};
// One side of a copy.
struct Side {
  std::string_view name;  // "destination"
  uint64_t address = 0, span = 0, bytes = 0;
  std::optional<bool> on_device;  // that the program says; none: it leaves it open
};

class ProgramMemory {
 public:
  explicit ProgramMemory(sim::Device& device) : device_(device) {}

  // On a GPU with so much memory.
  bool has_room(uint64_t bytes, uint64_t memory_bytes) const {
    return bytes <= memory_bytes - std::min(memory_bytes, in_use_);
  }
  // 0: there are no more addresses. `call` tells apart what one line allocates, see HostLines.
  uint64_t allocate(uint64_t bytes, MemoryKind kind, const Place& at, uint64_t call);
  // Null: none in use begins there.
  std::optional<Allocated> release(uint64_t begin);
  const Allocated* released_before(uint64_t begin) const;
  void release_all();
  // A __managed__ variable begins there.
  void note_managed(uint64_t begin) { managed_variables_.insert(begin); }

  Pointed pointed(uint64_t address) const;
  // Where its allocation was made; line 0: not known.
  Place place_of(const Pointed& at) const;
  // The same of memory with that name, if there is one alone.
  Place place_of_name(const std::string& name) const;
  // What is wrong with a side of a copy; none: nothing.
  std::optional<data::Told> fault_of(const std::string& call, const Side& side,
                                     const Pointed& at) const;
  // Managed or pinned: host and device have it at one address.
  bool is_shared(uint64_t address) const;
  bool has_shared() const { return shared_ > 0 || !managed_variables_.empty(); }
  const std::map<uint64_t, Allocated>& in_use() const { return allocated_; }

 private:
  std::string name_at(const Place& at, uint64_t call);

  sim::Device& device_;
  uint64_t in_use_ = 0, shared_ = 0;
  std::map<uint64_t, Allocated> allocated_, released_;  // by address
  std::set<uint64_t> managed_variables_;                // where they begin
  std::map<Place, std::vector<uint64_t>> calls_;        // of a line, as they first came
};

}  // namespace warplab::runtime
