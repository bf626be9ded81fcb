#include "sim/observe/exact.hpp"

#include "sim/observe/value_flow.hpp"

namespace warplab::sim {
namespace {

class ExactObserver : public Observer {
 public:
  ExactObserver(std::span<const Buffer> buffers, const AddressSpace& addresses)
      : undefined_memory_(buffers, addresses, undefined_) {}

  void launch_starts(LaunchState& launch) override {
    is_last_ = launch.is_last;
    race_book_.launch_starts(launch);
    undefined_.launch_starts(launch);
    undefined_memory_.launch_starts(launch);
    races_.launch_starts(launch);
    flow_.launch_starts(launch);
  }
  void block_starts(Block& block) override {
    order_.block_starts(block);
    races_.block_starts(block);
    undefined_memory_.block_starts(block);
    flow_.block_starts(block);
  }
  void block_ends(Block& block) override {
    flow_.block_ends(block);
    undefined_memory_.block_ends(block);
    races_.block_ends(block);
    order_.block_ends(block);
  }
  void before(Warp& w, const Inst* inst) override { flow_.before(w, inst); }
  void access(const AccessEvent& e) override {
    LoadName names[kLanes] = {};
    if (e.space == ptx::Space::global || e.space == ptx::Space::shared)
      races_.access(e, !flow_.follows(e.inst), e.kind == AccessKind::store ? nullptr : names);
    if (e.kind == AccessKind::load) flow_.loaded(e, names);
    else if (e.kind == AccessKind::store) flow_.stored(e);
    else flow_.updated(e, names);
  }
  void barrier_arrives(Warp& w, uint32_t lanes, uint32_t number, bool waits) override {
    order_.barrier_arrives(w, lanes, number, waits);
  }
  void barrier_completes(Block& block, uint32_t number, bool all) override {
    order_.barrier_completes(block, number, all);
  }
  void warp_barrier(Warp& w, uint32_t lanes) override { order_.warp_barrier(w, lanes); }
  void fence(Warp& w, uint32_t lanes, AccessEvent::Scope scope) override {
    order_.fence(w, lanes, scope);
  }
  void launch_ends(Runner& runner) override {
    if (is_last_) undefined_memory_.report_results();
    race_book_.report(runner);
    undefined_.report(runner, race_book_);
  }

 private:
  HappensBefore order_;
  RaceBook race_book_;
  UndefinedBook undefined_;
  Races races_{order_, race_book_};
  UndefinedMemory undefined_memory_;
  ValueFlow flow_{races_, undefined_memory_, undefined_};
  bool is_last_ = false;
};

}  // namespace

std::unique_ptr<Observer> make_exact_observer(std::span<const Buffer> buffers,
                                              const AddressSpace& addresses) {
  return std::make_unique<ExactObserver>(buffers, addresses);
}

}  // namespace warplab::sim
