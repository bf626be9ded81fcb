// What the parent asks.
#include "worker/protocol.hpp"
#include "worker/wire/body.hpp"
#include "worker/wire/parts.hpp"

namespace warplab::worker {

template <class Wire>
void fields(Wire& wire, Of<Wire, compile::NamedText>& header) {
  wire.text("name", header.name);
  wire.bytes("text_bytes", header.text);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, compile::Source>& source) {
  wire.text("file_name", source.file_name);
  wire.integer("compute_capability", source.compute_capability, 0, 1000);
  wire.flag("mark_undefined", source.mark_undefined);
  wire.flag("only_ptx", source.only_ptx);
  wire.bytes("text_bytes", source.text);
  wire.list("headers", source.headers, kMaxHeaders);
}

constexpr auto kLastScheduleKind = static_cast<sim::Schedule::Kind>(-1
#define X(id, name) +1
                                                                    WARPLAB_SCHEDULE_KINDS(X)
#undef X
);

template <class Wire>
void fields(Wire& wire, Of<Wire, sim::Schedule>& schedule) {
  wire.choice("kind", schedule.kind, kLastScheduleKind);
  wire.integer("seed", schedule.seed);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, sim::WatchedElement>& element) {
  wire.integer("buffer", element.buffer, 0, static_cast<int>(kMaxBuffers) - 1);
  wire.integer("index", element.index);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, sim::Options>& options) {
  wire.integer("threads", options.threads, 0, 1024);
  wire.object("schedule", options.schedule);
  wire.integer("max_work_per_warp", options.max_work_per_warp);
  wire.integer("max_work", options.max_work);
  wire.integer("work_before", options.work_before);
  // The output travels in a message.
  wire.integer("max_output_bytes", options.max_output_bytes, 0, kMaxBlobBytes / 4);
  wire.integer("max_static_shared_bytes", options.max_static_shared_bytes);
  wire.integer("max_shared_bytes", options.max_shared_bytes);
  wire.integer("clock_khz", options.clock_khz, 1);
  wire.flag("exact_tracking", options.exact_tracking);
  wire.integer("max_tracking_in_all", options.max_tracking_in_all);
  wire.flag("keep_writers", options.keep_writers);
  wire.flag("only_undefined_variables", options.only_undefined_variables);
  wire.flag("allows_same_value_stores", options.allows_same_value_stores);
  wire.text("student_file", options.student_file);
  wire.optional("watch", options.watch);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, SimulateRequest>& request) {
  wire.list("buffers", request.buffers, kMaxBuffers);
  launches(wire, request.launches, request.buffers.size());
  wire.object("options", request.options);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, RecordRequest>& request) {
  fields(wire, request.run);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, sim::LogOptions>& log) {
  wire.integer("launch", log.launch, 0, static_cast<int>(kMaxLaunches) - 1);
  wire.integers("blocks", log.blocks, kMaxLoggedBlocks);
  wire.integer("line", log.line, 0, kMaxLine);
  wire.integer("most_accesses", log.most_accesses, 1u, kMaxLoggedAccesses);
  wire.flag("count_instructions", log.count_instructions);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, LogRequest>& request) {
  fields(wire, request.run);
  wire.object("log", request.log);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, sim::StepOptions>& steps) {
  wire.integer("launch", steps.launch, 0, static_cast<int>(kMaxLaunches) - 1);
  wire.integer("block", steps.block);
  wire.flag("whole_launch", steps.whole_launch);
  wire.integer("most_work", steps.most_work);
  wire.integer("most_positions", steps.most_positions, 1u, kMaxPositions);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, WalkRequest>& request) {
  fields(wire, request.run);
  wire.object("steps", request.steps);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, data::Breakpoint>& breakpoint) {
  wire.integer("line", breakpoint.line, 0, kMaxLine);
  wire.integer("thread", breakpoint.thread, -1);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, data::StepSearch>& search) {
  wire.choice("goal", search.goal, data::StepSearch::Goal::breakpoint);
  wire.integer("from", search.from);
  wire.flag("backwards", search.backwards);
  wire.integer("warp", search.warp, -1);
  wire.choice("space", search.space, data::TraceSpace::constant);
  wire.integer("begin", search.begin);
  wire.integer("bytes", search.bytes);
  wire.flag("only_writes", search.only_writes);
  wire.integer("thread", search.thread, -1);
  wire.integer("line", search.line, 0, kMaxLine);
  wire.list("breakpoints", search.breakpoints, kMaxBreakpoints);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, StepRequest>& request) {
  wire.integer("position", request.position);
  wire.integer("warp", request.warp);
  wire.integer("lane", request.lane);
  wire.optional("search", request.search);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, VariableRequest>& request) {
  wire.text("name", request.name);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, WriterRequest>& request) {
  wire.integer("buffer", request.buffer, 0, static_cast<int>(kMaxBuffers) - 1);
  wire.integer("index", request.index);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, WrittenRequest>& request) {
  wire.integer("buffer", request.buffer, 0, static_cast<int>(kMaxBuffers) - 1);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, ForkRequest>& request) {
  wire.shown("arguments", request.arguments, kMaxWorkerArguments, kMaxWorkerArgumentBytes);
}

WARPLAB_BODY(compile::Source);
WARPLAB_BODY(SimulateRequest);
WARPLAB_BODY(RecordRequest);
WARPLAB_BODY(LogRequest);
WARPLAB_BODY(WalkRequest);
WARPLAB_BODY(StepRequest);
WARPLAB_BODY(VariableRequest);
WARPLAB_BODY(WriterRequest);
WARPLAB_BODY(WrittenRequest);
WARPLAB_BODY(ForkRequest);

}  // namespace warplab::worker
