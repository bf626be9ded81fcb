#include "model/compiler_stage.hpp"

#include <algorithm>
#include <span>
#include <string_view>

namespace warplab::model {
namespace {

using Code = std::vector<data::TraceInstruction>;

// By register: which instructions write and read it.
struct Uses {
  std::vector<std::vector<uint32_t>> writers, readers;
};

Uses uses_of(const Code& code) {
  size_t registers = 0;
  for (const data::TraceInstruction& i : code) {
    for (const uint16_t r : i.reads) registers = std::max<size_t>(registers, r + size_t{1});
    for (const uint16_t r : i.writes) registers = std::max<size_t>(registers, r + size_t{1});
  }
  Uses uses{std::vector<std::vector<uint32_t>>(registers),
            std::vector<std::vector<uint32_t>>(registers)};
  for (uint32_t k = 0; k < code.size(); ++k) {
    for (const uint16_t r : code[k].reads) uses.readers[r].push_back(k);
    for (const uint16_t r : code[k].writes) uses.writers[r].push_back(k);
  }
  return uses;
}

// A pair of instructions that becomes one.
struct Fusion {
  std::string_view first;                   // gives a value ...
  std::span<const std::string_view> users;  // ... that only these use
  bool one_user = false;                    // the first stays where several use it
  bool same_block = false;
  InstructionWork user_work;  // what is left of a user
};

constexpr std::string_view kSums32[] = {"add.f32", "sub.f32", "add.ftz.f32", "sub.ftz.f32"};
constexpr std::string_view kSums64[] = {"add.f64", "sub.f64"};
constexpr std::string_view kAddresses[] = {"add.s64", "add.u64"};
constexpr Fusion kFusions[] = {
    {"mul.f32", kSums32, true, true, {Pipe::single, 1, 1}},
    {"mul.ftz.f32", kSums32, true, true, {Pipe::single, 1, 1}},
    {"mul.f64", kSums64, true, true, {Pipe::double_, 1, 1}},
    {"mul.wide.s32", kAddresses, false, false, {Pipe::multiply, 1, 1}},
    {"mul.wide.u32", kAddresses, false, false, {Pipe::multiply, 1, 1}},
    {"shl.b64", kAddresses, false, false, {Pipe::integer, 2, 2}},
};

void fuse(const Code& code, const Uses& uses, const Fusion& fusion, uint32_t k,
          std::vector<InstructionWork>& work) {
  if (code[k].spelling != fusion.first || code[k].writes.size() != 1) return;
  const uint16_t result = code[k].writes[0];
  const std::vector<uint32_t>& readers = uses.readers[result];
  if (readers.empty() || uses.writers[result].size() != 1) return;
  if (fusion.one_user && readers.size() != 1) return;
  for (const uint32_t r : readers) {
    if (std::ranges::find(fusion.users, code[r].spelling) == fusion.users.end()) return;
    if (fusion.same_block && code[r].basic_block != code[k].basic_block) return;
  }
  work[k] = {Pipe::none, 0, 0};
  for (const uint32_t r : readers) work[r] = fusion.user_work;
}

}  // namespace

std::vector<InstructionWork> compiled_work(const Code& code) {
  std::vector<InstructionWork> work;
  work.reserve(code.size());
  for (const data::TraceInstruction& i : code) work.push_back(work_of(i.spelling));
  const Uses uses = uses_of(code);
  for (uint32_t k = 0; k < code.size(); ++k)
    for (const Fusion& fusion : kFusions) fuse(code, uses, fusion, k, work);
  return work;
}

}  // namespace warplab::model
