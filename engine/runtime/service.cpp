#include "runtime/service.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "ptx/parser.hpp"
#include "runtime/fat_binary.hpp"
#include "runtime/finding_list.hpp"
#include "runtime/host_lines.hpp"
#include "runtime/launches.hpp"
#include "runtime/overlaps.hpp"
#include "runtime/program_memory.hpp"
#include "sim/device.hpp"
#include "words/text.hpp"

namespace warplab::runtime {
namespace {

using data::Count;
using data::FindingKind;
using data::say;
using data::Says;
using data::Told;

// What a program may send at once: the largest fat binaries have some hundred megabytes.
constexpr uint32_t kMostBytes = 1u << 30;

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
      : options_(std::move(options)),
        launches_(device_, options_),
        memory_(device_),
        overlaps_(memory_, findings_) {
    for (const GivenMemory& given : options_.given) add_given(given);
  }

  int window_file() const { return device_.window_file(); }
  const std::vector<uint64_t>& given_addresses() const { return given_; }
  std::vector<bool> take_given() {
    std::vector<bool> written;
    for (size_t k = 0; k < given_.size(); ++k) {
      const std::span<std::byte> to = options_.given[k].bytes;
      written.push_back(device_.has_any_value(given_[k], to.size()));
      std::ranges::copy(host_of(given_[k], to.size()), to.begin());
    }
    return written;
  }

  bool answer(int socket, pid_t pid, const std::atomic<bool>& cancel) {
    Header header;
    if (!read_all(socket, &header, sizeof header) || header.bytes > kMostBytes) return false;
    if (!lines_) lines_.emplace(pid, options_.not_the_users, options_.reader);
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
      case Call::order: return serve<Order>(&Program::order);
      case Call::closed_areas: return serve<ClosedAreas>(&Program::closed_areas);
      case Call::time_taken: return serve<TimeTaken>(&Program::time_taken);
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
    report.work = launches_.work();
    report.overlap = overlaps_.time_line().overlap();
    report.findings = findings_.take();
    return report;
  }

 private:
  std::span<std::byte> host_of(uint64_t address, uint64_t bytes) {
    return device_.window().subspan(address - sim::Device::first_address(), bytes);
  }
  void add_given(const GivenMemory& given) {
    const uint64_t address = device_.allocate(given.bytes.size(), given.name);
    device_.describe(address, given.name, given.element);
    std::ranges::copy(given.bytes, host_of(address, given.bytes.size()).begin());
    if (given.has_value) device_.has_value(address, given.bytes.size());
    given_.push_back(address);
  }

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
    reply.memory_bytes = options_.memory_bytes;
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
    const Result<std::string> ptx = ptx_of_image(rest);
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
    if (request.is_managed != 0) memory_.note_managed(variable->begin);
    return reply;
  }

  Allocate::Reply allocate(const Allocate& request, std::string& rest) {
    const std::string call = std::exchange(rest, {});
    Allocate::Reply reply;
    reply.error = kOutOfMemory;
    uint64_t call_address = 0;
    const Place at = lines_->of(request.frames, &call_address);
    if (!memory_.has_room(request.bytes, options_.memory_bytes)) {
      findings_.add_hosts(
          at, FindingKind::launch_failure,
          {say(Says::call_failed, call, "cudaErrorMemoryAllocation",
               fmt::format("{} bytes are more than the GPU's memory", request.bytes)),
           {}});
      return reply;
    }
    reply.address = memory_.allocate(request.bytes, request.kind, at, call_address);
    if (reply.address != 0) reply.error = kSuccess;
    return reply;
  }

  Release::Reply release(const Release& request, std::string& rest) {
    const std::string call = std::exchange(rest, {});
    Release::Reply reply;
    if (!call.ends_with("Async")) {
      Order all;
      overlaps_.order(all, *lines_);
    }
    if (const std::optional<Allocated> memory = memory_.release(request.address)) {
      reply.kind = memory->kind;
      reply.bytes = memory->bytes;
      return reply;
    }
    reply.error = kInvalidValue;
    const Place at = lines_->of(request.frames);
    if (const Allocated* const before = memory_.released_before(request.address))
      findings_.add_hosts(at, FindingKind::undefined_behavior,
                          {say(Says::frees_memory_twice, call, before->name), {}}, before->at);
    else
      findings_.add_hosts(at, FindingKind::undefined_behavior,
                          {say(Says::frees_what_is_none, call), {}});
    return reply;
  }

