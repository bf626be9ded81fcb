#pragma once
// A PTX module as parsed: functions, variables and instructions, names resolved, nothing executed.
// Source: PTX ISA 9.0, chapters 4 (syntax), 5 (state spaces, types), 9 (instruction set).
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/dim3.hpp"

namespace warplab::ptx {

enum class Type : uint8_t {
  none,
  b8,
  b16,
  b32,
  b64,
  b128,
  u8,
  u16,
  u32,
  u64,
  s8,
  s16,
  s32,
  s64,
  f16,
  f16x2,
  bf16,
  bf16x2,
  f32,
  f64,
  pred,
};
// Bytes of one value; pred and none have 0.
unsigned bytes_of(Type type);
bool is_signed(Type type);                         // s8 ... s64
bool is_float(Type type);                          // f16 ... f64, bf16 and the packed types
std::string_view name_of(Type type);               // "f32"
std::optional<Type> type_named(std::string_view);  // "f32" -> Type::f32

enum class Space : uint8_t { generic, global, shared, local, param, constant };

// Where an instruction comes from. `inlined_at` is the index (into Function::locations) of the call
// site into which this code was inlined, or -1. Line 0 (compiler-generated) is kept as the parser
// saw it; source_line() walks to a line of the student's file.
struct Location {
  int file = 0;  // a key of Module::files
  int line = 0;
  int column = 0;
  int inlined_at = -1;
};

struct Register {
  std::string name;  // "%rd11"; unique within the function even where a scope reused the name
  Type type = Type::none;
};

// One initialised word of a variable that holds the address of something else.
struct AddressInitializer {
  uint32_t offset = 0;  // byte offset inside the variable
  std::string symbol;   // the variable or function whose address is stored
  int64_t addend = 0;
  bool generic = false;  // generic(symbol): the generic address
};

// A module variable, or one declared inside a function (.shared, .local, .param scratch).
struct Variable {
  std::string name;
  Space space = Space::global;
  Type element = Type::b8;
  uint32_t alignment = 1;
  uint64_t bytes = 0;            // whole size; 0 for `extern .shared x[]`
  bool is_extern = false;        // extern: dynamic shared memory when space is shared
  std::vector<uint8_t> initial;  // empty, or `bytes` bytes
  std::vector<AddressInitializer> addresses;
  int line = 0;  // line in the PTX text
};

// A name used as an operand. `index` counts in Module::variables, Function::variables,
// Function::parameters, Function::returns or Module::functions.
struct SymbolRef {
  enum class Kind : uint8_t {
    module_variable,
    function_variable,
    parameter,
    return_value,
    function
  };
  Kind kind = Kind::module_variable;
  uint32_t index = 0;
};

struct Operand {
  enum class Kind : uint8_t {
    sink,       // _
    reg,        // %r1, with `negated` for !%p1
    immediate,  // integer: `bits` is its two's complement; 0f/0d: `bits` is the IEEE pattern
    special,    // %tid.x, %laneid, %clock64, ... : `text`
    symbol,     // a variable's or function's name used as a value, plus `offset`
    address,    // [base + offset]; base is a register, a symbol, or nothing (absolute)
    vector,     // {a, b, c, d}: `elements`
    label,      // branch target: `target`, an instruction index
    pair,       // p|q of setp, match, shfl: `elements` holds both
    list,       // `elements`: ( a, b ) of call, or the labels that the table of brx.idx names
  };
  Kind kind = Kind::sink;
  bool negated = false;
  bool has_base_register = false;    // address
  bool has_symbol = false;           // address, symbol
  Type immediate_type = Type::none;  // f32 or f64 where the text was 0f... or 0d..., else s64
  uint32_t reg = 0;                  // index into Function::registers
  SymbolRef symbol;
  int64_t offset = 0;
  uint64_t bits = 0;
  uint32_t target = 0;
  std::string text;
  std::vector<Operand> elements;
};

struct Instruction {
  std::string opcode;                  // "ld", "add", "atom", "bar"; never with dots
  std::vector<std::string> modifiers;  // "global", "nc", "v4", "f32": all that followed, in order
  // In the order of the text. call always has three: the list of results, the callee (a function's
  // symbol or a register) and the list of arguments; what the text leaves out is an empty list, and
  // a prototype is not kept. brx.idx has two: the index and the list of labels.
  std::vector<Operand> operands;
  std::optional<uint32_t> guard;  // predicate register of @p
  bool guard_negated = false;
  int location = -1;  // index into Function::locations, -1: none seen yet
  int ptx_line = 0;   // line in the PTX text
  // From `.pragma "used_bytes_mask 0x..."` in front of a vector load: bit i set = byte i is used.
  std::optional<uint32_t> used_bytes_mask;

  bool has(std::string_view modifier) const;
  // The last type among the modifiers; `type(1)` the one before it (cvt.rn.f32.s32: s32, then f32).
  Type type(unsigned from_end = 0) const;
  Space space() const;            // generic where no space is named
  unsigned vector_width() const;  // 1, 2, 4 (8)
  // As written, for messages: "ld.global.nc.v4.f32".
  std::string spelling() const;
};

struct Function {
  std::string name;
  bool is_kernel = false;
  bool has_body = false;             // false: .extern, such as vprintf
  std::vector<Variable> parameters;  // space param
  std::vector<Variable> returns;     // space param
  std::vector<Register> registers;
  std::vector<Variable> variables;  // .shared, .local and .param declared inside
  std::vector<Location> locations;
  // Labels are resolved to indices into this. Ends in ret, exit, trap, bra or brx without a guard:
  // a `ret` is added where the text only runs into the closing brace.
  std::vector<Instruction> body;
  std::optional<uint32_t> max_threads;  // .maxntid or .reqntid, product
  std::optional<Dim3> required_block;   // .reqntid: the block that every launch must have
  Dim3 cluster{1, 1, 1};                // .reqnctapercluster, in blocks
  int ptx_line = 0;
};

// A place in the student's file; columns count bytes, from 1.
struct SourcePlace {
  int line = 0, column = 0;
  friend auto operator<=>(const SourcePlace&, const SourcePlace&) = default;
};

// An `if`, a loop or a switch of the student's file (source/statements.hpp says more).
struct ControlStatement {
  SourcePlace begin, end, head_begin, head_end;
  bool is_loop = false, returns = false, jumps = false;
};

// A function or a lambda of the student's file (source/statements.hpp says more).
struct FunctionBody {
  SourcePlace begin, end;
  std::vector<SourcePlace> returns;
  bool may_exit = false, has_goto = false;
};

// The workspace of a cooperative launch, whose address is in %envreg1 (its upper half) and
// %envreg2: 64 bytes, of which cooperative_groups.h uses the second word. The driver gives it to a
// launch; here a module that reads one of them has a variable of this name.
constexpr std::string_view kGridWorkspace = "__grid_workspace";
constexpr uint64_t kGridWorkspaceBytes = 64;

struct Module {
  std::string target;                // "sm_90"
  std::map<int, std::string> files;  // .file number -> name
  std::vector<Variable> variables;
  std::vector<Function> functions;
  // Not in the text: whoever has the source may add them, outer ones first.
  std::vector<ControlStatement> statements;
  std::vector<FunctionBody> bodies;

  const Function* find_function(std::string_view name) const;
  const Variable* find_variable(std::string_view name) const;
};

// The line of file `file_name` (compared by its last path component) that a student would say this
// instruction belongs to: the innermost location in that file along the inline chain; a line 0
// takes the previous instruction's line. 0 when there is none.
int source_line(const Module& module, const Function& function, size_t instruction,
                std::string_view file_name);

}  // namespace warplab::ptx
