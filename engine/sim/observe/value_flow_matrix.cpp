// Fragments of matrices: an element that is undefined in one lane makes those undefined that are
// worked out from it, in whatever lane they are. What was loaded beside a race counts as used.
#include "sim/observe/value_flow.hpp"
#include "sim/program/instruction_flags.hpp"
#include "sim/state/lanes.hpp"

namespace warplab::sim {
namespace {

// What is undefined of the words of one register, before anything is written.
struct ShadowWords {
  uint64_t bits[kLanes] = {};
  OriginNumber origins[kLanes] = {};

  ShadowWords(const ShadowFrame& f, Slot slot) {
    if (slot == kNoSlot) return;
    for_lanes(f.slots[slot].undefined, [&](unsigned l) {
      bits[l] = f.slots[slot].undefined_bits(l);
      origins[l] = f.slots[slot].origins[l];
    });
  }
  ShadowWords() = default;
  void give(ShadowFrame& f, Slot slot, uint32_t lanes) const {
    if (slot == kNoSlot) return;
    f.slots[slot].clear(lanes);
    for_lanes(lanes, [&](unsigned l) {
      if (bits[l] != 0) f.slots[slot].set_undefined(l, bits[l], origins[l], 32);
    });
  }
  // Rows and columns of a tile exchanged.
  ShadowWords transposed() const {
    ShadowWords t;
    for (unsigned l = 0; l < kLanes; ++l)
      for (unsigned part = 0; part < 2; ++part) {
        const HalfOfLane from = transposed_source(l, part);
        const uint64_t half = bits[from.lane] >> 16 * from.part & 0xffff;
        if (half == 0) continue;
        t.bits[l] |= half << 16 * part;
        t.origins[l] = origins[from.lane];
      }
    return t;
  }
};

// The first undefined element of each row and of each column, as an origin; 0: none is.
struct ShadowMatrix {
  OriginNumber rows[256] = {}, columns[256] = {};

  void add(uint32_t row, uint32_t column, OriginNumber origin) {
    if (rows[row] == 0) rows[row] = origin;
    if (columns[column] == 0) columns[column] = origin;
  }
};

}  // namespace

void ValueFlow::matrix(const Step& s) {
  const uint32_t flags = s.op->flags;
  for (Slot r : s.reads) use_names(s.warp, s.frame, r, s.lanes);
  if (flags & matrix_flag::kMultiplies) return multiply(s);
  if (flags & (matrix_flag::kSpreads | matrix_flag::kCollects)) return move_rows(s);
  if (flags & matrix_flag::kExchanges)
    return ShadowWords(s.frame, slot(s, s.op->a))
        .transposed()
        .give(s.frame, slot(s, s.op->d), s.lanes);
  // What is loaded or stored has its own micro-operations.
  const ptx::Instruction& p = instruction(s.op);
  for (const ptx::Operand& o : p.operands) {
    if (o.kind != ptx::Operand::Kind::address || !o.has_base_register) continue;
    for (const OperandUse& use :
         program_->uses[static_cast<size_t>(s.op - program_->code.data())].reads)
      if (const Slot at = slot(s, use.place); use.reg == o.reg && at != kNoSlot)
        use_undefined(s.warp, s.op, s.frame.slots[at], s.lanes, UndefinedUse::address);
  }
}

void ValueFlow::move_rows(const Step& s) {
  const auto& rows = program_->vectors[s.op->b].places;
  const auto& tiles = program_->vectors[s.op->vector].places;
  const bool spreads = s.op->flags & matrix_flag::kSpreads, exchanges = s.op->imm != 0;
  for (const Place row : rows)
    if (const Slot at = slot(s, row); spreads && at != kNoSlot)
      use_names(s.warp, s.frame, at, s.lanes);
  std::vector<ShadowWords> from;
  for (const Place p : spreads ? rows : tiles) from.emplace_back(s.frame, slot(s, p));
  // Word k of row r of tile t: in lane 8 t + r of row register k, in lane 4 r + k of tile t.
  if (spreads) {
    for (size_t t = 0; t < tiles.size(); ++t) {
      ShadowWords tile;
      for (unsigned l = 0; l < kLanes; ++l) {
        tile.bits[l] = from[l % 4].bits[8 * t + l / 4];
        tile.origins[l] = from[l % 4].origins[8 * t + l / 4];
      }
      (exchanges ? tile.transposed() : tile).give(s.frame, slot(s, tiles[t]), s.lanes);
    }
    return;
  }
  for (unsigned k = 0; k < rows.size(); ++k) {
    ShadowWords words;
    for (size_t t = 0; t < tiles.size(); ++t) {
      const ShadowWords tile = exchanges ? from[t].transposed() : from[t];
      for (unsigned r = 0; r < 8; ++r) {
        words.bits[8 * t + r] = tile.bits[4 * r + k];
        words.origins[8 * t + r] = tile.origins[4 * r + k];
      }
    }
    words.give(s.frame, slot(s, rows[k]), s.lanes);
  }
}

void ValueFlow::multiply(const Step& s) {
  const MatrixProduct& p = program_->products[s.op->product];
  const auto for_each_element = [&](const Fragment& f, uint32_t registers, const auto& take) {
    const auto& places = program_->vectors[registers].places;
    for (uint32_t r = 0; r < f.registers; ++r) {
      const Slot at = slot(s, places[r]);
      if (at == kNoSlot) continue;
      for_lanes(s.frame.slots[at].undefined, [&](unsigned l) {
        for (uint32_t part = 0; part < f.parts; ++part) {
          const uint32_t element = f.at[(r * f.parts + part) * kLanes + l];
          take(element / f.columns, element % f.columns, s.frame.slots[at].origins[l]);
        }
      });
    }
  };
  ShadowMatrix a, b;
  std::vector<OriginNumber> c(size_t{p.d.rows} * p.d.columns);
  for_each_element(p.a, p.a_registers, [&](auto... element) { a.add(element...); });
  for_each_element(p.b, p.b_registers, [&](auto... element) { b.add(element...); });
  for_each_element(p.c, p.c_registers, [&](uint32_t row, uint32_t column, OriginNumber origin) {
    c[row * p.d.columns + column] = origin;
  });
  const auto& places = program_->vectors[p.d_registers].places;
  s.frame.clear(s.writes, s.lanes);
  for (uint32_t r = 0; r < places.size(); ++r) {
    const Slot at = slot(s, places[r]);
    if (at == kNoSlot) continue;
    for_lanes(s.lanes, [&](unsigned l) {
      for (uint32_t part = 0; part < p.d.parts; ++part) {
        const uint32_t element = p.d.at[(r % p.d.registers * p.d.parts + part) * kLanes + l];
        const uint32_t row = element / p.d.columns, column = element % p.d.columns;
        const OriginNumber origin = c[element] != 0    ? c[element]
                                    : a.rows[row] != 0 ? a.rows[row]
                                                       : b.columns[column];
        if (origin != 0) s.frame.slots[at].set_undefined(l, ~uint64_t{0}, origin);
      }
    });
  }
}

}  // namespace warplab::sim
