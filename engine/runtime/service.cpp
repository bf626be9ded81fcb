#include "runtime/service.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <fstream>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "ptx/parser.hpp"
#include "runtime/fat_binary.hpp"
#include "runtime/host_lines.hpp"
#include "runtime/launches.hpp"
#include "runtime/source_names.hpp"
#include "sim/device.hpp"
#include "words/text.hpp"

namespace warplab::runtime {
namespace {

using data::Count;
using data::FindingKind;
using data::say;
using data::Saying;
using data::Says;
using data::Told;

// What a program may send at once: the largest fat binaries have some hundred megabytes.
constexpr uint32_t kMostBytes = 1u << 30;
// No data file of a GPU says how much memory it has.
constexpr uint64_t kMemoryBytes = uint64_t{16} << 30;

bool read_all(int from, void* to, size_t bytes) {
  auto* at = static_cast<char*>(to);
  while (bytes > 0) {
    const ssize_t done = read(from, at, bytes);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    at += done;
    bytes -= static_cast<size_t>(done);
  }
  return true;
}

bool write_all(int to, const void* from, size_t bytes) {
  const auto* at = static_cast<const char*>(from);
  while (bytes > 0) {
    const ssize_t done = write(to, at, bytes);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    at += done;
    bytes -= static_cast<size_t>(done);
  }
  return true;
}

Saying bytes_text(uint64_t bytes) {
  return say(bytes == 1 ? Says::one_byte : Says::bytes, Count{bytes});
}

std::string line_of(const Place& place) {
  std::ifstream in(place.file);
  std::string line;
  for (int k = 0; k < place.line && std::getline(in, line); ++k) {
  }
  return in ? line : std::string();
}

// "0x7ffe12"
std::optional<uint64_t> address_in(const data::Phrase& phrase) {
  for (const data::SayingArgument& argument : phrase.arguments) {
    const auto* const text = std::get_if<std::string>(&argument.value);
    if (!text || !text->starts_with("0x")) continue;
    uint64_t address = 0;
    const char* const end = text->data() + text->size();
    if (std::from_chars(text->data() + 2, end, address, 16).ptr == end) return address;
  }
  return std::nullopt;
}

}  // namespace

class Service::Program {
 public:
  explicit Program(ServiceOptions options)
      : options_(std::move(options)), launches_(device_, options_) {}

  int window_file() const { return device_.window_file(); }

  bool answer(int socket, pid_t pid, const std::atomic<bool>& cancel) {
    Header header;
    if (!read_all(socket, &header, sizeof header) || header.bytes > kMostBytes) return false;
    if (!lines_) lines_.emplace(pid, options_.not_the_users);
    socket_ = socket;
    more_bytes_ = header.bytes;
    cancel_ = &cancel;
    switch (header.call) {
      case Call::hello: return serve<Hello>(&Program::hello);
      case Call::load_module: return serve<LoadModule>(&Program::load_module);
      case Call::find_kernel: return serve<FindKernel>(&Program::find_kernel);
      case Call::find_variable: return serve<FindVariable>(&Program::find_variable);
      case Call::allocate: return serve<Allocate>(&Program::allocate);
      case Call::release: return serve<Release>(&Program::release);
      case Call::pointer: return serve<Pointer>(&Program::pointer);
      case Call::copy: return serve<Copy>(&Program::copy);
      case Call::fill: return serve<Fill>(&Program::fill);
      case Call::launch: return serve<Launch>(&Program::launch);
      case Call::occupancy: return serve<Occupancy>(&Program::occupancy);
      case Call::failed: return serve<Failed>(&Program::failed);
      case Call::output_lost: return serve<OutputLost>(&Program::output_lost);
      case Call::host_fault: return serve<HostFault>(&Program::host_fault);
      case Call::reset: return serve<Reset>(&Program::reset);
    }
    return false;
  }

  ProgramReport report(bool by_itself) {
    // Behind a kernel that has failed nothing can be freed.
    if (by_itself && !has_failed_) tell_never_freed();
    ProgramReport report;
    report.gpu = options_.gpu.names.empty() ? options_.gpu.name : options_.gpu.names.front();
    report.kernels = launches_.summaries();
    for (const KernelSummary& kernel : report.kernels) {
      report.launches += kernel.launches;
      report.seconds += kernel.seconds;
    }
    report.findings = std::move(findings_);
    return report;
  }

