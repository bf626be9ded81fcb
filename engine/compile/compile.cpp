#include "compile/compile.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "compile/compiler_log.hpp"
#include "compile/cubin.hpp"
#include "compile/device_rules.hpp"
#include "compile/explain.hpp"
#include "compile/header_set.hpp"
#include "compile/messages/remarks.hpp"
#include "compile/nvrtc.hpp"
#include "compile/readable_text.hpp"
#include "compile/reserved_names.hpp"
#include "compile/statement_slips.hpp"
#include "compile/undefined_marks.hpp"
#include "source/host_code.hpp"

namespace warplab::compile {

struct Compiler {
  Nvrtc nvrtc;
  HeaderSet headers;
  std::vector<std::string> options;  // all but the architecture and what ptxas is to say
};

namespace {

using Severity = Diagnostic::Severity;

// A kernel file of a course has some hundred lines; a megabyte is thirty thousand.
constexpr size_t kMaxSourceBytes = 1'000'000;
// What a screen or a report can hold of a log; a template error can fill gigabytes.
constexpr size_t kMaxLogBytes = 256 * 1024;
// As NVRTC writes it: every message may quote a line of the source, and one line may be all of it.
constexpr size_t kMaxRawLogBytes = size_t{256} << 20;
constexpr size_t kMaxParsedLogBytes = size_t{4} << 20;
// An initialised array becomes text: 60 million numbers are no kernel of a course.
constexpr size_t kMaxPtxBytes = size_t{64} << 20;

constexpr int kLowestCapability = 75, kHighestCapability = 90;

constexpr const char* kLineInfo = "--generate-line-info";
// Without textures, and without the runtime's functions and types (cudaError_t): what few kernels
// name takes a fifth of the time. A file that does not compile so is compiled with them.
constexpr const char* kMinimal = "--minimal";
// nvcc 13 takes C++17 where nothing else is asked for. A file that is none, but C++20, is compiled
// as that.
constexpr const char* kStandard = "--std=c++17";
constexpr const char* kNextStandard = "--std=c++20";
constexpr const char* kOptions[] = {
    kStandard, kLineInfo,
    "--no-source-include",  // the folder of the source is not searched
};
// Those that not every NVRTC since CUDA 12 knows.
constexpr const char* kOptionalOptions[] = {
    "--no-cache",  // NVRTC 13 would look for the driver's cache of compiled programs
    "--modify-stack-limit=false",  // the worker has set the stack limit that it wants
    kMinimal,
};
// Under nvcc every file has these, as cuda_runtime.h includes them. They take a tenth of the time.
constexpr std::string_view kTypeTraits = "type_traits";
constexpr const char* kVerbosePtxas = "--ptxas-options=-v";
// For a second try: nvcc takes a lambda with `auto` parameters for device code, NVRTC 13.0 does not
// without this. It would also take a helper without __device__, which no nvcc accepts.
constexpr const char* kDeviceByDefault = "--device-as-default-execution-space";

class Program {
 public:
  // `included_before`: one more header, besides the prelude, that is included before the source.
  Program(const Nvrtc& nvrtc, const Source& source, const HeaderSet& headers,
          std::string_view included_before = {})
      : nvrtc_(nvrtc) {
    std::vector<const char*> names, texts;
    std::string reaching = source.text;
    reaching += fmt::format("\n#include <{}>\n", kTypeTraits);
    if (!included_before.empty()) reaching += fmt::format("\n#include <{}>\n", included_before);
    for (const HeaderSet::Named& header : headers.reachable_from(reaching)) {
      names.push_back(header.name->c_str());
      texts.push_back(header.text->c_str());
    }
    status_ = nvrtc_.create(&program_, source.text.c_str(), source.file_name.c_str(),
                            static_cast<int>(names.size()), texts.data(), names.data());
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program() {
    if (program_ != nullptr) nvrtc_.destroy(&program_);
  }

  NvrtcStatus run(const std::vector<std::string>& options) {
    if (status_ != NvrtcStatus::success) return status_;
    std::vector<const char*> pointers;
    for (const std::string& option : options) pointers.push_back(option.c_str());
    status_ = nvrtc_.compile(program_, static_cast<int>(pointers.size()), pointers.data());
    return status_;
  }

  // Its beginning, where it is longer than anybody would read.
  std::string log() const {
    std::string log = fetch(nvrtc_.log_size, nvrtc_.log, kMaxRawLogBytes, true);
    log.resize(std::min(log.size(), kMaxParsedLogBytes));
    log.shrink_to_fit();
    return log;
  }
  // Also of a compilation in which ptxas failed.
  std::string ptx() const { return fetch(nvrtc_.ptx_size, nvrtc_.ptx, kMaxPtxBytes, true); }
  std::vector<uint8_t> cubin() const {
    const std::string bytes = fetch(nvrtc_.cubin_size, nvrtc_.cubin, kMaxPtxBytes, false);
    return {bytes.begin(), bytes.end()};
  }

 private:
  // Empty when there is nothing, or more than `limit`. Texts come with a terminating zero.
  template <class Size, class Get>
  std::string fetch(Size size, Get get, size_t limit, bool is_text) const {
    size_t bytes = 0;
    if (program_ == nullptr || size(program_, &bytes) != NvrtcStatus::success || bytes > limit)
      return {};
    std::string content(bytes, '\0');
    if (bytes == 0 || get(program_, content.data()) != NvrtcStatus::success) return {};
    if (is_text) content.resize(std::min(content.find('\0'), content.size()));
    return content;
  }

  const Nvrtc& nvrtc_;
  NvrtcProgram program_ = nullptr;
  NvrtcStatus status_ = NvrtcStatus::success;
};

// PTX alone: ptxas is not asked.
std::string virtual_architecture(int capability) {
  return fmt::format("--gpu-architecture=compute_{}", capability);
}

std::string architecture(int capability) {
  return fmt::format("--gpu-architecture=sm_{}", capability);
}

Diagnostic error_in(const Source& source, std::string message) {
  Diagnostic diagnostic;
  diagnostic.file = source.file_name;
  diagnostic.message = std::move(message);
  return diagnostic;
}

Diagnostic too_much_ptx(const Source& source) {
  return error_in(source, filled_in(sentence_of(Remark::has_too_much_ptx),
                                    {{"mebibytes", std::to_string(kMaxPtxBytes >> 20)}}));
}

int line_at(const Source& source, size_t offset) {
  const std::string_view before = std::string_view(source.text).substr(0, offset);
  return 1 + static_cast<int>(std::ranges::count(before, '\n'));
}

Diagnostic error_at(const Source& source, size_t offset, std::string message) {
  const std::string_view before = std::string_view(source.text).substr(0, offset);
  const size_t line_begin = before.find_last_of('\n') + 1;  // 0 where there is none
  Diagnostic diagnostic = error_in(source, std::move(message));
  diagnostic.line = line_at(source, offset);
  diagnostic.column = 1 + static_cast<int>(before.size() - line_begin);
  return diagnostic;
}

// Warnings of our own, beside the compiler's: at a line of which it has said something it has said
// enough.
void add_slips(const Source& source, std::vector<Diagnostic>& diagnostics) {
  std::vector<Diagnostic> warnings;
  std::vector<StatementSlip> slips = statement_slips(source.text);
  if (slips.size() > kMaxDiagnostics) slips.resize(kMaxDiagnostics);
  for (StatementSlip& slip : slips) {
    if (diagnostics.size() + warnings.size() >= kMaxDiagnostics) break;
    Diagnostic warning = error_at(source, slip.offset, std::move(slip.message));
    warning.severity = Severity::warning;
    const bool is_known = std::ranges::any_of(
        diagnostics, [&](const Diagnostic& d) { return d.line == warning.line; });
    if (!is_known) warnings.push_back(std::move(warning));
  }
  diagnostics.insert(diagnostics.end(), warnings.begin(), warnings.end());
}

std::vector<int> supported_capabilities(const Compiler& compiler) {
  int count = 0;
  compiler.nvrtc.supported_count(&count);
  std::vector<int> supported(static_cast<size_t>(std::max(count, 0)));
  if (count > 0) compiler.nvrtc.supported(supported.data());
  return supported;
}

// "9.0"
std::string capability_text(int capability) {
  return fmt::format("{}.{}", capability / 10, capability % 10);
}

// What is wrong with a source before a compiler needs to see it; empty when nothing is.
std::string fault_of(const Compiler& compiler, const Source& source) {
  if (source.text.size() > kMaxSourceBytes)
    return filled_in(
        sentence_of(Remark::file_is_too_large),
        {{"megabytes", fmt::format("{:.1f}", static_cast<double>(source.text.size()) / 1e6)}});
  if (const size_t zero = source.text.find('\0'); zero != std::string::npos)
    return filled_in(sentence_of(Remark::file_is_binary), {{"byte", std::to_string(zero)}});
  const std::vector<int> supported = supported_capabilities(compiler);
  if (source.compute_capability < kLowestCapability ||
      source.compute_capability > kHighestCapability ||
      std::find(supported.begin(), supported.end(), source.compute_capability) == supported.end())
    return filled_in(sentence_of(Remark::capability_is_unknown),
                     {{"asked", capability_text(source.compute_capability)},
                      {"lowest", capability_text(kLowestCapability)},
                      {"highest", capability_text(kHighestCapability)}});
  return {};
}

bool has_error(const std::vector<Diagnostic>& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& d) { return d.severity == Severity::error; });
}

// The front end says so itself when its memory is at an end; what it says afterwards means nothing.
bool ran_out_of_memory(NvrtcStatus status, const std::vector<Diagnostic>& messages) {
  return status == NvrtcStatus::out_of_memory ||
         std::any_of(messages.begin(), messages.end(), [](const Diagnostic& d) {
           return d.severity == Severity::error && d.message == kNoMemory;
         });
}

bool ran_out_of_memory(NvrtcStatus status, const Program& program) {
  const KnownFile every_file = [](std::string_view) { return true; };
  return status != NvrtcStatus::success &&
         ran_out_of_memory(status, parse_log(program.log(), every_file));
}

int lines_in(const std::string& text) {
  return static_cast<int>(std::count(text.begin(), text.end(), '\n')) + 1;
}

std::string shortened(std::string log) {
  if (log.size() <= kMaxLogBytes) return log;
  // A line may be as long as the whole: then it is cut, too.
  const size_t end = log.rfind('\n', kMaxLogBytes);
  log.resize(end == std::string::npos ? kMaxLogBytes : end);
  return log + "\n(The rest of the log is left out.)\n";
}

void add_resources(const Source& source, const std::string& log, Compiled& compiled) {
  Result<std::map<std::string, KernelResources>> resources = read_cubin(compiled.cubin);
  if (!resources) {
    Diagnostic note = error_in(source, resources.error());
    note.severity = Severity::note;
    compiled.diagnostics.push_back(std::move(note));
    return;
  }
  compiled.kernels = std::move(*resources);
  for (const auto& [function, spills] : parse_spills(log))
    if (const auto kernel = compiled.kernels.find(function); kernel != compiled.kernels.end()) {
      kernel->second.spill_store_bytes = spills.store_bytes;
      kernel->second.spill_load_bytes = spills.load_bytes;
    }
}

// An empty kernel, so that all that NVRTC loads late is loaded, with those options that it knows.
Result<bool> warm_up(Compiler& compiler) {
  const Source source{"nothing.cu", "extern \"C\" __global__ void nothing() {}\n",
                      kLowestCapability};
  const auto try_options = [&](std::vector<std::string> options) {
    options.push_back(architecture(source.compute_capability));
    Program program(compiler.nvrtc, source, compiler.headers);
    return program.run(options);
  };
  std::vector<std::string> options(std::begin(kOptions), std::end(kOptions));
  options.push_back(fmt::format("--pre-include={}", kPrelude));
  std::vector<std::string> all = options;
  all.insert(all.end(), std::begin(kOptionalOptions), std::end(kOptionalOptions));
  NvrtcStatus status = try_options(all);
  if (status == NvrtcStatus::invalid_option) {
    all = options;
    for (const char* option : kOptionalOptions) {
      all.emplace_back(option);
      if (try_options(all) == NvrtcStatus::invalid_option) all.pop_back();
    }
    status = try_options(all);
  }
  if (status != NvrtcStatus::success)
    return Error{fmt::format("NVRTC {}.{} ({}) does not compile an empty kernel: {}.",
                             compiler.nvrtc.major, compiler.nvrtc.minor, compiler.nvrtc.library,
                             compiler.nvrtc.error_text(status))};
  compiler.options = std::move(all);
  return true;
}

// The headers of a source's own, there while it is compiled.
class OwnHeaders {
 public:
  OwnHeaders(HeaderSet& set, const std::vector<NamedText>& headers) : set_(set) {
    for (const NamedText& header : headers)
      if (set.add(header.name, header.text)) added_.push_back(header.name);
  }
  OwnHeaders(const OwnHeaders&) = delete;
  OwnHeaders& operator=(const OwnHeaders&) = delete;
  ~OwnHeaders() {
    for (const std::string& name : added_) set_.remove(name);
  }

