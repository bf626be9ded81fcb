#pragma once
// What names mean inside a function: { } scopes over the function over the module.
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ptx/module.hpp"

namespace warplab::ptx {

struct StringHash {
  using is_transparent = void;
  size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
};
template <class T>
using NameMap = std::unordered_map<std::string, T, StringHash, std::equal_to<>>;

struct Meaning {
  bool is_register = false;
  uint32_t reg = 0;     // index into Function::registers; of the first part when vector > 1
  unsigned vector = 1;  // of a register declared .v2 or .v4: its parts are consecutive registers
  SymbolRef symbol;     // when it is no register
};

class Scopes {
 public:
  explicit Scopes(const NameMap<SymbolRef>& module_names) : module_names_(module_names) { open(); }

  void open();
  void close();                                  // never the outermost
  size_t depth() const { return open_.size(); }  // 1: the function itself
  uint32_t current() const { return open_.back().id; }
  // The scope around scope `id`; kNone around the outermost.
  uint32_t parent(uint32_t id) const { return parents_[id]; }
  static constexpr uint32_t kNone = ~0u;

  // False when this scope has the name already.
  bool declare(std::string_view name, const Meaning& meaning);
  // By the innermost scope that has the name, then by the module.
  bool find(std::string_view name, Meaning& meaning) const;

 private:
  struct Scope {
    uint32_t id = 0;
    NameMap<Meaning> names;
  };
  const NameMap<SymbolRef>& module_names_;
  std::vector<Scope> open_;
  std::vector<uint32_t> parents_;  // by scope id
};

}  // namespace warplab::ptx