 private:
  struct Allocated {
    MemoryKind kind = MemoryKind::device;
    Place at;
    uint64_t bytes = 0;
    std::string name;
  };
  // What a pointer of the program points to.
  struct Pointed {
    MemoryKind kind = MemoryKind::host;
    const sim::DeviceMemory* memory = nullptr;
    const std::string* released = nullptr;
  };

  // `rest`: what came behind the request, and then what goes behind the answer.
  template <class Request>
  bool serve(typename Request::Reply (Program::*function)(const Request&, std::string& rest)) {
    Request request;
    std::string rest(more_bytes_, '\0');
    if (!read_all(socket_, &request, sizeof request) ||
        !read_all(socket_, rest.data(), rest.size()))
      return false;
    const typename Request::Reply reply = (this->*function)(request, rest);
    Header header;
    header.call = Request::kCall;
    header.bytes = static_cast<uint32_t>(rest.size());
    return write_all(socket_, &header, sizeof header) && write_all(socket_, &reply, sizeof reply) &&
           write_all(socket_, rest.data(), rest.size());
  }

  Hello::Reply hello(const Hello&, std::string&) {
    const model::Gpu& gpu = options_.gpu;
    Hello::Reply reply;
    std::snprintf(reply.name, sizeof reply.name, "%s", gpu.name.c_str());
    reply.first_address = sim::Device::first_address();
    reply.window_bytes = device_.window().size();
    reply.memory_bytes = kMemoryBytes;
    reply.shared_bytes = gpu.shared_bytes;
    reply.shared_bytes_per_block = gpu.shared_bytes_per_block;
    reply.l2_bytes = gpu.l2_bytes;
    reply.major = static_cast<uint32_t>(gpu.compute_capability / 10);
    reply.minor = static_cast<uint32_t>(gpu.compute_capability % 10);
    reply.multiprocessors = static_cast<uint32_t>(gpu.multiprocessors);
    reply.threads_per_block = static_cast<uint32_t>(gpu.most_threads_per_block);
    reply.warps = static_cast<uint32_t>(gpu.most_warps);
    reply.blocks = static_cast<uint32_t>(gpu.most_blocks);
    reply.registers = static_cast<uint32_t>(gpu.registers);
    reply.clock_khz = static_cast<uint32_t>(1000 * gpu.clock_mhz);
    reply.shared_reserved = static_cast<uint32_t>(gpu.shared_reserved);
    return reply;
  }

  LoadModule::Reply load_module(const LoadModule&, std::string& rest) {
    LoadModule::Reply reply;
    reply.error = kInvalidDeviceFunction;
    const Result<std::string> ptx = ptx_in(rest);
    if (!ptx) {
      rest = ptx.error();
      return reply;
    }
    Result<ptx::Module> module = ptx::parse(*ptx);
    if (!module) {
      rest = "The simulator cannot read the program's PTX: " + module.error();
      return reply;
    }
    const Result<size_t, sim::Refusal> number = device_.load(std::move(*module));
    rest = number ? std::string() : words::text_of(number.why().says);
    if (!number) return reply;
    ++modules_;
    reply.error = kSuccess;
    reply.module = static_cast<uint32_t>(*number);
    return reply;
  }

  FindKernel::Reply find_kernel(const FindKernel& request, std::string& rest) {
    if (request.module >= modules_) return {};
    const Launches::KernelFacts facts = launches_.find(request.module, rest);
    const std::vector<uint32_t>& sizes = facts.parameter_bytes;
    rest.assign(sizes.size() * sizeof(uint32_t), '\0');
    std::memcpy(rest.data(), sizes.data(), rest.size());
    return facts.reply;
  }

  FindVariable::Reply find_variable(const FindVariable& request, std::string& rest) {
    FindVariable::Reply reply;
    const sim::DeviceMemory* const variable =
        request.module < modules_ ? device_.variable(request.module, rest) : nullptr;
    rest.clear();
    reply.error = variable ? kSuccess : kInvalidSymbol;
    if (!variable) return reply;
    reply.address = variable->begin;
    reply.bytes = variable->bytes;
    if (request.is_managed != 0) managed_variables_.insert(variable->begin);
    return reply;
  }

