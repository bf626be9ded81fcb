#include "sim/observe/exact.hpp"

#include <algorithm>
#include <bit>

#include "sim/device/barrier_object.hpp"
#include "sim/observe/value_flow.hpp"
#include "sim/state/suspects.hpp"

namespace warplab::sim {
namespace {

// Limits are looked at after so much work.
constexpr uint64_t kLook = 4096;
// What is remembered is asked of every block that runs, which takes as long as this much work.
constexpr uint64_t kWorkOfAsking = 32;
constexpr uint64_t kWorkOfRecord = 8, kWorkOfJoin = 8;
// To remember so many bytes more, or to hold an access against so many earlier ones, takes as long
// as all else of an access.
constexpr uint64_t kBytesOfWork = 8, kLooksOfWork = 2;
// To look at so many parts of what two threads know takes as long as an access.
constexpr uint64_t kPartsOfWork = 2;

class ExactTracking : public ExactObserver {
 public:
  ExactTracking(std::span<const Buffer> buffers, const AddressSpace& addresses, ValuedBytes valued,
                const ExactLimits& limits)
      : limits_(limits), undefined_memory_(buffers, addresses, std::move(valued), undefined_) {
    if (!limits.follows_fences) order_.ignore_fences();
    races_.names_in_use([this](const auto& use) { flow_.each_name(use); });
  }

  // Every access, since races have two sides; every micro-operation, since registers may hold
  // values that nobody wrote.
  Wants wants() const override {
    if (state_ == State::stopped) return {};
    Wants all;
    all.blocks = all.micro_ops = all.barriers = all.exchanges = all.fences = true;
    all.loads = all.stores = all.atomics = true;
    return all;
  }

