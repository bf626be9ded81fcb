#include "ptx/module.hpp"

#include <algorithm>
#include <array>

namespace warplab::ptx {
namespace {

struct TypeRow {
  Type type;
  std::string_view name;
  unsigned bytes;
  bool is_signed, is_float;
};
// PTX ISA 9.0, section 5.2 (fundamental types). In the order of enum Type.
constexpr std::array kTypes = {
    TypeRow{Type::none, "", 0, false, false},     TypeRow{Type::b8, "b8", 1, false, false},
    TypeRow{Type::b16, "b16", 2, false, false},   TypeRow{Type::b32, "b32", 4, false, false},
    TypeRow{Type::b64, "b64", 8, false, false},   TypeRow{Type::b128, "b128", 16, false, false},
    TypeRow{Type::u8, "u8", 1, false, false},     TypeRow{Type::u16, "u16", 2, false, false},
    TypeRow{Type::u32, "u32", 4, false, false},   TypeRow{Type::u64, "u64", 8, false, false},
    TypeRow{Type::s8, "s8", 1, true, false},      TypeRow{Type::s16, "s16", 2, true, false},
    TypeRow{Type::s32, "s32", 4, true, false},    TypeRow{Type::s64, "s64", 8, true, false},
    TypeRow{Type::f16, "f16", 2, false, true},    TypeRow{Type::f16x2, "f16x2", 4, false, true},
    TypeRow{Type::bf16, "bf16", 2, false, true},  TypeRow{Type::bf16x2, "bf16x2", 4, false, true},
    TypeRow{Type::f32, "f32", 4, false, true},    TypeRow{Type::f64, "f64", 8, false, true},
    TypeRow{Type::pred, "pred", 0, false, false},
};

// The characters of a short name in a number, as modifiers are looked up while kernels run. 0: it
// is longer than any type's name, or empty.
constexpr uint64_t key_of(std::string_view name) {
  uint64_t key = 0;
  if (name.size() > sizeof key) return 0;
  for (const char c : name) key = key << 8 | static_cast<unsigned char>(c);
  return key;
}
constexpr auto kTypeKeys = [] {
  std::array<uint64_t, kTypes.size()> keys{};
  for (size_t k = 0; k < keys.size(); ++k) keys[k] = key_of(kTypes[k].name);
  return keys;
}();

const TypeRow& row_of(Type type) { return kTypes[static_cast<size_t>(type)]; }

struct SpaceRow {
  std::string_view modifier;
  Space space;
};
constexpr std::array kSpaces = {
    SpaceRow{"global", Space::global},      SpaceRow{"shared", Space::shared},
    SpaceRow{"shared::cta", Space::shared}, SpaceRow{"shared::cluster", Space::shared},
    SpaceRow{"local", Space::local},        SpaceRow{"const", Space::constant},
    SpaceRow{"param", Space::param},        SpaceRow{"param::entry", Space::param},
    SpaceRow{"param::func", Space::param},
};

template <class T>
const T* find_named(const std::vector<T>& things, std::string_view name) {
  const auto found = std::find_if(things.begin(), things.end(),
                                  [&](const T& thing) { return thing.name == name; });
  return found == things.end() ? nullptr : &*found;
}

}  // namespace

unsigned bytes_of(Type type) { return row_of(type).bytes; }
bool is_signed(Type type) { return row_of(type).is_signed; }
bool is_float(Type type) { return row_of(type).is_float; }
std::string_view name_of(Type type) { return row_of(type).name; }

std::optional<Type> type_named(std::string_view name) {
  const uint64_t key = key_of(name);
  if (key == 0) return std::nullopt;
  for (size_t k = 0; k < kTypes.size(); ++k)
    if (kTypeKeys[k] == key) return kTypes[k].type;
  return std::nullopt;
}

bool Instruction::has(std::string_view modifier) const {
  return std::find(modifiers.begin(), modifiers.end(), modifier) != modifiers.end();
}

Type Instruction::type(unsigned from_end) const {
  for (auto modifier = modifiers.rbegin(); modifier != modifiers.rend(); ++modifier) {
    const std::optional<Type> type = type_named(*modifier);
    if (type && from_end-- == 0) return *type;
  }
  return Type::none;
}

Space Instruction::space() const {
  for (const std::string& modifier : modifiers)
    for (const SpaceRow& row : kSpaces)
      if (row.modifier == modifier) return row.space;
  return Space::generic;
}

unsigned Instruction::vector_width() const {
  for (const std::string& modifier : modifiers)
    if (modifier == "v2" || modifier == "v4" || modifier == "v8") return modifier[1] - '0';
  return 1;
}

std::string Instruction::spelling() const {
  std::string text = opcode;
  for (const std::string& modifier : modifiers) text.append(".").append(modifier);
  return text;
}

const Function* Module::find_function(std::string_view name) const {
  return find_named(functions, name);
}
const Variable* Module::find_variable(std::string_view name) const {
  return find_named(variables, name);
}

}  // namespace warplab::ptx