  Allocate::Reply allocate(const Allocate& request, std::string& rest) {
    const std::string call = std::exchange(rest, {});
    Allocate::Reply reply;
    reply.error = kOutOfMemory;
    const Place at = lines_->of(request.frames);
    if (request.bytes > kMemoryBytes - std::min(kMemoryBytes, in_use_)) {
      add_host(at, FindingKind::launch_failure,
               {say(Says::call_failed, call, "cudaErrorMemoryAllocation",
                    fmt::format("{} bytes are more than the GPU's memory", request.bytes)),
                {}});
      return reply;
    }
    std::string name = at.line > 0 ? allocated_variable(line_of(at)) : std::string();
    if (name.empty()) name = "memory";
    reply.address = device_.allocate(request.bytes, name);
    if (reply.address == 0) return reply;
    // Nobody sees what the host writes there.
    if (request.kind != MemoryKind::device) device_.has_value(reply.address, request.bytes);
    in_use_ += request.bytes;
    allocated_[reply.address] = {request.kind, at, request.bytes, name};
    reply.error = kSuccess;
    return reply;
  }

  Release::Reply release(const Release& request, std::string& rest) {
    const std::string call = std::exchange(rest, {});
    Release::Reply reply;
    const auto found = allocated_.find(request.address);
    if (found != allocated_.end()) {
      reply.kind = found->second.kind;
      reply.bytes = found->second.bytes;
      in_use_ -= reply.bytes;
      released_[request.address] = found->second;
      device_.release(request.address);
      allocated_.erase(found);
      return reply;
    }
    reply.error = kInvalidValue;
    const Place at = lines_->of(request.frames);
    const auto before = released_.find(request.address);
    if (before == released_.end())
      add_host(at, FindingKind::undefined_behavior, {say(Says::frees_what_is_none, call), {}});
    else
      add_host(at, FindingKind::undefined_behavior,
               {say(Says::frees_memory_twice, call, before->second.name), {}}, before->second.at);
    return reply;
  }

  Pointed pointed(uint64_t address) const {
    Pointed pointed;
    if (address - sim::Device::first_address() >= device_.window().size()) return pointed;
    pointed.memory = device_.memory_at(address);
    pointed.kind = MemoryKind::unknown;
    if (!pointed.memory) {
      const sim::DeviceMemory* const released = device_.released_at(address);
      if (released) pointed.released = &released->name;
      return pointed;
    }
    const auto allocated = allocated_.find(pointed.memory->begin);
    pointed.kind = allocated != allocated_.end()                        ? allocated->second.kind
                   : managed_variables_.contains(pointed.memory->begin) ? MemoryKind::managed
                                                                        : MemoryKind::device;
    return pointed;
  }

  Pointer::Reply pointer(const Pointer& request, std::string&) {
    const Pointed at = pointed(request.address);
    Pointer::Reply reply;
    reply.kind = at.kind;
    if (at.memory) reply.begin = at.memory->begin, reply.bytes = at.memory->bytes;
    return reply;
  }

  // One side of a copy: what is wrong with it, or nothing.
  struct Side {
    std::string_view name;  // "destination"
    uint64_t address = 0, span = 0, bytes = 0;
    std::optional<bool> on_device;  // that the program says; none: it leaves it open
  };
  std::optional<Told> fault_of(const std::string& call, const Side& side, const Pointed& at) const {
    if (side.address == 0)
      return Told{say(Says::call_failed, call, "cudaErrorInvalidValue",
                      fmt::format("its {} is a null pointer", side.name)),
                  {}};
    if (at.kind == MemoryKind::unknown)
      return at.released ? Told{say(Says::touches_freed_memory, call, *at.released), {}}
                         : Told{say(Says::call_failed, call, "cudaErrorInvalidValue",
                                    fmt::format("its {} is in no allocation", side.name)),
                                {}};
    if (at.kind == MemoryKind::host && side.on_device == true)
      return Told{say(Says::goes_to_host_memory, call, side.name), {}};
    if (at.kind == MemoryKind::device && side.on_device == false)
      return Told{say(Says::goes_to_device_memory, call, side.name, at.memory->name), {}};
    if (!at.memory) return std::nullopt;
    const uint64_t room = at.memory->begin + at.memory->bytes - side.address;
    if (side.span <= room) return std::nullopt;
    return Told{say(Says::goes_past_end, call, bytes_text(side.span), bytes_text(side.span - room),
                    at.memory->name, bytes_text(at.memory->bytes)),
                {}};
  }

