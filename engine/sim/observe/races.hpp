#pragma once
// Races in shared and global memory, by happens-before.
#include <array>
#include <functional>
#include <unordered_map>
#include <vector>

#include "sim/observe/per_block.hpp"
#include "sim/observe/race_book.hpp"
#include "sim/observe/shadow_cells.hpp"

namespace warplab::sim {

// The loads of one record, as a name for their values while they are in registers. 0: none.
using LoadName = uint32_t;
constexpr LoadName kInBlock = 0x8000'0000u;  // its record is in the block's own pool

class Races {
 public:
  Races(HappensBefore& order, RaceBook& book) : order_(order), book_(book) {}
  void launch_starts(const LaunchState& launch);
  void block_starts(const Block& block);
  void block_ends(const Block& block);
  // `names`, if the event loads: for each lane the name of its value. `matters_anyway`: the value
  // goes where nobody follows it.
  void access(const AccessEvent& event, bool matters_anyway, LoadName* names);
  // Who still has names of loads: needed to know which records are in use.
  using NameUse = std::function<void(const Block&, LoadName)>;
  void names_in_use(std::function<void(const NameUse&)> each) { each_name_ = std::move(each); }
  // Forgets what nothing refers to any more.
  void collect();
  uint64_t bytes() const;
  // Was the value named so, which an atom.cas compares with, loaded from `address`?
  bool read_from(const Block& block, LoadName name, unsigned lane, uint64_t address);
  // The value named so, in these lanes of the block's warp, has gone where it matters.
  void matters(const Block& block, LoadName name, uint32_t lanes);

 private:
  struct Held {
    uint32_t lane = 0;
    Race race;
  };
  struct Memory {
    TouchPool pool;
    ShadowCells cells;
    std::unordered_map<uint64_t, Carried> signs;           // by address
    std::unordered_map<uint32_t, std::vector<Held>> held;  // by record
    std::unordered_map<uint32_t, std::array<uint64_t, kLanes>>
        read_at;  // records of SiteFacts::is_compared
    // The last record of each warp at each memory site: the next is often the same.
    std::vector<std::vector<uint32_t>> last_records;
    void clear();
    uint64_t bytes() const;
  };
  struct SiteFacts {
    bool compares = false;     // atom.cas
    bool decides = false;      // something is decided by what the atomic returned
    bool is_compared = false;  // a load whose value an atom.cas may compare with
  };
  struct Access;  // one lane's, while it is looked at
  // Of `m`, given what names are in use.
  static void collect(Memory& m, std::vector<bool>& used);
  Memory& block_memory(const Block& block) { return shared_.of(block); }
  uint32_t record_of(Memory& m, const AccessEvent& e, unsigned lane, AccessKind kind);
  template <class Told>
  void look(Access& a, TouchRef touches, Told told);
  TouchRef joined(Access& a, TouchRef touches);
  void look_at_read(Access& a, const Touch& t);
  void access_lane(Access& a, const Suspects* suspects);
  void load_unit(Access& a, Cell& cell);
  void store_unit(Access& a, Cell& cell);
  void update_unit(Access& a, Cell& cell);
  static bool writes_same(Access& a, const Touch& t, unsigned lane);
  // `times`: so many lanes of the other side, or of this one, that differ in nothing.
  void conflict(Access& a, const Touch& other, unsigned lane, bool same_value, uint32_t times = 1);
  bool updates(Access& a);
  // The unit is read as constant data, or was, and written in the same launch.
  void read_only_conflict(Access& a, const Cell& cell);
  // Of `lanes` of a record, those that nothing orders before this access's first lane.
  uint32_t unordered(const Access& a, uint32_t record, uint32_t lanes);
  uint32_t not_stood_for(const Access& a, uint32_t record, uint32_t lanes);
  uint32_t repeats(const AccessEvent& e);
  static bool stands_for(const AccessRecord& later, const AccessRecord& earlier);
  static bool strong_together(const AccessRecord& a, const AccessRecord& b);
  void synchronise(Access& a);

  HappensBefore& order_;
  RaceBook& book_;
  std::vector<SiteFacts> facts_;  // by site
  Memory global_;
  PerBlock<Memory> shared_;
  uint32_t warps_per_block_ = 1;
  std::function<void(const NameUse&)> each_name_;
};

}  // namespace warplab::sim
