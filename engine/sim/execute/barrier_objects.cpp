#include "sim/execute/barrier_objects.hpp"

#include <algorithm>

#include "sim/device/barrier_object.hpp"
#include "sim/execute/access_cost.hpp"
#include "sim/execute/control.hpp"
#include "sim/execute/copy_advice.hpp"
#include "sim/execute/late_writes.hpp"
#include "sim/execute/memory.hpp"
#include "sim/execute/reconvergence.hpp"
#include "sim/execute/stop.hpp"
#include "sim/execute/tell.hpp"
#include "sim/execute/track_access.hpp"
#include "sim/state/lanes.hpp"
#include "sim/state/warp_clocks.hpp"

namespace warplab::sim {
namespace {

using namespace object_flag;
using Event = BarrierObjectEvent;

const SharedLayout& layout_of(const Warp& w) { return w.runner->launch->program->shared; }

// The offsets that the micro-operation's lanes name. Where they name no shared memory: false, and
// the launch has ended.
bool offsets_of(Warp& w, const MicroOp* i, uint64_t* offsets) {
  w.work += static_cast<uint64_t>(std::popcount(w.mask));  // sim/work.hpp
  const uint32_t out = w.mask & ~shared_offsets(w, i, offsets);
  if (out == 0) return true;
  stop_with(w, i, FindingKind::undefined_behavior, out & (~out + 1), ObjectWords::not_shared());
  return false;
}

// The lanes that name a place where an object may be; the others have been told.
uint32_t reaching(Warp& w, const MicroOp* i, const uint64_t* offsets) {
  const LaneAccess access{
      w, i, ptx::Space::shared, AccessKind::atomic, w.mask, kBytesOfObject, offsets, i->memory};
  uint32_t good = 0;
  uint64_t known = ~uint64_t{0};  // the last place that is fine: nearly always that of all lanes
  for_lanes(w.mask, [&](unsigned l) {
    if (offsets[l] == known) good |= 1u << l;
    else if (offsets[l] % kBytesOfObject != 0) complain(access, FindingKind::misaligned, l);
    else if (!layout_of(w).find(offsets[l], kBytesOfObject))
      complain(access, FindingKind::out_of_bounds, l);
    else good |= 1u << l, known = offsets[l];
  });
  return good;
}

// Of the lanes that reach an object. A warp at one of them costs nothing that somebody could tell;
// lanes at several of them go to the banks in which these lie, as others do.
void count_objects(Warp& w, const MicroOp* i, const uint64_t* offsets, uint32_t lanes) {
  if (lanes == 0) return;
  const uint64_t first = offsets[std::countr_zero(lanes)];
  bool several = false;
  for_lanes(lanes, [&](unsigned l) { several |= offsets[l] != first; });
  if (!several) return;
  const SharedCost cost = store_wavefronts(offsets, lanes, kBytesOfObject);
  SlotCounters::Memory& count = w.runner->counters.memory[i->memory];
  count.requests += 1;
  count.units += cost.wavefronts;
  count.ideal += cost.ideal;
}

// The lanes that reach an object, which costs what it costs.
uint32_t come_to_objects(Warp& w, const MicroOp* i, const uint64_t* offsets) {
  const uint32_t good = reaching(w, i, offsets);
  count_objects(w, i, offsets, good);
  return good;
}

const MicroOp* stop_lane(Warp& w, const MicroOp* i, unsigned lane, Told told) {
  return stop_with(w, i, FindingKind::undefined_behavior, 1u << lane, std::move(told));
}

void suspect_shared(Warp& w, uint64_t offset, uint32_t bytes) {
  if (w.runner->launch->checks.marks) mark_shared(w, offset, bytes);
  else suspect(w);
}

// Somebody else made it, and no barrier stands between: exact tracking has to look.
void look_at_maker(Warp& w, const BarrierObject& o, unsigned lane) {
  const WarpClocks* const clocks = w.block->tracking.clocks.get();
  if (clocks == nullptr) return;
  const uint32_t made = o.made_clock << kSharedTagBits | (o.maker + 1);
  if (!clocks->is_before(w, lane, made, 0)) suspect_shared(w, o.offset, kBytesOfObject);
}

// What lanes do from now on comes after their arrival.
void tick(Warp& w) {
  SharedTracking& t = w.block->tracking;
  if (!t.enabled) return;
  if (clock_of(w) + 1 < kLastSharedEpoch) {
    w.shared_clock = clock_of(w) + 1;
    t.last_clock = std::max(t.last_clock, w.shared_clock);
  } else {  // there are no more clocks to tell it by
    suspect_shared(w, 0, static_cast<uint32_t>(w.block->shared.size()));
  }
}

// All lanes of the warp have learned that a phase is complete, each of the object it names.
void see_phase(Warp& w, const MicroOp* i, const uint64_t* offsets) {
  WarpClocks* const clocks = w.block->tracking.clocks.get();
  if (clocks == nullptr || (i->traits & kOrders) == 0) return;
  for (uint32_t left = w.mask; left != 0;) {
    const uint64_t offset = offsets[std::countr_zero(left)];
    uint32_t there = 0;
    for_lanes(left, [&](unsigned l) { there |= static_cast<uint32_t>(offsets[l] == offset) << l; });
    clocks->learn_of_phase(w, there, static_cast<uint32_t>(offset));
    left &= ~there;
  }
}

void tell(Warp& w, const MicroOp* i, Event::Kind kind, uint32_t lanes, const BarrierObject& o) {
  if (Observer* const observer = w.block->observed_by->barriers; observer && lanes != 0)
    observer->barrier_object(
        {place_of(w, i), w, i, kind, lanes, o.offset, (i->traits & kOrders) != 0});
}

// Whoever waits at an object looks again.
void wake_waiting(Block& block, bool in_vain) {
  block.wakes += 1;
  for (Warp* w : block.warps) {
    size_t kept = 0;
    for (size_t k = 0; k < w->waiting.size(); ++k) {
      Split s = w->waiting[k];
      if (s.barrier != kBarrierObject) {
        w->waiting.set(kept++, s);
        continue;
      }
      s.barrier = -1;
      s.in_vain = in_vain;
      w->ready.push_back(s);
      w->spins = 0;
      w->yielded = false;
      if (in_vain) w->waited += ticks_of_answer(block.vain_answers);
    }
    w->waiting.truncate(kept);
    bring_together(*w);
  }
}

// The arrivals of some lanes of one instruction.
class Arrivals {
 public:
  Arrivals(Warp& w, const MicroOp* i) : w_(w), i_(i) {}
  ~Arrivals() { tell_all(); }
  Arrivals(const Arrivals&) = delete;
  Arrivals& operator=(const Arrivals&) = delete;

