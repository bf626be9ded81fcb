#include "compile/header_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <fstream>
#include <optional>
#include <set>
#include <system_error>

#include "compile/own_headers.hpp"

namespace warplab::compile {
namespace {

namespace fs = std::filesystem;

// What the prelude has already, or what host code needs and a kernel does not: included for
// nothing. With a blank between them.
constexpr std::string_view kEmptyHeaders =
    "algorithm any array atomic bit bitset cctype cerrno cfloat charconv chrono climits cmath "
    "complex condition_variable csignal cstddef cstdint cstdio cstdlib cstring ctime ctype.h "
    "cuda.h cuda_runtime.h cuda_runtime_api.h deque device_functions.h "
    "device_launch_parameters.h device_types.h driver_types.h errno.h exception float.h fstream "
    "functional future getopt.h host_defines.h initializer_list iomanip ios iosfwd iostream "
    "istream iterator limits.h list map math.h math_functions.h memory mutex new numeric "
    "optional ostream queue random ratio regex set signal.h sstream stack stdbool.h stddef.h "
    "stdexcept stdint.h stdio.h stdlib.h streambuf string string.h string_view strings.h "
    "sys/time.h sys/types.h thread time.h tuple typeinfo unistd.h unordered_map unordered_set "
    "utility valarray variant vector vector_functions.h vector_types.h";

// Headers of the toolkit from which the rest is found, and what messages call them.
struct ToolkitHeader {
  const char* name;
  std::string_view feature;
};
constexpr ToolkitHeader kToolkitHeaders[] = {
    {"cooperative_groups.h", "cooperative groups"},
    {"cooperative_groups/memcpy_async.h", "cooperative groups"},
    {"cooperative_groups/reduce.h", "cooperative groups"},
    {"cooperative_groups/scan.h", "cooperative groups"},
    {"cuComplex.h", "complex numbers"},
    {"cuda/atomic", "cuda::atomic"},
    {"cuda/barrier", "cuda::barrier"},
    {"cuda/pipeline", "cuda::pipeline"},
    {"cuda/std/array", "cuda::std"},
    {"cuda/std/atomic", "cuda::std"},
    {"cuda/std/bit", "cuda::std"},
    {"cuda/std/climits", "cuda::std"},
    {"cuda/std/cmath", "cuda::std"},
    {"cuda/std/complex", "cuda::std"},
    {"cuda/std/concepts", "cuda::std"},
    {"cuda/std/cstddef", "cuda::std"},
    {"cuda/std/cstdint", "cuda::std"},
    {"cuda/std/functional", "cuda::std"},
    {"cuda/std/limits", "cuda::std"},
    {"cuda/std/mdspan", "cuda::std"},
    {"cuda/std/optional", "cuda::std"},
    {"cuda/std/span", "cuda::std"},
    {"cuda/std/tuple", "cuda::std"},
    {"cuda/std/type_traits", "cuda::std"},
    {"cuda/std/utility", "cuda::std"},
    {"cuda_awbarrier.h", "asynchronous barriers"},
    {"cuda_bf16.h", "__nv_bfloat16"},
    {"cuda_fp16.h", "half precision (__half)"},
    {"cuda_fp8.h", "8-bit floats"},
    {"cuda_pipeline.h", "asynchronous copies"},
    {"curand_kernel.h", "cuRAND"},
    {"math_constants.h", "the CUDART_ constants"},
    {"mma.h", "tensor cores (wmma)"},
};

// The folders in which every #include looks. Each question about the disk is asked once: the same
// few names are included by hundreds of files.
class Folders {
 public:
  explicit Folders(const fs::path& include_folder)
      // CUDA 13 keeps cuda/ and cub/ in a folder of their own. It comes first, being the deeper
      // one: include/cccl/cuda/atomic is cuda/atomic.
      : roots_{(include_folder / "cccl").lexically_normal(), include_folder.lexically_normal()} {}

  // The name below a root of the file at `path`; none when there is no such file.
  std::optional<std::string> name_of(const fs::path& path) {
    const fs::path normal = path.lexically_normal();
    for (const fs::path& root : roots_) {
      const std::string below = normal.lexically_relative(root).string();
      if (!below.empty() && !below.starts_with("..") && path_of(below)) return below;
    }
    return std::nullopt;
  }

  // The file that <name> includes.
  std::optional<fs::path> path_of(const std::string& name) {
    const auto [known, fresh] = paths_.try_emplace(name);
    if (fresh) {
      std::error_code ignored;
      for (const fs::path& root : roots_)
        if (fs::is_regular_file(root / name, ignored)) {
          known->second = root / name;
          break;
        }
    }
    return known->second;
  }

 private:
  std::array<fs::path, 2> roots_;
  std::map<std::string, std::optional<fs::path>> paths_;
};

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = file.tellg();
  std::string text(static_cast<size_t>(std::max<std::streamoff>(size, 0)), '\0');
  file.seekg(0);
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<size_t>(file.gcount()));
  return text;
}

bool is_blank(char c) { return c == ' ' || c == '\t'; }

// One #include, by its place in the text.
struct Include {
  size_t name_begin, name_end;
  bool quoted;
};

