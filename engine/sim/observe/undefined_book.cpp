#include "sim/observe/undefined_book.hpp"

#include <fmt/format.h>

#include "sim/observe/instruction_facts.hpp"

namespace warplab::sim {
namespace {

// Each is an element of a sentence, of which one for each pair of lines is told: more than the
// first few are never read. 100 bytes each.
constexpr size_t kMostOrigins = 1u << 16;

// The variable of compile/headers/warplab_undefined.h that stands for what no `return` gave.
constexpr std::string_view kNoReturn = "warplab_undefined_return";

std::string_view what_happens(UndefinedUse use) {
  switch (use) {
    case UndefinedUse::address: return "computes an address from";
    case UndefinedUse::decision: return "branches on";
    case UndefinedUse::operand: return "passes to an atomic a value that comes from";
    case UndefinedUse::update: return "atomically updates";
    case UndefinedUse::result: return "stores as a result a value that comes from";
  }
  return {};
}

// Behind "a shuffle that reads lane 17 of the warp: ".
std::string_view why_missing(MissingLane why) {
  switch (why) {
    case MissingLane::none: break;
    case MissingLane::does_not_exist:
      return "the block has no thread for that lane; let lanes read only from lanes that exist";
    case MissingLane::has_ended:
      return "that lane has ended before and gives no value; let every lane reach the shuffle "
             "before it returns";
    case MissingLane::not_in_mask:
      return "that lane is not in the mask of the shuffle and gives no value; name it in the mask";
    case MissingLane::elsewhere:
      return "that lane is in the mask but does not come to the shuffle; let all lanes of the mask "
             "reach the same call";
  }
  return {};
}

}  // namespace

uint32_t site_of_student(const Warp& w, const Record* i) {
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
  if (const auto it = numbers_.find(key); it != numbers_.end()) return it->second;
  if (origins_.size() >= kMostOrigins) {
    // Another place of the same line, as long as there is one.
    if (const auto it = first_of_site_.find(o.site);
        it != first_of_site_.end() && origins_[it->second].launch == o.launch)
      return it->second;
    if (origins_.size() >= 2 * kMostOrigins) return static_cast<OriginNumber>(origins_.size() - 1);
  }
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

std::string UndefinedBook::sentence_of_variable(UndefinedUse use, const Entry& e,
                                                const Origin& o) const {
  if (o.bytes != 0 || o.launch != e.launch) return {};
  const Program& program = program_of(e.launch);
  const Site& site = program.sites[o.site];
  const ptx::Function& function = program.module->functions[site.function];
  const std::string_view name = marked_variable(function, function.body[site.index]);
  if (name.empty()) return {};
  std::string what;
  switch (use) {
    case UndefinedUse::address: what = "computes an address from"; break;
    case UndefinedUse::decision: what = "branches on"; break;
    case UndefinedUse::operand: what = "passes to an atomic a value that comes from"; break;
    case UndefinedUse::update: what = "atomically updates a value that comes from"; break;
    case UndefinedUse::result: what = "stores in {element} a value that comes from"; break;
  }
  const int line = line_of(o.site, o.launch);
  if (name == kNoReturn)
    return fmt::format(
        "{} a function that {{who}} left at its closing brace{}, without a `return`; let every "
        "path through it return a value",
        what, line > 0 ? fmt::format(", on line {}", line) : "");
  const bool is_elsewhere = line > 0 && line != line_of(e.site, e.launch);
  return fmt::format(
      "{} `{}`, which {{who}} has not set before; give it a value where it is declared{}", what,
      name, is_elsewhere ? fmt::format(", on line {}", line) : "");
}

std::string UndefinedBook::sentence_of_quotient(const Origin& o, int own_line) const {
  const Program& program = program_of(o.launch);
  const Site& site = program.sites[o.site];
  const ptx::Instruction& division = program.module->functions[site.function].body[site.index];
  const unsigned unused = 64 - 8 * ptx::bytes_of(division.type());
  const uint64_t bits = o.address << unused;
  const std::string dividend = ptx::is_signed(division.type())
                                   ? fmt::format("{}", static_cast<int64_t>(bits) >> unused)
                                   : fmt::format("{}", bits >> unused);
  const std::string line =
      site.line > 0 && site.line != own_line ? fmt::format(" on line {}", site.line) : "";
  const char sign = division.opcode == "rem" ? '%' : '/';
  if (o.quotient == Quotient::too_large)
    return fmt::format(
        "{} {} -1, which {{who}} computes{}: the quotient does not fit its type, so the result is "
        "undefined",
        dividend, sign, line);
  return fmt::format(
      "{} {} 0, which {{who}} computes{}: the result of a division by zero is undefined, so check "
      "the divisor first",
      dividend, sign, line);
}

// Heaps lie behind all else, each launch's behind those before it.
bool UndefinedBook::is_heap(const Origin& o) const {
  const uint64_t first_heap = launch_->memory.first_heap;
  return o.bytes != 0 && o.space == ptx::Space::global && first_heap != 0 &&
         o.address >= first_heap;
}

void UndefinedBook::report(Runner& runner, const RaceBook& races) const {
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
    put_into_words(f, std::get<0>(key), e, o);
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

void UndefinedBook::put_into_words(RawFinding& f, UndefinedUse use, const Entry& e,
                                   const Origin& o) const {
  const int line = o.launch == e.launch ? line_of(o.site, o.launch) : 0;
  const int own_line = line_of(e.site, e.launch);
  const bool is_elsewhere = line > 0 && line != own_line;
  if (o.missing_lane != MissingLane::none) {
    const std::string where =
        is_elsewhere ? fmt::format("the shuffle of line {}", line) : "a shuffle";
    f.text = fmt::format("{} {} that reads lane {} of the warp, by {{who}}: {}", what_happens(use),
                         where, o.address, why_missing(o.missing_lane));
    return;
  }
  if (o.quotient != Quotient::none) {
    f.kind = FindingKind::undefined_behavior;
    f.text = fmt::format("{} {}", what_happens(use), sentence_of_quotient(o, own_line));
    return;
  }
  f.text = sentence_of_variable(use, e, o);
  if (!f.text.empty()) {
    if (use == UndefinedUse::result) {  // the element is what it was stored in
      f.address = e.element;
      f.bytes = e.element_bytes;
      f.space = ptx::Space::global;
    }
    return;
  }
  if (o.bytes == 0) {
    f.text = fmt::format("{} a variable that has no value yet", what_happens(use));
    return;
  }
  const std::string read = is_elsewhere ? fmt::format(", read on line {}", line) : "";
  if (is_heap(o)) {
    f.bytes = 0;  // it has no name
    f.text = fmt::format("{} memory from malloc() or new{}, into which nobody has put a value",
                         what_happens(use), read);
    return;
  }
  if (o.space == ptx::Space::local) {
    f.text = fmt::format(
        "{} {{element}}{}, in which {{who}} has stored nothing at that place; give each element or "
        "member a value first. Each thread has one of its own, and an array that the threads of "
        "the block share needs __shared__ before it",
        what_happens(use), read);
    return;
  }
  f.text = fmt::format("{} {{element}}{}, {} before {{who}} {}", what_happens(use), read,
                       o.space == ptx::Space::shared ? "which no thread of the block has written"
                                                     : "which nobody has written",
                       use == UndefinedUse::update ? "updates it" : "uses it");
}

}  // namespace warplab::sim
