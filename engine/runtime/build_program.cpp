#include "runtime/build_program.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "base/environment.hpp"
#include "base/file_text.hpp"
#include "exercise/sha256.hpp"
#include "runtime/command.hpp"
#include "runtime/library_sources.hpp"
#include "runtime/lock.hpp"
#include "runtime/new_folder.hpp"

namespace warplab::runtime {
namespace fs = std::filesystem;
namespace {

std::string hash_of(const std::string& text) {
  return exercise::hex_text(exercise::sha256(text)).substr(0, 24);
}

std::string text_of(const fs::path& file) { return file_text(file).value_or(""); }

// The files that make's rules name: "k.o: a.cu b.h \".
std::vector<fs::path> files_of_rules(const fs::path& rules) {
  std::string text = text_of(rules);
  const size_t colon = text.find(": ");
  if (colon == std::string::npos) return {};
  std::istringstream words(text.substr(colon + 1));
  std::vector<fs::path> files;
  for (std::string word; words >> word;)
    if (word != "\\") files.emplace_back(word);
  return files;
}

// A line for each file that the program was built from: its hash, and its path.
std::string sums_of(const std::set<fs::path>& files) {
  std::string sums;
  for (const fs::path& file : files)
    sums += fmt::format("{} {}\n", hash_of(text_of(file)), file.string());
  return sums;
}

bool is_as_built(const fs::path& folder) {
  std::ifstream sums(folder / "files");
  std::string line;
  bool any = false;
  while (std::getline(sums, line)) {
    const size_t space = line.find(' ');
    if (space == std::string::npos) return false;
    if (hash_of(text_of(line.substr(space + 1))) != line.substr(0, space)) return false;
    any = true;
  }
  return any && fs::exists(folder / "program");
}

Error failed(const std::string& what, const Said& said) {
  std::string words = said.output;
  while (words.ends_with('\n')) words.pop_back();
  if (said.status == -1 && words.empty()) words = "it could not be started";
  return Error{fmt::format("{}:\n{}", what, words)};
}

// Starts compilers and the like, behind a lock where the sources are somebody else's.
class Tools {
 public:
  Tools() = default;
  // The lock's Error comes with the first command.
  Tools(const Toolkit& toolkit, const BuildRequest& request, const fs::path& library,
        const fs::path& folder) {
    if (!request.is_locked) return;
    room_.emplace();
    room_->is_compiler = true;
    room_->readable = {toolkit.folder, library};
    for (const fs::path& source : request.sources)
      room_->readable.push_back(fs::absolute(source).parent_path());
    room_->writable = {folder};
    room_->folder = folder;
    room_->environment = {"PATH=/usr/bin:/bin", "TMPDIR=" + folder.string()};
    // cicc takes some hundred megabytes, and as much again for what includes Thrust.
    room_->memory_bytes = uint64_t{4} << 30;
    room_->file_bytes = uint64_t{256} << 20;
  }
  Said run(const std::vector<std::string>& command) const {
    if (!room_) return run_command(command);
    const Result<Locked> locked = Locked::make(*room_);
    return locked ? run_command(locked->command(command)) : Said{-1, locked.error()};
  }

