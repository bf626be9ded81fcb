#include "ptx/opcode.hpp"

#include <algorithm>
#include <utility>

#include "ptx/opcode_table.hpp"

namespace warplab::ptx {
namespace {

// The word from `at` on, which is left behind it.
constexpr std::string_view next_word(std::string_view text, size_t& at) {
  const auto is_of_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == ':';
  };
  while (at < text.size() && !is_of_word(text[at])) ++at;
  const size_t begin = at;
  while (at < text.size() && is_of_word(text[at])) ++at;
  return text.substr(begin, at - begin);
}

constexpr bool lists(std::string_view words, std::string_view word) {
  if (words == word) return true;
  const auto is_blank = [&](size_t at) { return at >= words.size() || words[at] == ' '; };
  for (size_t at = 0; (at = words.find(word, at)) != std::string_view::npos; ++at)
    if ((at == 0 || words[at - 1] == ' ') && is_blank(at + word.size())) return true;
  return false;
}

// A row's notation, taken apart while this file is compiled: what is wrong with a row is an error
// of the compiler at the `throw` that it meets.
class Notation {
 public:
  constexpr explicit Notation(const Row& row) {
    form_.notation = row.notation;
    form_.facts = row.facts;
    const size_t end = row.notation.find(';');
    text_ = row.notation.substr(0, end);
    if (end != std::string_view::npos) own_lists_ = row.notation.substr(end + 1);
  }

  constexpr InstructionForm parse() {
    form_.opcode = word();
    while (at_ < text_.size() && text_[at_] != ' ') modifier();
    while (at_ < text_.size()) operand();
    return form_;
  }

 private:
  constexpr bool accept(std::string_view what) {
    if (!text_.substr(at_).starts_with(what)) return false;
    at_ += what.size();
    return true;
  }
  constexpr void expect(std::string_view what) {
    if (!accept(what)) throw "the notation of a row misses something here";
  }
  constexpr std::string_view word() {
    const size_t begin = at_;
    const std::string_view found = next_word(text_, at_);
    if (found.empty() || found.data() != text_.data() + begin) throw "expected a word here";
    return found;
  }

  constexpr void modifier() {
    if (form_.modifier_count == kMostModifiers) throw "a row has too many modifiers";
    Modifier& m = form_.modifier_array[form_.modifier_count++];
    m.is_optional = accept("{");
    form_.least_modifiers += !m.is_optional;
    expect(".");
    m.name = word();
    m.words = list_named(m.name);
    if (m.is_optional) expect("}");
  }

  // "; .atype = .btype = u32 s32; .mode = ...": from the name to the end of its list; else the list
  // for all rows, else the word itself.
  constexpr std::string_view list_named(std::string_view name) const {
    for (size_t at = 0; at < own_lists_.size();) {
      const size_t end = std::min(own_lists_.find(';', at), own_lists_.size());
      const std::string_view list = own_lists_.substr(at, end - at);
      const size_t words = list.rfind('=');
      if (words == std::string_view::npos) throw "a list has no = between its name and its words";
      if (names(list.substr(0, words), name)) return list.substr(words + 1);
      at = end + 1;
    }
    for (const WordList& list : kLists)
      if (list.name == name) return list.words;
    return name;
  }

  // ".atype = .btype "
  static constexpr bool names(std::string_view text, std::string_view name) {
    for (size_t at = 0; at < text.size();)
      if (next_word(text, at) == name) return true;
    return false;
  }

  constexpr void operand() {
    if (form_.operand_count == kMostOperands) throw "a row has too many operands";
    OperandForm& o = form_.operand_array[form_.operand_count];
    o.is_optional = accept("{, ");
    if (!o.is_optional) expect(form_.operand_count == 0 ? " " : ", ");
    ++form_.operand_count;
    o.may_be_negated = accept("{!}");
    o.is_address = accept("[");
    o.is_vector = !o.is_address && accept("{");
    o.name = word_without_type();
    if (o.is_address) expect("]");
    if (o.is_vector) expect("}");
    o.may_be_pair = accept("[|p]") || accept("[|q]");
    if (accept(":")) o.type = word();
    else if (o.name == "p" || o.may_be_negated) o.type = "pred";
    if (o.is_optional) expect("}");
  }
  constexpr std::string_view word_without_type() {
    const std::string_view name = word();
    const size_t colon = name.find(':');
    if (colon == std::string_view::npos) return name;
    at_ -= name.size() - colon;
    return name.substr(0, colon);
  }