  void launch_starts(LaunchState& launch) override {
    launch_ = &launch;
    is_last_ = launch.is_last;
    // A register without a value may be stored in local memory.
    if (launch.checks.suspects &&
        std::ranges::any_of(launch.program->functions,
                            [](const FunctionCode& f) { return !f.zeroed.empty(); }))
      launch.checks.suspects->mark_undefined();
    found_races_.launch_starts(launch);
    undefined_.launch_starts(launch);
    undefined_memory_.launch_starts(launch);
    races_.launch_starts(launch);
    flow_.launch_starts(launch);
  }
  void block_starts(const BlockEvent& e) override {
    const Block& block = e.block;
    if (state_ != State::looks) return;
    order_.block_starts(block);
    races_.block_starts(block);
    undefined_memory_.block_starts(block);
    flow_.block_starts(block);
  }
  void block_ends(const BlockEvent& e) override {
    const Block& block = e.block;
    flow_.block_ends(block);
    undefined_memory_.block_ends(block);
    races_.block_ends(block);
    order_.block_ends(block);
  }
  void micro_op(Warp& w, const MicroOp* i) override {
    if (state_ != State::looks) {
      w.followed = false;
      return;
    }
    flow_.micro_op(w, i);
    if (w.followed) worked(kWorkOfRecord);
  }
  void access(const AccessEvent& e) override {
    if (state_ == State::waits) {
      if (e.kind != AccessKind::load && e.watched) undefined_memory_.written_over(e);
      return;
    }
    LoadName names[kLanes] = {};
    // Where only variables without a value are looked for, who meets whom is no question.
    if (e.watched && !launch_->options->only_undefined_variables &&
        (e.space == ptx::Space::global || e.space == ptx::Space::shared))
      races_.access(e, !flow_.follows(e.op), e.kind == AccessKind::store ? nullptr : names);
    if (e.kind == AccessKind::load) flow_.loaded(e, names);
    else if (e.kind == AccessKind::store) flow_.stored(e);
    else flow_.updated(e);
    const uint64_t joins = work_of(order_.joined());
    worked(static_cast<uint64_t>(std::popcount(e.watched)) + joins - work_of_joins_);
    work_of_joins_ = joins;
  }
  void barrier_arrives(const BarrierArrival& e) override {
    if (state_ == State::looks) order_.barrier_arrives(e.warp, e.lanes, e.number, e.waits);
  }
  void barrier_completes(const BarrierCompletion& e) override {
    if (state_ == State::looks) order_.barrier_completes(e.block, e.number, e.all);
  }
  void warp_barrier(const WarpBarrierEvent& e) override {
    if (state_ == State::looks) order_.warp_barrier(e.warp, e.lanes);
  }
  void barrier_object(const BarrierObjectEvent& e) override {
    if (state_ != State::looks) return;
    using Kind = BarrierObjectEvent::Kind;
    if (e.kind == Kind::completes) return order_.object_completes(*e.warp.block, e.offset);
    const auto lane = static_cast<unsigned>(std::countr_zero(e.lanes));
    if (e.kind == Kind::made) return order_.object_made(e.warp, lane, e.offset);
    if (const auto maker = order_.unordered_maker(e.warp, lane, e.offset))
      report_maker(e, e.warp.first_thread + lane, *maker);
    if (!e.orders) return;
    if (e.kind == Kind::arrives) order_.object_arrives(e.warp, e.lanes, e.offset);
    if (e.kind == Kind::waited) order_.object_waited(e.warp, e.lanes, e.offset);
    worked(static_cast<uint64_t>(std::popcount(e.lanes)));
  }
  void exchange(const ExchangeEvent& e) override {
    if (state_ == State::looks) flow_.exchanged(e);
  }
  void fence(const FenceEvent& e) override {
    if (state_ == State::looks) order_.fence(e.warp, e.lanes, e.scope, e.kind);
  }
  void launch_ends(Runner& runner) override {
    if (state_ != State::stopped) look_at_fences();
    if (state_ != State::stopped || !reported_) {
      if (is_last_ && state_ != State::stopped) undefined_memory_.report_results();
      found_races_.report(runner);
      undefined_.report(runner, found_races_);
    }
    reported_ = state_ == State::stopped;
  }
  bool sees_everything() const override { return state_ == State::looks || has_all_notes_; }
  bool has_ended_run() const override { return state_ == State::stopped && ends_run_; }
  bool must_look_again() const override {
    return state_ == State::waits && !found_ && !undefined_.has_any();
  }
  bool must_follow_fences() const override { return must_follow_fences_; }
  uint64_t work() const override {
    return work_ + races_.looks() / kLooksOfWork + most_bytes_ / kBytesOfWork;
  }
  uint64_t most_bytes() const override { return most_bytes_; }

 private:
  // A thread uses a barrier object that another one may still be making.
  void report_maker(const BarrierObjectEvent& e, uint32_t thread, uint32_t maker) {
    has_raced_object_ = true;
    const LaunchState& launch = *e.warp.runner->launch;
    const BarrierObject* const object = e.warp.block->objects.find(e.offset);
    RawFinding f;
    f.kind = FindingKind::race;
    f.site = e.op->site;
    f.other_site = object ? object->made_at : f.site;
    f.block = f.other_block = e.at.block;
    f.thread = thread;
    f.other_thread = maker;
    f.address = e.offset;
    f.bytes = kBytesOfObject;
    f.space = ptx::Space::shared;
    f.access = AccessKind::atomic;
    f.count = 1;
    const auto name = [&](uint32_t t) {
      return data::Thread{position_of(t, launch.launch->block)};
    };
    f.told =
        ObjectWords(launch.program->shared, e.offset).made_meanwhile(name(thread), name(maker));
    e.warp.runner->report(std::move(f));
  }

  // Whether it looks at what is watched; only waits whether undefined values that were stored stay
  // there to the end; or has seen enough.
  enum class State { looks, waits, stopped };

  // What is counted after a finding.
  uint64_t tracked() const { return work_ + races_.crowded_looks() / kLooksOfWork; }

  static uint64_t work_of(const JoinCost& joined) {
    return kWorkOfJoin * joined.joins + joined.looks / kPartsOfWork;
  }

  void worked(uint64_t work) {
    work_ += work;
    if (work_ >= next_look_) look_at_limits();
  }

