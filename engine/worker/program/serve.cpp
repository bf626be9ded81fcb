#include "worker/program/serve.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <utility>

#include "compile/lines_about.hpp"
#include "ptx/answers_stored.hpp"
#include "ptx/parser.hpp"
#include "ptx/places_asked.hpp"
#include "ptx/source_lines.hpp"
#include "sim/simulate.hpp"
#include "worker/program/job_memory.hpp"
#include "worker/program/reserved_memory.hpp"
#include "worker/program/source_forms.hpp"
#include "worker/protocol.hpp"

namespace warplab::worker {
namespace {

using data::say;
using data::Says;
using Kind = Failure::Kind;

Message failure(Kind kind, data::Saying says) { return encode(Failure{kind, std::move(says)}); }
Message lost(const std::string& why) { return failure(Kind::lost, data::as_it_is(why)); }
Message rejected(data::Saying says) { return failure(Kind::rejected, std::move(says)); }
Message rejected(const sim::Refusal& refusal) {
  return encode(Failure{Kind::rejected, refusal.says, refusal.kind, refusal.line, refusal.kernel});
}

// What one worker knows: the last module, and the last run of it.
class Session {
 public:
  Session(ControlPage& page, compile::Compiler& compiler) : page_(page), compiler_(compiler) {}

  Message answer(const Message& request, const Descriptors& descriptors) {
    switch (request.kind) {
      case MessageKind::compile_request: return compile(request);
      case MessageKind::simulate_request: return simulate(request, descriptors);
      case MessageKind::record_request: return record(request, descriptors);
      case MessageKind::log_request: return log(request, descriptors);
      case MessageKind::walk_request: return open_walk(request, descriptors);
      case MessageKind::step_request: return step(request);
      case MessageKind::variable_request: return variable(request);
      case MessageKind::writer_request: return writer(request);
      case MessageKind::written_request: return written(request);
      default: return rejected(say(Says::message_is_no_request));
    }
  }

 private:
  Message compile(const Message& request) {
    const Result<compile::Source> source = decode<compile::Source>(request);
    if (!source) return lost(source.error());
    forget_run();
    module_.reset();
    machine_code_.clear();
    compile::Compiled compiled = compile::compile(compiler_, *source);
    if (compiled.out_of_memory) throw std::bad_alloc();
    constant_stores_ = {
        compile::lines_about(compiled.diagnostics, compile::Diagnostic::About::constant_store),
        source->text.find("trap") != std::string::npos ||
            source->text.find("brkpt") != std::string::npos};
    for (const auto& [kernel, of] : compiled.kernels)
      machine_code_[kernel] = {of.registers, of.local_bytes,
                               uint64_t{of.spill_store_bytes} + of.spill_load_bytes};
    if (compiled.ok) {
      Result<ptx::Module> module = ptx::parse(compiled.ptx);
      if (module) {
        module_ = std::move(*module);
        const auto line_ends = std::count(source->text.begin(), source->text.end(), '\n');
        ptx::forget_lines_beyond(*module_, source->file_name, static_cast<int>(line_ends) + 1);
        add_source_forms(*module_, source->text);
        for (const ptx::Function& f : module_->functions)
          if (const auto kernel = compiled.kernels.find(f.name); kernel != compiled.kernels.end()) {
            const ptx::PlacesAsked asked = ptx::places_asked(*module_, f);
            kernel->second.thread_asked = asked.thread;
            kernel->second.block_asked = asked.block;
            kernel->second.may_store_answer = ptx::may_store_answer(*module_, f);
          }
        // In unoptimised code it is asked for by whoever includes cooperative groups.
        const std::optional<sim::Refusal> reserved =
            source->mark_undefined ? std::nullopt
                                   : why_no_reserved_memory(*module_, source->file_name);
        if (reserved) module_.reset();
        why_no_module_ = reserved.value_or(sim::Refusal{});
      } else {
        why_no_module_ = {say(Says::file_not_simulated, source->file_name, module.error()),
                          sim::Refusal::Kind::unsupported};
      }
    } else {
      why_no_module_ = {say(Says::file_did_not_compile, source->file_name)};
    }
    return encode(compiled);
  }

