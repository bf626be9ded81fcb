#include "sim/decode/function_decoder.hpp"

#include <algorithm>
#include <utility>

#include "ptx/operand_check.hpp"
#include "sim/execute/calls.hpp"
#include "sim/execute/control.hpp"
#include "sim/execute/memory.hpp"
#include "sim/execute/special.hpp"
#include "sim/work.hpp"

namespace warplab::sim {
namespace {

using ptx::Family;
using ptx::Operand;
using ptx::Space;

// Of sizes that ptx::size_fault() has bounded.
uint32_t round_up(uint64_t value, uint64_t unit) {
  return static_cast<uint32_t>((value + unit - 1) / unit * unit);
}

}  // namespace

FunctionDecoder::FunctionDecoder(const DecodeRequest& request, Program& program, ConstantPool& pool,
                                 const OnlyPrints& only_prints, uint32_t function)
    : request_(request),
      program_(program),
      pool_(pool),
      only_prints_(only_prints),
      module_(*request.module),
      function_(module_.functions[function]),
      number_(function),
      body_(function_.body),
      flow_(ptx::control_flow(function_)),
      registers_(place_registers(function_, flow_, request.registers_apart)),
      waits_(wait_loops(function_, flow_)) {
  for (const ptx::Function& f : module_.functions)
    for (const ptx::Instruction& i : f.body) {
      has_async_copies_ |= ptx::is(i, Family::copy);
      has_objects_ |= ptx::is(i, Family::object);
    }
}

const Operand& FunctionDecoder::operand(size_t k) const {
  if (k >= current().operands.size())
    fail(Says::operands_expected, current().operands.size(), k + 1);
  return current().operands[k];
}

void FunctionDecoder::unsupported() const {
  // A student has written a function, and has never seen its instructions.
  const std::string& opcode = current().opcode;
  if (opcode == "wgmma") fail(Says::not_supported_wgmma);
  if (opcode_ != nullptr && opcode_->family == Family::matrix) fail(Says::not_supported_matrix);
  fail(opcode == "discard" ? Says::not_supported_discard : Says::not_supported);
}

// Parameter areas and the carry behind the registers; local variables in a memory of their own.
void FunctionDecoder::lay_out_frame(FunctionCode& code) {
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
  code.work_of_call = work_of_call(function_);
  code.parameters = parameters_;
  code.results = results_;
  code.zeroed = registers_.zeroed;
  code.zeroed_bytes = registers_.zeroed_bytes;
}

// Each basic block begins with a micro-operation that counts it, and, where lanes may meet, waits
// for them.
void FunctionDecoder::decode_blocks() {
  std::vector<bool> is_reconvergence(flow_.blocks.size(), false);
  for (const auto& b : flow_.blocks)
    if (b.successors.size() > 1 && b.immediate_post_dominator != ptx::kFunctionExit)
      is_reconvergence[b.immediate_post_dominator] = true;
  for (uint32_t b = 0; b < flow_.blocks.size(); ++b) {
    const auto& block = flow_.blocks[b];
    block_code_[b] = here();
    slots_before_[b] = slots_so_far();
    MicroOp start;
    start.run = is_reconvergence[b] ? enter_reconvergence_block : enter_block;
    uint64_t work = 0;
    for (uint32_t k = block.first; k < block.last; ++k) work += work_of(body_[k]);
    start.imm = work << 32 | (block.last - block.first);
    start.block = static_cast<uint32_t>(program_.blocks.size());
    start.site = first_site_ + block.first;
    program_.blocks.push_back({number_, b, block.last - block.first, first_site_ + block.first});
    emit(start);
    leave_out_printing(start.site, block.last - block.first);
    carry_from_ = CarryFrom::nothing;
    for (index_ = block.first; index_ < block.last; ++index_) instruction();
  }
}

// Of a basic block, behind the micro-operation that counts it.
void FunctionDecoder::leave_out_printing(uint32_t first_site, uint32_t instructions) {
  MicroOp out;
  out.run = count_less;
  out.site = first_site;
  for (uint32_t k = 0; k < instructions; ++k)
    out.imm += program_.sites[first_site + k].serves_printf;
  if (out.imm != 0) emit(out);
}

// Branches may go to blocks that were decoded after them.
void FunctionDecoder::resolve_fixups() {
  for (const Fixup& f : fixups_) {
    MicroOp& i = program_.code[f.code];
    const uint32_t to = f.block == ptx::kFunctionExit ? kNowhere : block_code_[f.block];
    if (f.what == Fixup::What::target) i.imm = to;
    else if (f.what == Fixup::What::reconvergence) i.c = to;
    else program_.branch_tables[i.table][f.table_index] = to;
  }
}

Result<bool, Refusal> FunctionDecoder::decode() {
  FunctionCode& code = program_.functions[number_];
  code.ptx_function = number_;
  if (const auto fault = ptx::size_fault(function_))
    return Refusal{say(Says::function_does, function_.name, *fault)};
  lay_out_frame(code);
  first_site_ = static_cast<uint32_t>(program_.sites.size());
  const std::vector<bool> printing = serves_printf(module_, only_prints_, number_, flow_);
  for (uint32_t k = 0; k < body_.size(); ++k)
    program_.sites.push_back({number_, k,
                              ptx::source_line(module_, function_, k, request_.student_file),
                              !printing.empty() && printing[k]});

  code.entry = here();
  block_code_.resize(flow_.blocks.size());
  slots_before_.resize(flow_.blocks.size());
  try {
    decode_blocks();
    // Falling off the end is a return.
    MicroOp end;
    end.run = function_return;
    end.site = body_.empty() ? 0 : first_site_ + static_cast<uint32_t>(body_.size()) - 1;
    emit(end);
  } catch (const Failure& f) {
    const int line = program_.sites[first_site_ + index_].line;
    Saying where = line > 0 ? say(Says::file_line, request_.student_file, line)
                            : say(Says::ptx_line, current().ptx_line);
    return Refusal{say(Says::instruction_does, std::move(where), current().spelling(), f.what),
                   Refusal::Kind::unsupported, line};
  }
  resolve_fixups();
  code.frame_bytes = round_up(registers_.bytes, 64);
  return true;
}

void FunctionDecoder::depends_on_order(std::string operation) {
  program_.order_sites.push_back({first_site_ + index_, std::move(operation)});
}

void FunctionDecoder::emit(MicroOp i) {
  program_.code.push_back(i);
  program_.uses.emplace_back();
}

void FunctionDecoder::instruction() {
  if (const auto fault = ptx::operand_fault(module_, function_, current())) throw Failure{*fault};
  const uint32_t first = here();
  MicroOp i;
  i.site = first_site_ + index_;
  opcode_ = ptx::find_opcode(current().opcode);
  if (opcode_ == nullptr) unsupported();
  const Family family = opcode_->family;
  const bool own_guard = family == Family::branch || family == Family::leave;
  if (current().guard) {
    i.guard = registers_.places[*current().guard];
    if (current().guard_negated) i.flags |= kGuardNegated;
  }
  // What ends a turn cannot run under a temporary mask: the others go around it.
  const bool is_wait = current().has("test_wait") || current().has("try_wait");
  const bool ends_turn = family == Family::barrier || family == Family::call ||
                         family == Family::exchange || family == Family::matrix ||
                         (family == Family::object && is_wait) ||
                         (family == Family::members && current().has("sync"));
  const bool goes_around = current().guard && ends_turn;
  uint32_t around = 0;
  if (goes_around) {
    MicroOp guard = i;
    guard.run = guard_around;
    around = here();
    emit(guard);
    i.guard = kNowhere;
    i.flags = 0;
  }
  publish_copies(family, i);
  decode_as(family, i);
  if (current().guard && !own_guard && !goes_around) {
    i.inner = i.run;
    i.run = guarded;
  }
  emit(i);
  program_.uses[first].is_first = true;
  // Observers see the registers of the PTX instruction at its main micro-operation.
  MicroOpOperands& use = program_.uses.back();
  use.is_main = true;
  const RegisterAccess access = register_access(current());
  const auto add = [&](const std::vector<uint32_t>& from, std::vector<OperandUse>& to) {
    for (uint32_t r : from) {
      const uint32_t bytes = lane_bytes(function_.registers[r].type);
      to.push_back({registers_.places[r],
                    static_cast<uint8_t>(bytes == kBytesPerPredicate ? 0 : bytes / kLanes), r});
    }
  };
  add(access.reads, use.reads);
  add(access.writes, use.writes);
  if (spoiled_bytes_ != 0) spoil_unused_bytes(i);
  const bool meets_behind = family == Family::call && i.run == call_indirect;
  if (goes_around || meets_behind) {
    const uint32_t at = here();
    MicroOp meet;
    meet.run = meet_again;
    meet.site = i.site;
    emit(meet);
    if (goes_around) program_.code[around].c = at;
  }
}

// A pragma that says which bytes of a load are used is a promise of whoever wrote it, which may be
// inline assembly of the student's: what it leaves out is kept in no register.
void FunctionDecoder::spoil_unused_bytes(const MicroOp& load) {
  MicroOp spoil = load;
  spoil.run = sim::spoil_unused_bytes;
  spoil.imm = std::exchange(spoiled_bytes_, 0);
  emit_helper(spoil);
}

void FunctionDecoder::decode_as(Family family, MicroOp& i) {
  switch (family) {
    case Family::compute:
      if (!move(i) && !arithmetic(i)) unsupported();
      return;
    case Family::address: generic_address(i); return;
    case Family::load: load_or_store(i, true); return;
    case Family::store: load_or_store(i, false); return;
    case Family::atomic: atomic(i); return;
    case Family::copy: async_copy(i); return;
    case Family::branch: branch(i); return;
    case Family::leave: i.run = current().opcode == "ret" ? function_return : thread_exit; return;
    case Family::trap: i.run = current().opcode == "trap" ? sim::trap : breakpoint; return;
    case Family::call: call(i); return;
    case Family::barrier: barrier(i); return;
    case Family::object: barrier_object(i); return;
    case Family::exchange: exchange(i); return;
    case Family::members: members(i); return;
    case Family::matrix: matrix(i); return;
    case Family::fence: fence(i); return;
    case Family::hint: hint(i); return;
  }
}

}  // namespace warplab::sim
