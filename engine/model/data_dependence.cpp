#include "model/data_dependence.hpp"

#include <algorithm>

namespace warplab::model {
namespace {

using data::BlockTrace;
using data::LaunchTrace;
using data::TraceAccess;
using data::TraceKind;
using data::TraceSpace;
using data::TraceStep;

// What memory that is no buffer is called: variables of the module, and the heap.
constexpr const char* kNoBuffer = "a __device__ variable";

std::string buffer_at(const LaunchTrace& trace, uint64_t line) {
  for (const data::TraceBuffer& buffer : trace.buffers)
    if (line >= buffer.begin / 128 && line * 128 < buffer.begin + buffer.bytes) return buffer.name;
  return kNoBuffer;
}

// The names of what an access in global memory touches.
void add_touched(const LaunchTrace& trace, const BlockTrace& block, const TraceAccess& access,
                 std::set<std::string>& names) {
  if (access.space != TraceSpace::global) return;
  for (uint64_t i = access.first_line; i < uint64_t{access.first_line} + access.lines; ++i)
    if (i < block.lines.size()) names.insert(buffer_at(trace, block.lines[i].number));
}

// `use(block, access)` of every recorded access by an instruction that decides.
template <class Use>
void for_each_decisive_access(const LaunchTrace& trace, const Use& use) {
  for (const BlockTrace& block : trace.blocks)
    for (const data::WarpTrace& warp : block.warps)
      for (const TraceStep& step : warp.steps)
        if (step.instruction < trace.instructions.size() &&
            trace.instructions[step.instruction].decides && step.detail < block.accesses.size())
          use(block, block.accesses[step.detail]);
}

std::set<std::string> written(const LaunchTrace& trace) {
  std::set<std::string> names;
  for (const BlockTrace& block : trace.blocks)
    for (const TraceAccess& access : block.accesses)
      if (access.kind != TraceKind::load) add_touched(trace, block, access, names);
  return names;
}

}  // namespace

std::set<std::string> deciding_memory(const LaunchTrace& trace) {
  std::set<std::string> names;
  for_each_decisive_access(trace, [&](const BlockTrace& block, const TraceAccess& access) {
    add_touched(trace, block, access, names);
  });
  return names;
}

std::map<std::string, std::vector<ByteRange>> deciding_bytes(const LaunchTrace& trace) {
  std::set<uint64_t> lines;
  for_each_decisive_access(trace, [&](const BlockTrace& block, const TraceAccess& access) {
    if (access.space != TraceSpace::global) return;
    for (uint64_t i = access.first_line; i < uint64_t{access.first_line} + access.lines; ++i)
      if (i < block.lines.size()) lines.insert(block.lines[i].number);
  });
  std::map<std::string, std::vector<ByteRange>> bytes;
  for (const data::TraceBuffer& buffer : trace.buffers)
    for (auto line = lines.lower_bound(buffer.begin / 128);
         line != lines.end() && *line * 128 < buffer.begin + buffer.bytes; ++line) {
      const uint64_t begin = std::max(*line * 128, buffer.begin) - buffer.begin;
      const uint64_t end = std::min((*line + 1) * 128 - buffer.begin, buffer.bytes);
      std::vector<ByteRange>& ranges = bytes[buffer.name];
      if (!ranges.empty() && ranges.back().end == begin) ranges.back().end = end;
      else ranges.push_back({begin, end});
    }
  return bytes;
}

bool is_cut_short(const LaunchTrace& trace) {
  for (const BlockTrace& block : trace.blocks)
    for (const data::WarpTrace& warp : block.warps)
      if (warp.executed > warp.steps.size()) return true;
  return false;
}

std::vector<std::string> why_unreliable(const std::vector<LaunchTrace>& traces,
                                        const std::vector<size_t>& trace_of) {
  std::vector<std::set<std::string>> decided_by(traces.size()), written_by(traces.size());
  for (size_t t = 0; t < traces.size(); ++t) {
    decided_by[t] = deciding_memory(traces[t]);
    if (trace_of.size() > 1) written_by[t] = written(traces[t]);
  }
  std::vector<std::string> why(trace_of.size());
  std::set<std::string> known;  // written by the launches so far
  for (size_t launch = 0; launch < trace_of.size(); ++launch) {
    const size_t t = trace_of[launch];
    for (const std::string& name : decided_by[t])
      if (known.contains(name) && why[launch].empty())
        why[launch] = "What launch " + std::to_string(launch + 1) + " (" + traces[t].kernel +
                      ") does is decided by " + name +
                      ", which an earlier launch has written. A model executes only some blocks of "
                      "each launch, so it does not know what is there.";
    known.insert(written_by[t].begin(), written_by[t].end());
  }
  return why;
}

}  // namespace warplab::model
