#pragma once
// What stands in MicroOp::flags: written by the decoder, read by handlers and observers.
#include <cstdint>

#include "sim/program/program.hpp"

namespace warplab::sim {

// MicroOp::flags of memory instructions.
namespace access_flag {
constexpr uint32_t kLogBytesMask = 7;  // log2 of an element's bytes, 0 ... 3
constexpr uint32_t kLogVectorShift = 3, kLogVectorMask = 3;
constexpr uint32_t kSigned = 1u << 5;                 // sign-extend into the register
constexpr uint32_t kWideRegister = 1u << 6;           // the data register has 64-bit lanes
constexpr uint32_t kNarrowAddress = 1u << 7;          // the address register has 32-bit lanes
constexpr uint32_t kReadOnlyPath = 1u << 8;           // ld.global.nc
constexpr uint32_t kOrderShift = 9, kOrderMask = 7;   // AccessOrder
constexpr uint32_t kScopeShift = 12, kScopeMask = 3;  // AccessScope
constexpr uint32_t kHasUsedBytes = 1u << 14;  // MicroOp::c is the mask of bytes that are used
constexpr uint32_t kGeneric = 1u << 15;       // addresses are generic: memory sites come in fours
// An exchange whose old value no instruction reads: to memory that nobody has written it is what a
// store is.
constexpr uint32_t kOnlyStores = 1u << 16;
// A strong write that releases nothing and of which nothing comes back: a volatile or relaxed
// store, or an atomic whose old value no instruction reads.
constexpr uint32_t kMayComeLate = 1u << 17;
}  // namespace access_flag

inline uint32_t element_bytes(const MicroOp* i) {
  return 1u << (i->flags & access_flag::kLogBytesMask);
}
inline uint32_t vector_width(const MicroOp* i) {
  return 1u << (i->flags >> access_flag::kLogVectorShift & access_flag::kLogVectorMask);
}
inline uint32_t access_bytes(const MicroOp* i) { return element_bytes(i) * vector_width(i); }

// Asynchronous copies of all or nothing: a lane copies where the predicate c holds, or where it
// does not.
constexpr uint32_t kCopyIf = 1, kCopyUnless = 2;

// Micro-operations of matrix instructions (execute/matrix.hpp).
namespace matrix_flag {
constexpr uint32_t kColumns = 1u << 0;     // the matrix lies in memory column by column
constexpr uint32_t kTransposed = 1u << 1;  // of the word that transposed_words() wants
constexpr uint32_t kLast = 1u << 2;        // transposed_words() ends the instruction
// What happens to values in registers of several lanes: rows and columns of a tile are exchanged,
// rows are spread over a warp or collected from it, matrices are multiplied.
constexpr uint32_t kExchanges = 1u << 3, kSpreads = 1u << 4, kCollects = 1u << 5,
                   kMultiplies = 1u << 6;
constexpr uint32_t kBetweenLanes = kExchanges | kSpreads | kCollects | kMultiplies;
}  // namespace matrix_flag

// Comparisons: d and fifth are the places of p and q in `p|q`; c is the predicate of a boolean
// operation, whose kind and negation are in flags.
enum class BoolOp : uint32_t { none, and_, or_, xor_ };
constexpr uint32_t kBoolOpMask = 3, kBoolNegated = 4;

}  // namespace warplab::sim