 private:
  std::optional<Room> room_;
};

// The names that `nm` shows, one a line, behind their kind.
std::set<std::string> symbols(const std::vector<std::string>& command, const Tools& tools = {}) {
  std::set<std::string> names;
  std::istringstream lines(tools.run(command).output);
  for (std::string line; std::getline(lines, line);) {
    std::string name = line.substr(line.rfind(' ') + 1);
    names.insert(name.substr(0, name.find('@')));
  }
  return names;
}

bool is_cudas(const std::string& name) {
  return name.starts_with("cuda") || name.starts_with("__cuda") ||
         (name.starts_with("cu") && name.size() > 2 && std::isupper(name[2]));
}

// What stands in place of a function of CUDA's that the library does not have.
std::string stub_of(const std::string& name, const std::set<std::string>& there) {
  // nvlink makes these for -rdc=true: they hand on what a file registers.
  constexpr std::string_view kLinked = "__cudaRegisterLinkedBinary";
  if (name.starts_with(kLinked))
    return fmt::format(
        "extern const char __fatbinwrap{0}[];\nvoid {1}(void (*f)(void**), void* a, void* b, "
        "void* c) {{ warplab_register_linked(f, __fatbinwrap{0}); }}\n",
        name.substr(kLinked.size()), name);
  for (const std::string_view ending : {"_ptsz", "_ptds"})
    if (name.ends_with(ending))
      if (const std::string plain = name.substr(0, name.size() - ending.size());
          there.contains(plain))
        return fmt::format("__asm__(\".globl {0}\\n{0}: {2} {1}@PLT\");\n", name, plain,
#if defined(__aarch64__)
                           "b"
#else
                           "jmp"
#endif
        );
  return fmt::format("int {0}(void) {{ warplab_missing(\"{0}\"); return 0; }}\n", name);
}

Result<bool> compile_stubs(const std::string& source, const fs::path& folder,
                           std::vector<std::string>& objects) {
  const fs::path file = folder / "stubs.c", object = folder / "stubs.o";
  std::ofstream(file) << source;
  const Said said = run_command({"cc", "-fPIC", "-w", "-c", file.string(), "-o", object.string()});
  if (said.status != 0) return failed("The C compiler cannot compile stubs", said);
  objects.push_back(object.string());
  return true;
}

// What nvlink makes for programs of files that were compiled with -rdc=true, and calls that no
// header names: they say so when they are made, since a program may never come to them.
Result<bool> add_stubs(const Tools& tools, const std::vector<std::string>& objects,
                       const fs::path& library, const fs::path& folder,
                       std::vector<std::string>& link) {
  std::vector<std::string> undefined = {"nm", "-u", "--"};
  undefined.insert(undefined.end(), objects.begin(), objects.end());
  const std::set<std::string> there = symbols({"nm", "-D", "--defined-only", library.string()});
  std::string source =
      "void warplab_missing(const char*);\n"
      "void warplab_register_linked(void (*)(void**), const void*);\n";
  bool any = false;
  for (const std::string& name : symbols(undefined, tools)) {
    if (!is_cudas(name) || there.contains(name)) continue;
    source += stub_of(name, there);
    any = true;
  }
  return any ? compile_stubs(source, folder, link) : Result<bool>(true);
}

// nvcc for each source.
struct Compiled {
  std::vector<std::string> objects;
  std::set<fs::path> files;
  std::string messages;
};
Result<bool> compile(const Toolkit& toolkit, const BuildRequest& request, const Tools& tools,
                     const fs::path& folder, Compiled& made) {
  for (size_t k = 0; k < request.sources.size(); ++k) {
    const fs::path& source = request.sources[k];
    const fs::path object = folder / fmt::format("{}.o", k),
                   rules = folder / fmt::format("{}.d", k);
    std::vector<std::string> command = {
        toolkit.nvcc.string(),
        "-c",
        "-g",
        "-lineinfo",
        "-gencode",
        fmt::format("arch=compute_{0},code=compute_{0}", request.compute_capability),
        "-Xfatbin",
        "-compress=false",
        "-MD",
        "-MF",
        rules.string()};
    command.insert(command.end(), request.compile_options.begin(), request.compile_options.end());
    command.insert(command.end(), {"-o", object.string(), source.string()});
    const Said said = tools.run(command);
    if (said.status != 0)
      return failed(fmt::format("{} does not compile", source.filename().string()), said);
    made.messages += said.output;
    made.objects.push_back(object.string());
    made.files.insert(source);
    if (request.is_locked) continue;  // what lies outside of the room is nothing that it has read
    for (const fs::path& file : files_of_rules(rules))
      if (!file.string().starts_with("/usr/") &&
          !file.string().starts_with(toolkit.folder.string()))
        made.files.insert(file);
  }
  return true;
}

}  // namespace

namespace {

// Every function of CUDA's that the toolkit's headers name: what looks like one of its names. Names
// that are macros for others stand there with what they mean.
std::set<std::string> functions_of_headers(const Toolkit& toolkit) {
  std::set<std::string> names;
  for (const char* const header : {"cuda_runtime_api.h", "cuda.h"}) {
    const std::string text = text_of(toolkit.include / header);
    for (size_t at = 0; at < text.size();) {
      size_t end = at;
      while (end < text.size() &&
             (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_'))
        ++end;
      const std::string word = text.substr(at, end - at);
      const bool is_called = end < text.size() && text[end] == '(';
      const bool is_newer = word.find("_v") != std::string::npos;
      if (is_cudas(word) && !word.starts_with("__") && (is_called || is_newer)) names.insert(word);
      at = end + 1;
    }
  }
  return names;
}

// Stubs for all that the library does not have, as one object more.
Result<bool> add_missing_functions(const Toolkit& toolkit, const fs::path& folder,
                                   std::vector<std::string>& objects) {
  std::vector<std::string> defined = {"nm", "-g", "--defined-only", "--"};
  defined.insert(defined.end(), objects.begin(), objects.end());
  const std::set<std::string> there = symbols(defined);
  std::set<std::string> names = functions_of_headers(toolkit);
  // With --default-stream per-thread the calls have other names.
  for (const std::string& name : there)
    if (name.starts_with("cuda"))
      for (const char* const ending : {"_ptsz", "_ptds"}) names.insert(name + ending);
  std::string source = "void warplab_missing(const char*);\n";
  for (const std::string& name : names)
    if (!there.contains(name)) source += stub_of(name, there);
  return compile_stubs(source, folder, objects);
}

}  // namespace

fs::path default_cache() {
  if (const auto cache = environment("XDG_CACHE_HOME")) return fs::path(*cache) / "warplab";
  if (const auto home = environment("HOME")) return fs::path(*home) / ".cache/warplab";
  return fs::temp_directory_path() / "warplab-cache";
}

Result<fs::path> build_runtime(const Toolkit& toolkit, const fs::path& cache) {
  std::string all = toolkit.nvcc.string() + toolkit.version;
  for (const LibrarySource& source : library_sources()) all += source.text;
  const fs::path place = cache / ("runtime-" + hash_of(all));
  const std::string name = fmt::format("libcudart.so.{}", toolkit.major());
  if (fs::exists(place / name)) return place;
  NewFolder folder(place);
  for (const LibrarySource& source : library_sources())
    std::ofstream(folder.path() / source.name) << source.text;
  std::vector<std::string> objects;
  for (const LibrarySource& source : library_sources()) {
    const fs::path file = folder.path() / source.name;
    if (file.extension() != ".cpp") continue;
    objects.push_back(file.string() + ".o");
    const Said said =
        run_command({"c++", "-std=c++17", "-O2", "-fPIC", "-w", "-c", "-I", folder.path().string(),
                     "-I", toolkit.include.string(), "-o", objects.back(), file.string()});
    if (said.status != 0)
      return failed("The host's C++ compiler cannot build the simulator's CUDA runtime", said);
  }
  if (const auto done = add_missing_functions(toolkit, folder.path(), objects); !done)
    return Error{done.error()};
  // A program that was linked with the toolkit's own library asks for its symbols by this version.
  // Clocks have none, as everything that is not named here: they come before the system's.
  std::ofstream(folder.path() / "versions") << name << " { global: cuda*; cu*; __cuda*; };\n";
  std::vector<std::string> link = {"c++",
                                   "-shared",
                                   "-Wl,-soname," + name,
                                   "-Wl,--version-script=" + (folder.path() / "versions").string(),
                                   "-o",
                                   (folder.path() / name).string()};
  link.insert(link.end(), objects.begin(), objects.end());
  link.insert(link.end(), {"-pthread", "-ldl"});
  const Said said = run_command(link);
  if (said.status != 0) return failed("The simulator's CUDA runtime does not link", said);
  // The driver's library, for programs that are linked with it or open it.
  std::error_code error;
  for (const char* const driver : {"libcuda.so.1", "libcuda.so"})
    fs::create_symlink(name, folder.path() / driver, error);
  for (const std::string& object : objects) fs::remove(object, error);
  if (!folder.put_in_place()) return Error{fmt::format("{} cannot be written.", place.string())};
  return place;
}

Result<BuiltProgram> build_program(const Toolkit& toolkit, const BuildRequest& request) {
  const Result<fs::path> library = build_runtime(toolkit, request.cache);
  if (!library) return Error{library.error()};
  std::string key = library->string() + fmt::format("\n{}\n", request.compute_capability);
  for (const auto* const options : {&request.compile_options, &request.link_options})
    for (const std::string& option : *options) key += option + '\n';
  for (const fs::path& source : request.sources)
    key += fs::absolute(source).string() + '\n' + text_of(source);
  const fs::path place = request.cache / ("program-" + hash_of(key));
  BuiltProgram built{place / "program", *library, {}, true};
  if (is_as_built(place)) return built;
  built.was_cached = false;
  NewFolder folder(place);
  const Tools tools(toolkit, request, *library, folder.path());
  Compiled made;
  if (const auto done = compile(toolkit, request, tools, folder.path(), made); !done)
    return Error{done.error()};
  built.messages = made.messages;
  const std::string name = fmt::format("libcudart.so.{}", toolkit.major());
  std::vector<std::string> link = {"c++", "-o", (folder.path() / "program").string()};
  link.insert(link.end(), made.objects.begin(), made.objects.end());
  if (const auto done = add_stubs(tools, made.objects, *library / name, folder.path(), link); !done)
    return Error{done.error()};
  link.push_back("-L" + library->string());
  link.insert(link.end(), request.link_options.begin(), request.link_options.end());
  link.insert(link.end(), {(*library / name).string(), "-Wl,-rpath," + library->string(),
                           "-pthread", "-ldl", "-lrt"});
  const Said said = tools.run(link);
  if (said.status != 0) return failed("The program does not link", said);
  for (const std::string& object : made.objects) fs::remove(object);
  std::ofstream(folder.path() / "files") << sums_of(made.files);
  if (!folder.put_in_place()) return Error{fmt::format("{} cannot be written.", place.string())};
  return built;
}

}  // namespace warplab::runtime
