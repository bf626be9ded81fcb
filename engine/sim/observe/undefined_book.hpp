#pragma once
// Values that nobody defined: where each came from, and the uses of them that matter.
#include <cstdint>
#include <map>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "sim/observe/found_races.hpp"

namespace warplab::sim {

// Why a lane that a shuffle reads gives no value.
enum class MissingLane : uint8_t { none, does_not_exist, has_ended, not_in_mask, elsewhere };

// Why a division has no defined result (state/undefined_quotients.hpp).
enum class Quotient : uint8_t { none, by_zero, too_large };

// A place that was read before anybody wrote it. Number 0: none.
using OriginNumber = uint32_t;
struct Origin {
  uint32_t site = 0;
  uint32_t block = 0, thread = 0;
  uint64_t address = 0;
  uint32_t bytes = 0;  // 0: a register
  ptx::Space space = ptx::Space::generic;
  uint32_t launch = 0;  // filled in by the book
  // Not `none`: a shuffle read lane `address` of the warp, which does not take part in it.
  MissingLane missing_lane = MissingLane::none;
  // Not `none`: the result of dividing `address` by 0, or by -1 where that does not fit.
  Quotient quotient = Quotient::none;
};

enum class UndefinedUse : uint8_t { address, decision, operand, update, result };

// The instruction that a student would say `i` is part of: itself or, where it stands in a function
// of the compiler's own headers, the call on the student's line that led there.
uint32_t site_of_student(const Warp& w, const MicroOp* i);

// A store of an undefined value: the launch that made it, its site, and by whom.
struct UndefinedStore {
  OriginNumber origin = 0;
  uint32_t site = 0, block = 0, thread = 0, launch = 0;
};

class UndefinedBook {
 public:
  void launch_starts(const LaunchState& launch);
  OriginNumber origin(Origin o);
  // Sites are those of one launch's program.
  uint32_t launch_number() const { return launch_number_; }
  const Origin& origin(OriginNumber number) const { return origins_[number]; }
  void add(UndefinedUse use, uint32_t site, uint32_t block, uint32_t thread, OriginNumber origin);
  // The value was stored in the element at this address, by this launch or an earlier one.
  void add_result(const UndefinedStore& store, uint64_t element, uint32_t element_bytes);
  void report(Runner& runner, const FoundRaces& races) const;
  bool has_any() const { return !entries_.empty(); }
  uint64_t bytes() const;

 private:
  struct Entry {
    uint32_t site = 0, block = 0, thread = 0;
    OriginNumber origin = 0;
    uint64_t element = 0, count = 0;
    uint32_t element_bytes = 0;
    uint32_t launch = 0;  // whose site, block and thread these are
  };
  struct MadeLaunch {  // both stay where they are until the run ends
    const Program* program = nullptr;
    const data::Launch* launch = nullptr;
  };
  void add(UndefinedUse use, const Entry& entry);
  // Where and to whom it happened; and what is said of it, which may change what it is about.
  RawFinding finding_of(const Entry& e, const Origin& o) const;
  void tell(RawFinding& f, UndefinedUse use, const Entry& e, const Origin& o) const;
  const Program& program_of(uint32_t launch) const { return *launches_[launch - 1].program; }
  int line_of(uint32_t site, uint32_t launch) const;
  // What to say where the value is that of a marked variable; empty for all others.
  Told told_of_variable(UndefinedUse use, const Entry& e, const Origin& o) const;
  // Behind what_happens(): the division that made the value, and what to do.
  Told told_of_quotient(UndefinedUse use, const Origin& o, int own_line) const;
  bool is_heap(const Origin& o) const;  // memory that malloc() gave, in this launch or before

  const LaunchState* launch_ = nullptr;
  uint32_t launch_number_ = 0;
  std::vector<MadeLaunch> launches_;  // up to this one
  std::vector<Origin> origins_ = std::vector<Origin>(1);
  // What makes two origins the same place.
  struct Place {
    uint64_t address = 0;
    uint32_t site = 0, block = 0, thread = 0, launch = 0;
    friend bool operator==(const Place&, const Place&) = default;
  };
  struct HashOfPlace {
    size_t operator()(const Place& p) const;
  };
  std::unordered_map<Place, OriginNumber, HashOfPlace> numbers_;
  std::unordered_map<uint32_t, OriginNumber> first_of_site_;
  std::map<std::tuple<UndefinedUse, int64_t, int64_t>, Entry> entries_;
};

}  // namespace warplab::sim