  Copy::Reply copy(const Copy& request, std::string& rest) {
    const std::string call = std::exchange(rest, {});
    // cudaMemcpyKind: to the host 0 and 2, from the host 0 and 1; 4 leaves it open.
    const uint32_t kind = request.kind;
    const auto span = [&](uint64_t pitch) { return (request.rows - 1) * pitch + request.bytes; };
    Side to{"destination", request.to, span(request.to_pitch), request.bytes, std::nullopt};
    Side from{"source", request.from, span(request.from_pitch), request.bytes, std::nullopt};
    // With 0 an H100 does not ask (CUDA 13.0).
    if (kind == 1 || kind == 2 || kind == 3) to.on_device = kind != 2, from.on_device = kind != 1;
    Copy::Reply reply;
    const Pointed into = pointed(request.to), of = pointed(request.from);
    for (const auto& [side, at] : {std::pair(to, into), std::pair(from, of)})
      if (std::optional<Told> fault = fault_of(call, side, at)) {
        add_host(lines_->of(request.frames), FindingKind::out_of_bounds, std::move(*fault),
                 place_of(at));
        reply.error = kInvalidValue;
        return reply;
      }
    reply.to_device = into.memory != nullptr;
    reply.from_device = of.memory != nullptr;
    if (of.memory && !into.memory && request.rows == 1 &&
        !device_.has_any_value(request.from, request.bytes))
      add_host(lines_->of(request.frames), FindingKind::uninitialized,
               {say(Says::copies_unwritten, call, bytes_text(request.bytes), of.memory->name), {}},
               place_of(of));
    if (into.memory)
      for (uint64_t row = 0; row < request.rows; ++row)
        device_.has_value(request.to + row * request.to_pitch, request.bytes);
    return reply;
  }

  Fill::Reply fill(const Fill& request, std::string& rest) {
    const std::string call = rest.empty() ? "cudaMemset" : std::exchange(rest, {});
    const Side to{"destination", request.to, (request.rows - 1) * request.pitch + request.bytes,
                  request.bytes, true};
    const Pointed into = pointed(request.to);
    Fill::Reply reply;
    if (std::optional<Told> fault = fault_of(call, to, into)) {
      add_host(lines_->of(request.frames), FindingKind::out_of_bounds, std::move(*fault),
               place_of(into));
      reply.error = kInvalidValue;
      return reply;
    }
    for (uint64_t row = 0; row < request.rows; ++row)
      device_.has_value(request.to + row * request.pitch, request.bytes);
    return reply;
  }

  Launch::Reply launch(const Launch& request, std::string& rest) {
    Launch::Reply reply;
    const std::string parameters = std::exchange(rest, {});
    if (!launches_.is_known(request.kernel)) {
      reply.error = kInvalidDeviceFunction;
      return reply;
    }
    LaunchOutcome outcome = launches_.launch(request, parameters, *cancel_);
    const std::string& name = launches_.name_of(request.kernel);
    const Place at = lines_->of(request.frames);
    reply.error = outcome.error;
    reply.later_error = outcome.later_error;
    has_failed_ = has_failed_ || outcome.later_error != kSuccess;
    reply.microseconds = outcome.microseconds;
    rest = std::move(outcome.output);
    if (!outcome.unsupported.empty()) {
      reply.error = kCannotGoOn;
      rest = outcome.unsupported;
    } else if (outcome.error != kSuccess) {
      add_host(at, FindingKind::launch_failure,
               {say(Says::launch_failed, name, "cudaErrorInvalidValue", outcome.why), {}});
    }
    for (data::Finding& finding : outcome.findings) add_kernels(request, at, std::move(finding));
    return reply;
  }

  Occupancy::Reply occupancy(const Occupancy& request, std::string&) {
    Occupancy::Reply reply;
    if (launches_.is_known(request.kernel)) reply.blocks = launches_.occupancy(request);
    else reply.error = kInvalidDeviceFunction;
    return reply;
  }

  Failed::Reply failed(const Failed& request, std::string& rest) {
    const size_t first = rest.find('\n'), second = rest.find('\n', first + 1);
    if (second != std::string::npos)
      add_host(lines_->of(request.frames), FindingKind::launch_failure,
               {say(Says::call_failed, rest.substr(0, first),
                    rest.substr(first + 1, second - first - 1), rest.substr(second + 1)),
                {}});
    rest.clear();
    return {};
  }

  OutputLost::Reply output_lost(const OutputLost& request, std::string&) {
    add_host({}, FindingKind::output_limit,
             {say(Says::output_lost, bytes_text(request.bytes)), say(Says::synchronize_first)});
    return {};
  }