 private:
  HeaderSet& set_;
  std::vector<std::string> added_;
};

double milliseconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
      .count();
}

std::vector<std::string> options_of(const Compiler& compiler, const char* standard) {
  std::vector<std::string> options = compiler.options;
  std::ranges::replace(options, std::string(kStandard), std::string(standard));
  return options;
}

// `source` is marked already. It compiled without the marks, so what the compiler says of it now
// would mean nothing to anybody.
void compile_marked(const Compiler& compiler, const Source& source,
                    std::vector<std::string> options, Compiled& compiled) {
  std::erase(options, kLineInfo);
  std::erase(options, kMinimal);
  // Unoptimised, with lines: an optimiser may look at a variable where the source does not, when it
  // hoists a branch out of a loop or makes one condition of two.
  options.emplace_back("--device-debug");
  options.emplace_back(kDeviceByDefault);  // lambdas; anything else has been refused before
  options.push_back(virtual_architecture(source.compute_capability));
  options.push_back(fmt::format("--pre-include={}", kTypeTraits));
  options.push_back(fmt::format("--pre-include={}", kUndefinedHeader));
  Program program(compiler.nvrtc, source, compiler.headers, kUndefinedHeader);
  const NvrtcStatus status = program.run(options);
  compiled.out_of_memory = ran_out_of_memory(status, program);
  if (status == NvrtcStatus::success) compiled.ptx = program.ptx();
  compiled.ok = !compiled.ptx.empty();
}

