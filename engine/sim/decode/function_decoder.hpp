#pragma once
// Decodes one function of a module into micro-operations of a Program.
#include <optional>
#include <string>

#include "ptx/opcode.hpp"
#include "sim/decode/constant_pool.hpp"
#include "sim/decode/decode.hpp"
#include "sim/decode/registers.hpp"
#include "sim/execute/rows.hpp"
#include "sim/execute/special_registers.hpp"
#include "sim/serves_printf.hpp"
#include "sim/wait_loops.hpp"

namespace warplab::sim {

class FunctionDecoder {
 public:
  FunctionDecoder(const DecodeRequest& request, Program& program, ConstantPool& pool,
                  const OnlyPrints& only_prints, uint32_t function);
  // Appends the function's micro-operations; a Refusal names instruction and line.
  Result<bool, Refusal> decode();

 private:
  struct Failure {
    Saying what;  // of the current instruction: "reads a predicate where a number is expected"
  };
  template <class... Arguments>
  [[noreturn]] void fail(Says what, Arguments&&... arguments) const {
    throw Failure{say(what, std::forward<Arguments>(arguments)...)};
  }
  [[noreturn]] void unsupported() const;

  // The steps of decode().
  void lay_out_frame(FunctionCode& code);
  void decode_blocks();
  void leave_out_printing(uint32_t first_site, uint32_t instructions);
  void resolve_fixups();
  void instruction();  // the one at index_
  void decode_as(ptx::Family family, MicroOp& i);
  void exchange(MicroOp& i);
  void matrix(MicroOp& i);
  void load_rows(MicroOp& i);
  void store_rows(MicroOp& i);
  void move_matrix(MicroOp& i);
  uint32_t result_vector(const ptx::Operand& o, unsigned bytes);
  void multiply(MicroOp& i);
  void load_or_store_matrix(MicroOp& i);
  struct MatrixAccess;
  struct MatrixPiece;
  void load_register(const MatrixAccess& access, const std::vector<Place>& registers, uint32_t r);
  void store_register(const MatrixAccess& access, const std::vector<Place>& registers, uint32_t r);
  void piece(const MatrixAccess& access, const MatrixPiece& piece);
  void rows_access(const MicroOp& address, const VectorOperand& rows, AccessKind kind);
  void emit_using(const MicroOp& i, std::vector<Place> reads, std::vector<Place> writes);
  void members(MicroOp& i);
  void fence(MicroOp& i);
  AccessScope scope() const;  // that the instruction names, or has by itself
  void hint(MicroOp& i);
  void generic_address(MicroOp& i);
  bool move(MicroOp& i);
  bool arithmetic(MicroOp& i);
  void result(MicroOp& i, const ptx::InstructionForm& form);
  Place source(MicroOp& i, const ptx::InstructionForm& form, size_t k);
  void use_carry(MicroOp& i);
  void load_or_store(MicroOp& i, bool is_load);
  void data_registers(MicroOp& i, bool is_load);
  void note_used_bytes(MicroOp& i, unsigned element, unsigned width);
  void check_copies(MicroOp i, ptx::Space space, AccessKind kind, uint32_t bytes);
  void publish_copies(ptx::Family family, const MicroOp& i);
  void parameter_access(MicroOp& i, bool is_load);
  void atomic(MicroOp& i);
  void atomic_of_128_bits(MicroOp& i);
  void atomic_of_vector(MicroOp& i, const AtomicRow& row);
  void look_at_divisor(const MicroOp& i);
  void async_copy(MicroOp& i);
  void bulk_copy(MicroOp& i);
  void load_a_part(MicroOp load, const VectorOperand& data);
  void branch(MicroOp& i);
  void call(MicroOp& i);
  void barrier(MicroOp& i);
  void barrier_object(MicroOp& i);
  void arrive_at(MicroOp& i);
  void wait_at(MicroOp& i);
  void object_address(MicroOp& i, const ptx::Operand& o, AccessKind kind);
  void check_object(const MicroOp& i, ptx::Space space, AccessKind kind, uint32_t bytes);

  // Operands.
  Place place(const ptx::Operand& o, unsigned bytes);  // a source of 4 or 8 bytes a lane
  Place predicate(const ptx::Operand& o, bool* negated);
  Place destination(const ptx::Operand& o, unsigned bytes);
  void result_and_predicate(MicroOp& i, const ptx::Operand& o);
  Place predicate_destination(const ptx::Operand& o);
  SpecialRegister special_of(const ptx::Operand& o) const;
  unsigned register_bytes(const ptx::Operand& o) const;  // 4 or 8; 0: predicate
  void address(MicroOp& i, const ptx::Operand& o, ptx::Space space);
  std::optional<uint64_t> symbol_address(const ptx::Operand& o) const;
  uint32_t vector(const ptx::Operand& o, unsigned bytes);  // index into Program::vectors
  uint32_t memory_site(ptx::Space space, AccessKind kind);
  void note_smallest(ptx::Space space, uint32_t bytes, bool writes);
  ParameterArea area_of(const ptx::SymbolRef& symbol) const;
  Place scratch(unsigned bytes);
  Place constant(uint64_t bits, unsigned bytes);

  void emit(MicroOp i);
  void emit_helper(MicroOp i);
  void spoil_unused_bytes(const MicroOp& load);
  // The instruction being decoded is one of Program::order_sites.
  void depends_on_order(std::string operation = {});
  void note_strong(MicroOp& i, ptx::Space space, bool looks, bool may_come_late);
  uint32_t here() const { return static_cast<uint32_t>(program_.code.size()); }
  bool polls(uint32_t from, uint32_t to) const;
  const ptx::Instruction& current() const { return body_[index_]; }
  const ptx::Operand& operand(size_t k) const;

  const DecodeRequest& request_;
  Program& program_;
  ConstantPool& pool_;
  const OnlyPrints& only_prints_;
  const ptx::Module& module_;
  const ptx::Function& function_;
  uint32_t number_;
  const std::vector<ptx::Instruction>& body_;
  ptx::ControlFlow flow_;
  RegisterPlaces registers_;
  WaitLoops waits_;
  // Areas, parallel to the function's.
  std::vector<ParameterArea> parameters_, results_, variables_;
  std::vector<uint64_t> local_offsets_;  // of .local variables
  std::vector<uint32_t> kernel_parameter_offsets_;
  std::vector<uint32_t> block_code_;  // micro-operation of each block's start
  // What has been counted where each block starts.
  struct SlotsBefore {
    uint32_t blocks = 0, memory = 0, branches = 0;
  };
  SlotsBefore slots_so_far() const;
  std::vector<SlotsBefore> slots_before_;
  struct Fixup {
    enum class What { target, reconvergence, table } what;
    uint32_t code, block;
    uint32_t table_index;
  };
  std::vector<Fixup> fixups_;
  bool has_async_copies_ = false, has_objects_ = false;  // somewhere in the module
  Place carry_ = kNowhere;
  // What set the carry last, in this basic block.
  // Of the vector load at hand: what a pragma says that the kernel does not use.
  uint32_t spoiled_bytes_ = 0;
  enum class CarryFrom { nothing, addition, subtraction } carry_from_ = CarryFrom::nothing;
  uint32_t index_ = 0;                   // instruction being decoded
  const ptx::Opcode* opcode_ = nullptr;  // of it
  uint32_t first_site_ = 0;
};

}  // namespace warplab::sim
