#include "sim/observe/undefined_book.hpp"

#include <fmt/format.h>

#include "sim/observe/instruction_facts.hpp"

namespace warplab::sim {
namespace {

// Each is an element of a sentence, of which one for each pair of lines is told: more than the
// first few are never read. So few stay in a core's cache while a kernel reads millions.
constexpr size_t kMostOrigins = 1u << 12;

// The variable of compile/headers/warplab_undefined.h that stands for what no `return` gave.
constexpr std::string_view kNoReturn = "warplab_undefined_return";

Says what_happens(UndefinedUse use) {
  switch (use) {
    case UndefinedUse::address: return Says::computes_address_from;
    case UndefinedUse::decision: return Says::branches_on;
    case UndefinedUse::operand: return Says::passes_to_atomic;
    case UndefinedUse::update: return Says::atomically_updates;
    case UndefinedUse::result: break;
  }
  return Says::stores_as_result;
}

// A variable is no element: what is updated or stored is another place.
Saying what_happens_to_variable(UndefinedUse use) {
  switch (use) {
    case UndefinedUse::update: return say(Says::atomically_updates_value_from);
    case UndefinedUse::result: return say(Says::stores_in_element, Own::element);
    default: return say(what_happens(use));
  }
}

// Of the lane that a shuffle reads.
Saying why_missing(MissingLane why) {
  switch (why) {
    case MissingLane::none: break;
    case MissingLane::does_not_exist: return say(Says::lane_does_not_exist);
    case MissingLane::has_ended: return say(Says::lane_has_ended);
    case MissingLane::not_in_mask: return say(Says::lane_not_in_mask);
    case MissingLane::elsewhere: return say(Says::lane_elsewhere);
  }
  return {};
}

}  // namespace

uint32_t site_of_student(const Warp& w, const MicroOp* i) {
  const std::vector<Site>& sites = w.runner->launch->program->sites;
  if (sites[i->site].line > 0) return i->site;
  for (const Frame* f = w.frame; f->caller; f = f->caller)
    if (sites[f->return_to->site].line > 0) return f->return_to->site;
  return i->site;
}

void UndefinedBook::launch_starts(const LaunchState& launch) {
  launch_ = &launch;
  launch_number_ += 1;
  launches_.push_back({launch.program, launch.launch});
  entries_.clear();
}

size_t UndefinedBook::HashOfPlace::operator()(const Place& p) const {
  constexpr uint64_t kOdd = 0x9e37'79b9'7f4a'7c15;  // 2^64 over the golden ratio: spreads bits
  uint64_t h = (p.address ^ uint64_t{p.site} << 40 ^ uint64_t{p.launch} << 56) * kOdd;
  h = (h ^ h >> 32 ^ (uint64_t{p.block} << 32 | p.thread)) * kOdd;
  return h ^ h >> 32;
}

OriginNumber UndefinedBook::origin(Origin o) {
  o.launch = launch_number_;
  const Place key{o.address, o.site, o.block, o.thread, o.launch};
  if (origins_.size() >= kMostOrigins) {
    // Another place of the same line, as long as there is one.
    if (const auto it = first_of_site_.find(o.site);
        it != first_of_site_.end() && origins_[it->second].launch == o.launch)
      return it->second;
    if (origins_.size() >= 2 * kMostOrigins) return static_cast<OriginNumber>(origins_.size() - 1);
  }
  if (const auto it = numbers_.find(key); it != numbers_.end()) return it->second;
  origins_.push_back(o);
  first_of_site_[o.site] = static_cast<OriginNumber>(origins_.size() - 1);
  return numbers_[key] = static_cast<OriginNumber>(origins_.size() - 1);
}

uint64_t UndefinedBook::bytes() const {
  constexpr uint64_t kOfNumber = 80;  // of a node of the map
  return origins_.size() * sizeof(Origin) + numbers_.size() * kOfNumber;
}

int UndefinedBook::line_of(uint32_t site, uint32_t launch) const {
  const std::vector<Site>& sites = program_of(launch).sites;
  return site < sites.size() ? sites[site].line : 0;
}

void UndefinedBook::add(UndefinedUse use, uint32_t site, uint32_t block, uint32_t thread,
                        OriginNumber origin) {
  add(use, {site, block, thread, origin, 0, 0, 0, launch_number_});
}

void UndefinedBook::add_result(const UndefinedStore& s, uint64_t element, uint32_t element_bytes) {
  add(UndefinedUse::result,
      {s.site, s.block, s.thread, s.origin, element, 0, element_bytes, s.launch});
}

void UndefinedBook::add(UndefinedUse use, const Entry& entry) {
  const auto place = [&](uint32_t s) {
    const int line = line_of(s, entry.launch);
    return line > 0 ? line : (int64_t{entry.launch} << 32) + s;
  };
  const Origin& o = origins_[entry.origin];
  Entry& e = entries_[{use, place(entry.site), o.launch == entry.launch ? place(o.site) : 0}];
  const uint64_t count = e.count + 1;
  if (count == 1 ||
      std::tuple(entry.launch, entry.block, entry.thread) < std::tuple(e.launch, e.block, e.thread))
    e = entry;
  e.count = count;
}

Told UndefinedBook::told_of_variable(UndefinedUse use, const Entry& e, const Origin& o) const {
  if (o.bytes != 0 || o.launch != e.launch) return {};
  const Program& program = program_of(e.launch);
  const Site& site = program.sites[o.site];
  const ptx::Function& function = program.module->functions[site.function];
  const std::string_view name = marked_variable(function, function.body[site.index]);
  if (name.empty()) return {};
  const Saying does = what_happens_to_variable(use);
  const int line = line_of(o.site, o.launch);
  if (name == kNoReturn)
    return {line > 0 ? say(Says::of_function_without_return_on_line, does, Own::who, line)
                     : say(Says::of_function_without_return, does, Own::who),
            say(Says::let_every_path_return)};
  const bool is_elsewhere = line > 0 && line != line_of(e.site, e.launch);
  return {say(Says::of_variable_not_set, does, name, Own::who),
          is_elsewhere ? say(Says::give_value_where_declared_on_line, line)
                       : say(Says::give_value_where_declared)};
}

Told UndefinedBook::told_of_quotient(UndefinedUse use, const Origin& o, int own_line) const {
  const Program& program = program_of(o.launch);
  const Site& site = program.sites[o.site];
  const ptx::Instruction& division = program.module->functions[site.function].body[site.index];
  const unsigned unused = 64 - 8 * ptx::bytes_of(division.type());
  const uint64_t bits = o.address << unused;
  const std::string dividend = ptx::is_signed(division.type())
                                   ? fmt::format("{}", static_cast<int64_t>(bits) >> unused)
                                   : fmt::format("{}", bits >> unused);
  const Saying where =
      site.line > 0 && site.line != own_line ? say(Says::on_line, site.line) : Saying{};
  const char* const sign = division.opcode == "rem" ? "%" : "/";
  const bool is_too_large = o.quotient == Quotient::too_large;
  return {say(is_too_large ? Says::of_too_large_quotient : Says::of_division_by_zero,
              what_happens(use), dividend, sign, Own::who, where),
          say(is_too_large ? Says::quotient_undefined : Says::check_divisor)};
}

// Heaps lie behind all else, each launch's behind those before it.
bool UndefinedBook::is_heap(const Origin& o) const {
  const uint64_t first_heap = launch_->memory.first_heap;
  return o.bytes != 0 && o.space == ptx::Space::global && first_heap != 0 &&
         o.address >= first_heap;
}

void UndefinedBook::report(Runner& runner, const FoundRaces& races) const {
  for (const auto& [key, e] : entries_) {
    const Origin& o = origins_[e.origin];
    // Read too early, not never written: the race says it.
    if (o.bytes != 0 && o.launch == launch_number_ && races.reads_raced_at(o.site)) continue;
    // What buffers, shared memory and other lanes give is decided where the kernel is as it was
    // written. An optimiser that knows malloc() may leave nothing of a read behind it.
    const bool is_variable = o.missing_lane == MissingLane::none && o.quotient == Quotient::none &&
                             (o.bytes == 0 || o.space == ptx::Space::local || is_heap(o));
    if (launch_->options->only_undefined_variables && !is_variable) continue;
    RawFinding f = finding_of(e, o);
    tell(f, std::get<0>(key), e, o);
    runner.report(std::move(f));
  }
}

RawFinding UndefinedBook::finding_of(const Entry& e, const Origin& o) const {
  RawFinding f;
  f.kind = FindingKind::uninitialized;
  f.site = e.site;
  f.other_site = o.launch == e.launch ? o.site : 0;
  if (e.launch != launch_number_) {
    f.earlier_launch = e.launch;
    f.earlier_program = launches_[e.launch - 1].program;
    f.made_by = launches_[e.launch - 1].launch;
  }
  f.block = e.block;
  f.thread = e.thread;
  f.other_block = o.block;
  f.other_thread = o.thread;
  f.address = o.address;
  f.bytes = o.bytes;
  f.space = o.space;
  f.count = e.count;
  return f;
}

void UndefinedBook::tell(RawFinding& f, UndefinedUse use, const Entry& e, const Origin& o) const {
  const int line = o.launch == e.launch ? line_of(o.site, o.launch) : 0;
  const int own_line = line_of(e.site, e.launch);
  const bool is_elsewhere = line > 0 && line != own_line;
  const Says does = what_happens(use);
  if (o.missing_lane != MissingLane::none) {
    f.told = {is_elsewhere ? say(Says::of_shuffle_line, does, line, o.address, Own::who)
                           : say(Says::of_shuffle, does, o.address, Own::who),
              why_missing(o.missing_lane)};
    return;
  }
  if (o.quotient != Quotient::none) {
    f.kind = FindingKind::undefined_behavior;
    f.told = told_of_quotient(use, o, own_line);
    return;
  }
  f.told = told_of_variable(use, e, o);
  if (!f.told.empty()) {
    if (use == UndefinedUse::result) {  // the element is what it was stored in
      f.address = e.element;
      f.bytes = e.element_bytes;
      f.space = ptx::Space::global;
    }
    return;
  }
  if (o.bytes == 0) {
    f.told.what = say(Says::of_variable_without_value, does);
    return;
  }
  const Saying read = is_elsewhere ? say(Says::read_on_line, line) : Saying{};
  if (is_heap(o)) {
    f.bytes = 0;  // it has no name
    f.told.what = say(Says::of_heap_without_value, does, read);
    return;
  }
  if (o.space == ptx::Space::local) {
    f.told = {say(Says::of_local_without_value, does, Own::element, read, Own::who),
              say(Says::give_each_element_value)};
    return;
  }
  f.told.what = say(o.space == ptx::Space::shared ? Says::of_element_no_thread_wrote
                                                  : Says::of_element_nobody_wrote,
                    does, Own::element, read, Own::who,
                    use == UndefinedUse::update ? Says::updates_it : Says::uses_it);
}

}  // namespace warplab::sim
