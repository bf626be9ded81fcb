// Files are written by people, and looked at after every key: any bytes are read, and whatever is
// found in them lies in them.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "source/declared_arrays.hpp"
#include "source/scopes.hpp"
#include "source/statements.hpp"

namespace {

using namespace warplab::source;

void check(bool holds) {
  if (!holds) std::abort();
}

void check_tokens(std::string_view text, const Tokens& tokens) {
  size_t end = 0;
  for (const Token& token : tokens) {
    check(token.offset >= end && token.end() <= text.size() && !token.text.empty());
    end = token.end();
  }
}

void check_lines(std::string_view source) {
  LineState state = LineState::code;
  while (!source.empty()) {
    const std::string_view line = source.substr(0, source.find('\n'));
    check_tokens(line, tokens_of_line(line, state));
    source.remove_prefix(line.size() == source.size() ? line.size() : line.size() + 1);
  }
}

void check_scopes(std::string_view source) {
  const Scopes scopes(source);
  const size_t count = scopes.tokens().size();
  check_tokens(source, scopes.tokens());
  for (size_t k = 0; k < count; ++k)
    check(scopes.close_of(k) <= count && scopes.statement_end(k) <= count);
  for (const Block& block : scopes.blocks())
    check(block.head <= block.open && block.open < block.close && block.close <= count);
  for (const auto& [name, declarations] : scopes.names())
    for (const DeclaredName& declared : declarations)
      check(declared.offset + name.size() <= source.size() && declared.scope_end <= source.size() &&
            declared.own_end <= count);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view source(reinterpret_cast<const char*>(data), size);
  check_lines(source);
  check_scopes(source);
  for (const ControlStatement& s : control_statements(source))
    check(s.begin < s.end && s.end <= size && s.head_begin <= s.head_end && s.head_end <= size);
  for (const FunctionBody& body : function_bodies(source)) {
    check(body.begin < body.end && body.end <= size);
    for (const size_t leaves : body.returns) check(leaves > body.begin && leaves < body.end);
  }
  declared_arrays(source);
  return 0;
}
