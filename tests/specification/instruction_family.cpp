// One row for each instruction that does more than compute, in the notation of the PTX ISA.
#include <array>

#include "specification/image.hpp"
#include "specification/word_list.hpp"

namespace warplab::sim::plain {
namespace {

struct Row {
  std::string_view opcode;
  // Separated by blanks. Any with "::" that is a cache hint is understood without being named.
  std::string_view modifiers;
  std::string_view types;
  Family family;
};

#define MEMORY_TYPES \
  "b8 b16 b32 b64 b128 u8 u16 u32 u64 s8 s16 s32 s64 f16 f16x2 bf16 bf16x2 f32 f64"
#define SPACES "global shared shared::cta local param param::func param::entry const"
#define ORDERS "weak relaxed acquire release acq_rel volatile mmio cta cluster gpu sys"
#define CACHES "ca cg cs lu cv wb wt nc unified"

constexpr auto kRows = std::to_array<Row>({
    {"ld", SPACES " " ORDERS " " CACHES " v2 v4 v8", MEMORY_TYPES, Family::load},
    {"ldu", "global v2 v4", MEMORY_TYPES, Family::load},
    {"st", SPACES " " ORDERS " " CACHES " v2 v4 v8", MEMORY_TYPES, Family::store},
    {"atom",
     "global shared shared::cta " ORDERS " and or xor cas exch add inc dec min max noftz v2 v4 v8",
     "b16 b32 b64 b128 u32 u64 s32 s64 f16 f16x2 bf16 bf16x2 f32 f64", Family::atomic},
    {"red", "global shared shared::cta " ORDERS " and or xor add inc dec min max noftz v2 v4 v8",
     "b32 b64 u32 u64 s32 s64 f16 f16x2 bf16 bf16x2 f32 f64", Family::atomic},
    {"cp", "async ca cg shared shared::cta global", "", Family::async_copy},
    {"cp", "async mbarrier arrive noinc shared shared::cta", "b64", Family::object},
    {"mbarrier", "init inval expect_tx complete_tx relaxed cta shared shared::cta", "b64",
     Family::object},
    {"mbarrier", "arrive arrive_drop noComplete expect_tx release relaxed cta shared shared::cta",
     "b64", Family::object},
    {"mbarrier", "pending_count", "b64", Family::object},
    {"mbarrier", "test_wait try_wait parity acquire relaxed cta shared shared::cta", "b64",
     Family::object_wait},
    {"cp", "async commit_group wait_group wait_all", "", Family::async_copy_wait},
    {"bra", "uni", "", Family::branch},
    {"brx", "idx uni", "", Family::indexed_branch},
    {"call", "uni", "", Family::call},
    {"ret", "uni", "", Family::ret},
    {"exit", "", "", Family::exit},
    {"trap", "", "", Family::trap},
    {"bar", "cta sync arrive red popc and or aligned", "pred u32", Family::block_barrier},
    {"barrier", "cta sync arrive red popc and or aligned", "pred u32", Family::block_barrier},
    {"bar", "warp sync", "", Family::warp_barrier},
    {"shfl", "sync up down bfly idx", "b32", Family::shuffle},
    {"vote", "sync all any uni ballot", "pred b32", Family::vote},
    {"match", "sync any all", "b32 b64", Family::match},
    {"redux", "sync add min max and or xor", "u32 s32 b32", Family::reduce},
    {"activemask", "", "b32", Family::active_mask},
    {"elect", "sync", "", Family::elect},
    {"cvta", "to global shared shared::cta local const param", "u32 u64", Family::convert_address},
    {"isspacep", "global shared shared::cta local const param", "", Family::query_space},
    {"membar", "cta gl sys", "", Family::hint},
    {"fence", "sc acq_rel acquire release cta cluster gpu sys", "", Family::hint},
    {"prefetch", "global local L1 L2", "", Family::hint},
    {"prefetchu", "L1", "", Family::hint},
    {"nanosleep", "", "u32", Family::hint},
    {"brkpt", "", "", Family::trap},
    {"pmevent", "mask", "", Family::hint},
});

// "L1::no_allocate", "L2::128B": where data is kept does not change what it is.
bool is_cache_hint(std::string_view modifier) {
  return modifier.starts_with("L1::") || modifier.starts_with("L2::");
}

bool fits(const Row& row, const ptx::Instruction& i) {
  if (row.opcode != i.opcode) return false;
  const auto known = [&](const std::string& m) {
    return lists(row.types, m) || lists(row.modifiers, m) || is_cache_hint(m);
  };
  // A cache policy operand would come with .L2::cache_hint.
  return !i.has("L2::cache_hint") && std::all_of(i.modifiers.begin(), i.modifiers.end(), known);
}

// What the words alone do not rule out: shfl, vote and match need .sync since compute
// capability 7.0.
bool is_complete(Family family, const ptx::Instruction& i) {
  switch (family) {
    case Family::shuffle:
    case Family::vote:
    case Family::match:
    case Family::reduce:
    case Family::elect:
    case Family::warp_barrier: return i.has("sync");
    case Family::block_barrier: return i.has("sync") || i.has("arrive") || i.has("red");
    case Family::indexed_branch: return i.has("idx");
    case Family::async_copy: return i.has("async") && i.operands.size() >= 3;
    case Family::async_copy_wait: return i.has("async");
    case Family::object:
      return i.opcode == "mbarrier" ? !i.modifiers.empty() && i.modifiers[0] != "b64"
                                    : i.has("mbarrier") && i.has("arrive");
    case Family::object_wait: return i.has("test_wait") || i.has("try_wait");
    default: return true;
  }
}

}  // namespace

std::optional<Family> family_of(const ptx::Instruction& i) {
  if (compute_of(i) != nullptr) return Family::compute;
  for (const Row& row : kRows)
    if (fits(row, i) && is_complete(row.family, i)) return row.family;
  return std::nullopt;
}

}  // namespace warplab::sim::plain