// With as many marks as the compiler takes.
void compile_with_marks(const Compiler& compiler, const Source& source, const char* standard,
                        Compiled& compiled) {
  constexpr std::pair<MacroBodies, FunctionEnds> kWays[] = {
      {MacroBodies::marked, FunctionEnds::marked},
      {MacroBodies::marked, FunctionEnds::of_known_type},
      {MacroBodies::marked, FunctionEnds::left},
      {MacroBodies::left, FunctionEnds::left}};
  std::string tried;
  for (const auto& [macros, ends] : kWays) {
    std::string text = mark_undefined(source.text, macros, ends).text;
    if (compiled.ok || compiled.out_of_memory || text == tried) continue;
    compile_marked(compiler, {source.file_name, text, source.compute_capability},
                   options_of(compiler, standard), compiled);
    tried = std::move(text);
  }
}

bool has_kernel(const std::string& ptx) { return ptx.find(".entry") != std::string::npos; }

// As it was compiled without marks, which is not known any more.
void compile_with_marks(const Compiler& compiler, const Source& source, Compiled& compiled) {
  const std::string whole = readable_text(source.text);
  for (const std::string& text : {source::without_host_code(whole), whole})
    for (const char* standard : {kStandard, kNextStandard}) {
      if ((compiled.ok && has_kernel(compiled.ptx)) || compiled.out_of_memory) return;
      compiled.ok = false;
      Source one = source;
      one.text = text;
      compile_with_marks(compiler, one, standard, compiled);
    }
}