  Message simulate(const Message& message, const Descriptors& descriptors) {
    Result<SimulateRequest> request = decode<SimulateRequest>(message);
    if (!request) return lost(request.error());
    if (!module_) return rejected(why_no_module_);
    Result<JobMemory> memory = JobMemory::map(request->buffers, descriptors);
    if (!memory) return lost(memory.error());
    const sim::Options options = completed(request->options);
    forget_run();
    Result<sim::Report, sim::Refusal> report =
        sim::simulate(*module_, memory->buffers(), request->launches, options);
    if (!report) return rejected(report.why());
    Message answer = encode(*report);
    report_ = std::move(*report);
    request_ = std::move(*request);
    return answer;
  }

  Message record(const Message& message, const Descriptors& descriptors) {
    Result<RecordRequest> request = decode<RecordRequest>(message);
    if (!request) return lost(request.error());
    if (!module_) return rejected(why_no_module_);
    Result<JobMemory> memory = JobMemory::map(request->run.buffers, descriptors);
    if (!memory) return lost(memory.error());
    forget_run();  // its buffers are others now
    const Result<sim::Recording, sim::Refusal> recording = sim::record(
        *module_, memory->buffers(), request->run.launches, completed(request->run.options));
    if (!recording) return rejected(recording.why());
    return encode(*recording);
  }

  Message log(const Message& message, const Descriptors& descriptors) {
    Result<LogRequest> request = decode<LogRequest>(message);
    if (!request) return lost(request.error());
    if (!module_) return rejected(why_no_module_);
    Result<JobMemory> memory = JobMemory::map(request->run.buffers, descriptors);
    if (!memory) return lost(memory.error());
    forget_run();  // its buffers are others now
    const Result<data::AccessLog, sim::Refusal> log =
        sim::log_accesses(*module_, memory->buffers(), request->run.launches,
                          completed(request->run.options), request->log);
    if (!log) return rejected(log.why());
    return encode(*log);
  }

  Message open_walk(const Message& message, const Descriptors& descriptors) {
    Result<WalkRequest> request = decode<WalkRequest>(message);
    if (!request) return lost(request.error());
    if (!module_) return rejected(why_no_module_);
    Result<JobMemory> memory = JobMemory::map(request->run.buffers, descriptors);
    if (!memory) return lost(memory.error());
    forget_run();
    walk_memory_.emplace(std::move(*memory));
    Result<std::unique_ptr<sim::Walk>, sim::Refusal> walk =
        sim::Walk::open(*module_, walk_memory_->buffers(), std::move(request->run.launches),
                        completed(request->run.options), request->steps);
    if (!walk) return rejected(walk.why());
    walk_ = std::move(*walk);
    return encode(walk_->about());
  }

  Message step(const Message& message) {
    const Result<StepRequest> request = decode<StepRequest>(message);
    if (!request) return rejected(data::as_it_is(request.error()));
    if (!walk_) return rejected(say(Says::no_walk));
    uint32_t position = request->position;
    if (request->search) {
      const std::optional<uint32_t> found = walk_->find(*request->search);
      if (!found) return encode(StepAnswer{});
      position = *found;
    }
    return encode(StepAnswer{walk_->state(position, request->warp, request->lane)});
  }

  // Before anything else is compiled or run. The walk's buffers are mapped as long as it is there.
  void forget_run() {
    report_.reset();
    walk_.reset();
    walk_memory_.reset();
  }

  // With what only this process knows.
  sim::Options completed(sim::Options options) {
    options.machine_code = machine_code_;
    options.constant_stores = constant_stores_;
    options.cancel = &page_.cancel;
    options.progress = [this](double fraction) {
      page_.progress = static_cast<uint32_t>(fraction * kProgressOne);
    };
    return options;
  }

