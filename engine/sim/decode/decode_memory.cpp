// ld, st, atom, red, cp.async: which space, how wide, at which address.
#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "sim/decode/function_decoder.hpp"
#include "sim/execute/atomics.hpp"
#include "sim/execute/copy_handlers.hpp"
#include "sim/execute/memory.hpp"
#include "sim/execute/special.hpp"

namespace warplab::sim {
namespace {

using ptx::Operand;
using ptx::Space;

uint32_t order_flags(const ptx::Instruction& p, bool is_atomic, AccessScope scope) {
  using Order = AccessOrder;
  Order order = is_atomic ? Order::relaxed : Order::weak;
  if (p.has("volatile")) order = Order::volatile_;
  if (p.has("relaxed")) order = Order::relaxed;
  if (p.has("acquire")) order = Order::acquire;
  if (p.has("release")) order = Order::release;
  if (p.has("acq_rel")) order = Order::acquire_release;
  return static_cast<uint32_t>(order) << access_flag::kOrderShift |
         static_cast<uint32_t>(scope) << access_flag::kScopeShift |
         (order == Order::weak ? 0 : kOrderingAccess);
}

// Additions of floats count as giving the same in every order: they differ in their rounding, which
// is what an exercise's tolerance is for.
std::string commuting_operation(const ptx::Instruction& p) {
  for (std::string_view same_for_all_types : {"add", "and", "or", "xor"})
    if (p.has(same_for_all_types)) return std::string(same_for_all_types);
  for (std::string_view ordered : {"min", "max"})
    if (p.has(ordered)) return fmt::format("{}.{}", ordered, ptx::name_of(p.type()));
  return {};
}

// Of a strong access.
bool releases(const ptx::Instruction& p) { return p.has("release") || p.has("acq_rel"); }

bool is_ordered(const ptx::Instruction& p) {
  return p.has("volatile") || p.has("relaxed") || p.has("acquire") || p.has("release") ||
         p.has("acq_rel");
}

}  // namespace

void FunctionDecoder::note_smallest(Space space, uint32_t bytes, bool writes) {
  const auto shift = static_cast<uint32_t>(std::countr_zero(bytes));
  const auto note = [&](Space of, uint32_t& smallest) {
    if (space == of || space == Space::generic) smallest = std::min(smallest, shift);
  };
  note(Space::shared, program_.shared_unit_shift);
  note(Space::global, program_.global_unit_shift);
  if (writes) note(Space::global, program_.global_write_shift);
}

// What a strong access means to those of others (execute/late_writes.hpp).
void FunctionDecoder::note_strong(MicroOp& i, Space space, bool looks, bool may_come_late) {
  if (space == Space::local) return;
  if (may_come_late) i.flags |= access_flag::kMayComeLate;
  for (size_t k = i.memory; k < program_.memory_sites.size(); ++k) {
    program_.memory_sites[k].may_come_late = may_come_late;
    program_.memory_sites[k].looks = looks;
    program_.memory_sites[k].is_strong = true;
  }
}

uint32_t FunctionDecoder::memory_site(Space space, AccessKind kind) {
  const auto first = static_cast<uint32_t>(program_.memory_sites.size());
  const uint32_t site = first_site_ + index_;
  if (space == Space::generic) {
    program_.memory_sites.push_back({site, Space::global, kind});
    program_.memory_sites.push_back({site, Space::shared, kind});
    program_.memory_sites.push_back({site, Space::local, kind});
    program_.memory_sites.push_back({site, Space::param, kind});
  } else {
    program_.memory_sites.push_back({site, space, kind});
  }
  return first;
}

void FunctionDecoder::address(MicroOp& i, const Operand& o, Space space) {
  if (o.kind != Operand::Kind::address) fail(Says::needs_address);
  if (o.has_base_register) {
    Operand base;
    base.kind = Operand::Kind::reg;
    base.reg = o.reg;
    const unsigned bytes = register_bytes(base);
    if (bytes == 0) fail(Says::predicate_as_address);
    if (bytes == 4) {
      if (space == Space::generic || space == Space::global) fail(Says::narrow_address);
      i.flags |= access_flag::kNarrowAddress;
    }
    i.a = registers_.places[o.reg];
    i.imm = static_cast<uint64_t>(o.offset);
    return;
  }
  if (o.has_symbol) {
    Operand symbol = o;
    symbol.kind = Operand::Kind::symbol;
    i.a = place(symbol, 8);
    i.imm = 0;
    return;
  }
  i.a = constant(static_cast<uint64_t>(o.offset), 8);
  i.imm = 0;
}

void FunctionDecoder::parameter_access(MicroOp& i, bool is_load) {
  const Operand& at = operand(is_load ? 1 : 0);
  if (at.kind != Operand::Kind::address) fail(Says::needs_address);
  if (at.has_symbol) {
    if (function_.is_kernel && at.symbol.kind == ptx::SymbolRef::Kind::parameter) {
      if (!is_load) fail(Says::writes_kernel_parameter);
      i.run = load_kernel_parameter;
      i.memory = memory_site(Space::param, AccessKind::load);
      i.imm = kernel_parameter_offsets_[at.symbol.index] + static_cast<uint64_t>(at.offset);
    } else {
      i.run = is_load ? load_area : store_area;
      const ParameterArea area = area_of(at.symbol);
      i.imm = uint64_t{area.offset} << 32 | static_cast<uint32_t>(at.offset);
    }
    return;
  }
  if (!function_.is_kernel || !at.has_base_register || !is_load) fail(Says::computed_parameter);
  Operand base;
  base.kind = Operand::Kind::reg;
  base.reg = at.reg;
  i.run = load_kernel_parameter;
  i.memory = memory_site(Space::param, AccessKind::load);
  i.c = place(base, 8);
  i.imm = static_cast<uint64_t>(at.offset);
}

void FunctionDecoder::load_or_store(MicroOp& i, bool is_load) {
  using namespace access_flag;
  const ptx::Instruction& p = current();
  const unsigned element = ptx::bytes_of(p.type()), width = p.vector_width();
  if (element == 0 || element > 8 || width > 4 || element * width > 16 || p.has("async"))
    unsupported();
  i.flags |= static_cast<uint32_t>(std::countr_zero(element)) |
             static_cast<uint32_t>(std::countr_zero(width)) << kLogVectorShift;
  if (ptx::is_signed(p.type())) i.flags |= kSigned;
  data_registers(i, is_load);
  const Space space = p.space();
  if (space == Space::param) {
    parameter_access(i, is_load);
    return;
  }
  address(i, operand(is_load ? 1 : 0), space);
  note_smallest(space, element * width, !is_load);
  i.flags |= order_flags(p, false, scope());
  if (is_ordered(p)) {
    if (space != Space::local) depends_on_order();
    if (space != Space::shared) program_.order_dependent = true;
  }
  if (p.has("nc")) i.flags |= kReadOnlyPath;
  if (is_load && width > 1) note_used_bytes(i, element, width);
  check_copies(i, space, is_load ? AccessKind::load : AccessKind::store, element * width);
  check_object(i, space, is_load ? AccessKind::load : AccessKind::store, element * width);
  const Space actual = space == Space::constant ? Space::global : space;
  const AccessKind kind = is_load ? AccessKind::load : AccessKind::store;
  // Constant memory is counted on its own, although it lies in global memory here.
  i.memory = memory_site(space, kind);
  if (is_ordered(p)) note_strong(i, space, is_load, !is_load && !releases(p));
  if (space == Space::generic) i.flags |= kGeneric;
  i.run = is_load ? load_handler(actual, i.flags) : store_handler(actual, i.flags);
}

// The registers of a load's result, or of what is stored. They may be wider than the type, never
// narrower.
void FunctionDecoder::data_registers(MicroOp& i, bool is_load) {
  const ptx::Instruction& p = current();
  const unsigned element = ptx::bytes_of(p.type()), width = p.vector_width();
  const Operand& data = operand(is_load ? 0 : 1);
  bool wide = element == 8;
  if (width == 1) {
    if (data.kind == Operand::Kind::reg) wide = register_bytes(data) == 8;
  } else {
    if (data.kind != Operand::Kind::vector || data.elements.size() != width)
      fail(Says::needs_vector);
    for (const Operand& e : data.elements)
      if (e.kind == Operand::Kind::reg) wide = register_bytes(e) == 8;
  }
  if (wide) i.flags |= access_flag::kWideRegister;
  const unsigned bytes = wide ? 8 : 4;
  if (width > 1) i.vector = vector(data, bytes);
  else if (!is_load) i.d = place(data, bytes);
  else i.d = data.kind == Operand::Kind::sink ? scratch(bytes) : destination(data, bytes);
}

// Of a vector load, which bytes the kernel looks at, where these are not all.
void FunctionDecoder::note_used_bytes(MicroOp& i, unsigned element, unsigned width) {
  const Operand& data = operand(0);
  const uint32_t all = static_cast<uint32_t>((uint64_t{1} << element * width) - 1);
  uint32_t used = current().used_bytes_mask.value_or(all) & all, spoiled = all & ~used;
  for (unsigned k = 0; k < width; ++k) {
    const uint32_t bytes = ((1u << element) - 1) << element * k;
    const Operand& e = data.elements[k];
    if (e.kind != Operand::Kind::reg) spoiled &= ~bytes;
    if (e.kind != Operand::Kind::reg || !registers_.is_read[e.reg]) used &= ~bytes;
  }
  spoiled_bytes_ = spoiled;
  if (used == all) return;
  i.flags |= access_flag::kHasUsedBytes;
  i.c = used;
}

// In front of an access to what an asynchronous copy may still be writing, or reading.
void FunctionDecoder::check_copies(MicroOp check, Space space, AccessKind kind, uint32_t bytes) {
  using namespace access_flag;
  if (!has_async_copies_) return;
  const bool is_wide = bytes > 8;
  check.flags &= kNarrowAddress | kGuardNegated;
  check.flags |= static_cast<uint32_t>(std::countr_zero(is_wide ? bytes / 2 : bytes)) |
                 static_cast<uint32_t>(is_wide) << kLogVectorShift;
  if (space == Space::generic) check.flags |= kGeneric;
  check.kind = static_cast<uint32_t>(kind);
  check.run = check_async_copies;
  if (space == Space::shared || space == Space::generic) emit_helper(check);
  check.run = check_copy_sources;
  if (kind != AccessKind::load && (space == Space::global || space == Space::generic))
    emit_helper(check);
}

// In front of what lets others know that the thread's copies have arrived.
void FunctionDecoder::publish_copies(ptx::Family family, const MicroOp& i) {
  using ptx::Family;
  const ptx::Instruction& p = current();
  const bool arrives = p.has("arrive") || p.has("arrive_drop");  // that is .release by itself
  const bool releases = ((family == Family::atomic || family == Family::store) &&
                         (p.has("release") || p.has("acq_rel"))) ||
                        (family == Family::object && arrives && !p.has("relaxed"));
  const bool fences = family == Family::fence && !p.has("acquire");
  if (!has_async_copies_ || !(family == Family::barrier || fences || releases)) return;
  MicroOp publish;
  publish.site = i.site;
  publish.guard = i.guard;
  publish.flags = i.flags;
  publish.run = publish_async_copies;
  if (i.guard == kNowhere) emit(publish);
  else emit_helper(publish);
}

void FunctionDecoder::atomic(MicroOp& i) {
  using namespace access_flag;
  const ptx::Instruction& p = current();
  const bool returns = opcode_->writes;
  static constexpr std::string_view kOperations[] = {"add", "exch", "cas", "and", "or",
                                                     "xor", "min",  "max", "inc", "dec"};
  const Space space = p.space();
  if (p.type() == ptx::Type::b128 && returns && (p.has("cas") || p.has("exch")))
    return atomic_of_128_bits(i);
  AtomicRow row;
  for (std::string_view operation : kOperations)
    if (p.has(operation)) row = atomic_row(operation, ptx::name_of(p.type()));
  if (!row.update || p.has("async")) unsupported();
  if (p.vector_width() != 1) return atomic_of_vector(i, row);
  const unsigned bytes = row.bytes == 8 ? 8 : 4;
  size_t next = 0;
  bool used = false;
  if (returns) {
    const Operand& d = operand(next++);
    if (d.kind == Operand::Kind::reg) {
      used = registers_.is_read[d.reg];
      i.d = destination(d, bytes);
    }
  }
  address(i, operand(next++), space);
  check_object(i, space, AccessKind::atomic, row.bytes);
  i.b = place(operand(next++), bytes);
  if (p.has("cas")) i.c = place(operand(next++), bytes);
  i.update = static_cast<uint32_t>(program_.updates.size());
  program_.updates.push_back(row);
  i.flags |= order_flags(p, true, scope()) | static_cast<uint32_t>(std::countr_zero(row.bytes));
  check_copies(i, space, AccessKind::atomic, row.bytes);
  i.memory = memory_site(space, AccessKind::atomic);
  note_smallest(space, row.bytes, true);
  note_strong(i, space, used, !used && !releases(p));
  if (p.has("exch") && !used) i.flags |= kOnlyStores;
  const std::string operation = used ? std::string() : commuting_operation(p);
  depends_on_order(operation);
  if (space != Space::shared) {
    // An addition and a maximum of one place do not commute, though each does with its like.
    const bool first = program_.commuting.empty() || program_.commuting == operation;
    program_.order_dependent |= used || row.order_matters || !first;
    program_.commuting = operation;
  }
  if (space == Space::generic) {
    i.flags |= kGeneric;
    i.run = atomic_update_generic;
  } else {
    i.run = space == Space::shared ? atomic_update_shared : atomic_update;
  }
}

// An exchange, or one with a comparison, of 16 bytes.
void FunctionDecoder::atomic_of_128_bits(MicroOp& i) {
  const ptx::Instruction& p = current();
  const Space space = p.space();
  const auto wide = [&](const Operand& o) {
    if (o.kind != Operand::Kind::reg) fail(Says::needs_wide_registers);
    return registers_.places[o.reg];
  };
  i.run = atomic_update_128;
  i.d = operand(0).kind == Operand::Kind::sink ? kNowhere : wide(operand(0));
  address(i, operand(1), space);
  check_object(i, space, AccessKind::atomic, 16);
  i.b = wide(operand(2));
  if (p.has("cas")) i.c = wide(operand(3));
  i.kind = static_cast<uint32_t>(space);
  i.flags |= order_flags(p, true, scope());
  check_copies(i, space, AccessKind::atomic, 16);
  i.memory = memory_site(space, AccessKind::atomic);
  note_strong(i, space, true, false);
  depends_on_order();
  if (space != Space::shared) program_.order_dependent = true;
}

// An update of several elements, each for itself. There are such of global memory alone.
void FunctionDecoder::atomic_of_vector(MicroOp& i, const AtomicRow& row) {
  const ptx::Instruction& p = current();
  const Space space = p.space();
  if ((space != Space::global && space != Space::generic) || row.bytes == 8) unsupported();
  size_t at = 0;
  if (opcode_->writes) {
    const Operand& old = operand(at++);
    if (old.kind == Operand::Kind::vector) i.d = vector(old, 4);
  }
  i.run = atomic_update_vector;
  address(i, operand(at), Space::global);
  i.c = vector(operand(at + 1), 4);
  i.update = static_cast<uint32_t>(program_.updates.size());
  program_.updates.push_back(row);
  i.flags |= order_flags(p, true, scope());
  check_copies(i, Space::global, AccessKind::atomic, row.bytes * p.vector_width());
  i.memory = memory_site(Space::global, AccessKind::atomic);
  note_smallest(Space::global, row.bytes, true);
  depends_on_order(i.d == kNowhere ? commuting_operation(p) : std::string());
  program_.order_dependent = true;
}

// A micro-operation in front of the instruction's own, under the same guard.
void FunctionDecoder::emit_helper(MicroOp i) {
  if (i.guard != kNowhere) {
    i.inner = i.run;
    i.run = guarded;
  }
  emit(i);
}

// The load of an asynchronous copy whose fourth operand limits it: lanes that want nothing do not
// load, and what a lane does not want is 0 in the registers of `data`.
void FunctionDecoder::load_a_part(MicroOp load, const VectorOperand& data) {
  const Operand& limit = operand(3);
  MicroOp part;
  part.site = load.site;
  part.guard = load.guard;
  part.flags = load.flags & kGuardNegated;
  part.imm = operand(2).bits;
  part.d = scratch(4);  // lanes that load
  if (limit.kind == Operand::Kind::reg && register_bytes(limit) == 0) {
    bool negated = false;
    part.c = predicate(limit, &negated);
    part.flags |= negated ? kCopyUnless : kCopyIf;
  } else {
    part.a = place(limit, 4);
  }
  part.run = limit_async_copy;
  emit_helper(part);
  load.guard = part.d;
  load.flags &= ~kGuardNegated;
  load.inner = load.run;
  load.run = guarded;
  emit(load);
  MicroOp source = load;
  source.inner = read_by_async_copy;
  source.b = part.a;
  source.bytes = static_cast<uint32_t>(part.imm);
  emit(source);
  part.vector = static_cast<uint32_t>(program_.vectors.size());
  program_.vectors.push_back(data);
  part.run = fill_up_async_copy;
  emit_helper(part);
}

// cp.async.{ca,cg}.shared.global [dst], [src], bytes{, source bytes}: executed at once, as a load
// and a store; who looks at the destination before its wait is told.
void FunctionDecoder::async_copy(MicroOp& i) {
  using namespace access_flag;
  const ptx::Instruction& p = current();
  if (!p.has("async")) unsupported();
  if (p.has("bulk")) return bulk_copy(i);
  if (p.has("mbarrier")) return arrive_at(i);
  if (p.has("commit_group") || p.has("wait_group") || p.has("wait_all")) {
    i.run = p.has("commit_group") ? commit_async_copies : wait_for_async_copies;
    if (p.has("wait_all")) i.imm = AsyncCopies::kAll;
    if (p.has("wait_group")) {
      if (operand(0).kind != Operand::Kind::immediate) unsupported();
      i.imm = std::min<uint64_t>(operand(0).bits, AsyncCopies::kAll - 1);
    }
    return;
  }
  if (p.operands.size() > 4 || operand(2).kind != Operand::Kind::immediate) unsupported();
  // A fourth operand says how many bytes come from memory, the rest being zeros; or, where it is a
  // predicate, whether all are zeros.
  const bool whole = p.operands.size() == 3 || (operand(3).kind == Operand::Kind::immediate &&
                                                operand(3).bits == operand(2).bits);
  const auto bytes = static_cast<unsigned>(operand(2).bits);
  if (bytes != 4 && bytes != 8 && bytes != 16) unsupported();
  const unsigned words = bytes / 4;
  VectorOperand data;
  for (unsigned k = 0; k < words; ++k) data.places.push_back(scratch(4));
  MicroOp load = i;
  load.flags |= 2u | static_cast<uint32_t>(std::countr_zero(words)) << kLogVectorShift;
  if (words == 1) load.d = data.places[0];
  load.vector = static_cast<uint32_t>(program_.vectors.size());
  program_.vectors.push_back(data);
  i.flags = load.flags;
  i.d = load.d;
  i.vector = load.vector;
  address(load, operand(1), Space::global);
  load.memory = memory_site(Space::global, AccessKind::load);
  load.run = load_handler(Space::global, load.flags);
  if (whole) {
    emit_helper(load);
    MicroOp source = load;
    source.run = read_by_async_copy;
    source.bytes = bytes;
    emit_helper(source);
  } else {
    load_a_part(load, data);
  }
  address(i, operand(0), Space::shared);
  check_object(i, Space::shared, AccessKind::store, bytes);
  MicroOp start = i;
  start.run = start_async_copy;
  emit_helper(start);
  i.memory = memory_site(Space::shared, AccessKind::store);
  i.run = store_handler(Space::shared, i.flags);
}

}  // namespace warplab::sim