// What NVRTC says to a file as it was written.
struct Answer {
  NvrtcStatus status = NvrtcStatus::success;
  std::string log;
  std::vector<Diagnostic> messages;
};

// Runs `program`, which is of the text of `source` alone.
Answer ask(const Compiler& compiler, Program& program, const Source& source,
           const KnownFile& is_known, std::vector<std::string> options) {
  options.push_back(source.only_ptx ? virtual_architecture(source.compute_capability)
                                    : architecture(source.compute_capability));
  if (!source.only_ptx) options.emplace_back(kVerbosePtxas);
  Answer answer{program.run(options), {}, {}};
  answer.log = without_addresses(program.log(), source.text);
  answer.messages = parse_log(answer.log, is_known);
  const bool has_compiled = answer.status == NvrtcStatus::success;
  if (!has_compiled && !has_error(answer.messages) && !source.only_ptx) {
    // NVRTC 13.0 loses ptxas's errors when ptxas is also asked to talk.
    options.pop_back();
    Program again(compiler.nvrtc, source, compiler.headers);
    again.run(options);
    answer.log = without_addresses(again.log(), source.text);
    answer.messages = parse_log(answer.log, is_known);
  }
  // What compiles has no errors, whatever a #warning says.
  if (has_compiled)
    std::erase_if(answer.messages,
                  [](const Diagnostic& d) { return d.severity == Severity::error; });
  return answer;
}