  Message variable(const Message& request) const {
    const Result<VariableRequest> wanted = decode<VariableRequest>(request);
    if (!wanted) return rejected(data::as_it_is(wanted.error()));
    if (!module_) return rejected(why_no_module_);
    const ptx::Variable* const variable = module_->find_variable(wanted->name);
    if (variable == nullptr) return encode(VariableAnswer{});
    if (variable->bytes > kMaxVariableBytes)
      return rejected(
          say(Says::variable_too_large, wanted->name, variable->bytes, kMaxVariableBytes));
    std::vector<uint8_t> bytes = variable->initial;
    bytes.resize(variable->bytes);  // without initial values it is zero
    return encode(VariableAnswer{std::move(bytes)});
  }

  Message writer(const Message& message) const {
    const Result<WriterRequest> request = decode<WriterRequest>(message);
    if (!request) return rejected(data::as_it_is(request.error()));
    return encode(WriterAnswer{last_writer(static_cast<size_t>(request->buffer), request->index)});
  }

  Message written(const Message& message) const {
    const Result<WrittenRequest> request = decode<WrittenRequest>(message);
    if (!request) return rejected(data::as_it_is(request.error()));
    const auto buffer = static_cast<size_t>(request->buffer);
    if (!report_ || buffer >= report_->written.size() || report_->written[buffer].empty())
      return encode(WrittenAnswer{});
    const WireBuffer& of = request_.buffers[buffer];
    const uint64_t element = sim::bytes_of(of.description.element);
    const uint64_t elements = of.bytes / element, units = element / std::min<uint64_t>(element, 4);
    const std::vector<uint64_t>& words = report_->written[buffer];
    std::vector<uint8_t> bits((elements + 7) / 8);
    if (bits.size() > kMaxWrittenBytes) return encode(WrittenAnswer{});
    for (uint64_t unit = 0; unit < elements * units; ++unit)
      if (words[unit / 64] >> unit % 64 & 1)
        bits[unit / units / 8] |= static_cast<uint8_t>(1u << unit / units % 8);
    return encode(WrittenAnswer{std::move(bits)});
  }

  // Report::writers counts in words of 4 bytes, or in elements where those are smaller.
  std::optional<Worker::Writer> last_writer(size_t buffer, uint64_t index) const {
    if (!report_ || buffer >= report_->writers.size() || buffer >= report_->writer_launch.size())
      return std::nullopt;
    const std::vector<uint32_t>& words = report_->writers[buffer];
    const int launch = report_->writer_launch[buffer];
    const uint64_t element = sim::bytes_of(request_.buffers[buffer].description.element);
    const uint64_t unit = std::min<uint64_t>(element, 4);
    if (launch < 0 || static_cast<size_t>(launch) >= request_.launches.size() ||
        index >= words.size() * unit / element)
      return std::nullopt;
    const uint32_t thread = words[index * element / unit];
    if (thread == 0) return std::nullopt;
    const sim::Launch& run = request_.launches[static_cast<size_t>(launch)];
    const uint64_t block_threads = run.block.volume();
    return Worker::Writer{launch,
                          {position_of((thread - 1) / block_threads, run.grid),
                           position_of((thread - 1) % block_threads, run.block)}};
  }

  ControlPage& page_;
  compile::Compiler& compiler_;
  std::optional<ptx::Module> module_;
  std::map<std::string, sim::MachineCode> machine_code_;  // by kernel of module_
  sim::ConstantStores constant_stores_;
  sim::Refusal why_no_module_{say(Says::not_compiled_yet)};
  std::optional<sim::Report> report_;
  SimulateRequest request_;  // of report_
  std::optional<JobMemory> walk_memory_;
  std::unique_ptr<sim::Walk> walk_;  // through walk_memory_ and module_
};

}  // namespace

Answers answers_of(ControlPage& page, compile::Compiler& compiler) {
  return [session = std::make_shared<Session>(page, compiler)](
             const Message& request, const Descriptors& descriptors) -> Answer {
    return {session->answer(request, descriptors)};
  };
}

}  // namespace warplab::worker
