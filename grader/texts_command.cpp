#include "texts_command.hpp"

#include <fmt/format.h>

#include "compile/messages/table.hpp"
#include "exit_code.hpp"
#include "streams.hpp"
#include "words/text.hpp"

namespace warplab::grader {

std::string texts_listed() {
  std::string listed;
  for (const words::Text& text : words::all_texts())
    listed += fmt::format("{}\t{}\n", text.key, text.text);
  // What is said of the compiler's messages has no keys: its rows are found by those.
  for (const std::string& sentence : compile::explained_messages())
    listed += fmt::format("compiler\t{}\n", sentence);
  return listed;
}

int run_texts() {
  print(texts_listed());
  return kAllPassed;
}

}  // namespace warplab::grader