  void add(unsigned lane, BarrierObject& o) {
    if (object_ != nullptr && object_ != &o) tell_all();
    object_ = &o;
    lanes_ |= 1u << lane;
    w_.block->objects.change();
  }
  // What the lane's token says was missing: before the first of the lanes that arrive there with
  // it, as on an H100 (2026-11-23).
  uint32_t missing_before(const BarrierObject& o) {
    const auto known = std::find_if(missing_.begin(), missing_.end(),
                                    [&](const Missing& m) { return m.object == &o; });
    if (known != missing_.end() && known->phase == o.phase) return known->count;
    if (known != missing_.end()) missing_.erase(known);
    missing_.push_back({&o, o.phase, o.pending});
    return o.pending;
  }
  void complete(BarrierObject& o) {
    tell_all();
    o.next_phase();
    if (WarpClocks* const clocks = w_.block->tracking.clocks.get())
      clocks->complete_phase(*w_.block, o.offset);
    tell(w_, i_, Event::Kind::completes, w_.mask, o);
    wake_waiting(*w_.block, false);
  }

 private:
  void tell_all() {
    if (object_ != nullptr) tell(w_, i_, Event::Kind::arrives, lanes_, *object_);
    lanes_ = 0;
  }
  struct Missing {
    const BarrierObject* object;
    uint64_t phase;
    uint32_t count;
  };
  std::vector<Missing> missing_;
  Warp& w_;
  const MicroOp* i_;
  BarrierObject* object_ = nullptr;
  uint32_t lanes_ = 0;
};

// What other threads may see change: everything but loads of shared memory and what is a thread's
// own.
uint64_t activity_of(const Runner& r, const Block& block) {
  const Program& program = *r.launch->program;
  uint64_t sum = block.objects.changes();
  for (size_t k = 0; k < program.memory_sites.size(); ++k) {
    const MemorySite& site = program.memory_sites[k];
    if (site.space == ptx::Space::global ||
        (site.space == ptx::Space::shared && site.kind != AccessKind::load))
      sum += r.counters.memory[k].requests;
  }
  return sum;
}

// Whether the phase that a lane waits for is complete. Nothing: its token is of another one.
std::optional<bool> is_over(Warp& w, const MicroOp* i, unsigned lane, const BarrierObject& o) {
  if (i->traits & kParity) return (o.phase & 1) != (w.at<uint32_t>(i->c)[lane] & 1);
  const uint64_t phase = w.at<uint64_t>(i->c)[lane] >> kPhaseShift;
  if (phase != o.phase && phase + 1 != o.phase) return std::nullopt;
  return phase != o.phase;
}

}  // namespace

const MicroOp* make_object(Warp& w, const MicroOp* i) {
  uint64_t offsets[kLanes];
  if (!offsets_of(w, i, offsets)) return nullptr;
  BarrierObjects& objects = w.block->objects;
  const uint32_t good = come_to_objects(w, i, offsets);
  for (uint32_t m = good; m; m &= m - 1) {
    const auto l = static_cast<unsigned>(std::countr_zero(m));
    const uint32_t count = w.at<uint32_t>(i->b)[l];
    const auto words = [&] { return ObjectWords(layout_of(w), offsets[l]); };
    if (count == 0 || count > kMostArrivals) return stop_lane(w, i, l, words().bad_count(count));
    if (objects.find(offsets[l])) return stop_lane(w, i, l, words().made_twice());
    BarrierObject o;
    o.offset = static_cast<uint32_t>(offsets[l]);
    o.expected = o.all = o.pending = count;
    o.maker = w.first_thread + l;
    o.made_at = i->site;
    o.made_clock = clock_of(w);
    objects.make(o);
    if (WarpClocks* const clocks = w.block->tracking.clocks.get()) clocks->object_made(o.offset);
    w.block->copies.made(o.offset);
    tell(w, i, Event::Kind::made, 1u << l, o);
  }
  return i + 1;
}

const MicroOp* end_object(Warp& w, const MicroOp* i) {
  uint64_t offsets[kLanes];
  if (!offsets_of(w, i, offsets)) return nullptr;
  const uint32_t good = come_to_objects(w, i, offsets);
  for (uint32_t m = good; m; m &= m - 1) {
    const auto l = static_cast<unsigned>(std::countr_zero(m));
    if (!w.block->objects.find(offsets[l]))
      return stop_lane(w, i, l, ObjectWords(layout_of(w), offsets[l]).not_there());
    w.block->objects.end(offsets[l]);
  }
  return i + 1;
}

const MicroOp* arrive_at_object(Warp& w, const MicroOp* i) {
  uint64_t offsets[kLanes];
  if (!offsets_of(w, i, offsets)) return nullptr;
  const uint32_t good = come_to_objects(w, i, offsets);
  if (LateWrites* const late = w.runner->launch->order.late; late && i->traits & kOrders)
    late->come_to_barrier(w, w.mask);
  if (i->d != kNowhere) for_lanes(w.mask & ~good, [&](unsigned l) { w.at<uint64_t>(i->d)[l] = 0; });
  Arrivals arrivals(w, i);
  for (uint32_t m = good; m; m &= m - 1) {
    const auto l = static_cast<unsigned>(std::countr_zero(m));
    const auto words = [&] { return ObjectWords(layout_of(w), offsets[l]); };
    BarrierObject* const o = w.block->objects.find(offsets[l]);
    if (!o) return stop_lane(w, i, l, words().not_there());
    look_at_maker(w, *o, l);
    const uint32_t count = i->b == kNowhere ? 1 : w.at<uint32_t>(i->b)[l];
    const uint64_t token =
        i->d == kNowhere ? 0 : o->phase << kPhaseShift | arrivals.missing_before(*o);
    if (i->traits & kOfCopies) w.block->copies.arrive_at(w.first_thread + l, o->offset, o->phase);
    if (i->traits & kCounted) {
      arrivals.add(l, *o);
      continue;
    }
    if (i->c != kNowhere) o->bytes += w.at<uint32_t>(i->c)[l];
    if (count == 0 || count > o->pending)
      return stop_lane(w, i, l, words().too_many_arrivals(count, o->pending));
    if ((i->traits & kNoComplete) && count == o->pending)
      return stop_lane(w, i, l, words().completed_by_no_complete());
    if (i->traits & kDrops) o->expected -= count;
    o->pending -= count;
    if (i->traits & kOrders) {
      if (WarpClocks* const clocks = w.block->tracking.clocks.get())
        clocks->arrive_at_object(w, 1u << l, o->offset);
    }
    arrivals.add(l, *o);
    if (i->d != kNowhere) w.at<uint64_t>(i->d)[l] = token;
    if (o->is_complete()) arrivals.complete(*o);
  }
  tick(w);
  return i + 1;
}

const MicroOp* expect_bytes(Warp& w, const MicroOp* i) {
  uint64_t offsets[kLanes];
  if (!offsets_of(w, i, offsets)) return nullptr;
  const uint32_t good = come_to_objects(w, i, offsets);
  Arrivals arrivals(w, i);
  for (uint32_t m = good; m; m &= m - 1) {
    const auto l = static_cast<unsigned>(std::countr_zero(m));
    BarrierObject* const o = w.block->objects.find(offsets[l]);
    if (!o) return stop_lane(w, i, l, ObjectWords(layout_of(w), offsets[l]).not_there());
    look_at_maker(w, *o, l);
    const int64_t bytes = w.at<uint32_t>(i->b)[l];
    o->bytes += i->traits & kFewer ? -bytes : bytes;
    w.block->objects.change();
    if (o->is_complete()) arrivals.complete(*o);
  }
  return i + 1;
}

// What an order does at an instruction to each warp: who waits there in a loop goes round once more
// for each no, and 32 lanes that arrive apart cost 32 times as much.
constexpr uint32_t kTimesAtObject = 4;
bool may_do_at_object(Warp& w, const MicroOp* i) {
  const auto known = std::ranges::find(w.done_at_objects, i, &DoneAtObject::at);
  if (known == w.done_at_objects.end()) w.done_at_objects.push_back({i, 1});
  else if (known->times == kTimesAtObject) return false;
  else ++known->times;
  return true;
}

const MicroOp* wait_at_object(Warp& w, const MicroOp* i) {
  const bool in_vain = w.in_vain;
  w.in_vain = false;
  uint64_t offsets[kLanes];
  if (!offsets_of(w, i, offsets)) return nullptr;
  const uint32_t good = reaching(w, i, offsets);
  uint32_t over = w.mask & ~good;  // who asks at no object is not kept
  for (uint32_t m = good; m; m &= m - 1) {
    const auto l = static_cast<unsigned>(std::countr_zero(m));
    const auto words = [&] { return ObjectWords(layout_of(w), offsets[l]); };
    const BarrierObject* const o = w.block->objects.find(offsets[l]);
    if (!o) return stop_lane(w, i, l, words().not_there());
    look_at_maker(w, *o, l);
    const std::optional<bool> answer = is_over(w, i, l, *o);
    if (!answer) return stop_lane(w, i, l, words().foreign_token(o->expected));
    over |= static_cast<uint32_t>(*answer) << l;
  }
  // It may say no at once, so that who does not ask again goes on without what it needs.
  if (over == 0 && !in_vain &&
      !(w.runner->launch->order.objects_say_no && may_do_at_object(w, i))) {
    w.spins = 0;
    w.waiting.push_back({i, w.mask, w.frame, w.reconvergence, kBarrierObject, i});
    return next_split(w);
  }
  count_objects(w, i, offsets, good);
  // Whoever learns that a phase is complete has come past a barrier.
  if (over != 0) w.runner->counters.branches[i->traits >> kCounterShift] += 1;
  for_lanes(good, [&](unsigned l) {
    BarrierObject& o = *w.block->objects.find(offsets[l]);
    const bool is_over = over >> l & 1;
    if (is_over && !w.block->copies.none())
      w.block->copies.waited(w.first_thread + l, o.offset, o.phase, w.block->threads);
    tell(w, i, is_over ? Event::Kind::waited : Event::Kind::asked, 1u << l, o);
  });
  if (good == w.mask && over == w.mask) see_phase(w, i, offsets);
  if (LateWrites* const late = w.runner->launch->order.late) [[unlikely]]
    late->have_met(w, over);
  if (i->d == kNowhere) return i + 1;
  uint32_t& d = w.predicate(i->d);
  d = (d & ~w.mask) | over;
  return i + 1;
}

const MicroOp* pending_count(Warp& w, const MicroOp* i) {
  for_lanes(w.mask, [&](unsigned l) {
    w.at<uint32_t>(i->d)[l] = static_cast<uint32_t>(w.at<uint64_t>(i->a)[l] & kMostArrivals);
  });
  return i + 1;
}

const MicroOp* check_objects(Warp& w, const MicroOp* i) {
  const BarrierObjects& objects = w.block->objects;
  if (objects.none()) return i + 1;
  uint64_t offsets[kLanes];
  const uint32_t lanes = shared_offsets(w, i, offsets);
  const auto [low, high] = std::minmax_element(offsets, offsets + kLanes);
  if (!objects.may_touch(*low, *high - *low + i->b)) return i + 1;
  for_lanes(lanes, [&](unsigned l) {
    if (!objects.may_touch(offsets[l], i->b)) return;
    if (offsets[l] % i->b != 0) return;  // that is told by itself
    if (const BarrierObject* const o = objects.touched(offsets[l], i->b))
      report_lanes(w, i, FindingKind::undefined_behavior, 1u << l,
                   ObjectWords(layout_of(w), o->offset).touched(static_cast<AccessKind>(i->kind)));
  });
  return i + 1;
}

// Who arrives alone may ask before the others of its warp have arrived. Apart from that, lanes do
// not meet at objects.
bool stay_together_at_object(Warp& w, const MicroOp* i) {
  if (i->run == arrive_at_object) return (w.mask & (w.mask - 1)) == 0 || !may_do_at_object(w, i);
  return i->run == make_object || i->run == end_object || i->run == expect_bytes ||
         i->run == wait_at_object;
}

bool answer_waiting(Runner& r, Block& block) {
  bool any = false;
  for (const Warp* w : block.warps)
    for (const Split& s : w->waiting) any |= s.barrier == kBarrierObject;
  if (!any) return false;
  if (const uint64_t activity = activity_of(r, block) + 1; activity != block.activity) {
    block.activity = activity;
    block.vain_answers = 0;
    block.makes_way = true;
  }
  if (block.vain_answers >= kVainAnswers) return false;
  block.vain_answers += 1;
  wake_waiting(block, true);
  return true;
}

Saying missing_arrivals(Warp& w, const Split& split) {
  const MicroOp* const i = split.pc;
  enter(w, split);
  uint64_t offsets[kLanes];
  shared_offsets(w, i, offsets);
  const uint64_t offset = offsets[std::countr_zero(split.mask)];
  const BarrierObject* const o = w.block->objects.find(offset);
  if (!o) return {};
  Saying missing = ObjectWords(layout_of(w), offset).missing_arrivals(o->all - o->pending, o->all);
  if (is_of_pipeline(*w.runner->launch->program, i->site)) missing += say(Says::object_of_pipeline);
  return missing;
}

}  // namespace warplab::sim