// A file as it is given to NVRTC, and what came of it.
struct Attempt {
  std::unique_ptr<Program> program;
  Answer answer;
  bool has_compiled() const { return answer.status == NvrtcStatus::success; }
  bool has_ended() const {
    return has_compiled() || ran_out_of_memory(answer.status, answer.messages);
  }
};

Attempt attempt(const Compiler& compiler, const Source& source, const KnownFile& is_known,
                const char* standard) {
  std::vector<std::string> options = options_of(compiler, standard);
  Attempt made;
  const auto try_options = [&] {
    made.program = std::make_unique<Program>(compiler.nvrtc, source, compiler.headers);
    made.answer = ask(compiler, *made.program, source, is_known, options);
  };
  // What few files need is first left out where it can be: of most of them that is all.
  const bool is_first =
      standard == kStandard && std::ranges::find(options, kMinimal) != options.end();
  if (is_first) try_options();
  if (is_first && made.has_ended()) return made;
  std::erase(options, kMinimal);
  options.push_back(fmt::format("--pre-include={}", kTypeTraits));
  try_options();
  if (!made.has_compiled() &&
      complains_of_lambdas_alone(made.answer.messages, source.file_name, source.text)) {
    options.emplace_back(kDeviceByDefault);
    try_options();
  }
  return made;
}

// What nvcc would compile: it gives host code to another compiler. Where the file is refused in any
// case, its host code is not what is wrong with it, unless nothing but that is there.
Attempt attempt_as_nvcc(const Compiler& compiler, Source source, const KnownFile& is_known) {
  Attempt made = attempt(compiler, source, is_known, kStandard);
  if (made.has_ended()) return made;
  if (std::string device = source::without_host_code(source.text); device != source.text) {
    source.text = std::move(device);
    Attempt of_device = attempt(compiler, source, is_known, kStandard);
    if (of_device.has_compiled() && !has_kernel(of_device.program->ptx())) return made;
    made = std::move(of_device);
    if (made.has_ended()) return made;
  }
  Attempt of_next = attempt(compiler, source, is_known, kNextStandard);
  return of_next.has_compiled() ? std::move(of_next) : std::move(made);
}