  // Races are known, and fences that were not followed could order them.
  bool look_at_fences() {
    if (!order_.has_ignored_fences() || !(found_races_.has_any() || has_raced_object_))
      return false;
    must_follow_fences_ = true;
    state_ = State::stopped;
    launch_->observed_by = {};
    launch_->progress.stop = true;
    return true;
  }

  // A wrong kernel is wrong everywhere: what is found first is told, and the rest of the run need
  // not be looked at. Undefined values in results may still be written over.
  void look_at_limits() {
    next_look_ = work_ + kLook;
    if (look_at_fences()) return;
    found_ |= found_races_.has_failure() || undefined_.has_any();
    const bool stored = undefined_memory_.has_results();
    if ((found_ || stored) && first_finding_ == kUnlimited) first_finding_ = tracked();
    uint64_t bytes = 0;
    if (work_ >= next_asking_) {
      next_asking_ = work_ + kWorkOfAsking * order_.running_blocks();
      bytes = bytes_now();
    }
    if (bytes > limits_.bytes) {
      races_.collect();
      bytes = bytes_now();
    }
    const bool is_long = first_finding_ != kUnlimited && launch_->checks.suspects &&
                         limits_.work_after_finding != kUnlimited &&
                         tracked() - first_finding_ > limits_.work_after_finding;
    const bool is_spent = work() > limits_.work_in_all && launch_->checks.suspects;
    has_all_notes_ = !is_long && !is_spent && bytes <= limits_.bytes && has_seen_notes();
    if (!is_long && !is_spent && bytes <= limits_.bytes && !has_all_notes_) return;
    if (stored && !found_ && !is_spent && launch_->checks.suspects) {
      state_ = State::waits;
      launch_->checks.suspects->clear();
      undefined_memory_.watch_results();
      return;
    }
    state_ = State::stopped;
    launch_->observed_by = {};
    // The sweep has seen the rest.
    ends_run_ = launch_->checks.suspects != nullptr;
    if (!ends_run_) return;
    launch_->checks.suspects->clear();
    launch_->progress.stop = true;
  }

  // Is nothing looked for but notes, and enough of them seen?
  bool has_seen_notes() {
    const Suspects* const suspects = launch_->checks.suspects;
    if (!suspects || !suspects->only_notes() || launch_->number < suspects->last_marked())
      return false;
    if (first_note_ == kUnlimited && found_races_.has_any()) first_note_ = work_;
    return first_note_ != kUnlimited && work_ - first_note_ >= limits_.work_after_note;
  }

  uint64_t bytes_now() {
    const uint64_t bytes =
        races_.bytes() + undefined_memory_.bytes() + undefined_.bytes() + flow_.bytes();
    most_bytes_ = std::max(most_bytes_, bytes);
    return bytes;
  }

  const ExactLimits limits_;
  LaunchState* launch_ = nullptr;
  State state_ = State::looks;
  bool found_ = false, reported_ = false;
  bool has_all_notes_ = false, ends_run_ = false;
  bool has_raced_object_ = false, must_follow_fences_ = false;
  uint64_t first_note_ = kUnlimited;
  uint64_t work_ = 0, next_look_ = kLook, first_finding_ = kUnlimited, most_bytes_ = 0;
  uint64_t next_asking_ = 0;
  uint64_t work_of_joins_ = 0;  // so much is in work_
  HappensBefore order_;
  FoundRaces found_races_;
  UndefinedBook undefined_;
  Races races_{order_, found_races_};
  UndefinedMemory undefined_memory_;
  ValueFlow flow_{races_, undefined_memory_, undefined_};
  bool is_last_ = false;
};

}  // namespace

std::unique_ptr<ExactObserver> make_exact_observer(std::span<const Buffer> buffers,
                                                   const AddressSpace& addresses,
                                                   ValuedBytes valued, const ExactLimits& limits) {
  return std::make_unique<ExactTracking>(buffers, addresses, std::move(valued), limits);
}

}  // namespace warplab::sim