  InstructionForm form_;
  std::string_view text_, own_lists_;
  size_t at_ = 0;
};

// A row at a time, which an error of the compiler names, and of which none is too long for it.
template <size_t row>
constexpr InstructionForm kForm = Notation(kRows[row]).parse();

constexpr auto kForms = []<size_t... row>(std::index_sequence<row...>) {
  return std::array{kForm<row>...};
}
(std::make_index_sequence<kRows.size()>());

constexpr size_t kOpcodeCount = [] {
  size_t count = 0;
  for (size_t k = 0; k < kForms.size(); ++k)
    count += k == 0 || kForms[k].opcode != kForms[k - 1].opcode;
  return count;
}();

constexpr bool form_compares(const InstructionForm& form) {
  if (form.facts.family != Family::compute) return false;
  const bool has_operator =
      form.modifier_count > 0 && form.modifier_array[0].name.ends_with("CmpOp");
  return has_operator || (form.operand_count > 0 && form.operand_array[0].name == "p");
}

// The forms of each opcode, sorted by name.
constexpr auto kOpcodes = [] {
  std::array<Opcode, kOpcodeCount> opcodes{};
  size_t next = 0;
  for (size_t begin = 0, end = 0; begin < kForms.size(); begin = end) {
    while (end < kForms.size() && kForms[end].opcode == kForms[begin].opcode) ++end;
    const Facts& facts = kForms[begin].facts;
    Opcode& opcode = opcodes[next++];
    opcode = {.name = kForms[begin].opcode,
              .forms = std::span(kForms).subspan(begin, end - begin),
              .family = facts.family,
              .carries = facts.carries,
              .passes_time = facts.passes_time};
    for (const InstructionForm& form : opcode.forms) {
      opcode.writes |= form.writes_first_operand();
      opcode.compares |= form_compares(form);
    }
  }
  std::ranges::sort(opcodes, {}, &Opcode::name);
  return opcodes;
}();
static_assert(std::ranges::adjacent_find(kOpcodes, {}, &Opcode::name) == kOpcodes.end(),
              "the forms of one opcode stand together");

// Where data is kept does not change what it is.
bool is_cache_hint(std::string_view modifier) {
  return modifier.starts_with("L1::") || modifier.starts_with("L2::");
}

// Calls `take(modifier of the form, word of the instruction)` for those that fit, in their order.
template <class Take>
bool in_order(const InstructionForm& form, const Instruction& instruction, const Take& take) {
  const size_t given = instruction.modifiers.size();
  if (given < form.least_modifiers || given > form.modifier_count) return false;
  size_t next = 0;
  for (const Modifier& m : form.modifiers()) {
    if (next < given && lists(m.words, instruction.modifiers[next]))
      take(m, instruction.modifiers[next++]);
    else if (!m.is_optional) return false;
  }
  return next == given;
}

bool in_any_order(const InstructionForm& form, const Instruction& instruction) {
  const auto& given = instruction.modifiers;
  return std::ranges::all_of(given,
                             [&](const std::string& word) {
                               return is_cache_hint(word) ||
                                      std::ranges::any_of(form.modifiers(), [&](const Modifier& m) {
                                        return lists(m.words, word);
                                      });
                             }) &&
         std::ranges::all_of(form.modifiers(), [&](const Modifier& m) {
           return m.is_optional || std::ranges::any_of(given, [&](const std::string& word) {
                    return lists(m.words, word);
                  });
         });
}

Type twice(Type type) {
  switch (type) {
    case Type::u16: return Type::u32;
    case Type::s16: return Type::s32;
    case Type::u32: return Type::u64;
    default: return Type::s64;
  }
}

}  // namespace

std::span<const Opcode> opcodes() { return kOpcodes; }

const Opcode* find_opcode(std::string_view name) {
  const auto at = std::ranges::lower_bound(kOpcodes, name, {}, &Opcode::name);
  return at != kOpcodes.end() && at->name == name ? &*at : nullptr;
}

bool InstructionForm::fits(const Instruction& instruction) const {
  if (facts.family != Family::compute) return in_any_order(*this, instruction);
  return in_order(*this, instruction, [](const Modifier&, const std::string&) {});
}

bool InstructionForm::compares() const { return form_compares(*this); }

const InstructionForm* find_form(const Instruction& instruction) {
  const Opcode* const opcode = find_opcode(instruction.opcode);
  if (opcode == nullptr) return nullptr;
  for (const InstructionForm& form : opcode->forms)
    if (form.fits(instruction)) return &form;
  return nullptr;
}

Type operand_type(const InstructionForm& form, const Instruction& instruction, size_t k) {
  const std::string_view type = form.operands()[k].type;
  if (type.empty() || type == "wide") {
    const Type last = instruction.type();
    return last == Type::none ? Type::b32 : type.empty() ? last : twice(last);
  }
  if (type == "dtype") return instruction.type(1);
  return type_named(type).value_or(Type::none);
}

std::string plain_spelling(const InstructionForm& form, const Instruction& instruction) {
  std::string text = instruction.opcode;
  if (instruction.has("relu")) text += ".relu";
  in_order(form, instruction, [&](const Modifier& m, const std::string& word) {
    const bool goes_without_saying = m.is_optional && (word == "rn" || m.name == "BoolOp");
    if (!goes_without_saying && word != "relu") (text += '.') += word;
  });
  return text;
}

bool writes_first_operand(const Instruction& instruction) {
  const Opcode* const opcode = find_opcode(instruction.opcode);
  // Unsupported ones are never executed.
  if (opcode == nullptr || !opcode->writes || instruction.operands.empty() ||
      instruction.operands[0].kind == Operand::Kind::address)
    return false;
  if (opcode->family != Family::barrier) return true;
  const InstructionForm* const form = find_form(instruction);
  return form != nullptr && form->writes_first_operand();
}

bool is_integer_division(const Instruction& instruction) {
  return (instruction.opcode == "div" || instruction.opcode == "rem") &&
         !is_float(instruction.type());
}

bool is(const Instruction& instruction, Family family) {
  const Opcode* opcode = find_opcode(instruction.opcode);
  return opcode != nullptr && opcode->family == family;
}

bool ends_block(Family family) {
  return family == Family::branch || family == Family::leave || family == Family::trap;
}

}  // namespace warplab::ptx