std::vector<Include> scan(std::string_view text) {
  std::vector<Include> found;
  constexpr std::string_view kWord = "include";
  for (size_t hash = text.find('#'); hash != std::string_view::npos;
       hash = text.find('#', hash + 1)) {
    size_t line = hash;
    while (line > 0 && is_blank(text[line - 1])) --line;
    if (line > 0 && text[line - 1] != '\n') continue;
    size_t at = hash + 1;
    while (at < text.size() && is_blank(text[at])) ++at;
    if (text.substr(at, kWord.size()) != kWord) continue;
    at += kWord.size();
    while (at < text.size() && is_blank(text[at])) ++at;
    if (at >= text.size() || (text[at] != '<' && text[at] != '"')) continue;
    const bool quoted = text[at] == '"';
    const size_t end = text.find_first_of(quoted ? "\"\n" : ">\n", at + 1);
    if (end == std::string_view::npos || text[end] == '\n') continue;
    found.push_back({at + 1, end, quoted});
  }
  return found;
}

}  // namespace

HeaderSet::HeaderSet() {
  for (std::string_view names = kEmptyHeaders; !names.empty();) {
    const std::string_view name = names.substr(0, names.find(' '));
    headers_[std::string(name)].text = "#pragma once\n";
    names.remove_prefix(std::min(name.size() + 1, names.size()));
  }
  for (const OwnHeader& header : own_headers())
    headers_[std::string(header.name)].text = std::string(header.text);
  headers_["cassert"].text = headers_["assert.h"].text;
}

void HeaderSet::add_toolkit(const fs::path& include_folder) {
  Folders folders(include_folder);
  std::deque<std::string> waiting;
  for (const ToolkitHeader& header : kToolkitHeaders) waiting.emplace_back(header.name);
  for (; !waiting.empty(); waiting.pop_front()) {
    const std::string name = waiting.front();
    if (headers_.contains(name)) continue;
    const std::optional<fs::path> path = folders.path_of(name);
    if (!path) continue;
    const std::string text = read_file(*path);
    Header& header = headers_[name];
    has_toolkit_ = true;
    size_t copied = 0;
    for (const Include& include : scan(text)) {
      const std::string written =
          text.substr(include.name_begin, include.name_end - include.name_begin);
      std::optional<std::string> target;
      if (include.quoted) target = folders.name_of(path->parent_path() / written);
      if (!target && headers_.contains(written)) target = written;
      if (!target && folders.path_of(written)) target = written;
      if (!target) continue;  // the host's, or of a branch that NVRTC does not take
      // NVRTC knows a header in memory by one name only, so "info.h" becomes "details/info.h".
      header.text.append(text, copied, include.name_begin - copied);
      header.text += *target;
      copied = include.name_end;
      header.includes.push_back(*target);
      waiting.push_back(*target);
    }
    header.text.append(text, copied);
  }
}

bool HeaderSet::add(const std::string& name, const std::string& text) {
  Header header{text, {}};
  for (const std::string_view included : includes_in(text)) header.includes.emplace_back(included);
  if (!headers_.emplace(name, std::move(header)).second) return false;
  of_exercise_.insert(name);
  return true;
}

void HeaderSet::remove(const std::string& name) {
  headers_.erase(name);
  of_exercise_.erase(name);
}

std::vector<HeaderSet::Named> HeaderSet::of_exercise() const {
  std::vector<Named> headers;
  for (const std::string& name : of_exercise_)
    if (const auto found = headers_.find(name); found != headers_.end())
      headers.push_back({&found->first, &found->second.text});
  return headers;
}

std::vector<HeaderSet::Named> HeaderSet::reachable_from(std::string_view source) const {
  std::deque<std::string> waiting{std::string(kPrelude)};
  for (const std::string_view name : includes_in(source)) waiting.emplace_back(name);
  std::set<std::string> seen;
  std::vector<Named> reached;
  for (; !waiting.empty(); waiting.pop_front()) {
    const auto found = headers_.find(waiting.front());
    if (found == headers_.end() || !seen.insert(found->first).second) continue;
    reached.push_back({&found->first, &found->second.text});
    waiting.insert(waiting.end(), found->second.includes.begin(), found->second.includes.end());
  }
  return reached;
}

uint64_t HeaderSet::bytes() const {
  uint64_t bytes = 0;
  for (const auto& [name, header] : headers_) bytes += header.text.size();
  return bytes;
}

std::vector<std::string_view> includes_in(std::string_view text) {
  std::vector<std::string_view> names;
  for (const Include& include : scan(text))
    names.push_back(text.substr(include.name_begin, include.name_end - include.name_begin));
  return names;
}

fs::path toolkit_headers_of(const fs::path& library) {
  std::error_code ignored;
  const fs::path folder = library.parent_path();
  // cuda/lib64, cuda/targets/x86_64-linux/lib, /usr/lib/x86_64-linux-gnu
  for (const fs::path& above : {folder.parent_path(), folder.parent_path().parent_path()}) {
    const fs::path include = above / "include";
    if (fs::is_regular_file(include / "cuda_fp16.h", ignored)) return include;
  }
  return {};
}

std::string_view toolkit_feature_of(std::string_view header) {
  for (const ToolkitHeader& known : kToolkitHeaders)
    if (header == known.name) return known.feature;
  for (const auto& [prefix, feature] :
       {std::pair<std::string_view, std::string_view>{"cuda/", "CUDA's C++ library"},
        {"cooperative_groups/", "cooperative groups"},
        {"cub/", "CUB"},
        {"thrust/", "Thrust"}})
    if (header.starts_with(prefix)) return feature;
  return {};
}

std::string toolkit_headers_text() {
  std::string text;
  for (const ToolkitHeader& header : kToolkitHeaders)
    if (const std::string_view name = header.name;
        !name.starts_with("cuda/std/") && !name.starts_with("cooperative_groups/"))
      text += fmt::format("<{}>, ", name);
  return text + "and parts of cooperative_groups/ and cuda/std/";
}

}  // namespace warplab::compile