  Pointer::Reply pointer(const Pointer& request, std::string&) {
    const Pointed at = memory_.pointed(request.address);
    Pointer::Reply reply;
    reply.kind = at.kind;
    if (at.memory) reply.begin = at.memory->begin, reply.bytes = at.memory->bytes;
    return reply;
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
    const Place at = lines_->of(request.frames);
    const Pointed into = memory_.pointed(request.to), of = memory_.pointed(request.from);
    for (const auto& [side, pointed] : {std::pair(to, into), std::pair(from, of)})
      if (std::optional<Told> fault = memory_.fault_of(call, side, pointed)) {
        findings_.add_hosts(at, FindingKind::out_of_bounds, std::move(*fault),
                            memory_.place_of(pointed));
        reply.error = kInvalidValue;
        return reply;
      }
    reply.to_device = into.memory != nullptr;
    reply.from_device = of.memory != nullptr;
    if (of.memory && !into.memory && request.rows == 1 &&
        !device_.has_any_value(request.from, request.bytes))
      findings_.add_hosts(
          at, FindingKind::uninitialized,
          {say(Says::copies_unwritten, call, bytes_text(request.bytes), of.memory->name), {}},
          memory_.place_of(of));
    if (into.memory)
      for (uint64_t row = 0; row < request.rows; ++row)
        device_.has_value(request.to + row * request.to_pitch, request.bytes);
    reply.closes = note_copy(request, call, at, into, of);
    return reply;
  }
  bool note_copy(const Copy& request, const std::string& call, const Place& at, const Pointed& into,
                 const Pointed& of) {
    AccessSet touched;
    const bool is_of_interest = overlaps_.may_overlap(request.stream) || memory_.has_shared();
    for (uint64_t row = 0; is_of_interest && row < request.rows; ++row) {
      if (of.memory)
        touched.add(request.from + row * request.from_pitch, request.bytes, Touch::read);
      if (into.memory)
        touched.add(request.to + row * request.to_pitch, request.bytes, Touch::written);
    }
    const bool is_pageable = !into.memory || !of.memory;
    // Of memory that is not pinned the driver makes a copy first (CUDA Runtime API, "API
    // synchronization behavior").
    const bool is_awaited = !request.is_async || is_pageable;
    if (request.is_async && is_pageable && request.stream != 0)
      findings_.add_hosts(at, FindingKind::note,
                          {say(Says::copy_is_pageable, call), say(Says::use_pinned_memory)});
    const auto is_on_device = [](const Pointed& side) {
      return side.kind == MemoryKind::device || side.kind == MemoryKind::managed;
    };
    const Engine engine = !is_on_device(into) ? Engine::to_host
                          : !is_on_device(of) ? Engine::to_device
                                              : Engine::within_device;
    return overlaps_.note({request.stream, at, call, is_awaited, engine,
                           copy_microseconds(request.rows * request.bytes, engine)},
                          std::move(touched));
  }

  Fill::Reply fill(const Fill& request, std::string& rest) {
    const std::string call = rest.empty() ? "cudaMemset" : std::exchange(rest, {});
    const Side to{"destination", request.to, (request.rows - 1) * request.pitch + request.bytes,
                  request.bytes, true};
    const Place at = lines_->of(request.frames);
    const Pointed into = memory_.pointed(request.to);
    Fill::Reply reply;
    if (std::optional<Told> fault = memory_.fault_of(call, to, into)) {
      findings_.add_hosts(at, FindingKind::out_of_bounds, std::move(*fault),
                          memory_.place_of(into));
      reply.error = kInvalidValue;
      return reply;
    }
    AccessSet touched;
    for (uint64_t row = 0; row < request.rows; ++row) {
      device_.has_value(request.to + row * request.pitch, request.bytes);
      if (overlaps_.may_overlap(request.stream) || memory_.has_shared())
        touched.add(request.to + row * request.pitch, request.bytes, Touch::written);
    }
    reply.closes =
        overlaps_.note({request.stream, at, call, false, Engine::within_device,
                        copy_microseconds(request.rows * request.bytes, Engine::within_device)},
                       std::move(touched));
    return reply;
  }

