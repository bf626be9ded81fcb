#include "compile/device_rules.hpp"

#include <algorithm>

#include "compile/messages/match.hpp"
#include "compile/messages/remarks.hpp"
#include "source/host_code.hpp"
#include "source/scopes.hpp"

namespace warplab::compile {
namespace {

using source::DeclaredName;
using source::is;
using source::Outline;
using source::Scopes;
using source::Tokens;

class Rules {
 public:
  explicit Rules(std::string_view source) : scopes_(source), t_(scopes_.tokens()) {}

  std::vector<BrokenRule> broken() {
    for (const source::Block& block : scopes_.blocks()) {
      if (block.kind != source::Block::Kind::function) continue;
      const bool is_of_device = source::is_of_device(scopes_, block.head, block.open);
      for (size_t k = block.open; k < std::min(block.close, t_.size()); ++k)
        look_at(k, is_of_device);
    }
    return std::move(broken_);
  }

 private:
  void look_at(size_t k, bool in_device_code) {
    if (!source::is_word(t_, k)) return;
    if (in_device_code && is_element_of_member(k)) return;
    if (is_qualified(k)) return;
    const DeclaredName* d = scopes_.meant_at(t_[k].text, t_[k].offset);
    if (d == nullptr || d->where != DeclaredName::Where::file || d->is_type || d->is_macro) return;
    const size_t begin = statement_begin(t_, d->token);
    if (d->is_function) {
      if (is_kernel_alone(t_[k].text) && is_called(k)) say(k, *d, Remark::calls_kernel);
      return;
    }
    if (!in_device_code) return;
    const bool is_constant =
        has(t_, begin, d->token, "const") || has(t_, begin, d->token, "constexpr");
    if (!is_constant || source::is_of_device(scopes_, begin, d->token)) return;
    if (is(t_, d->token + 1, "[")) {
      if (!is_for_compiler(k)) say(k, *d, Remark::is_array_of_host);
    } else if (is_address_taken(k)) {
      say(k, *d, Remark::has_no_address);
    }
  }

  // S::x[i], where struct S has the array as a static constant: it says so.
  bool is_element_of_member(size_t k) {
    if (k < 3 || !is(t_, k - 1, ":") || !is(t_, k - 2, ":") || !is(t_, k + 1, "[")) return false;
    for (const source::Block& type : scopes_.blocks()) {
      if (type.kind != source::Block::Kind::type || !has(t_, type.head, type.open, t_[k - 3].text))
        continue;
      for (size_t at = type.open + 1; at + 1 < std::min(type.close, t_.size()); ++at) {
        if (t_[at].text != t_[k].text || !is(t_, at + 1, "[")) continue;
        const size_t begin = statement_begin(t_, at);
        if (!has(t_, begin, at, "static") || source::is_of_device(scopes_, begin, at) ||
            is_for_compiler(k))
          return false;
        DeclaredName member;
        member.offset = t_[at].offset;
        say(k, member, Remark::is_array_of_host);
        return true;
      }
    }
    return false;
  }

  // a.x, a->x, a::x: of something whose type is not known here.
  bool is_qualified(size_t k) const {
    return k > 1 &&
           (is(t_, k - 1, ".") || is(t_, k - 1, ":") || (is(t_, k - 1, ">") && is(t_, k - 2, "-")));
  }

  // And no function of another kind has the name.
  bool is_kernel_alone(std::string_view name) const {
    return std::ranges::all_of(scopes_.declarations_of(name), [&](const DeclaredName& d) {
      return !d.is_function || has(t_, statement_begin(t_, d.token), d.token, "__global__");
    });
  }

  // f(...) and f<T>(...), not f<<<...>>>(...) nor the function by itself.
  bool is_called(size_t k) const {
    if (is(t_, k + 1, "(")) return true;
    const bool is_launched = is(t_, k + 1, "<") && is(t_, k + 2, "<") && is(t_, k + 3, "<");
    const size_t behind = is_launched ? k + 1 : behind_template_arguments(t_, k + 1);
    return behind > k + 1 && is(t_, behind, "(");
  }

  // Of its type or its value while it compiles, no memory is needed.
  bool is_for_compiler(size_t k) const {
    const size_t begin = statement_begin(t_, k);
    const size_t end = scopes_.rest_end(k);
    for (const char* word : {"constexpr", "static_assert", "sizeof", "decltype"})
      if (has(t_, begin, end, word)) return true;
    return false;
  }

  // &x, and not a & x.
  bool is_address_taken(size_t k) const {
    if (k < 2 || !is(t_, k - 1, "&") || is(t_, k + 1, ".")) return false;
    return is(t_, k - 2, "(") || is(t_, k - 2, ",") || is(t_, k - 2, "=") ||
           is(t_, k - 2, "return");
  }

  void say(size_t k, const DeclaredName& declared, Remark remark) {
    broken_.push_back(
        {t_[k].offset, filled_in(sentence_of(remark),
                                 {{"name", std::string(t_[k].text)},
                                  {"line", std::to_string(scopes_.line_of(declared.offset))}})});
  }

  Scopes scopes_;
  const Tokens& t_;
  std::vector<BrokenRule> broken_;
};

}  // namespace

std::vector<BrokenRule> broken_rules(std::string_view source) { return Rules(source).broken(); }

}  // namespace warplab::compile