void add_broken_rules(const Source& source, std::vector<Diagnostic>& diagnostics) {
  for (BrokenRule& rule : broken_rules(source.text))
    if (diagnostics.size() < kMaxDiagnostics)
      diagnostics.push_back(error_at(source, rule.offset, std::move(rule.message)));
}

void compile_as_written(const Compiler& compiler, const Source& source, Compiled& compiled) {
  Source readable = source;
  readable.text = readable_text(source.text);
  const KnownFile is_known = [&](std::string_view file) {
    return file == source.file_name || compiler.headers.contains(file);
  };
  const auto [program, answer] = attempt_as_nvcc(compiler, readable, is_known);
  const bool has_compiled = answer.status == NvrtcStatus::success;
  compiled.out_of_memory = ran_out_of_memory(answer.status, answer.messages);
  if (compiled.out_of_memory) return;

  compiled.ptx = program->ptx();
  compiled.log = shortened(without_ptxas_info(answer.log));
  compiled.diagnostics = explain(answer.messages, {source, compiled.ptx, compiler.headers});
  if (has_compiled) {
    add_broken_rules(readable, compiled.diagnostics);
    add_slips(source, compiled.diagnostics);
  }
  if (has_compiled && !source.only_ptx) {
    compiled.cubin = program->cubin();
    add_resources(source, answer.log, compiled);
  }
  if (has_compiled && compiled.ptx.empty()) compiled.diagnostics.push_back(too_much_ptx(source));
  if (!has_compiled && !has_error(compiled.diagnostics))
    compiled.diagnostics.push_back(
        error_in(source, filled_in(sentence_of(Remark::gave_up),
                                   {{"status", compiler.nvrtc.error_text(answer.status)}})));
  keep_places_in(compiled.diagnostics, source.file_name, lines_in(source.text), is_known);
  compiled.ok = has_compiled && !has_error(compiled.diagnostics);
}

}  // namespace

Result<Compiler*> load_compiler() {
  static std::unique_ptr<Compiler> loaded;  // a library cannot be loaded twice
  if (loaded) return loaded.get();
  Result<Nvrtc> nvrtc = load_nvrtc(search_of_this_process());
  if (!nvrtc) return Error{nvrtc.error()};
  auto compiler = std::make_unique<Compiler>();
  compiler->nvrtc = std::move(*nvrtc);
  if (const auto headers = toolkit_headers_of(compiler->nvrtc.library); !headers.empty())
    compiler->headers.add_toolkit(headers);
  if (const Result<bool> warm = warm_up(*compiler); !warm) return Error{warm.error()};
  loaded = std::move(compiler);
  return loaded.get();
}

std::string compiler_path(const Compiler& compiler) { return compiler.nvrtc.library; }

Compiled compile(Compiler& compiler, const Source& source) {
  Compiled compiled;
  compiled.compiler = fmt::format("NVRTC {}.{}", compiler.nvrtc.major, compiler.nvrtc.minor);
  if (std::string fault = fault_of(compiler, source); !fault.empty()) {
    compiled.diagnostics.push_back(error_in(source, std::move(fault)));
    return compiled;
  }
  if (auto name = find_reserved_name(source.text)) {
    compiled.diagnostics.push_back(error_at(source, name->offset, std::move(name->message)));
    return compiled;
  }
  const OwnHeaders own_headers(compiler.headers, source.headers);
  const auto begin = std::chrono::steady_clock::now();
  const MarkedSource marked = mark_undefined(source.text);
  compiled.undefined_variables = marked.marks + marked.unmarked;
  if (source.mark_undefined) compile_with_marks(compiler, source, compiled);
  else compile_as_written(compiler, source, compiled);
  compiled.milliseconds = milliseconds_since(begin);
  return compiled;
}

}  // namespace warplab::compile
