// wmma, mma, ldmatrix, stmatrix, movmatrix: an exchange between the lanes of a warp, and loads and
// stores of single registers.
#include <algorithm>
#include <bit>

#include "sim/decode/function_decoder.hpp"
#include "sim/execute/matrix.hpp"
#include "sim/execute/memory.hpp"
#include "sim/execute/special.hpp"
#include "sim/program/instruction_flags.hpp"

namespace warplab::sim {
namespace {

using ptx::Operand;
using ptx::Space;
using Type = MatrixType;

constexpr uint32_t kWordsOfRow = 4, kTileRows = 8;  // of a row of a tile, of a tile

struct Allowed {
  std::string_view shapes;
  Type a;
  bool is_wmma;
};
// PTX ISA 9.0, "Matrix Shape"; not the one of compute capability 7.0 alone.
constexpr Allowed kAllowed[] = {
    {"m16n8k8 m16n8k16", Type::f16, false},
    {"m16n8k8 m16n8k16", Type::bf16, false},
    {"m16n8k4 m16n8k8", Type::tf32, false},
    {"m8n8k4 m16n8k4 m16n8k8 m16n8k16", Type::f64, false},
    {"m8n8k16 m16n8k16 m16n8k32", Type::s8, false},
    {"m8n8k32 m16n8k32 m16n8k64", Type::s4, false},
    {"m8n8k128 m16n8k128 m16n8k256", Type::b1, false},
    {"m16n16k16 m8n32k16 m32n8k16", Type::f16, true},
    {"m16n16k16 m8n32k16 m32n8k16", Type::bf16, true},
    {"m16n16k8", Type::tf32, true},
    {"m8n8k4", Type::f64, true},
    {"m16n16k16 m8n32k16 m32n8k16", Type::s8, true},
    {"m8n8k32", Type::s4, true},
    {"m8n8k128", Type::b1, true},
};

bool has_word(std::string_view words, std::string_view word) {
  const size_t at = words.find(word);
  return at != std::string_view::npos &&
         (at + word.size() == words.size() || words[at + word.size()] == ' ');
}

Type signed_of(Type type) {
  return type == Type::u8 ? Type::s8 : type == Type::u4 ? Type::s4 : type;
}

bool is_allowed(std::string_view shape, Type a, Type b, Type c, Type d, bool is_wmma) {
  if (signed_of(a) != signed_of(b)) return false;
  const bool fits = std::ranges::any_of(kAllowed, [&](const Allowed& row) {
    return row.is_wmma == is_wmma && row.a == signed_of(a) && has_word(row.shapes, shape);
  });
  if (!fits) return false;
  const auto is_sum = [&](Type type) {
    switch (a) {
      case Type::f16: return type == Type::f16 || type == Type::f32;
      case Type::bf16:
      case Type::tf32: return type == Type::f32;
      case Type::f64: return type == Type::f64;
      default: return type == Type::s32;
    }
  };
  return is_sum(c) && is_sum(d);
}

struct Shape {
  std::string_view word;
  MatrixShape shape;
};
std::optional<Shape> shape_of(const ptx::Instruction& p) {
  for (const std::string& word : p.modifiers)
    if (const auto shape = matrix_shape_named(word)) return Shape{word, *shape};
  return std::nullopt;
}

std::vector<Type> types_of(const ptx::Instruction& p) {
  std::vector<Type> types;
  for (const std::string& word : p.modifiers)
    if (const auto type = matrix_type_named(word)) types.push_back(*type);
  return types;
}

// ldmatrix and stmatrix: .x1, .x2, .x4.
uint32_t tiles_of(const ptx::Instruction& p) { return p.has("x4") ? 4 : p.has("x2") ? 2 : 1; }

unsigned register_bytes_of(Type type) { return type == Type::f64 ? 8 : 4; }

}  // namespace

// wmma.load and wmma.store: what all of their micro-operations share.
struct FunctionDecoder::MatrixAccess {
  MicroOp base;  // a, imm, b, flags: address and stride, see matrix_addresses()
  Fragment fragment;
  bool columns = false, loads = false;
  Space space = Space::generic;
  // A register's elements are neighbours in memory.
  bool is_natural() const { return columns == (fragment.role == MatrixRole::b); }
};
// One access of all lanes: `bytes` for each of `data`, at the elements of part `part`.
struct FunctionDecoder::MatrixPiece {
  uint32_t part = 0;
  unsigned bytes = 4;
  std::vector<Place> data;
  bool transposed = false;
};

void FunctionDecoder::emit_using(const MicroOp& i, std::vector<Place> reads,
                                 std::vector<Place> writes) {
  emit(i);
  MicroOpOperands& use = program_.uses.back();
  for (const Place p : reads)
    if ((p & kConstantPlace) == 0) use.reads.push_back({p, 4, 0});
  for (const Place p : writes) use.writes.push_back({p, 4, 0});
}

// A vector of registers that are written.
uint32_t FunctionDecoder::result_vector(const Operand& o, unsigned bytes) {
  if (o.kind != Operand::Kind::vector) fail(Says::needs_vector);
  for (const Operand& e : o.elements) {
    if (e.kind == Operand::Kind::sink) continue;
    if (e.kind != Operand::Kind::reg) fail(Says::must_write_register);
    if (const unsigned have = register_bytes(e); have != bytes)
      fail(Says::writes_wrong_size, bytes, have, function_.registers[e.reg].name);
  }
  return vector(o, bytes);
}

void FunctionDecoder::matrix(MicroOp& i) {
  const ptx::Instruction& p = current();
  MicroOp begin;
  begin.run = sim::begin_matrix;
  begin.site = i.site;
  begin.imm = constant(~0u, 4);
  emit(begin);
  if (p.opcode == "ldmatrix") return load_rows(i);
  if (p.opcode == "stmatrix") return store_rows(i);
  if (p.opcode == "movmatrix") return move_matrix(i);
  if (p.opcode == "wmma" && !p.has("mma")) return load_or_store_matrix(i);
  multiply(i);
}

void FunctionDecoder::multiply(MicroOp& i) {
  const ptx::Instruction& p = current();
  const bool is_wmma = p.opcode == "wmma";
  const auto shape = shape_of(p);
  std::vector<Type> types = types_of(p);  // d, a, b, c
  if (is_wmma && types.size() == 2) types = {types[0], Type::f16, Type::f16, types[1]};
  if (!shape || types.size() != 4 || p.has("sp") ||
      !is_allowed(shape->word, types[1], types[2], types[3], types[0], is_wmma))
    unsupported();
  MatrixProduct product;
  const auto take = [&](Fragment& fragment, uint32_t& vector_index, size_t k, MatrixRole role,
                        Type type) {
    const auto made = fragment_of(role, type, shape->shape);
    if (!made) unsupported();
    fragment = *made;
    const size_t given = operand(k).elements.size();
    if (operand(k).kind != Operand::Kind::vector || given < fragment.registers ||
        given % fragment.registers != 0)
      fail(Says::needs_vector);
    vector_index = k == 0 ? result_vector(operand(k), register_bytes_of(type))
                          : vector(operand(k), register_bytes_of(type));
  };
  take(product.d, product.d_registers, 0, MatrixRole::c, types[0]);
  take(product.a, product.a_registers, 1, MatrixRole::a, types[1]);
  take(product.b, product.b_registers, 2, MatrixRole::b, types[2]);
  take(product.c, product.c_registers, 3, MatrixRole::c, types[3]);
  product.saturates = p.has("satfinite");
  product.bits_differ = p.has("xor");
  i.run = multiply_matrices;
  i.flags |= matrix_flag::kMultiplies;
  i.product = static_cast<uint32_t>(program_.products.size());
  program_.products.push_back(std::move(product));
}

void FunctionDecoder::move_matrix(MicroOp& i) {
  i.run = transposed_words;
  i.flags |= matrix_flag::kLast | matrix_flag::kExchanges;
  i.d = destination(operand(0), 4);
  i.a = place(operand(1), 4);
}

// The 16 bytes of a row that each of the first lanes names.
void FunctionDecoder::rows_access(const MicroOp& address, const VectorOperand& rows,
                                  AccessKind kind) {
  using namespace access_flag;
  const Space space = current().space();
  if (space != Space::shared && space != Space::generic) unsupported();
  MicroOp access = address;
  access.flags |= 2u | 2u << kLogVectorShift;
  if (tiles_of(current()) != 4) {
    MicroOp lanes;
    lanes.run = first_lanes;
    lanes.site = address.site;
    lanes.imm = uint64_t{kTileRows} * tiles_of(current());
    lanes.d = access.guard = scratch(4);
    emit(lanes);
  }
  constexpr uint32_t kBytes = 16;
  note_smallest(space, kBytes, kind == AccessKind::store);
  check_copies(access, space, kind, kBytes);
  check_object(access, space, kind, kBytes);
  access.memory = memory_site(space, kind);
  if (space == Space::generic) access.flags |= kGeneric;
  access.vector = static_cast<uint32_t>(program_.vectors.size());
  program_.vectors.push_back(rows);
  access.run = kind == AccessKind::load ? load_handler(space, access.flags)
                                        : store_handler(space, access.flags);
  emit_helper(access);
  if (kind == AccessKind::load)
    for (const Place place : rows.places) program_.uses.back().writes.push_back({place, 4, 0});
}

void FunctionDecoder::load_rows(MicroOp& i) {
  const Operand& to = operand(0);
  if (to.kind != Operand::Kind::vector || to.elements.size() != tiles_of(current()))
    fail(Says::needs_vector);
  VectorOperand rows;
  for (uint32_t k = 0; k < kWordsOfRow; ++k) rows.places.push_back(scratch(4));
  MicroOp from;
  from.site = i.site;
  address(from, operand(1), current().space());
  rows_access(from, rows, AccessKind::load);
  i.run = spread_rows;
  i.flags |= matrix_flag::kSpreads;
  i.b = static_cast<uint32_t>(program_.vectors.size());
  program_.vectors.push_back(rows);
  i.vector = result_vector(to, 4);
  i.imm = current().has("trans");
}

void FunctionDecoder::store_rows(MicroOp& i) {
  const Operand& from = operand(1);
  if (from.kind != Operand::Kind::vector || from.elements.size() != tiles_of(current()))
    fail(Says::needs_vector);
  VectorOperand rows;
  for (uint32_t k = 0; k < kWordsOfRow; ++k) rows.places.push_back(scratch(4));
  MicroOp collect;
  collect.run = collect_rows;
  collect.flags |= matrix_flag::kCollects;
  collect.site = i.site;
  collect.b = static_cast<uint32_t>(program_.vectors.size());
  program_.vectors.push_back(rows);
  collect.vector = vector(from, 4);
  collect.imm = current().has("trans");
  emit_using(collect, program_.vectors[collect.vector].places, rows.places);
  MicroOp to;
  to.site = i.site;
  address(to, operand(0), current().space());
  rows_access(to, rows, AccessKind::store);
  i.run = end_matrix;
}

void FunctionDecoder::piece(const MatrixAccess& m, const MatrixPiece& piece) {
  using namespace access_flag;
  MicroOp at = m.base;
  at.run = matrix_addresses;
  at.c = piece.part;
  if (m.columns) at.flags |= matrix_flag::kColumns;
  if (piece.transposed) at.flags |= matrix_flag::kTransposed;
  at.d = scratch(m.base.flags & kNarrowAddress ? 4 : 8);
  emit(at);
  const auto width = static_cast<unsigned>(piece.data.size());
  const AccessKind kind = m.loads ? AccessKind::load : AccessKind::store;
  MicroOp access;
  access.site = m.base.site;
  access.a = at.d;
  access.flags = (m.base.flags & kNarrowAddress) |
                 static_cast<uint32_t>(std::countr_zero(piece.bytes)) |
                 static_cast<uint32_t>(std::countr_zero(width)) << kLogVectorShift |
                 (piece.bytes == 8 ? kWideRegister : 0);
  if (width == 1) {
    access.d = piece.data[0];
  } else {
    access.vector = static_cast<uint32_t>(program_.vectors.size());
    program_.vectors.push_back({piece.data});
  }
  note_smallest(m.space, piece.bytes * width, !m.loads);
  check_copies(access, m.space, kind, piece.bytes * width);
  check_object(access, m.space, kind, piece.bytes * width);
  access.memory = memory_site(m.space, kind);
  if (m.space == Space::generic) access.flags |= kGeneric;
  access.run = m.loads ? load_handler(m.space, access.flags) : store_handler(m.space, access.flags);
  emit(access);
  if (m.loads)
    for (const Place place : piece.data)
      program_.uses.back().writes.push_back(
          {place, static_cast<uint8_t>(std::max(piece.bytes, 4u)), 0});
}

// Register `r`, which lies in memory otherwise than in the register.
void FunctionDecoder::load_register(const MatrixAccess& m, const std::vector<Place>& registers,
                                    uint32_t r) {
  const uint32_t parts = m.fragment.parts;
  MicroOp make;
  make.site = m.base.site;
  make.d = registers[r];
  if (parts == 2) {
    make.a = scratch(4);
    piece(m, {.part = r * parts, .data = {make.a}, .transposed = true});
    make.run = transposed_words;
    make.flags |= matrix_flag::kExchanges;
    return emit_using(make, {make.a}, {make.d});
  }
  if (parts != 4) unsupported();
  VectorOperand bytes;
  for (uint32_t p = 0; p < parts; ++p) {
    bytes.places.push_back(scratch(4));
    piece(m, {.part = r * parts + p, .bytes = 1, .data = {bytes.places.back()}});
  }
  make.run = join_bytes;
  make.vector = static_cast<uint32_t>(program_.vectors.size());
  program_.vectors.push_back(bytes);
  emit_using(make, bytes.places, {make.d});
}

void FunctionDecoder::store_register(const MatrixAccess& m, const std::vector<Place>& registers,
                                     uint32_t r) {
  MicroOp make;
  make.site = m.base.site;
  make.run = transposed_words;
  make.flags |= matrix_flag::kExchanges;
  make.a = registers[r];
  make.d = scratch(4);
  emit_using(make, {make.a}, {make.d});
  piece(m, {.part = r * m.fragment.parts, .data = {make.d}, .transposed = true});
}

void FunctionDecoder::load_or_store_matrix(MicroOp& i) {
  const ptx::Instruction& p = current();
  const auto shape = shape_of(p);
  const std::vector<Type> types = types_of(p);
  MatrixAccess m;
  m.loads = p.has("load");
  m.space = p.space();
  m.columns = p.has("col");
  const MatrixRole role = p.has("a") ? MatrixRole::a : p.has("b") ? MatrixRole::b : MatrixRole::c;
  const bool is_there =
      shape && types.size() == 1 && std::ranges::any_of(kAllowed, [&](const Allowed& row) {
        const bool fits_sum = role == MatrixRole::c &&
                              is_allowed(shape->word, row.a, row.a, types[0], types[0], true);
        return row.is_wmma && has_word(row.shapes, shape->word) &&
               (fits_sum || (role != MatrixRole::c && row.a == signed_of(types[0])));
      });
  if (!is_there ||
      (m.space != Space::generic && m.space != Space::global && m.space != Space::shared))
    unsupported();
  const auto fragment = fragment_of(role, types[0], shape->shape);
  if (!fragment) unsupported();
  m.fragment = *fragment;
  const uint32_t bits = bits_of(types[0]);
  const Operand& data = operand(m.loads ? 0 : 1);
  if (data.kind != Operand::Kind::vector || data.elements.size() < fragment->registers ||
      data.elements.size() % fragment->registers != 0)
    fail(Says::needs_vector);
  const unsigned bytes = register_bytes_of(types[0]);
  const std::vector<Place> registers =
      program_.vectors[m.loads ? result_vector(data, bytes) : vector(data, bytes)].places;
  m.base.site = i.site;
  address(m.base, operand(m.loads ? 1 : 0), m.space);
  m.base.b = p.operands.size() > 2 ? place(operand(2), 4)
                                   : constant(m.columns ? fragment->rows : fragment->columns, 4);
  m.base.fragment = static_cast<uint32_t>(program_.fragments.size());
  program_.fragments.push_back(*fragment);
  MicroOp check = m.base;
  check.run = check_matrix_address;
  check.flags |= bits;
  emit(check);
  const bool pairs = role == MatrixRole::c && bits >= 32 && m.is_natural();
  for (uint32_t r = 0; r < fragment->registers; ++r) {
    const uint32_t part = r * fragment->parts;
    if (pairs) {
      piece(m, {.part = part, .bytes = bits / 8, .data = {registers[r], registers[r + 1]}});
      ++r;
    } else if (bits >= 32) {
      piece(m, {.part = part, .bytes = bits / 8, .data = {registers[r]}});
    } else if (m.is_natural()) {
      piece(m, {.part = part, .data = {registers[r]}});
    } else if (m.loads) {
      load_register(m, registers, r);
    } else {
      store_register(m, registers, r);
    }
  }
  for (size_t r = fragment->registers; m.loads && r < registers.size(); ++r) {
    MicroOp copy;
    copy.site = i.site;
    copy.run = arithmetic_rows().find("mov.b32")->run;
    copy.a = registers[r % fragment->registers];
    copy.d = registers[r];
    emit_using(copy, {copy.a}, {copy.d});
  }
  i.run = end_matrix;
}

}  // namespace warplab::sim
