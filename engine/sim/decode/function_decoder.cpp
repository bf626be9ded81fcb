#include "sim/decode/function_decoder.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "ptx/operand_check.hpp"
#include "sim/execute/barrier.hpp"
#include "sim/execute/control.hpp"
#include "sim/execute/special.hpp"
#include "sim/execute/warp_exchange.hpp"
#include "sim/observe/observer.hpp"

namespace warplab::sim {
namespace {

using ptx::Operand;
using ptx::Space;

// Places are offsets of 31 bits; what a frame or the constants may have stays far below.
constexpr size_t kMostPlaces = size_t{1} << 28;

// Of sizes that ptx::size_fault() has bounded.
uint32_t round_up(uint64_t value, uint64_t unit) {
  return static_cast<uint32_t>((value + unit - 1) / unit * unit);
}

// "add.rn.f32" and "add.f32" are one: .rn is what they do without a modifier.
std::string row_spelling(const ptx::Instruction& i, const std::vector<std::string>& dropped) {
  std::string s = i.opcode;
  if (i.has("relu"))
    s += ".relu";  // stands before the type in some instructions, behind it in others
  for (const std::string& m : i.modifiers)
    if (m != "relu" && std::ranges::find(dropped, m) == dropped.end()) s += "." + m;
  return s;
}

bool is_bool_op(const std::string& m) { return m == "and" || m == "or" || m == "xor"; }

// What an instruction that reads such a special register does.
std::string unknown_register(std::string_view name) {
  if (name.starts_with("%envreg"))
    return fmt::format(
        "reads {}, which only cooperative launches set: a kernel here cannot wait "
        "for the whole grid (grid.sync()), so let a later launch go on instead",
        name);
  return fmt::format("reads {}, which the simulator does not have", name);
}

}  // namespace

Place ConstantPool::of(uint64_t bits, unsigned bytes) {
  if (bytes == 4) bits = static_cast<uint32_t>(bits);
  const auto [it, is_new] = places_.try_emplace({bits, bytes}, 0);
  if (!is_new) return it->second;
  it->second = kConstantPlace | static_cast<Place>(bytes_.size());
  for (unsigned l = 0; l < kLanes; ++l) {
    const auto* from = reinterpret_cast<const uint8_t*>(&bits);
    bytes_.insert(bytes_.end(), from, from + bytes);
  }
  return it->second;
}

std::vector<Program::Chunk> ConstantPool::chunks() const {
  std::vector<Program::Chunk> chunks((bytes_.size() + 63) / 64);
  if (!bytes_.empty()) std::memcpy(chunks.data(), bytes_.data(), bytes_.size());
  return chunks;
}

Place ConstantPool::predicate(bool value) {
  // All lanes of a 32-bit constant look the same, and so does a mask of ones or zeros.
  return of(value ? ~0u : 0u, 4);
}

FunctionDecoder::FunctionDecoder(const DecodeRequest& request, Program& program, ConstantPool& pool,
                                 uint32_t function)
    : request_(request),
      program_(program),
      pool_(pool),
      module_(*request.module),
      function_(module_.functions[function]),
      number_(function),
      body_(function_.body),
      flow_(ptx::control_flow(function_)),
      registers_(place_registers(function_, flow_)) {
  for (const ptx::Function& f : module_.functions)
    for (const ptx::Instruction& i : f.body) has_async_copies_ |= i.opcode == "cp";
}

const Operand& FunctionDecoder::operand(size_t k) const {
  if (k >= inst().operands.size())
    fail(fmt::format("has {} operands, {} expected", inst().operands.size(), k + 1));
  return inst().operands[k];
}

void FunctionDecoder::unsupported() const { fail("is not supported by the simulator"); }

Result<bool> FunctionDecoder::decode() {
  FunctionCode& code = program_.functions[number_];
  code.ptx_function = number_;
  if (const auto fault = ptx::size_fault(function_))
    return Error{fmt::format("{} {}.", function_.name, *fault)};
  // Parameter areas behind the registers.
  uint32_t frame = round_up(registers_.bytes, 64);
  code.areas_begin = frame;
  const auto area = [&](const ptx::Variable& v) {
    ParameterArea a{frame, static_cast<uint32_t>(v.bytes)};
    frame += round_up(v.bytes, 4) * kLanes;
    return a;
  };
  if (function_.is_kernel) {
    kernel_parameter_offsets_ = parameter_layout(function_).offsets;
  } else {
    for (const auto& p : function_.parameters) parameters_.push_back(area(p));
    for (const auto& r : function_.returns) results_.push_back(area(r));
  }
  uint64_t local = 0;
  for (const auto& v : function_.variables) {
    variables_.push_back(v.space == Space::param ? area(v) : ParameterArea{});
    if (v.space == Space::local) {
      local = round_up(local, std::max<uint32_t>(v.alignment, 4));
      local_offsets_.push_back(local);
      local += round_up(v.bytes, 4);
    } else {
      local_offsets_.push_back(0);
    }
  }
  carry_ = frame;
  frame += 64;
  code.areas_bytes = frame - code.areas_begin;
  registers_.bytes = frame;
  code.local_bytes = round_up(local, 16);
  code.parameters = parameters_;
  code.results = results_;
  code.zeroed = registers_.zeroed;
  code.zeroed_bytes = registers_.zeroed_bytes;

  std::vector<bool> is_merge(flow_.blocks.size(), false);
  for (const auto& b : flow_.blocks)
    if (b.successors.size() > 1 && b.immediate_post_dominator != ptx::kFunctionExit)
      is_merge[b.immediate_post_dominator] = true;

  first_site_ = static_cast<uint32_t>(program_.sites.size());
  for (uint32_t k = 0; k < body_.size(); ++k)
    program_.sites.push_back(
        {number_, k, ptx::source_line(module_, function_, k, request_.student_file)});

  code.entry = here();
  block_code_.resize(flow_.blocks.size());
  try {
    for (uint32_t b = 0; b < flow_.blocks.size(); ++b) {
      const auto& block = flow_.blocks[b];
      block_code_[b] = here();
      Inst start;
      start.run = is_merge[b] ? enter_merge_block : enter_block;
      start.imm = block.last - block.first;
      start.aux = static_cast<uint32_t>(program_.blocks.size());
      start.site = first_site_ + block.first;
      program_.blocks.push_back({number_, b, block.last - block.first, first_site_ + block.first});
      emit(start);
      carry_from_ = CarryFrom::nothing;
      for (index_ = block.first; index_ < block.last; ++index_) instruction(index_);
    }
    // Falling off the end is a return.
    Inst end;
    end.run = function_return;
    end.site = body_.empty() ? 0 : first_site_ + static_cast<uint32_t>(body_.size()) - 1;
    emit(end);
  } catch (const Failure& f) {
    const int line = program_.sites[first_site_ + index_].line;
    const std::string where = line > 0 ? fmt::format("{}, line {}", request_.student_file, line)
                                       : fmt::format("PTX line {}", inst().ptx_line);
    return Error{fmt::format("{}: the instruction {} {}.", where, inst().spelling(), f.what)};
  }
  for (const Fixup& f : fixups_) {
    Inst& i = program_.code[f.code];
    const uint32_t to = f.block == ptx::kFunctionExit ? kNowhere : block_code_[f.block];
    if (f.what == Fixup::What::target) i.imm = to;
    else if (f.what == Fixup::What::merge) i.c = to;
    else program_.branch_tables[i.aux][f.table_index] = to;
  }
  code.frame_bytes = round_up(registers_.bytes, 64);
  return true;
}

void FunctionDecoder::depends_on_order(std::string operation) {
  program_.order_sites.push_back({first_site_ + index_, std::move(operation)});
}

void FunctionDecoder::emit(Inst i) {
  program_.code.push_back(i);
  program_.uses.emplace_back();
}

void FunctionDecoder::instruction(uint32_t index) {
  if (const auto fault = ptx::operand_fault(module_, function_, inst())) fail(*fault);
  Inst i;
  i.site = first_site_ + index;
  const std::string& op = inst().opcode;
  const bool own_guard = op == "bra" || op == "brx" || op == "ret" || op == "exit";
  if (inst().guard) {
    i.guard = registers_.places[*inst().guard];
    if (inst().guard_negated) i.flags |= kGuardNegated;
  }
  // What ends a turn cannot run under a temporary mask: the others go around it.
  static const std::vector<std::string> kTurnEnders = {"bar",  "barrier", "call",  "shfl",
                                                       "vote", "match",   "redux", "elect"};
  const bool goes_around =
      inst().guard && std::ranges::find(kTurnEnders, inst().opcode) != kTurnEnders.end();
  uint32_t around = 0;
  if (goes_around) {
    Inst guard = i;
    guard.run = guard_around;
    around = here();
    emit(guard);
    i.guard = kNowhere;
    i.flags = 0;
  }
  if (!(control(i) || memory(i) || exchange(i) || move(i) || arithmetic(i))) unsupported();
  if (inst().guard && !own_guard && !goes_around) {
    i.inner = i.run;
    i.run = guarded;
  }
  emit(i);
  // The observers of exact tracking see the registers of the PTX instruction at its main record.
  InstUse& use = program_.uses.back();
  const RegisterAccess access = register_access(inst());
  const auto add = [&](const std::vector<uint32_t>& from, std::vector<OperandUse>& to) {
    for (uint32_t r : from) {
      const uint32_t bytes = lane_bytes(function_.registers[r].type);
      to.push_back({registers_.places[r],
                    static_cast<uint8_t>(bytes == kBytesPerPredicate ? 0 : bytes / kLanes)});
    }
  };
  add(access.reads, use.reads);
  add(access.writes, use.writes);
  const bool meets_behind = inst().opcode == "call" && i.run == call_indirect;
  if (goes_around || meets_behind) {
    const uint32_t at = here();
    Inst meet;
    meet.run = meet_again;
    meet.site = i.site;
    emit(meet);
    if (goes_around) program_.code[around].c = at;
  }
}

// --- operands
// --------------------------------------------------------------------------------------

unsigned FunctionDecoder::register_bytes(const Operand& o) const {
  if (o.kind != Operand::Kind::reg) fail("needs a register");
  const auto bytes = lane_bytes(function_.registers[o.reg].type);
  return bytes == kBytesPerPredicate ? 0 : bytes / kLanes;
}

Place FunctionDecoder::scratch(unsigned bytes) {
  if (registers_.bytes > kMostPlaces) fail("is one of more than a function may have");
  const Place p = round_up(registers_.bytes, 64);
  registers_.bytes = p + bytes * kLanes;
  return p;
}

Place FunctionDecoder::constant(uint64_t bits, unsigned bytes) {
  if (pool_.bytes() > kMostPlaces) fail("names one of more constants than a module may have");
  return pool_.of(bits, bytes);
}

std::optional<uint64_t> FunctionDecoder::symbol_address(const Operand& o) const {
  using Kind = ptx::SymbolRef::Kind;
  const auto offset = static_cast<uint64_t>(o.offset);
  if (o.symbol.kind == Kind::function) return kFunctionWindow + 16 * o.symbol.index + offset;
  if (o.symbol.kind == Kind::module_variable) {
    const ptx::Variable& v = module_.variables[o.symbol.index];
    if (v.space == Space::shared) {
      for (const auto& e : program_.shared.entries)
        if (e.name == v.name) return e.begin + offset;
      return std::nullopt;
    }
    return request_.variable_address(o.symbol.index) + offset;
  }
  if (o.symbol.kind == Kind::function_variable) {
    const ptx::Variable& v = function_.variables[o.symbol.index];
    if (v.space == Space::shared) {
      for (const auto& e : program_.shared.entries)
        if (e.name == v.name) return e.begin + offset;
    }
    return std::nullopt;
  }
  if (o.symbol.kind == Kind::parameter && function_.is_kernel)
    return kernel_parameter_offsets_[o.symbol.index] + offset;
  return std::nullopt;
}

Place FunctionDecoder::place(const Operand& o, unsigned bytes) {
  switch (o.kind) {
    case Operand::Kind::reg: {
      const unsigned have = register_bytes(o);
      if (have == 0) fail("reads a predicate where a number is expected");
      if (have == bytes) return registers_.places[o.reg];
      if (have == 8 && bytes == 4) {  // the lower half of each lane
        Inst narrow;
        narrow.run = move_wide_low;
        narrow.site = first_site_ + index_;
        narrow.a = registers_.places[o.reg];
        narrow.d = scratch(4);
        emit(narrow);
        return narrow.d;
      }
      fail(fmt::format("reads the {}-byte register {} where {} bytes are expected", have,
                       function_.registers[o.reg].name, bytes));
    }
    case Operand::Kind::immediate: {
      // A decimal literal such as 1.5 is a double to the parser, whatever the instruction's type.
      const ptx::Type type = inst().type();
      if (o.immediate_type == ptx::Type::f64 && bytes == 4 && type == ptx::Type::f32)
        return constant(std::bit_cast<uint32_t>(static_cast<float>(std::bit_cast<double>(o.bits))),
                        4);
      return constant(o.bits, bytes);
    }
    case Operand::Kind::special: {
      const SpecialRegister special = special_register(o.text);
      if (!special.read) fail(unknown_register(o.text));
      if (special.orders_blocks) program_.order_dependent = true, depends_on_order();
      Inst read;
      read.run = special.read;
      read.site = first_site_ + index_;
      read.d = scratch(special.wide ? 8 : 4);
      emit(read);
      if (special.wide && bytes == 4) {
        Inst narrow;
        narrow.run = move_wide_low;
        narrow.site = read.site;
        narrow.a = read.d;
        narrow.d = scratch(4);
        emit(narrow);
        return narrow.d;
      }
      if (!special.wide && bytes == 8) fail(fmt::format("reads {} as 64 bits", o.text));
      return read.d;
    }
    case Operand::Kind::symbol: {
      if (const auto address = symbol_address(o)) return constant(*address, bytes);
      if (o.symbol.kind == ptx::SymbolRef::Kind::function_variable &&
          function_.variables[o.symbol.index].space == Space::local) {
        Inst base;
        base.run = bytes == 8 ? local_address : local_address_narrow;
        base.site = first_site_ + index_;
        base.imm = local_offsets_[o.symbol.index] + static_cast<uint64_t>(o.offset);
        base.d = scratch(bytes);
        emit(base);
        return base.d;
      }
      fail("takes the address of something that has none");
    }
    default: fail("has an operand of a kind that is not expected here");
  }
}

Place FunctionDecoder::predicate(const Operand& o, bool* negated) {
  if (o.kind == Operand::Kind::immediate) {
    if (negated) *negated = false;
    return pool_.predicate(o.bits != 0);
  }
  if (o.kind != Operand::Kind::reg || register_bytes(o) != 0) fail("expects a predicate");
  if (negated) *negated = o.negated;
  else if (o.negated) fail("cannot take a negated predicate here");
  return registers_.places[o.reg];
}

Place FunctionDecoder::destination(const Operand& o, unsigned bytes) {
  if (o.kind == Operand::Kind::sink) return bytes ? scratch(bytes) : kNowhere;
  if (o.kind != Operand::Kind::reg) fail("must write a register");
  const unsigned have = register_bytes(o);
  if (have != bytes)
    fail(fmt::format("writes {} bytes to the {}-byte register {}", bytes, have,
                     function_.registers[o.reg].name));
  return registers_.places[o.reg];
}

Place FunctionDecoder::predicate_destination(const Operand& o) {
  if (o.kind == Operand::Kind::sink) return kNowhere;
  if (o.kind != Operand::Kind::reg || register_bytes(o) != 0) fail("must write a predicate");
  return registers_.places[o.reg];
}

uint32_t FunctionDecoder::vector(const Operand& o, unsigned bytes) {
  VectorOperand v;
  for (const Operand& e : o.elements)
    v.places.push_back(e.kind == Operand::Kind::sink ? scratch(bytes) : place(e, bytes));
  program_.vectors.push_back(std::move(v));
  return static_cast<uint32_t>(program_.vectors.size() - 1);
}

ParameterArea FunctionDecoder::area_of(const ptx::SymbolRef& symbol) const {
  using Kind = ptx::SymbolRef::Kind;
  if (symbol.kind == Kind::parameter && !function_.is_kernel) return parameters_[symbol.index];
  if (symbol.kind == Kind::return_value) return results_[symbol.index];
  if (symbol.kind == Kind::function_variable) return variables_[symbol.index];
  fail("names a parameter that cannot be reached from here");
}

// --- control flow
// ------------------------------------------------------------------------------------

bool FunctionDecoder::polls(uint32_t from, uint32_t to) const {
  static const std::vector<std::string> kOrdered = {"volatile", "relaxed", "acquire", "release",
                                                    "acq_rel"};
  for (uint32_t k = from; k <= to && k < body_.size(); ++k) {
    const ptx::Instruction& i = body_[k];
    if (i.opcode == "atom" || i.opcode == "red" || i.opcode == "membar" || i.opcode == "fence" ||
        i.opcode == "nanosleep")
      return true;
    for (const std::string& m : i.modifiers)
      if (std::ranges::find(kOrdered, m) != kOrdered.end()) return true;
  }
  return false;
}

void FunctionDecoder::branch(Inst& i) {
  const bool indexed = inst().opcode == "brx";
  const uint32_t block = flow_.block_of[index_];
  if (indexed) {
    i.run = branch_indexed;
    i.a = place(operand(0), 4);
    i.aux = static_cast<uint32_t>(program_.branch_tables.size());
    const auto& targets = operand(1).elements;
    program_.branch_tables.emplace_back(targets.size());
    for (uint32_t k = 0; k < targets.size(); ++k)
      fixups_.push_back({Fixup::What::table, here(), flow_.block_of[targets[k].target], k});
    i.memory = program_.branch_site_count++;
    program_.branch_sites.push_back(i.site);
    fixups_.push_back(
        {Fixup::What::merge, here(), flow_.blocks[block].immediate_post_dominator, 0});
    return;
  }
  const Operand& target = operand(0);
  if (target.kind != Operand::Kind::label) fail("must name a label");
  i.run = inst().guard ? sim::branch : jump;
  if (target.target <= index_ && polls(target.target, index_)) i.flags |= kPollingLoop;
  if (target.target >= body_.size()) {  // a label behind the last instruction: the function's end
    fail("jumps behind the last instruction");
  }
  fixups_.push_back({Fixup::What::target, here(), flow_.block_of[target.target], 0});
  if (inst().guard) {
    i.aux = program_.branch_site_count++;
    program_.branch_sites.push_back(i.site);
    fixups_.push_back(
        {Fixup::What::merge, here(), flow_.blocks[block].immediate_post_dominator, 0});
  }
}

void FunctionDecoder::call(Inst& i) {
  // call (ret), name, (args); any of the lists may be missing.
  CallSite site;
  const Operand* target = nullptr;
  std::vector<const Operand*> lists_before, lists_after;
  for (const Operand& o : inst().operands) {
    if (o.kind == Operand::Kind::list) (target ? lists_after : lists_before).push_back(&o);
    else if (!target) target = &o;
  }
  if (!target) fail("names no function");
  if (!lists_before.empty())
    for (const Operand& o : lists_before[0]->elements) site.results.push_back(area_of(o.symbol));
  if (!lists_after.empty())
    for (const Operand& o : lists_after[0]->elements) {
      if (!o.has_symbol && o.kind != Operand::Kind::symbol)
        fail("passes an argument that is no parameter");
      site.arguments.push_back(area_of(o.symbol));
    }
  if (target->kind == Operand::Kind::reg) {
    i.run = call_indirect;
    i.a = place(*target, 8);
  } else {
    if (target->kind != Operand::Kind::symbol ||
        target->symbol.kind != ptx::SymbolRef::Kind::function)
      fail("does not name a function");
    const ptx::Function& callee = module_.functions[target->symbol.index];
    if (callee.has_body) {
      i.run = call_direct;
      i.imm = target->symbol.index;
      site.function = static_cast<int>(target->symbol.index);
    } else if (callee.name == "vprintf") {
      i.run = call_printf;
      program_.order_dependent = true;
    } else if (callee.name == "__assertfail") {
      i.run = call_assert_fail;
    } else if (callee.name == "malloc") {
      i.run = call_malloc;
      program_.order_dependent = true;
      depends_on_order();
    } else if (callee.name == "free") {
      i.run = call_free;
      program_.order_dependent = true;
    } else {
      fail(fmt::format("calls {}, which the simulator does not have", callee.name));
    }
  }
  i.aux = static_cast<uint32_t>(program_.calls.size());
  program_.calls.push_back(std::move(site));
}

void FunctionDecoder::barrier(Inst& i) {
  const ptx::Instruction& p = inst();
  if (p.has("warp")) {
    i.run = warp_barrier;
    i.a = place(operand(0), 4);
    return;
  }
  if (p.has("cluster")) unsupported();
  i.run = block_barrier;
  i.aux = program_.branch_site_count++;
  program_.branch_sites.push_back(i.site);
  size_t next = 0;
  BarrierKind kind = p.has("arrive") ? BarrierKind::arrive : BarrierKind::sync;
  if (p.has("red")) {
    kind = p.has("popc")  ? BarrierKind::red_popc
           : p.has("and") ? BarrierKind::red_and
                          : BarrierKind::red_or;
    const Operand& d = operand(next++);
    i.d = kind == BarrierKind::red_popc ? destination(d, 4) : predicate_destination(d);
  }
  i.a = place(operand(next++), 4);
  size_t last = p.operands.size();
  if (p.has("red")) {
    bool negated = false;
    i.c = predicate(operand(--last), &negated);
    if (negated) i.flags |= kBarrierPredicateNegated;
  }
  if (next < last) i.b = place(operand(next), 4);
  i.flags |= static_cast<uint32_t>(kind);
}

bool FunctionDecoder::control(Inst& i) {
  const std::string& op = inst().opcode;
  if (op == "bra" || op == "brx") branch(i);
  else if (op == "ret") i.run = function_return;
  else if (op == "exit") i.run = thread_exit;
  else if (op == "call") call(i);
  else if (op == "bar" || op == "barrier") barrier(i);
  else if (op == "trap") i.run = sim::trap;
  else if (op == "brkpt" || op == "nanosleep" || op == "prefetch" || op == "prefetchu" ||
           op == "pmevent" || op == "discard" || op == "applypriority" || op == "setmaxnreg" ||
           op == "griddepcontrol")
    i.run = do_nothing;
  else if (op == "membar" || op == "fence") {
    using Scope = AccessEvent::Scope;
    i.run = memory_fence;
    const ptx::Instruction& p = inst();
    i.imm = static_cast<uint64_t>(p.has("cta")   ? Scope::block
                                  : p.has("sys") ? Scope::system
                                                 : Scope::device);
    if (p.has("proxy") || p.has("mbarrier_init")) i.run = do_nothing;
  } else {
    return false;
  }
  return true;
}

bool FunctionDecoder::exchange(Inst& i) {
  const ptx::Instruction& p = inst();
  const auto d_and_p = [&](const Operand& o, unsigned bytes) {
    if (o.kind == Operand::Kind::pair) {
      i.d =
          o.elements[0].kind == Operand::Kind::sink ? kNowhere : destination(o.elements[0], bytes);
      i.aux = predicate_destination(o.elements[1]);
    } else {
      i.d = o.kind == Operand::Kind::sink ? kNowhere : destination(o, bytes);
      i.aux = kNowhere;
    }
  };
  if (p.opcode == "shfl") {
    i.run = shuffle_handler(p.has("up")     ? Shuffle::up
                            : p.has("down") ? Shuffle::down
                            : p.has("bfly") ? Shuffle::butterfly
                                            : Shuffle::index);
    d_and_p(operand(0), 4);
    i.a = place(operand(1), 4);
    i.b = place(operand(2), 4);
    i.c = place(operand(3), 4);
    i.imm = place(operand(4), 4);
  } else if (p.opcode == "vote") {
    const bool ballot = p.has("ballot");
    i.run = vote_handler(ballot         ? Vote::ballot
                         : p.has("all") ? Vote::all
                         : p.has("any") ? Vote::any
                                        : Vote::uniform);
    i.d = ballot ? destination(operand(0), 4) : predicate_destination(operand(0));
    bool negated = false;
    i.a = predicate(operand(1), &negated);
    if (negated) i.flags |= kVoteNegated;
    i.imm = place(operand(2), 4);
  } else if (p.opcode == "match") {
    const bool wide = p.type() == ptx::Type::b64;
    i.run = match_handler(p.has("all"), wide);
    d_and_p(operand(0), 4);
    i.a = place(operand(1), wide ? 8 : 4);
    i.imm = place(operand(2), 4);
  } else if (p.opcode == "redux") {
    const bool is_signed = p.type() == ptx::Type::s32;
    if (ptx::is_float(p.type())) unsupported();
    i.run = reduction_handler(
        p.has("add")   ? Reduction::add
        : p.has("min") ? (is_signed ? Reduction::min_signed : Reduction::min_unsigned)
        : p.has("max") ? (is_signed ? Reduction::max_signed : Reduction::max_unsigned)
        : p.has("and") ? Reduction::and_
        : p.has("or")  ? Reduction::or_
                       : Reduction::xor_);
    i.d = destination(operand(0), 4);
    i.a = place(operand(1), 4);
    i.imm = place(operand(2), 4);
  } else if (p.opcode == "activemask") {
    i.run = active_mask;
    i.d = destination(operand(0), 4);
  } else if (p.opcode == "elect") {
    i.run = elect;
    d_and_p(operand(0), 4);
    i.imm = place(operand(1), 4);
  } else {
    return false;
  }
  return true;
}

// --- moves and arithmetic
// ------------------------------------------------------------------------------

bool FunctionDecoder::move(Inst& i) {
  const ptx::Instruction& p = inst();
  if (p.opcode == "cvta") {
    const Space space = p.space();
    const uint64_t window = space == Space::shared  ? kSharedWindow
                            : space == Space::local ? kLocalWindow
                            : space == Space::param ? kParamWindow
                                                    : 0;
    const Row* row = arithmetic_rows().find(p.has("to") ? "sub.u64" : "add.u64");
    i.run = row->run;
    i.d = destination(operand(0), 8);
    i.a = place(operand(1), 8);
    i.b = constant(window, 8);
    return true;
  }
  if (p.opcode == "isspacep") {
    i.run = is_in_space;
    i.d = predicate_destination(operand(0));
    i.a = place(operand(1), 8);
    const Space space = p.space();
    i.imm = space == Space::shared  ? kSharedWindow
            : space == Space::local ? kLocalWindow
            : space == Space::param ? kParamWindow
                                    : 0;
    if (space == Space::constant) i.flags |= kIsConstant;
    return true;
  }
  if (p.opcode != "mov") return false;
  const Operand &d = operand(0), &a = operand(1);
  if (d.kind == Operand::Kind::vector || a.kind == Operand::Kind::vector) {
    const unsigned whole = ptx::bytes_of(p.type());
    const Operand& parts = d.kind == Operand::Kind::vector ? d : a;
    if (d.kind == a.kind || parts.elements.empty()) unsupported();
    const unsigned part = whole / static_cast<unsigned>(parts.elements.size());
    if (part != 2 && part != 4 && part != 8) unsupported();
    VectorOperand v;
    for (const Operand& e : parts.elements)
      v.places.push_back(e.kind == Operand::Kind::sink ? kNowhere : place(e, part == 8 ? 8 : 4));
    i.aux = static_cast<uint32_t>(program_.vectors.size());
    program_.vectors.push_back(std::move(v));
    i.flags |= part;
    const unsigned bytes = whole > 8 ? 16 : whole == 8 ? 8 : 4;
    if (d.kind == Operand::Kind::vector) {
      i.run = unpack;
      if (bytes == 16) {
        if (a.kind != Operand::Kind::reg) unsupported();
        i.a = registers_.places[a.reg];
      } else {
        i.a = place(a, bytes);
      }
    } else {
      i.run = pack;
      i.d = destination(d, bytes);
    }
    return true;
  }
  if (a.kind == Operand::Kind::special) {
    const SpecialRegister special = special_register(a.text);
    if (!special.read) fail(unknown_register(a.text));
    const unsigned wanted = d.kind == Operand::Kind::reg ? register_bytes(d) : special.wide ? 8 : 4;
    if (special.wide == (wanted == 8)) {
      i.run = special.read;
      i.d = destination(d, special.wide ? 8 : 4);
      if (special.orders_blocks) program_.order_dependent = true, depends_on_order();
      return true;
    }
  }
  return false;  // register, immediate and symbol moves are rows
}

bool FunctionDecoder::arithmetic(Inst& i) {
  const ptx::Instruction& p = inst();
  const std::string& op = p.opcode;
  static const std::vector<std::string> kNearestByDefault = {"add", "sub", "mul", "fma",
                                                             "mad", "div", "rcp", "sqrt"};
  std::vector<std::string> dropped;
  if (std::ranges::find(kNearestByDefault, op) != kNearestByDefault.end())
    dropped = {"rn", "noftz"};
  BoolOp bool_op = BoolOp::none;
  const bool compares = op == "setp" || op == "set";
  if (compares && p.modifiers.size() > 1 && is_bool_op(p.modifiers[1])) {
    bool_op = p.modifiers[1] == "and"  ? BoolOp::and_
              : p.modifiers[1] == "or" ? BoolOp::or_
                                       : BoolOp::xor_;
    dropped.push_back(p.modifiers[1]);
  }
  const Row* row = arithmetic_rows().find(row_spelling(p, dropped));
  if (!row) return false;
  i.run = row->run;
  const Operand& d = operand(0);
  if (op == "setp" || op == "testp") {
    const bool pair = d.kind == Operand::Kind::pair;
    i.d = predicate_destination(pair ? d.elements[0] : d);
    i.aux = pair ? predicate_destination(d.elements[1]) : kNowhere;
  } else {
    i.d = row->d == kPredicate ? predicate_destination(d) : destination(d, row->d);
  }
  const auto source = [&](size_t k, uint8_t bytes) -> Place {
    if (bytes == 0) return kNowhere;
    if (bytes != kPredicate) return place(operand(k), bytes);
    bool negated = false;
    const Place at = predicate(operand(k), &negated);
    if (negated) {
      if (op != "selp") fail("cannot take a negated predicate here");
      i.flags |= kBoolNegated;
    }
    return at;
  };
  i.a = source(1, row->a);
  i.b = source(2, row->b);
  i.c = source(3, row->c);
  if (op == "testp") i.b = i.a;  // the loop reads both
  if (bool_op != BoolOp::none) {
    bool negated = false;
    i.c = predicate(operand(3), &negated);
    i.flags |= static_cast<uint32_t>(bool_op) | (negated ? kBoolNegated : 0);
  }
  if (op == "bfi") i.aux = place(operand(4), 4);
  if (op == "lop3") {
    if (operand(4).kind != Operand::Kind::immediate) fail("needs a constant table");
    i.imm = operand(4).bits;
  }
  const bool carries = p.has("cc") || op == "addc" || op == "subc" || op == "madc";
  if (carries) {
    const bool reads = op.back() == 'c', subtracts = op.starts_with("sub");
    const CarryFrom here = subtracts ? CarryFrom::subtraction : CarryFrom::addition;
    if (reads && carry_from_ != here) {
      Inst wrong;
      wrong.run = undefined_carry;
      wrong.site = i.site;
      wrong.guard = i.guard;
      wrong.flags = i.flags & kGuardNegated;
      wrong.imm = carry_from_ != CarryFrom::nothing;
      // What nothing has set is the same on every run.
      program_.functions[number_].zeroed.push_back(carry_);
      program_.functions[number_].zeroed_bytes.push_back(kBytesPerPredicate);
      emit_helper(wrong);
    }
    if (p.has("cc")) carry_from_ = here;
    i.aux = carry_;
    i.flags |= (op.back() == 'c' && op != "mad" ? 1u : 0u) | (p.has("cc") ? 2u : 0u);
  }
  return true;
}

}  // namespace warplab::sim
