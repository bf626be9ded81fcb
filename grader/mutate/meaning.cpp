#include "mutate/meaning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "source/tokens.hpp"

namespace warplab::grader {
namespace {

// "	.shared .align 4 .b8 tile[4096];": where the size begins and ends. None: another line.
std::optional<std::array<size_t, 2>> size_in(std::string_view line) {
  if (line.find(".shared") == std::string_view::npos) return std::nullopt;
  const size_t open = line.find('['), close = line.find("];");
  if (open == std::string_view::npos || close == std::string_view::npos || close <= open + 1)
    return std::nullopt;
  return std::array<size_t, 2>{open + 1, close};
}

}  // namespace

std::optional<std::array<int64_t, 3>> block_shape(const exercise::Exercise& exercise) {
  std::optional<std::array<int64_t, 3>> shape;
  for (const exercise::LaunchSpec& launch : exercise.launches) {
    std::array<int64_t, 3> block{1, 1, 1};
    for (size_t i = 0; i < std::min<size_t>(launch.block.size(), 3); ++i) {
      if (!launch.block[i].names().empty()) return std::nullopt;
      const Result<int64_t> value = launch.block[i].evaluate({});
      if (!value) return std::nullopt;
      block[i] = *value;
    }
    if (shape && *shape != block) return std::nullopt;
    shape = block;
  }
  return shape;
}

std::string with_block_shape(std::string_view source, const std::array<int64_t, 3>& block) {
  std::string text;
  if (source.find("WARPLAB_BLOCK") != std::string_view::npos) return std::string(source);
  size_t done = 0;
  const std::vector<source::Token> tokens = source::tokens_of(source);
  for (size_t i = 0; i + 2 < tokens.size(); ++i) {
    const std::string_view axis = tokens[i + 2].text;
    if (tokens[i].text != "blockDim" || tokens[i + 1].text != "." || axis.size() != 1 ||
        axis[0] < 'x' || axis[0] > 'z')
      continue;
    text += source.substr(done, tokens[i].offset - done);
    text += fmt::format("{}u", block[static_cast<size_t>(axis[0] - 'x')]);
    done = tokens[i + 2].offset + 1;
  }
  return text + std::string(source.substr(done));
}

Code code_of(std::string_view ptx) {
  Code code;
  for (size_t begin = 0; begin < ptx.size();) {
    const size_t end = std::min(ptx.find('\n', begin), ptx.size());
    std::string line(ptx.substr(begin, end - begin));
    begin = end + 1;
    const size_t word = line.find_first_not_of(" \t");
    const bool is_place = word != std::string::npos && line.compare(word, 4, ".loc") == 0;
    if (is_place || line.starts_with("//")) continue;
    if (const auto size = size_in(line)) {
      uint64_t bytes = 0;
      std::from_chars(line.data() + (*size)[0], line.data() + (*size)[1], bytes);
      code.shared_bytes.push_back(bytes);
      line.erase((*size)[0], (*size)[1] - (*size)[0]);
    }
    code.text += line + "\n";
  }
  return code;
}

bool means_the_same(const Code& solution, const Code& mutant) {
  return solution.text == mutant.text &&
         std::ranges::equal(solution.shared_bytes, mutant.shared_bytes, std::ranges::less_equal());
}

}  // namespace warplab::grader
