#include "sim/observe/exact.hpp"

#include "sim/observe/races.hpp"

namespace warplab::sim {
namespace {

class ExactObserver : public Observer {
 public:
  void launch_starts(LaunchState& launch) override {
    book_.launch_starts(launch);
    races_.launch_starts(launch);
  }
  void block_starts(Block& block) override {
    order_.block_starts(block);
    races_.block_starts(block);
  }
  void block_ends(Block& block) override {
    races_.block_ends(block);
    order_.block_ends(block);
  }
  void before(Warp&, const Inst*) override {}
  void access(const AccessEvent& event) override {
    if (event.space == ptx::Space::global || event.space == ptx::Space::shared)
      races_.access(event, true, nullptr);
  }
  void barrier_arrives(Warp& w, uint32_t lanes, uint32_t number, bool waits) override {
    order_.barrier_arrives(w, lanes, number, waits);
  }
  void barrier_completes(Block& block, uint32_t number, bool all) override {
    order_.barrier_completes(block, number, all);
  }
  void warp_barrier(Warp& w, uint32_t lanes) override { order_.warp_barrier(w, lanes); }
  void fence(Warp& w, uint32_t lanes, AccessEvent::Scope scope) override { order_.fence(w, lanes, scope); }
  void launch_ends(Runner& runner) override { book_.report(runner); }

 private:
  HappensBefore order_;
  RaceBook book_;
  Races races_{order_, book_};
};

}  // namespace

std::unique_ptr<Observer> make_exact_observer(std::span<const Buffer>, const AddressSpace&) {
  return std::make_unique<ExactObserver>();
}

}  // namespace warplab::sim
