#include "ptx/scopes.hpp"

namespace warplab::ptx {

void Scopes::open() {
  parents_.push_back(open_.empty() ? kNone : current());
  open_.push_back({static_cast<uint32_t>(parents_.size() - 1), {}});
}

void Scopes::close() { open_.pop_back(); }

bool Scopes::declare(std::string_view name, const Meaning& meaning) {
  return open_.back().names.emplace(name, meaning).second;
}

bool Scopes::find(std::string_view name, Meaning& meaning) const {
  for (auto scope = open_.rbegin(); scope != open_.rend(); ++scope) {
    const auto found = scope->names.find(name);
    if (found == scope->names.end()) continue;
    meaning = found->second;
    return true;
  }
  const auto found = module_names_.find(name);
  if (found == module_names_.end()) return false;
  meaning = {};
  meaning.symbol = found->second;
  return true;
}

}  // namespace warplab::ptx
