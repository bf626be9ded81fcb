#pragma once
// Where to look for NVRTC. One binary serves machines with a CUDA Toolkit and machines that only
// have the Python package nvidia-cuda-nvrtc, so nothing of it is linked: the library is looked for
// at run time.
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace warplab::compile {

// What the search depends on, apart from the file system.
struct NvrtcSearch {
  std::optional<std::string> override_place;  // $WARPLAB_NVRTC: a folder, a library, or "package"
  std::optional<std::string> cuda_home;       // $CUDA_HOME
  std::filesystem::path toolkit = "/usr/local/cuda";
  std::filesystem::path program_folder;  // folder of the running program
  std::filesystem::path cache_folder;    // $XDG_CACHE_HOME or ~/.cache; empty: neither is known
};
NvrtcSearch search_of_this_process();

struct NvrtcCandidates {
  // In the order in which to try them: paths, or bare names for the loader to look up.
  std::vector<std::string> libraries;
  // The same places in words, found or not, for the message that says that there is no NVRTC.
  std::vector<std::string> places;
};

// $WARPLAB_NVRTC alone where it is set; else $CUDA_HOME, the toolkit, the loader's paths, and the
// Python package as pip lays it out under a folder `nvrtc` beside or above the program, or under
// warplab/nvrtc in the cache.
NvrtcCandidates nvrtc_candidates(const NvrtcSearch& search);

}  // namespace warplab::compile
