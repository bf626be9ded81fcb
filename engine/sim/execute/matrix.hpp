#pragma once
// Handlers of wmma, mma, ldmatrix, stmatrix and movmatrix. Each begins with the whole warp coming
// together; what they load and store are loads and stores as any other, of one register at a time.
#include "sim/state/runner.hpp"

namespace warplab::sim {

// imm: place of the mask of all lanes. The warp comes together, until end_matrix() or another last
// micro-operation of the instruction. Reports lanes that are missing.
const MicroOp* begin_matrix(Warp&, const MicroOp*);
const MicroOp* end_matrix(Warp&, const MicroOp*);
// a: base address, imm: offset; b: stride in elements; flags: bits of an element, and
// access_flag::kNarrowAddress. Reports what the manual leaves undefined: lanes that name different
// matrices, addresses that are no multiple of 32 bytes, rows of no multiple of 16 bytes.
constexpr uint32_t kBitsMask = 0x7f;
const MicroOp* check_matrix_address(Warp&, const MicroOp*);
// d: addresses of what the lanes have in part `c` (register * parts + part) of a fragment. a, imm,
// b as above; fragment: index into Program::fragments; flags: matrix_flag.
const MicroOp* matrix_addresses(Warp&, const MicroOp*);
// d (predicate) = the first imm lanes.
const MicroOp* first_lanes(Warp&, const MicroOp*);
// d = a: tiles of 8 x 8 elements of 16 bits, two in each lane, with rows and columns exchanged.
const MicroOp* transposed_words(Warp&, const MicroOp*);
// d = the lowest bytes of the registers of Program::vectors[vector].
const MicroOp* join_bytes(Warp&, const MicroOp*);
// Lane 8 t + r has row r of tile t in the four registers of vectors[b]; vectors[vector] are the
// registers of the tiles, see ldmatrix. imm: 1: with rows and columns exchanged.
const MicroOp* spread_rows(Warp&, const MicroOp*);
const MicroOp* collect_rows(Warp&, const MicroOp*);  // the other way, see stmatrix
// product: index into Program::products.
const MicroOp* multiply_matrices(Warp&, const MicroOp*);

}  // namespace warplab::sim
