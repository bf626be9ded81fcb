// The simulator against its specification, on every kernel of the corpus of which that says
// something: outputs, counters of each line, and kinds and lines of findings are equal, for any
// number of host threads.
#include <doctest/doctest.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string>

#include "runs.hpp"
#include "specification/specification.hpp"

using namespace warplab;

namespace {

// Of these the specification says nothing for some target (specification::left_out()).
const std::set<std::string> kLeftOut = {"async_copies",
                                        "barrier_object",
                                        "barrier_object_asked",
                                        "barrier_object_drop",
                                        "barrier_object_pairs",
                                        "barrier_object_parity",
                                        "barrier_object_primitives",
                                        "barrier_object_rounds",
                                        "bit_tricks",
                                        "copies_to_objects",
                                        "device_calls",
                                        "device_malloc",
                                        "dot_products",
                                        "endless_recursion",
                                        "fast_math",
                                        "float_classes",
                                        "function_pointers",
                                        "generic_pointers",
                                        "guarded_instructions",
                                        "half_arithmetic",
                                        "half_functions",
                                        "heap_of_each_launch",
                                        "indexed_branch",
                                        "mask_groups",
                                        "match_values",
                                        "math_f32",
                                        "math_f64",
                                        "matrix_rows",
                                        "mma_floats",
                                        "partial_async_copies",
                                        "pipeline",
                                        "pipeline_roles",
                                        "print",
                                        "print_of_no_text",
                                        "rare_instructions",
                                        "recursion",
                                        "shared_atomic_kinds",
                                        "spin_lock_in_loop",
                                        "struct_by_value",
                                        "tile_collectives",
                                        "tiny_float_atomics",
                                        "virtual_functions",
                                        "warp_reduce_instructions",
                                        "wide_multiply",
                                        "wmma_fragments",
                                        "wmma_product"};
// A GPU has room for so many blocks at a time, which the specification does not know.
const std::set<std::string> kNeedsMoreRoom = {"waits_for_last_block"};

// Lines of one text that the other has not, marked by whose they are.
std::string difference(const std::string& simulated, const std::string& specified) {
  const auto split = [](const std::string& text) {
    std::set<std::string> lines;
    for (size_t at = 0; at < text.size();) {
      const size_t end = std::min(text.find('\n', at), text.size());
      lines.insert(text.substr(at, end - at));
      at = end + 1;
    }
    return lines;
  };
  const auto s = split(simulated), p = split(specified);
  std::string text;
  for (const std::string& line : s)
    if (!p.contains(line)) text += "simulated: " + line + "\n";
  for (const std::string& line : p)
    if (!s.contains(line)) text += "specified: " + line + "\n";
  return text;
}

void compare(const Run& simulated, const Run& specified, bool counts) {
  CHECK(simulated.report.completed == specified.report.completed);
  CHECK((common_findings(simulated.report) == common_findings(specified.report)));
  // A kernel that was stopped leaves what it had done by then, which is nobody's business.
  if (!specified.report.completed) return;
  for (size_t k = 0; k < simulated.memory.size(); ++k) {
    const bool equal = simulated.memory[k] == specified.memory[k];
    CHECK_MESSAGE(equal, "buffer " << k);
  }
  REQUIRE(simulated.report.launches.size() == specified.report.launches.size());
  for (size_t k = 0; counts && k < simulated.report.launches.size(); ++k) {
    const sim::LaunchReport &s = simulated.report.launches[k], &p = specified.report.launches[k];
    CHECK(difference(text_of(s.lines), text_of(p.lines)) == "");
    CHECK(difference(text_of(sim::LineCounters{{0, s.total}}),
                     text_of(sim::LineCounters{{0, p.total}})) == "");
  }
}

void compare_with_specification(const std::string& name) {
  const auto entry = sim_corpus::load(name);
  REQUIRE_MESSAGE(entry, (entry ? "" : entry.error()));
  REQUIRE_FALSE(entry->targets.empty());
  bool leaves_out = false;
  for (const std::string& target : entry->targets) {
    CAPTURE(target);
    const ptx::Module module = parsed(*entry, target);
    leaves_out |= !specification::left_out(module).empty();
    if (!specification::left_out(module).empty() || kNeedsMoreRoom.contains(name)) continue;
    // How often a thread looks until it sees what it waits for is left to the simulator.
    const bool counts = !sim_corpus::only_waits_somewhere(module);
    const Run specified = run_specification(*entry, module);
    for (const unsigned threads : {1u, 3u}) {
      CAPTURE(threads);
      compare(run_simulator(*entry, module, threads), specified, counts);
    }
  }
  CHECK(leaves_out == kLeftOut.contains(name));
}

// One a kernel, from CMakeLists.txt.
#include "corpus_cases.inc"

}  // namespace

TEST_CASE("every kernel of the corpus has a case in which it is compared") {
  const auto entries = sim_corpus::load();
  REQUIRE(entries);
  std::set<std::string> names;
  for (const sim_corpus::Entry& entry : *entries) names.insert(entry.name);
  CHECK(names.size() > 20);
  CHECK(names == std::set<std::string>(std::begin(kKernelsWithCase), std::end(kKernelsWithCase)));
}
