#include "compile/nvrtc.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <optional>
#include <vector>

namespace warplab::compile {
namespace {

// NVRTC looks its built-ins up by their bare name when it first compiles. Where the loader does not
// know the folder (the Python package), they must be loaded already.
void load_builtins_beside(const std::filesystem::path& nvrtc) {
  std::error_code failed;
  const auto folder = std::filesystem::canonical(nvrtc, failed).parent_path();  // behind links
  for (const auto& entry : std::filesystem::directory_iterator(folder, failed))
    if (entry.path().filename().string().starts_with("libnvrtc-builtins.so."))
      ::dlopen(entry.path().c_str(), RTLD_NOW | RTLD_GLOBAL);
}

template <class Function>
bool look_up(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  return function != nullptr;
}

// False when a function is missing: not NVRTC, or one from before it gave cubins (CUDA 11.1).
bool fill_table(void* library, Nvrtc& nvrtc) {
  return look_up(library, "nvrtcGetErrorString", nvrtc.error_text) &&
         look_up(library, "nvrtcVersion", nvrtc.version) &&
         look_up(library, "nvrtcGetNumSupportedArchs", nvrtc.supported_count) &&
         look_up(library, "nvrtcGetSupportedArchs", nvrtc.supported) &&
         look_up(library, "nvrtcCreateProgram", nvrtc.create) &&
         look_up(library, "nvrtcDestroyProgram", nvrtc.destroy) &&
         look_up(library, "nvrtcCompileProgram", nvrtc.compile) &&
         look_up(library, "nvrtcGetProgramLogSize", nvrtc.log_size) &&
         look_up(library, "nvrtcGetProgramLog", nvrtc.log) &&
         look_up(library, "nvrtcGetPTXSize", nvrtc.ptx_size) &&
         look_up(library, "nvrtcGetPTX", nvrtc.ptx) &&
         look_up(library, "nvrtcGetCUBINSize", nvrtc.cubin_size) &&
         look_up(library, "nvrtcGetCUBIN", nvrtc.cubin);
}

// The file that the loader chose, for a bare name; the folder's links are kept as they are.
std::string path_of(const Nvrtc& nvrtc, const std::string& asked_for) {
  Dl_info info{};
  if (asked_for.find('/') != std::string::npos ||
      ::dladdr(reinterpret_cast<void*>(nvrtc.version), &info) == 0 || info.dli_fname == nullptr)
    return asked_for;
  return info.dli_fname;
}

}  // namespace

Result<Nvrtc> load_nvrtc(const NvrtcSearch& search) {
  const NvrtcCandidates candidates = nvrtc_candidates(search);
  std::string first_failure;  // of a library that is there and cannot be used
  const auto note_failure = [&](const std::string& text) {
    if (first_failure.empty()) first_failure = text;
  };
  for (const std::string& candidate : candidates.libraries) {
    load_builtins_beside(candidate);
    void* library = ::dlopen(candidate.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
      const char* reason = ::dlerror();
      if (candidate.find('/') != std::string::npos)
        note_failure(
            fmt::format("{} cannot be loaded: {}", candidate, reason ? reason : "no reason given"));
      continue;
    }
    Nvrtc nvrtc;
    if (!fill_table(library, nvrtc)) {
      note_failure(fmt::format("{} lacks functions that NVRTC has had since CUDA 11.1", candidate));
      ::dlclose(library);
      continue;
    }
    nvrtc.version(&nvrtc.major, &nvrtc.minor);
    nvrtc.library = path_of(nvrtc, candidate);
    return nvrtc;
  }
  if (!first_failure.empty())
    return Error{fmt::format("NVIDIA's compiler NVRTC cannot be used: {}.", first_failure)};
  return Error{
      fmt::format("NVIDIA's compiler NVRTC was not found (looked in {}); install the CUDA Toolkit, "
                  "or let ./lab (installed: warplab-get-nvrtc) "
                  "fetch the Python package nvidia-cuda-nvrtc.",
                  fmt::join(candidates.places, ", "))};
}

}  // namespace warplab::compile
