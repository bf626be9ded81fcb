// What the worker answers. The parent reads it as the words of a stranger: the worker has run a
// student's code through a compiler.
#include <bit>

#include "worker/protocol.hpp"
#include "worker/wire/body.hpp"
#include "worker/wire/parts.hpp"

namespace warplab::worker {
namespace {

constexpr size_t kMaxFindings = 1000;
constexpr size_t kMaxMessages = 1000;
constexpr size_t kMaxKernels = 4096;
constexpr size_t kMaxLines = 1'000'000;
constexpr int kMaxLandlockVersion = 1000;

constexpr auto kLastFindingKind = static_cast<sim::FindingKind>(-1
#define X(id, ...) +1
                                                                WARPLAB_FINDING_KINDS(X)
#undef X
);

// An answer names launches of its request by their places.
int last_launch(const Expected& expected) { return static_cast<int>(expected.launches) - 1; }

}  // namespace

template <class Wire>
void fields(Wire& wire, Of<Wire, Ready>& ready) {
  wire.shown("compiler", ready.compiler, kMaxTextBytes);
  wire.integer("landlock_version", ready.landlock_version, 0, kMaxLandlockVersion);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, Failure>& failure) {
  wire.choice("kind", failure.kind, Failure::Kind::rejected);
  saying(wire, "says", failure.says);
  wire.choice("refusal", failure.refusal, sim::Refusal::Kind::unsupported);
  wire.integer("line", failure.line, 0, kMaxLine);
  wire.shown("kernel", failure.kernel, kMaxTextBytes);
}

// --- compile

template <class Wire>
void fields(Wire& wire, Of<Wire, compile::Diagnostic>& diagnostic) {
  wire.choice("severity", diagnostic.severity, compile::Diagnostic::Severity::error);
  wire.shown("file", diagnostic.file, kMaxTextBytes);
  wire.integer("line", diagnostic.line, 0, kMaxLine);
  wire.integer("column", diagnostic.column, 0, kMaxLine);
  wire.shown("message", diagnostic.message, kMaxTextBytes);
  wire.choice("about", diagnostic.about, compile::Diagnostic::About::returned_address);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, compile::KernelResources>& resources) {
  wire.integer("registers", resources.registers);
  wire.integer("static_shared_bytes", resources.static_shared_bytes);
  wire.integer("local_bytes", resources.local_bytes);
  wire.integer("spill_store_bytes", resources.spill_store_bytes);
  wire.integer("spill_load_bytes", resources.spill_load_bytes);
  wire.integer("global_loads", resources.global_loads);
  wire.integer("f32_operations", resources.f32_operations);
  wire.integer("f64_operations", resources.f64_operations);
  wire.integer("thread_asked", resources.thread_asked);
  wire.integer("block_asked", resources.block_asked);
  wire.flag("may_store_answer", resources.may_store_answer);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, compile::Compiled>& compiled) {
  wire.flag("ok", compiled.ok);
  wire.first_of("diagnostics", compiled.diagnostics, kMaxMessages);
  wire.first_of("kernels", compiled.kernels, kMaxKernels, kMaxTextBytes);
  wire.shown("compiler", compiled.compiler, kMaxTextBytes);
  wire.number("milliseconds", compiled.milliseconds);
  wire.integer("undefined_variables", compiled.undefined_variables);
  wire.printed("ptx_bytes", compiled.ptx);
  wire.bytes("cubin_bytes", compiled.cubin);
  wire.printed("log_bytes", compiled.log);
}

// --- simulate

template <class Wire>
void fields(Wire& wire, Of<Wire, sim::Finding>& finding) {
  wire.choice("kind", finding.kind, kLastFindingKind);
  wire.choice("form", finding.form, sim::Finding::Form::sentence);
  wire.integer("line", finding.line, 0, kMaxLine);
  saying(wire, "what", finding.told.what);
  saying(wire, "advice", finding.told.advice);
  saying(wire, "more", finding.more);
  saying(wire, "element", finding.element);
  wire.object("place", finding.place);
  wire.integer("other_line", finding.other_line, 0, kMaxLine);
  wire.optional("other_place", finding.other_place);
  wire.shown("buffer", finding.buffer, kMaxTextBytes);
  wire.integer("index", finding.index);
  wire.integer("count", finding.count);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, sim::WatchedWrite>& write) {
  wire.integer("launch", write.launch, 0, last_launch(wire.expected()));
  wire.object("place", write.place);
  wire.integer("line", write.line, 0, kMaxLine);
}

// Sums are made where they are read: nothing that a worker says may contradict itself.
template <class Wire>
void packed(Wire& wire, Of<Wire, sim::Counters>& counters) {
  wire.raw(counters.values);
  if constexpr (Wire::kReads) sim::fill_sums(counters);
}

template <class Wire>
void packed(Wire& wire, Of<Wire, sim::BufferCounters>& counters) {
  wire.raw(counters.values);
  if constexpr (Wire::kReads) sim::fill_sums(counters);
}

template <class Wire>
void packed(Wire& wire, Of<Wire, sim::BufferTraffic>& traffic) {
  wire.raw_map(traffic.lines, kMaxLines);
  if constexpr (Wire::kReads)
    for (const auto& [line, counters] : traffic.lines) traffic.total += counters;
}

template <class Wire>
void packed(Wire& wire, Of<Wire, sim::LaunchReport>& launch) {
  auto completed = static_cast<uint8_t>(launch.completed);
  wire.raw(completed);
  wire.require(completed <= 1, "a launch is neither completed nor not");
  if constexpr (Wire::kReads) launch.completed = completed == 1;
  packed(wire, launch.total);
  wire.raw_map(launch.lines, kMaxLines);
  wire.raw_list(launch.traffic.buffers, wire.expected().buffers);
  packed(wire, launch.traffic.variables);
  packed(wire, launch.traffic.heap);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, sim::Report>& report) {
  wire.flag("completed", report.completed);
  wire.flag("cancelled", report.cancelled);
  wire.flag("races_checked", report.races_checked);
  wire.flag("order_matters", report.order_matters);
  wire.flag("late_writes_matter", report.late_writes_matter);
  wire.flag("early_loads_matter", report.early_loads_matter);
  wire.flag("may_read_unset_registers", report.may_read_unset_registers);
  wire.integer("work", report.work);
  wire.integer("swept_work", report.swept_work);
  wire.integer("tracking_work", report.tracking_work);
  wire.integer("order_line", report.order_line, 0, kMaxLine);
  wire.first_of("findings", report.findings, kMaxFindings);
  wire.integers("writer_launch", report.writer_launch, wire.expected().buffers, -1,
                last_launch(wire.expected()));
  wire.optional("watched", report.watched);
  wire.printed("output_bytes", report.output);
  // A run that an error ended early reports the launches that it reached.
  wire.packed_list("launches", report.launches, wire.expected().launches);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, VariableAnswer>& answer) {
  wire.optional("bytes", answer.bytes,
                [&](auto& bytes) { wire.bytes("bytes", bytes, kMaxVariableBytes); });
}

template <class Wire>
void fields(Wire& wire, Of<Wire, Worker::Writer>& writer) {
  wire.integer("launch", writer.launch, 0, static_cast<int>(kMaxLaunches));
  wire.object("place", writer.place);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, WriterAnswer>& answer) {
  wire.optional("writer", answer.writer);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, WrittenAnswer>& answer) {
  wire.optional("bits", answer.bits,
                [&](auto& bits) { wire.bytes("bits", bits, kMaxWrittenBytes); });
}

// --- record. What indices say is looked at where they are used (model/prepared.hpp).

constexpr size_t kMostTracedInstructions = 100'000;
constexpr size_t kMostTracedBlocks = 4096;
constexpr size_t kMostWarpsOfBlock = 64;
constexpr size_t kMostOperands = 64;

template <class Wire>
void fields(Wire& wire, Of<Wire, data::TraceInstruction>& instruction) {
  wire.text("spelling", instruction.spelling);
  wire.integers("reads", instruction.reads, kMostOperands);
  wire.integers("writes", instruction.writes, kMostOperands);
  wire.integer("basic_block", instruction.basic_block);
  wire.integer("line", instruction.line, 0, kMaxLine);
  wire.integer("offset", instruction.offset);
  wire.flag("uniform_address", instruction.uniform_address);
  wire.flag("decides", instruction.decides);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, data::TraceBuffer>& buffer) {
  wire.text("name", buffer.name);
  wire.integer("begin", buffer.begin);
  wire.integer("bytes", buffer.bytes, 0, kMaxBufferBytes);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, data::WarpTrace>& warp) {
  wire.integer("executed", warp.executed);
  wire.bytes("steps", warp.steps);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, data::BlockTrace>& block) {
  wire.integer("block", block.block);
  wire.list("warps", block.warps, kMostWarpsOfBlock);
  wire.bytes("accesses", block.accesses);
  wire.bytes("lines", block.lines);
  wire.bytes("barriers", block.barriers);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, data::LaunchTrace>& trace) {
  wire.text("kernel", trace.kernel);
  extent(wire, "grid", trace.grid);
  extent(wire, "block", trace.block);
  wire.integer("shared_bytes", trace.shared_bytes);
  wire.list("instructions", trace.instructions, kMostTracedInstructions);
  wire.list("buffers", trace.buffers, kMaxArguments);
  wire.list("blocks", trace.blocks, kMostTracedBlocks);
  wire.integers("apart", trace.apart, kMostTracedBlocks);
  wire.flag("others_ran", trace.others_ran);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, sim::Recording>& recording) {
  wire.flag("completed", recording.completed);
  wire.list("traces", recording.traces, wire.expected().launches);
  const size_t traces = recording.traces.size();
  wire.integers("trace_of", recording.trace_of, wire.expected().launches, 0,
                traces == 0 ? 0 : traces - 1);
  wire.require(traces != 0 || recording.trace_of.empty(), "a launch has a trace that is not there");
}

// --- log

template <class Wire>
void fields(Wire& wire, Of<Wire, data::LoggedBuffer>& buffer) {
  wire.integer("buffer", buffer.buffer, 0, static_cast<int>(wire.expected().buffers) - 1);
  wire.integer("begin", buffer.begin);
  wire.integer("bytes", buffer.bytes, 0, kMaxBufferBytes);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, data::LoggedInstruction>& instruction) {
  wire.integer("number", instruction.number);
  wire.shown("spelling", instruction.spelling, kMaxTextBytes);
}

// What goes through raw bytes is looked at one by one: an enumerator that is none would be read as
// the place of a row in a table.
bool is_an_access(const data::LoggedAccess& access) {
  return access.line >= 0 && access.space <= data::TraceSpace::constant &&
         access.kind <= data::TraceKind::atomic && std::has_single_bit(access.bytes) &&
         access.bytes <= 16 && access.mask != 0 && access.unused == 0;
}

template <class Wire>
void fields(Wire& wire, Of<Wire, data::AccessLog>& log) {
  wire.shown("kernel", log.kernel, kMaxTextBytes);
  extent(wire, "grid", log.grid);
  extent(wire, "block", log.block);
  wire.flag("completed", log.completed);
  wire.flag("cut", log.cut);
  wire.list("buffers", log.buffers, kMaxArguments);
  wire.list("instructions", log.instructions, kMostTracedInstructions);
  wire.bytes("accesses", log.accesses);
  wire.require(log.accesses.size() <= kMaxLoggedAccesses, "there are too many accesses");
  for (const data::LoggedAccess& access : log.accesses)
    wire.require(is_an_access(access), "an access is none that a warp can make");
  wire.bytes("executed", log.executed);
  wire.require(log.executed.size() <= kMostTracedInstructions, "there are too many instructions");
  for (const data::ExecutedInstruction& one : log.executed)
    wire.require(one.line >= 0 && one.ptx_line >= 0 && one.unused == 0,
                 "an instruction has no place");
}

// --- walk. What a state says of a walk's instructions, warps and registers is held against that
// walk by whoever asked for both (data::belongs_to).

constexpr size_t kMostFunctions = 4096, kMostRegisters = 100'000;
constexpr size_t kMostSharedArrays = 4096;
constexpr uint32_t kMostSharedBytes = 64u << 20;  // with the red zones between arrays
constexpr size_t kMostOpenCalls = 8192;           // the simulator ends a recursion before

template <class Wire>
void fields(Wire& wire, Of<Wire, data::StepRegister>& reg) {
  wire.shown("name", reg.name, kMaxTextBytes);
  wire.shown("type", reg.type, kMaxTextBytes);
  wire.shown("meaning", reg.meaning, kMaxTextBytes);
  wire.integer("bytes", reg.bytes, 1u, 16u);
  wire.flag("is_used", reg.is_used);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, data::StepFunction>& function) {
  wire.shown("name", function.name, kMaxTextBytes);
  wire.list("registers", function.registers, kMostRegisters);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, data::StepArray>& array) {
  wire.shown("name", array.name, kMaxTextBytes);
  wire.choice("element", array.element, sim::ElementType::bf16);
  wire.integer("begin", array.begin, 0u, kMostSharedBytes);
  wire.integer("bytes", array.bytes, 0u, kMostSharedBytes);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, data::StepFinding>& finding) {
  wire.integer("position", finding.position, 0u, kMaxPositions);
  wire.integer("line", finding.line, 0, kMaxLine);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, data::StepWalk>& walk) {
  wire.shown("kernel", walk.kernel, kMaxTextBytes);
  extent(wire, "grid", walk.grid);
  extent(wire, "block", walk.block);
  wire.integer("number", walk.number);
  wire.integer("positions", walk.positions, 0u, kMaxPositions);
  wire.flag("cut", walk.cut);
  wire.flag("alone", walk.alone);
  wire.optional("waits_from", walk.waits_from,
                [&](auto& from) { wire.integer("waits_from", from, 0u, kMaxPositions); });
  wire.integer("shared_bytes", walk.shared_bytes, 0u, kMostSharedBytes);
  wire.list("functions", walk.functions, kMostFunctions);
  wire.bytes("instructions", walk.instructions);
  wire.list("shared", walk.shared, kMostSharedArrays);
  wire.list("buffers", walk.buffers, kMaxArguments);
  wire.first_of("findings", walk.findings, kMaxFindings);
  wire.require(data::is_whole(walk), "the walk names what is not there");
}

template <class Wire>
void fields(Wire& wire, Of<Wire, data::StepCells>& cells) {
  wire.integer("buffer", cells.buffer);
  wire.integer("first", cells.first);
  wire.bytes("bytes", cells.bytes);
  wire.bytes("writers", cells.writers);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, data::StepState>& state) {
  wire.integer("position", state.position, 0u, kMaxPositions);
  wire.bytes("splits", state.splits);
  wire.integer("warp", state.warp);
  wire.integer("lane", state.lane, 0u, 31u);
  wire.integers("stack", state.stack, kMostOpenCalls);
  wire.bytes("values", state.values);
  wire.bytes("changed", state.changed);
  wire.bytes("shared", state.shared);
  wire.bytes("words", state.words);
  wire.list("cells", state.cells, kMaxArguments);
  wire.bytes("accesses", state.accesses);
  wire.optional("executed", state.executed,
                [&](auto& executed) { wire.integer("executed", executed); });
  wire.printed("printed", state.printed);
  for (const data::LoggedAccess& access : state.accesses)
    wire.require(is_an_access(access), "an access is none that a warp can make");
  for (const data::StepSplit& split : state.splits)
    wire.require(split.place <= data::StepPlace::barrier_object && split.unused == 0,
                 "lanes are at no place where lanes can be");
}

template <class Wire>
void fields(Wire& wire, Of<Wire, StepAnswer>& answer) {
  wire.optional("state", answer.state);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, ForkAnswer>& answer) {
  wire.integer("pid", answer.pid, 1);
}

WARPLAB_BODY(Ready);
WARPLAB_BODY(Failure);
WARPLAB_BODY(compile::Compiled);
WARPLAB_BODY(sim::Report);
WARPLAB_BODY(VariableAnswer);
WARPLAB_BODY(WriterAnswer);
WARPLAB_BODY(WrittenAnswer);
WARPLAB_BODY(sim::Recording);
WARPLAB_BODY(data::AccessLog);
WARPLAB_BODY(data::StepWalk);
WARPLAB_BODY(StepAnswer);
WARPLAB_BODY(ForkAnswer);

}  // namespace warplab::worker
