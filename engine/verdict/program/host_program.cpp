#include "verdict/program/host_program.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <utility>

#include "base/file_text.hpp"
#include "exercise/sha256.hpp"
#include "runtime/build_program.hpp"
#include "runtime/new_folder.hpp"
#include "runtime/run_program.hpp"
#include "verdict/program/driver_source.hpp"

namespace warplab::verdict {
namespace fs = std::filesystem;
namespace {

constexpr const char* kDriver = "warplab_main.cpp";
// The newest that the simulator knows, and the oldest that CUDA 13 compiles for.
constexpr int kNewest = 90, kOldest = 75;
// Of a program of an exercise: its own memory, what it holds on the device, and how long its host
// code may compute.
constexpr uint64_t kHostMemory = uint64_t{1} << 30, kDeviceMemory = uint64_t{4} << 30;
constexpr uint64_t kWrittenBytes = uint64_t{64} << 20;
// All launches are looked at exactly that an exercise can have any use for.
constexpr uint64_t kExactLaunches = 1000;

struct NamedText {
  std::string name, text;
};

// A folder with these files, which is there as soon as it is whole; its name is a hash of them.
Result<fs::path> folder_of(const std::vector<NamedText>& files) {
  std::string all;
  for (const NamedText& file : files)
    all += fmt::format("{} {}\n{}", file.name, file.text.size(), file.text);
  const fs::path place = runtime::default_cache() /
                         ("sources-" + exercise::hex_text(exercise::sha256(all)).substr(0, 24));
  std::error_code error;
  if (fs::exists(place, error)) return place;
  runtime::NewFolder folder(place);
  for (const NamedText& file : files) {
    std::ofstream out(folder.path() / file.name, std::ios::binary);
    out << file.text;
    if (!out.flush()) return Error{fmt::format("{} cannot be written.", folder.path().string())};
  }
  if (!folder.put_in_place()) return Error{fmt::format("{} cannot be written.", place.string())};
  return place;
}

// A folder for one run, which goes with it.
class OwnFolder {
 public:
  OwnFolder() {
    std::string name = (fs::temp_directory_path() / "warplab-run-XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~OwnFolder() {
    std::error_code error;
    if (!path_.empty()) fs::remove_all(path_, error);
  }
  OwnFolder(const OwnFolder&) = delete;
  OwnFolder& operator=(const OwnFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// "{n}" -> the value of n.
std::string with_values(std::string word, const exercise::Values& values) {
  for (const auto& [name, value] : values) {
    const std::string key = '{' + name + '}', text = std::to_string(value);
    for (size_t at = 0; (at = word.find(key, at)) != std::string::npos; at += text.size())
      word.replace(at, key.size(), text);
  }
  return word;
}

// The buffers of the call: on the device, or as files that the program maps.
void hand_over(PreparedRun& run, bool host_pointers, runtime::RunRequest& request) {
  for (const size_t i : call_buffers(run.setup.launches.front())) {
    const bool is_input = run.setup.specs[i]->role == exercise::Buffer::Role::input;
    const worker::SharedMemory& memory = is_input ? (*run.inputs)[i] : run.outputs[i];
    if (host_pointers) {
      request.handed.push_back({memory.descriptor(), !is_input});
      continue;
    }
    const data::Buffer& buffer = run.setup.buffers[i];
    request.service.given.push_back(
        {buffer.name, buffer.element, buffer.initialized, memory.bytes()});
  }
}

}  // namespace

HostProgram::HostProgram(const exercise::Exercise& exercise, std::string file_name,
                         const model::Gpu& gpu, unsigned threads)
    : exercise_(exercise), file_name_(std::move(file_name)), gpu_(gpu), threads_(threads) {}

Result<bool> HostProgram::is_possible() {
  if (const auto toolkit = runtime::find_toolkit(); !toolkit) return Error{toolkit.error()};
  return runtime::can_lock();
}

Result<bool> HostProgram::build(const std::string& text) {
  const Result<runtime::Toolkit> toolkit = runtime::find_toolkit();
  if (!toolkit) return Error{toolkit.error()};
  toolkit_ = *toolkit;
  std::vector<NamedText> files = {{file_name_, text}};
  for (const exercise::Header& header : exercise_.headers)
    files.push_back({header.name, header.text});
  if (!exercise_.host->is_main()) files.push_back({kDriver, driver_source(exercise_)});
  const Result<fs::path> folder = folder_of(files);
  if (!folder) return Error{folder.error()};
  source_ = *folder / file_name_;
  runtime::BuildRequest request;
  request.sources = {source_};
  if (!exercise_.host->is_main()) request.sources.push_back(*folder / kDriver);
  request.compute_capability = std::clamp(gpu_.compute_capability, kOldest, kNewest);
  request.cache = runtime::default_cache();
  request.is_locked = true;
  const Result<runtime::BuiltProgram> built = runtime::build_program(*toolkit_, request);
  if (!built) return Error{built.error()};
  program_ = built->program;
  library_ = built->library;
  return true;
}

std::string HostProgram::compiler() const {
  return toolkit_ ? "nvcc " + toolkit_->version : std::string();
}

Result<ProgramRan> HostProgram::run(PreparedRun& run, const ProgramLimits& limits,
                                    bool with_times) {
  if (const Result<bool> filled = run.refill(); !filled) return Error{filled.error()};
  const exercise::HostEntry& host = *exercise_.host;
  runtime::RunRequest request;
  request.program = program_;
  request.library = library_;
  request.service.gpu = gpu_;
  request.service.threads = threads_;
  request.service.exact_launches = kExactLaunches;
  request.service.with_times = with_times;
  request.service.memory_bytes = kDeviceMemory;
  request.service.most_work = limits.work;
  request.service.not_the_users = {toolkit_->folder.string(), "/usr/",
                                   (source_.parent_path() / kDriver).string()};
  request.keeps_output = true;
  request.time_limit = limits.time;
  request.cancel = limits.cancel;
  request.most_memory = 2 * kDeviceMemory;
  runtime::Room& room = request.room.emplace();
  room.readable = {program_.parent_path(), library_};
  room.memory_bytes = kHostMemory;
  room.processor_seconds = kHostSeconds;
  room.file_bytes = kWrittenBytes;
  runtime::Room reader = room;
  reader.is_compiler = true;
  const Result<runtime::Locked> lines = runtime::Locked::make(reader);
  if (!lines) return Error{lines.error()};
  request.service.reader = lines->command({});
  hand_over(run, host.host_pointers, request);
  std::optional<OwnFolder> own;
  if (host.is_main()) {
    own.emplace();
    std::error_code error;
    for (const std::string& file : host.files)
      fs::copy_file(exercise_.folder / file, own->path() / file, error);
    room.writable = {own->path()};
    room.folder = own->path();
    for (const std::string& word : host.arguments)
      request.arguments.push_back(with_values(word, run.setup.values));
    if (!host.input_file.empty()) request.input = exercise_.folder / host.input_file;
  } else {
    request.arguments = call_numbers(run.setup.launches.front());
  }
  Result<runtime::ProgramReport> report = runtime::run_program(request);
  if (!report) return Error{report.error()};
  ProgramRan ran{std::move(*report), {}};
  for (const std::string& name : host.writes) {
    const fs::path file = own->path() / name;
    std::error_code error;
    const bool is_plain = fs::symlink_status(file, error).type() == fs::file_type::regular;
    ran.written.push_back({name, is_plain ? file_text(file) : std::nullopt});
  }
  return ran;
}

}  // namespace warplab::verdict
