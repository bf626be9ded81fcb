#pragma once
// Why the hardware does what a finding or a gate complains of, and where to look, for window, text
// and HTML; the texts are in words/explanations.hpp. What happened, with this run's numbers, the
// finding or gate says itself.
#include <cstdint>
#include <vector>

#include "data/access_log.hpp"
#include "data/buffer_counters.hpp"
#include "data/counters.hpp"
#include "data/lab_says.hpp"
#include "sim/finding.hpp"
#include "verdict/result/result.hpp"

namespace warplab::lens {

struct Explanation {
  enum class Link : uint8_t {
    statement,  // the exercise's text
    sectors,    // the lens of the line: lanes over sectors
    banks,      // likewise over banks
    atomics,    // likewise who meets whom at one address
  };
  data::LabSays why;   // two sentences
  data::LabSays look;  // one sentence: where to look, and for what
  Link link = Link::statement;
};

const Explanation& explanation_of(sim::FindingKind kind);
const Explanation& explanation_of(data::Counter counter);
const Explanation& explanation_of(data::BufferCounter counter);

// Of what one access costs: sectors, banks, or lanes that meet.
const Explanation& explanation_of(const data::LoggedAccess& access);

// Of the finding that failed it, of a built-in gate by its name, else by what its metric counts
// first, else of a time. Null where the metric counts nothing of a run, or where another gate tells
// why this one fails.
const Explanation* explanation_of(const verdict::GateResult& gate);

}  // namespace warplab::lens
