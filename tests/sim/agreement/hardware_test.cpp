// What an NVIDIA H200 answered to single instructions, recorded in tests/sim/scalar/h200.txt.
#include <fstream>
#include <map>
#include <sstream>

#include <doctest/doctest.h>

#include "specification/operation.hpp"

namespace {

using namespace warplab;
using specification::Bits;

ptx::Instruction instruction(const std::string& spelling) {
  ptx::Instruction i;
  std::stringstream parts(spelling);
  std::getline(parts, i.opcode, '.');
  for (std::string modifier; std::getline(parts, modifier, '.');) i.modifiers.push_back(modifier);
  return i;
}

struct Row {
  std::string text;
  ptx::Instruction instruction;
  std::vector<Bits> sources;
  Bits result = 0;
};

std::vector<Row> rows() {
  std::ifstream file(WARPLAB_SOURCE_DIR "/tests/sim/scalar/h200.txt");
  std::vector<Row> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    Row row;
    row.text = line;
    std::istringstream words(line);
    std::string word;
    words >> word;
    row.instruction = instruction(word);
    while (words >> word && word != "=") row.sources.push_back(std::stoull(word, nullptr, 16));
    words >> word;
    row.result = std::stoull(word, nullptr, 16);
    rows.push_back(std::move(row));
  }
  return rows;
}

// The approximate functions come from sim/scalar and are tested there: within an error, not
// exactly.
bool is_approximate(const ptx::Instruction& i) {
  for (const char* name : {"ex2", "lg2", "sin", "cos", "tanh", "rsqrt"})
    if (i.opcode == name) return true;
  return i.has("approx") || i.has("full");
}

}  // namespace

TEST_CASE("every exact instruction gives the bits that the GPU gives") {
  const std::vector<Row> all = rows();
  REQUIRE(all.size() > 1000);
  int checked = 0;
  for (const Row& row : all) {
    if (is_approximate(row.instruction)) continue;
    CAPTURE(row.text);
    const specification::Compute compute = specification::compute_of(row.instruction);
    if (compute == nullptr) continue;  // nothing is said of it
    specification::Operation operation{row.instruction, row.sources};
    const ptx::Type type = specification::result_type(row.instruction);
    Bits result = compute(operation);
    // 8 bits, which have no registers of their own, are recorded as extended into 32; from bf16
    // not.
    if (type == ptx::Type::s8 && row.instruction.type() != ptx::Type::bf16)
      result = specification::lowest(static_cast<Bits>(specification::as_signed(result, 8)), 32);
    CHECK(static_cast<uint64_t>(result) == static_cast<uint64_t>(row.result));
    ++checked;
  }
  CHECK(checked > 1000);
}