  Launch::Reply launch(const Launch& request, std::string& rest) {
    Launch::Reply reply;
    const std::string parameters = std::exchange(rest, {});
    if (!launches_.is_known(request.kernel)) {
      reply.error = kInvalidDeviceFunction;
      return reply;
    }
    AccessSet touched;
    const bool asks_for_accesses = overlaps_.may_overlap(request.stream) || memory_.has_shared();
    Launched outcome =
        launches_.launch(request, parameters, *cancel_, asks_for_accesses ? &touched : nullptr);
    const std::string& name = launches_.name_of(request.kernel);
    const Place at = lines_->of(request.frames);
    last_launch_ = name;
    reply.error = outcome.error;
    reply.later_error = outcome.later_error;
    has_failed_ = has_failed_ || outcome.later_error != kSuccess;
    reply.microseconds = outcome.microseconds;
    rest = std::move(outcome.output);
    if (!outcome.unsupported.empty()) {
      reply.error = kCannotGoOn;
      rest = outcome.unsupported;
    } else if (outcome.error != kSuccess) {
      const char* const error = outcome.error == kCooperativeTooLarge
                                    ? "cudaErrorCooperativeLaunchTooLarge"
                                    : "cudaErrorInvalidValue";
      findings_.add_hosts(at, FindingKind::launch_failure,
                          {say(Says::launch_failed, name, error, outcome.why), {}});
    } else {
      reply.closes =
          overlaps_.note({request.stream, at, name, false, Engine::kernels, outcome.microseconds},
                         std::move(touched));
    }
    for (data::Finding& finding : outcome.findings) {
      tell_host_pointer(finding);
      const Place allocated = memory_.place_of_name(finding.buffer);
      findings_.add_kernels({name, launches_.file_of(request.kernel), at, allocated},
                            std::move(finding));
    }
    return reply;
  }

  Order::Reply order(const Order& request, std::string& rest) {
    rest = text_of(overlaps_.order(request, *lines_));
    return {};
  }

  ClosedAreas::Reply closed_areas(const ClosedAreas&, std::string& rest) {
    rest = text_of(overlaps_.take_closed());
    return {};
  }

  TimeTaken::Reply time_taken(const TimeTaken& request, std::string&) {
    findings_.add_hosts(lines_->of(request.frames), FindingKind::note,
                        {say(Says::time_of_the_launch, last_launch_), say(Says::wait_first)});
    return {};
  }

  static std::string text_of(const std::vector<Area>& areas) {
    return {reinterpret_cast<const char*>(areas.data()), areas.size() * sizeof(Area)};
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
      findings_.add_hosts(lines_->of(request.frames), FindingKind::launch_failure,
                          {say(Says::call_failed, rest.substr(0, first),
                               rest.substr(first + 1, second - first - 1), rest.substr(second + 1)),
                           {}});
    rest.clear();
    return {};
  }

  OutputLost::Reply output_lost(const OutputLost& request, std::string&) {
    findings_.add_hosts(
        {}, FindingKind::output_limit,
        {say(Says::output_lost, bytes_text(request.bytes)), say(Says::synchronize_first)});
    return {};
  }

  HostFault::Reply host_fault(const HostFault& request, std::string&) {
    const Pointed at = memory_.pointed(request.address);
    const std::string name = at.memory     ? at.memory->name
                             : at.released ? *at.released
                                           : std::string("memory");
    const Place place = lines_->of(request.frames);
    HostFault::Reply reply;
    if (!overlaps_.host_comes_to(request.address, request.is_write != 0, place)) {
      findings_.add_hosts(place, FindingKind::out_of_bounds,
                          {say(Says::host_touches_device_memory, name), say(Says::copy_it_first)},
                          memory_.place_of(at));
      return reply;
    }
    reply.is_opened = 1;
    reply.begin = request.address / AccessSet::kPage * AccessSet::kPage;
    reply.bytes = AccessSet::kPage;
    return reply;
  }

  Reset::Reply reset(const Reset&, std::string&) {
    memory_.release_all();
    overlaps_.clear();
    has_failed_ = false;
    return {};
  }

  void tell_never_freed() {
    // All of one line are one finding.
    std::map<Place, std::pair<uint64_t, uint64_t>> by_line;  // bytes, allocations
    for (const auto& [address, memory] : memory_.in_use()) {
      auto& [bytes, count] = by_line[memory.at];
      bytes += memory.bytes;
      count += 1;
    }
    for (const auto& [at, sum] : by_line)
      findings_.add_hosts(
          at, FindingKind::note,
          {sum.second == 1 ? say(Says::never_freed, bytes_text(sum.first))
                           : say(Says::never_freed_times, bytes_text(sum.first), Count{sum.second}),
           {}});
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

  ServiceOptions options_;
  sim::Device device_;
  Launches launches_;
  std::optional<HostLines> lines_;
  size_t modules_ = 0;
  std::vector<uint64_t> given_;  // addresses
  ProgramMemory memory_;
  FindingList findings_;
  Overlaps overlaps_;
  std::string last_launch_;
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
const std::vector<uint64_t>& Service::given_addresses() const {
  return program_->given_addresses();
}
std::vector<bool> Service::take_given() { return program_->take_given(); }
bool Service::answer(int socket, pid_t pid, const std::atomic<bool>& cancel) {
  return program_->answer(socket, pid, cancel);
}
ProgramReport Service::report(bool by_itself) { return program_->report(by_itself); }

}  // namespace warplab::runtime
