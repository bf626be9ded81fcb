#include "worker/program/reserved_memory.hpp"

#include <algorithm>
#include <utility>

namespace warplab::worker {
namespace {

bool asks_for_it(const ptx::Instruction& i) {
  return std::ranges::any_of(i.operands, [](const ptx::Operand& o) {
    return o.kind == ptx::Operand::Kind::special && o.text.starts_with("%reserved_smem");
  });
}

}  // namespace

std::optional<sim::Refusal> why_no_reserved_memory(const ptx::Module& module,
                                                   std::string_view file_name) {
  for (const ptx::Function& f : module.functions) {
    const auto found = std::ranges::find_if(f.body, asks_for_it);
    if (found == f.body.end()) continue;
    const int line =
        ptx::source_line(module, f, static_cast<size_t>(found - f.body.begin()), file_name);
    data::Saying where = line == 0 ? data::as_it_is(std::string(file_name))
                                   : data::say(data::Says::file_line, file_name, line);
    return sim::Refusal{data::say(data::Says::reserved_memory, std::move(where)),
                        sim::Refusal::Kind::unsupported, line};
  }
  return std::nullopt;
}

}  // namespace warplab::worker
