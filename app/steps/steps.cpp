#include "steps/steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "base/capital.hpp"
#include "data/element.hpp"
#include "data/shape.hpp"
#include "words/text.hpp"

namespace warplab::app {
namespace {

// A block takes tenths of a second; what takes this long waits for something.
constexpr std::chrono::milliseconds kOpenTime{60'000};

uint64_t number_in(const Dim3& place, const Dim3& extent) {
  return place.x + uint64_t{extent.x} * (place.y + uint64_t{extent.y} * place.z);
}

// Back from the end of the block.
data::StepSearch last_access(bool only_writes = false) {
  data::StepSearch search;
  search.goal = data::StepSearch::Goal::access;
  search.backwards = true;
  search.only_writes = only_writes;
  return search;
}

Moment moment_at(const sim::Finding& finding, const sim::ThreadPlace& place, int line) {
  Moment moment;
  moment.text = words::text_of(finding);
  moment.block.where = finding.run;
  moment.any_launch = true;
  moment.search = last_access();
  moment.search->line = line;
  moment.buffer = finding.buffer;
  moment.index = finding.index;
  moment.title = words::thread_text(place.thread);
  return moment;
}

bool is_access_fault(sim::FindingKind kind) {
  using enum sim::FindingKind;
  return kind == out_of_bounds || kind == misaligned || kind == null_pointer ||
         kind == read_only_write;
}

}  // namespace

std::vector<Moment> moments_of(const verdict::ExerciseResult& result) {
  using enum sim::FindingKind;
  std::vector<Moment> moments;
  const auto add = [&](Moment moment, const sim::ThreadPlace& place) {
    moment.place = place;
    moments.push_back(std::move(moment));
  };
  for (const sim::Finding& finding : result.findings) {
    if (finding.kind == race || finding.kind == warp_synchronous) {
      // Sides in two blocks may be threads of the same number.
      const bool names_block =
          finding.other_place && finding.other_place->block != finding.place.block;
      const auto side = [&](const sim::ThreadPlace& place, int line) {
        Moment one = moment_at(finding, place, line);
        one.title = fmt::format("Race: {}, line {}",
                                names_block ? words::place_text(place) : one.title, line);
        add(std::move(one), place);
      };
      side(finding.place, finding.line);
      if (finding.other_place) side(*finding.other_place, finding.other_line);
    } else if (is_access_fault(finding.kind) || finding.kind == barrier_divergence ||
               finding.kind == deadlock || finding.kind == device_assert || finding.kind == trap) {
      Moment moment = moment_at(finding, finding.place, finding.line);
      moment.title = fmt::format("Line {}: {}", finding.line, moment.title);
      moment.search.reset();
      moment.finding_line = finding.line;
      add(std::move(moment), finding.place);
    }
  }
  // Where writes come late there is nothing to walk through (steps/machine.cpp).
  const auto& wrong = result.mismatch;
  const bool comes_late = wrong && wrong->order && wrong->order->kind == sim::Schedule::Kind::late;
  if (wrong && wrong->writer && !comes_late) {
    Moment moment;
    moment.title =
        fmt::format("Last write of the wrong {}", data::element_text(wrong->buffer, wrong->index));
    moment.text =
        fmt::format("It is {} and should be {}.", wrong->actual_text, wrong->expected_text);
    moment.block.where = wrong->run;
    if (wrong->order) {
      moment.title += fmt::format(", order {}", name_of(*wrong->order));
      moment.block = in_order(moment.block, *wrong->order);
    }
    moment.any_launch = true;
    moment.search = last_access(true);
    moment.buffer = wrong->buffer;
    moment.indices = wrong->index;
    add(std::move(moment), *wrong->writer);
  }
  return moments;
}

std::vector<Moment> moments_of(const lens::OrderSearch& orders) {
  std::vector<Moment> moments;
  if (!orders.found) return moments;
  const lens::TwoOrders& two = *orders.found;
  for (const lens::OrderedAnswer* answer : {&two.first, &two.second}) {
    if (!answer->last_write) return {};
    Moment moment;
    moment.title = fmt::format("{}: {}", answer->value, name_of(answer->order));
    moment.text = with_capital(
        fmt::format("{} writes it last in the order \"{}\": step through the run from there.",
                    words::place_text(answer->last_write->place), name_of(answer->order)));
    moment.block = {two.where, answer->last_write->launch, answer->block, true, answer->order};
    moment.place = answer->last_write->place;
    moment.search = last_access(true);
    moment.buffer = two.buffer;
    moment.index = static_cast<int64_t>(two.index);
    moments.push_back(std::move(moment));
  }
  return moments;
}

sim::Schedule next_order(const sim::Schedule& order) {
  using enum sim::Schedule::Kind;
  static constexpr sim::Schedule kOrders[] = {
      {},         {random, 1}, {random, 2},         {random, 3},  {random, 4},
      {reversed}, {lockstep},  {lockstep_reversed}, {delayed, 1}, {delayed, 2}};
  const auto* const here = std::ranges::find(kOrders, order);
  return here == std::end(kOrders) || here + 1 == std::end(kOrders) ? sim::Schedule{} : here[1];
}

// In the default order a block alone is quicker to open.
lens::BlockChoice in_order(const lens::BlockChoice& choice, const sim::Schedule& order) {
  lens::BlockChoice other = choice;
  other.order = order;
  other.whole_launch = order != sim::Schedule{};
  return other;
}

// --- the machine

void BlockSteps::begin(const StepsQuestion& question) {
  if (question.exercise != exercise_ || question.source != source_ || question.seed != seed_) {
    stepping_.reset();
    answer_ = {};
    asked_.reset();
    small_run_.clear();
    exercise_ = question.exercise;
    source_ = question.source;
    seed_ = question.seed;
  }
  if (!stepping_) stepping_ = std::make_unique<lens::Stepping>(*exercise_, source_, seed_);
}

Result<int> BlockSteps::own_launch(const std::string& where, const Talk& talk) {
  const auto launches = stepping_->launches(where, talk.cancel);
  if (!launches) return Error{launches.error()};
  const auto is_given = [&](const data::Launch& launch) {
    return std::ranges::any_of(exercise_->launches, [&](const exercise::LaunchSpec& spec) {
      return spec.given && spec.kernel == launch.kernel;
    });
  };
  const auto own = std::ranges::find_if_not(*launches, is_given);
  return own == launches->end() ? 0 : static_cast<int>(own - launches->begin());
}

Result<bool> BlockSteps::open(const StepsQuestion& question, const Talk& talk) {
  lens::BlockChoice choice = question.block;
  if (choice.launch == kOwnLaunch && choice.where.empty()) {
    Result<std::string> small = stepping_->small_run(talk.cancel);
    if (!small) return Error{small.error()};
    small_run_ = std::move(*small);
    if (question.wants_small) choice.where = small_run_;
  }
  if (choice.launch == kOwnLaunch) {
    const Result<int> own = own_launch(choice.where, talk);
    if (!own) return Error{own.error()};
    choice.launch = *own;
  }
  if (asked_ == choice) return true;
  asked_.reset();
  talk.tell("running the block", 0);
  Result<lens::OpenBlock> opened = stepping_->open(choice, kOpenTime, talk.cancel);
  if (!opened) {
    stepping_.reset();
    return Error{opened.error()};
  }
  answer_ = {};
  answer_.block = std::make_shared<const lens::OpenBlock>(std::move(*opened));
  answer_.small_run = small_run_;
  answer_.ptx = std::make_shared<const std::vector<std::string>>(stepping_->ptx());
  asked_ = choice;
  return true;
}

Result<bool> BlockSteps::show(const StepsQuestion& question, uint32_t position) {
  Result<data::StepState> state = stepping_->state_at(position, question.warp, question.lane);
  if (!state) return Error{state.error()};
  answer_.state = std::move(*state);
  return true;
}

namespace {

// Where an element lies in the memory of the block that is open.
bool locate(const Moment& moment, const lens::OpenBlock& open, data::StepSearch& search) {
  const auto place = [&](uint64_t begin, uint64_t bytes, data::ElementType element, int64_t index) {
    const uint64_t width = data::bytes_of(element);
    if (index < 0 || static_cast<uint64_t>(index) >= bytes / width) return false;
    search.begin = begin + static_cast<uint64_t>(index) * width;
    search.bytes = static_cast<uint32_t>(width);
    return true;
  };
  for (const data::StepArray& array : open.walk.shared)
    if (array.name == moment.buffer) {
      search.space = data::TraceSpace::shared;
      return place(array.begin, array.bytes, array.element, moment.index);
    }
  for (const data::LoggedBuffer& logged : open.walk.buffers) {
    const data::Buffer& buffer = open.buffers[static_cast<size_t>(logged.buffer)];
    if (buffer.name != moment.buffer) continue;
    search.space = data::TraceSpace::global;
    int64_t index = moment.index;
    if (!moment.indices.empty()) {
      const auto number = data::number_of(moment.indices, buffer.shape);
      index = number ? static_cast<int64_t>(*number) : -1;
    }
    return place(logged.begin, logged.bytes, buffer.element, index);
  }
  return false;
}

}  // namespace

Result<bool> BlockSteps::go_to_moment(const StepsQuestion& question) {
  const Moment& moment = *question.moment;
  const data::StepWalk& walk = answer_.block->walk;
  answer_.found = false;
  const auto thread = static_cast<int>(number_in(moment.place.thread, walk.block));
  StepsQuestion shown = question;
  shown.warp = static_cast<uint32_t>(thread) / 32;
  shown.lane = static_cast<uint32_t>(thread) % 32;
  if (moment.finding_line != 0) {
    for (const data::StepFinding& finding : walk.findings)
      if (finding.line == moment.finding_line) {
        answer_.found = true;
        return show(shown, finding.position > 0 ? finding.position - 1 : 0);
      }
  } else if (moment.search) {
    data::StepSearch search = *moment.search;
    search.from = walk.positions;
    search.thread = thread;
    if (locate(moment, *answer_.block, search)) {
      Result<std::optional<data::StepState>> state =
          stepping_->find(search, shown.warp, shown.lane);
      if (!state) return Error{state.error()};
      if (*state) {
        answer_.found = true;
        answer_.state = std::move(**state);
        return true;
      }
    }
  }
  return show(shown, 0);
}

// A finding does not say in which launch it was seen: the first in which the moment is. Where it is
// in none, the last launch that has its block is shown, or the start.
Result<bool> BlockSteps::find_moment(const StepsQuestion& question, const Talk& talk) {
  const Moment& moment = *question.moment;
  const auto launches = stepping_->launches(question.block.where, talk.cancel);
  if (!launches) return Error{launches.error()};
  StepsQuestion asked = question;
  const Dim3 at = moment.place.block;
  bool any = false;
  for (size_t launch = 0; launch < launches->size(); ++launch) {
    if (!moment.any_launch && static_cast<int>(launch) != question.block.launch) continue;
    const Dim3 grid = (*launches)[launch].grid;
    if (at.x >= grid.x || at.y >= grid.y || at.z >= grid.z) continue;
    asked.block.launch = static_cast<int>(launch);
    asked.block.block = number_in(at, grid);
    if (const Result<bool> opened = open(asked, talk); !opened) return opened;
    any = true;
    if (const Result<bool> gone = go_to_moment(asked); !gone || answer_.found) return gone;
  }
  if (any) return true;
  asked.block.block = 0;
  if (const Result<bool> opened = open(asked, talk); !opened) return opened;
  answer_.found = false;
  return show(asked, 0);
}

// Whoever comes to what was searched for is looked at: of a breakpoint for one thread that thread,
// else the lane that was looked at before, if it is among them.
Result<bool> BlockSteps::search(const StepsQuestion& question) {
  const data::StepSearch& wanted = *question.search;
  Result<std::optional<data::StepState>> state =
      stepping_->find(wanted, question.warp, question.lane);
  if (!state) return Error{state.error()};
  answer_.found = state->has_value();
  if (!*state) return show(question, wanted.from);
  answer_.state = std::move(**state);
  const data::StepSplit* const split = running_split(answer_.state);
  if (!split || wanted.warp >= 0) return true;
  const auto is_among = [&](uint32_t warp, uint32_t lane) {
    return warp == split->warp && (split->lanes >> lane & 1) == 1;
  };
  StepsQuestion shown = question;
  shown.warp = split->warp;
  shown.lane = static_cast<uint32_t>(std::countr_zero(split->lanes));
  if (is_among(split->warp, question.lane)) shown.lane = question.lane;
  const int line = answer_.block->walk.instructions[split->instruction].line;
  for (const data::Breakpoint& b : wanted.breakpoints) {
    const auto thread = static_cast<uint32_t>(b.thread);
    if (b.thread >= 0 && b.line == line && is_among(thread / 32, thread % 32))
      shown.lane = thread % 32;
  }
  if (shown.warp == question.warp && shown.lane == question.lane) return true;
  return show(shown, answer_.state.position);
}

Result<bool> BlockSteps::answer(const StepsQuestion& question, const Talk& talk) {
  begin(question);
  if (question.moment) {
    if (const Result<bool> found = find_moment(question, talk); !found) return found;
  } else {
    if (const Result<bool> opened = open(question, talk); !opened) return opened;
    answer_.found = true;
    if (question.search) {
      if (const Result<bool> searched = search(question); !searched) return searched;
    } else if (const Result<bool> shown = show(question, question.position.value_or(0)); !shown) {
      return shown;
    }
  }
  answer_.number = question.number;
  talk.publish(answer_);
  return true;
}

// --- two orders

Result<bool> OrderTrials::answer(const OrdersQuestion& question, const Talk& talk) {
  lens::OrderSearchOptions options;
  options.seed = question.seed;
  options.cancel = talk.cancel;
  Result<lens::OrderSearch> search =
      lens::find_two_orders(*question.exercise, question.source, options);
  if (!search) return Error{search.error()};
  talk.publish(std::move(*search));
  return true;
}

bool has_race(const verdict::ExerciseResult& result) {
  return std::ranges::any_of(result.findings, [](const sim::Finding& finding) {
    return finding.kind == sim::FindingKind::race ||
           finding.kind == sim::FindingKind::warp_synchronous;
  });
}

// --- what is shown

uint32_t thread_of(const data::StepState& state) { return state.warp * 32 + state.lane; }

Dim3 thread_place(const data::StepWalk& walk, uint32_t thread) {
  return position_of(thread, walk.block);
}

const data::StepSplit* running_split(const data::StepState& state) {
  const auto found =
      std::ranges::find(state.splits, data::StepPlace::runs, &data::StepSplit::place);
  return found == state.splits.end() ? nullptr : &*found;
}

std::string value_text(const data::StepRegister& reg, const uint8_t* value) {
  if (reg.type == "pred") return *value != 0 ? "true" : "false";
  uint64_t bits = 0;
  std::memcpy(&bits, value, std::min(reg.bytes, 8u));
  const auto as = [&]<class T>(T) {
    T number;
    std::memcpy(&number, value, sizeof number);
    return fmt::format("{}", number);
  };
  if (reg.type == "f32") return as(float{});
  if (reg.type == "f64") return as(double{});
  if (reg.type == "bool") return bits != 0 ? "true" : "false";
  if (reg.type == "u32") return as(uint32_t{});
  if (reg.type == "s64") return as(int64_t{});
  if (reg.type == "u64") return as(uint64_t{});
  // PTX has bits and no signs in most registers: a small negative number is one.
  if (reg.bytes == 4) return as(int32_t{});
  if (reg.bytes == 2) return as(int16_t{});
  // Addresses and wide indices.
  if (reg.bytes == 8) {
    const auto number = static_cast<int64_t>(bits);
    return number >= 0 && bits >= (uint64_t{1} << 32) ? fmt::format("{:#x}", bits)
                                                      : fmt::format("{}", number);
  }
  return fmt::format("{:#x}", bits);
}

}  // namespace warplab::app
