#include "compile/nvrtc_places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <system_error>

#include "base/environment.hpp"

namespace warplab::compile {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLibrary = "libnvrtc.so";
// Newest first: each reads the options and headers of the one before it.
constexpr const char* kLoaderNames[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"};

// Programs lie in build/bin, build/test/bin and the like; the package lies in build/nvrtc.
constexpr int kFoldersUpward = 4;

// "libnvrtc.so.13" -> 13, "libnvrtc.so" -> 0; none for other files ("libnvrtc-builtins.so.13.0").
std::optional<int> version_in(std::string_view file_name) {
  if (!file_name.starts_with(kLibrary)) return std::nullopt;
  file_name.remove_prefix(kLibrary.size());
  if (file_name.empty()) return 0;
  int version = 0;
  const char* const begin = file_name.data() + 1;
  const auto parsed = std::from_chars(begin, file_name.data() + file_name.size(), version);
  if (file_name[0] != '.' || parsed.ec != std::errc{}) return std::nullopt;
  return version;
}

// The library of the highest version in `folder`.
std::optional<fs::path> library_in(const fs::path& folder) {
  std::optional<fs::path> best;
  int best_version = -1;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    const std::optional<int> version = version_in(entry.path().filename().string());
    if (!version || !entry.is_regular_file(ignored)) continue;
    // Of one version, "libnvrtc.so.13" rather than "libnvrtc.so.13.0.88": the order of a folder is
    // not the same everywhere.
    if (*version > best_version || (*version == best_version && entry.path() < *best)) {
      best = entry.path();
      best_version = *version;
    }
  }
  return best;
}

// The folders in which a toolkit keeps its libraries.
void add_toolkit(const fs::path& toolkit, NvrtcCandidates& candidates) {
  std::vector<fs::path> folders = {toolkit / "lib64", toolkit / "lib"};
  std::error_code ignored;
  for (const fs::directory_entry& target : fs::directory_iterator(toolkit / "targets", ignored))
    folders.push_back(target.path() / "lib");
  std::sort(folders.begin() + 2, folders.end());
  for (const fs::path& folder : folders)
    if (const auto library = library_in(folder)) {
      candidates.libraries.push_back(library->string());
      return;
    }
}

// pip install --target: CUDA 13 puts nvidia/cu13/lib, CUDA 12 nvidia/cuda_nvrtc/lib.
bool add_package_in(const fs::path& package, NvrtcCandidates& candidates) {
  std::vector<fs::path> families;
  std::error_code ignored;
  for (const fs::directory_entry& family : fs::directory_iterator(package / "nvidia", ignored))
    families.push_back(family.path());
  std::sort(families.begin(), families.end());
  for (const fs::path& family : families)
    if (const auto library = library_in(family / "lib")) {
      candidates.libraries.push_back(library->string());
      candidates.places.push_back(fmt::format("the Python package in {}", package.string()));
      return true;
    }
  return false;
}

// Beside and above the program, where ./lab puts it, or in the cache, where warplab-get-nvrtc does.
void add_package(const NvrtcSearch& search, NvrtcCandidates& candidates) {
  fs::path folder = search.program_folder;
  for (int i = 0; i < kFoldersUpward; ++i) {
    for (const fs::path& package : {folder / "nvrtc", folder / "build" / "nvrtc"})
      if (add_package_in(package, candidates)) return;
    if (folder == folder.parent_path()) break;
    folder = folder.parent_path();
  }
  const fs::path cached = search.cache_folder / "warplab" / "nvrtc";
  if (!search.cache_folder.empty() && add_package_in(cached, candidates)) return;
  candidates.places.push_back(fmt::format("the folder nvrtc/nvidia/*/lib beside and above {}",
                                          search.program_folder.string()));
  if (!search.cache_folder.empty()) candidates.places.push_back(cached.string());
}

void add_override(const std::string& place, NvrtcCandidates& candidates) {
  std::error_code ignored;
  candidates.places.push_back(fmt::format("$WARPLAB_NVRTC, which is {}", place));
  if (!fs::is_directory(place, ignored)) {
    candidates.libraries.push_back(place);
    return;
  }
  if (const auto library = library_in(place)) {
    candidates.libraries.push_back(library->string());
    return;
  }
  add_toolkit(place, candidates);
}

}  // namespace

NvrtcSearch search_of_this_process() {
  NvrtcSearch search;
  search.override_place = environment("WARPLAB_NVRTC");
  search.cuda_home = environment("CUDA_HOME");
  if (const auto cache = environment("XDG_CACHE_HOME")) search.cache_folder = *cache;
  else if (const auto home = environment("HOME")) search.cache_folder = fs::path(*home) / ".cache";
  std::error_code ignored;
  search.program_folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  return search;
}

NvrtcCandidates nvrtc_candidates(const NvrtcSearch& search) {
  NvrtcCandidates candidates;
  if (search.override_place == "package") {
    add_package(search, candidates);
    return candidates;
  }
  if (search.override_place) {
    add_override(*search.override_place, candidates);
    return candidates;
  }
  if (search.cuda_home) {
    candidates.places.push_back(fmt::format("$CUDA_HOME, which is {}", *search.cuda_home));
    add_toolkit(*search.cuda_home, candidates);
  }
  candidates.places.push_back(search.toolkit.string());
  add_toolkit(search.toolkit, candidates);
  candidates.places.emplace_back("the loader's paths");
  for (const char* name : kLoaderNames) candidates.libraries.emplace_back(name);
  add_package(search, candidates);
  return candidates;
}

}  // namespace warplab::compile