  HostFault::Reply host_fault(const HostFault& request, std::string&) {
    const Pointed at = pointed(request.address);
    const std::string name = at.memory     ? at.memory->name
                             : at.released ? *at.released
                                           : std::string("memory");
    add_host(lines_->of(request.frames), FindingKind::out_of_bounds,
             {say(Says::host_touches_device_memory, name), say(Says::copy_it_first)}, place_of(at));
    return {};
  }

  Reset::Reply reset(const Reset&, std::string&) {
    for (const auto& [address, memory] : allocated_) released_[address] = memory;
    device_.reset();
    allocated_.clear();
    in_use_ = 0;
    has_failed_ = false;
    return {};
  }

  Place place_of(const Pointed& at) const {
    if (!at.memory) return {};
    const auto allocated = allocated_.find(at.memory->begin);
    return allocated == allocated_.end() ? Place{} : allocated->second.at;
  }

  void tell_never_freed() {
    // All of one line are one finding.
    std::map<Place, std::pair<uint64_t, uint64_t>> by_line;  // bytes, allocations
    for (const auto& [address, memory] : allocated_) {
      auto& [bytes, count] = by_line[memory.at];
      bytes += memory.bytes;
      count += 1;
    }
    for (const auto& [at, sum] : by_line)
      add_host(
          at, FindingKind::note,
          {sum.second == 1 ? say(Says::never_freed, bytes_text(sum.first))
                           : say(Says::never_freed_times, bytes_text(sum.first), Count{sum.second}),
           {}});
  }

  // Once for each line, however often it happens.
  void add_host(const Place& at, FindingKind kind, Told told, const Place& allocated = {}) {
    for (ProgramFinding& known : findings_)
      if (known.kernel.empty() && known.at == at && known.finding.told == told) {
        ++known.finding.count;
        return;
      }
    ProgramFinding& added = findings_.emplace_back();
    added.finding.kind = kind;
    added.finding.told = std::move(told);
    added.at = at;
    added.allocated = allocated;
  }

  void add_kernels(const Launch& request, const Place& launched, data::Finding finding) {
    const std::string& kernel = launches_.name_of(request.kernel);
    for (ProgramFinding& known : findings_)
      if (known.kernel == kernel && known.finding.kind == finding.kind &&
          known.finding.line == finding.line && known.finding.other_line == finding.other_line) {
        known.finding.count += finding.count;
        ++known.launches;
        return;
      }
    tell_host_pointer(finding);
    ProgramFinding& added = findings_.emplace_back();
    added.at = {launches_.file_of(request.kernel), finding.line};
    added.kernel = kernel;
    added.launched = launched;
    added.allocated = place_of_name(finding.buffer);
    added.launches = 1;
    added.finding = std::move(finding);
  }

  // An address that is no memory of the device's may be the host's own.
  void tell_host_pointer(data::Finding& finding) {
    if (finding.told.what.phrases.empty()) return;
    data::Phrase& phrase = finding.told.what.phrases.front();
    if (phrase.says != Says::accesses_no_buffer) return;
    const std::optional<uint64_t> address = address_in(phrase);
    if (!address || !lines_->is_mapped(*address)) return;
    phrase.says = Says::pointer_is_of_host;
    finding.told.advice = say(Says::copy_it_first);
  }

  // Where memory of that name was allocated, if there is one alone.
  Place place_of_name(const std::string& name) const {
    std::set<Place> places;
    for (const auto* const table : {&allocated_, &released_})
      for (const auto& [address, memory] : *table)
        if (memory.name == name) places.insert(memory.at);
    return places.size() == 1 ? *places.begin() : Place{};
  }

  ServiceOptions options_;
  sim::Device device_;
  Launches launches_;
  std::optional<HostLines> lines_;
  size_t modules_ = 0;
  uint64_t in_use_ = 0;
  std::map<uint64_t, Allocated> allocated_, released_;  // by address
  std::set<uint64_t> managed_variables_;                // where they begin
  std::vector<ProgramFinding> findings_;
  bool has_failed_ = false;  // a kernel
  // Of the request that is answered.
  int socket_ = -1;
  uint32_t more_bytes_ = 0;
  const std::atomic<bool>* cancel_ = nullptr;
};

Service::Service(ServiceOptions options)
    : program_(std::make_unique<Program>(std::move(options))) {}
Service::~Service() = default;
int Service::window_file() const { return program_->window_file(); }
bool Service::answer(int socket, pid_t pid, const std::atomic<bool>& cancel) {
  return program_->answer(socket, pid, cancel);
}
ProgramReport Service::report(bool by_itself) { return program_->report(by_itself); }

}  // namespace warplab::runtime
