#include "source/outline.hpp"

#include <algorithm>
#include <utility>

namespace warplab::source {
namespace {

bool opens(std::string_view text) { return text == "(" || text == "[" || text == "{"; }
bool closes(std::string_view text) { return text == ")" || text == "]" || text == "}"; }
bool fits(std::string_view open, std::string_view close) {
  return (open == "(" && close == ")") || (open == "[" && close == "]") ||
         (open == "{" && close == "}");
}

// What `head`, which stands in front of a brace outside of functions, makes of the block.
Block::Kind kind_outside(const Tokens& head) {
  size_t depth = 0;
  bool has_parameters = false, is_type = false, is_value = false;
  for (size_t k = is(head, 0, "template") ? behind_template_arguments(head, 1, true) : 0;
       k < head.size(); ++k) {
    if (is(head, k, "(") || is(head, k, "[")) ++depth;
    if ((is(head, k, ")") || is(head, k, "]")) && depth > 0) --depth;
    has_parameters |= is(head, k, "(");
    if (depth > 0) continue;
    if (is(head, k, "namespace")) return Block::Kind::space;
    is_value |= is(head, k, "=") && !(k > 0 && is(head, k - 1, "operator"));
    is_type |= is_type_key(head, k);
  }
  if (head.size() == 2 && is(head, 0, "extern")) return Block::Kind::space;
  if (is_value) return Block::Kind::value;
  return is_type ? Block::Kind::type : has_parameters ? Block::Kind::function : Block::Kind::value;
}

// The same in code.
Block::Kind kind_in_code(const Tokens& head) {
  if (head.empty()) return Block::Kind::statements;
  const std::string_view last = head.back().text;
  const bool is_controlled = is_a(head[0].text, kControl) || is(head, 0, "catch") ||
                             is(head, 0, "else") || is(head, 0, "do");
  if (last == "else" || last == "do" || last == "try" || (last == ")" && is_controlled))
    return Block::Kind::statements;
  const bool has_key =
      std::ranges::any_of(head, [](const Token& t) { return is_a(t.text, kTypeKey); });
  return has_key && kind_outside(head) == Block::Kind::type ? Block::Kind::type
                                                            : Block::Kind::value;
}

// Of a statement, as much is looked at as shows what begins at its end.
constexpr size_t kLongestHead = 1024;

}  // namespace

bool begins_head(const Tokens& t, size_t k) {
  if (k >= t.size()) return false;
  if (is_a(t[k].text, kControl)) return true;
  return may_be_name(t, k) && is(t, k + 1, "(") && is_word(t, k + 2) &&
         is_type_word(t[k + 2].text) && may_be_name(t, k + 3) && is(t, k + 4, "=");
}

Outline::Outline(std::string_view source) : source_(source), tokens_(tokens_of(source)) {
  line_begins_.push_back(0);
  for (size_t at = source.find('\n'); at != std::string_view::npos; at = source.find('\n', at + 1))
    line_begins_.push_back(at + 1);
  match_brackets();
  find_ends();
  find_blocks();
}

int Outline::line_of(size_t offset) const {
  return static_cast<int>(std::ranges::upper_bound(line_begins_, offset) - line_begins_.begin());
}

size_t Outline::offset_of(int line, int column) const {
  if (line < 1 || static_cast<size_t>(line) > line_begins_.size() || column < 1) return kNone;
  return line_begins_[static_cast<size_t>(line - 1)] + static_cast<size_t>(column - 1);
}

size_t Outline::token_at(size_t offset) const {
  const auto found = std::ranges::lower_bound(tokens_, offset, {}, &Token::offset);
  return static_cast<size_t>(found - tokens_.begin());
}

size_t Outline::offset_at(size_t token) const {
  return token < tokens_.size() ? tokens_[token].offset : source_.size();
}

std::vector<Outline::Part> Outline::parts_of(size_t open) const {
  std::vector<Part> parts;
  const size_t close = close_of(open);
  size_t begin = open + 1, angles = 0;
  for (size_t k = begin; k <= close && k <= tokens_.size(); ++k) {
    if (is(tokens_, k, "<")) ++angles;
    if (is(tokens_, k, ">") && angles > 0) --angles;
    const bool is_comma = is(tokens_, k, ",") && around_[k] == open && angles == 0;
    if (!is_comma && k != close) continue;
    if (k > begin) parts.push_back({begin, k});
    begin = k + 1;
  }
  return parts;
}

const Block& Outline::block_at(size_t open) const {
  return *std::ranges::lower_bound(blocks_, open, {}, &Block::open);
}

void Outline::match_brackets() {
  close_.assign(tokens_.size(), tokens_.size());
  around_.assign(tokens_.size(), kNone);
  stray_.assign(tokens_.size(), false);
  std::vector<size_t> open;
  for (size_t k = 0; k < tokens_.size(); ++k) {
    const std::string_view text = tokens_[k].text;
    if (closes(text)) {
      // A brace closes what was left open inside of it; another bracket is one too many.
      if (text == "}")
        while (!open.empty() && tokens_[open.back()].text != "{") open.pop_back();
      if (!open.empty() && fits(tokens_[open.back()].text, text)) {
        close_[open.back()] = k;
        open.pop_back();
      } else {
        stray_[k] = true;
      }
    }
    around_[k] = open.empty() ? kNone : open.back();
    if (opens(text)) open.push_back(k);
  }
}

// From the back, because the end of one statement may be that of one that stands in it.
void Outline::find_ends() {
  const size_t n = tokens_.size();
  rest_end_.assign(n + 1, n);
  statement_end_.assign(n + 1, n);
  const auto behind_close = [&](size_t open) { return std::min(close_[open] + 1, n); };
  for (size_t k = n; k-- > 0;) {
    const std::string_view text = tokens_[k].text;
    if (text == ";") rest_end_[k] = k + 1;
    else if (closes(text)) rest_end_[k] = k;
    else if (opens(text)) rest_end_[k] = rest_end_[behind_close(k)];
    else rest_end_[k] = rest_end_[k + 1];
    statement_end_[k] = rest_end_[k];
    if (text == "{") {
      statement_end_[k] = behind_close(k);
    } else if (begins_head(tokens_, k)) {
      const size_t open = open_of_head(tokens_, k);
      if (!is(tokens_, open, "(")) continue;
      size_t end = statement_end_[behind_close(open)];
      if (text == "if" && is(tokens_, end, "else")) end = statement_end_[end + 1];
      statement_end_[k] = end;
    } else if (text == "do") {
      statement_end_[k] = rest_end_[statement_end_[k + 1]];
    }
  }
}

void Outline::find_blocks() {
  // A statement that is being read, from token `begin`; ( and [ that are open in it.
  struct Statement {
    size_t begin = 0;
    Tokens head;
    size_t brackets = 0;
  };
  Statement now;
  std::vector<std::pair<size_t, Statement>> around;  // blocks, and what they stand in
  for (size_t k = 0; k < tokens_.size(); ++k) {
    const std::string_view text = tokens_[k].text;
    if (text == "{") {
      Block block{Block::Kind::value, now.begin, k, close_[k], false, false};
      const bool in_code = !around.empty() && blocks_[around.back().first].in_code;
      if (is_lambda(now.head)) block.kind = Block::Kind::lambda;
      else if (now.brackets == 0)
        block.kind = in_code ? kind_in_code(now.head) : kind_outside(now.head);
      block.in_code = block.is_body() || block.kind == Block::Kind::statements;
      block.is_outside =
          block.holds_declarations() && (around.empty() || blocks_[around.back().first].is_outside);
      around.emplace_back(blocks_.size(), std::move(now));
      blocks_.push_back(block);
      now = {k + 1, {}, 0};
    } else if (text == "}") {
      // The statement goes on behind a value or a lambda: f([] { ... }, 2);
      const bool goes_on = !around.empty() && around.back().second.brackets > 0;
      if (goes_on) now = std::move(around.back().second);
      else now = {k + 1, {}, 0};
      if (!around.empty()) around.pop_back();
    } else if (text == ";" && now.brackets == 0) {
      now = {k + 1, {}, 0};
    } else {
      if (text == "(" || text == "[") ++now.brackets;
      if ((text == ")" || text == "]") && now.brackets > 0) --now.brackets;
      now.head.push_back(tokens_[k]);
      if (now.head.size() > kLongestHead)
        now.head.erase(now.head.begin(), now.head.begin() + kLongestHead / 2);
      const bool in_code = !around.empty() && blocks_[around.back().first].in_code;
      if (text == ":" && now.brackets == 0 && ends_label(now.head, source_, in_code))
        now = {k + 1, {}, 0};
    }
  }
}

}  // namespace warplab::source
