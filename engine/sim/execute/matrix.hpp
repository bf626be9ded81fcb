#pragma once
// Handlers of wmma, mma, ldmatrix, stmatrix and movmatrix. Each begins with the whole warp coming
// together; what they load and store are loads and stores as any other, of one register at a time.
#include "sim/state/runner.hpp"

namespace warplab::sim {

// imm: place of the mask of all lanes. The warp comes together, until end_matrix() or another last
// record of the instruction. Reports lanes that are missing.
const Record* begin_matrix(Warp&, const Record*);
const Record* end_matrix(Warp&, const Record*);
// a: base address, imm: offset; b: stride in elements; flags: bits of an element, and
// access_flag::kNarrowAddress. Reports what the manual leaves undefined: lanes that name different
// matrices, addresses that are no multiple of 32 bytes, rows of no multiple of 16 bytes.
constexpr uint32_t kBitsMask = 0x7f;
const Record* check_matrix_address(Warp&, const Record*);
// d: addresses of what the lanes have in part `c` (register * parts + part) of a fragment. a, imm,
// b as above; aux: index into Program::fragments; flags: matrix_flag.
const Record* matrix_addresses(Warp&, const Record*);
// d (predicate) = the first imm lanes.
const Record* first_lanes(Warp&, const Record*);
// d = a: tiles of 8 x 8 elements of 16 bits, two in each lane, with rows and columns exchanged.
const Record* transposed_words(Warp&, const Record*);
// d = the lowest bytes of the registers of Program::vectors[aux].
const Record* join_bytes(Warp&, const Record*);
// Lane 8 t + r has row r of tile t in the four registers of vectors[b]; vectors[aux] are the
// registers of the tiles, see ldmatrix. imm: 1: with rows and columns exchanged.
const Record* spread_rows(Warp&, const Record*);
const Record* collect_rows(Warp&, const Record*);  // the other way, see stmatrix
// aux: index into Program::products.
const Record* multiply_matrices(Warp&, const Record*);

}  // namespace warplab::sim
