#pragma once
// Paths in a class, as text: from its root, with '/' between the steps, "" for the root.
#include <algorithm>
#include <string>
#include <string_view>

namespace warplab::course {

// "kim/a/b.cu" is below "kim"; everything is below "".
inline bool is_below(std::string_view path, std::string_view folder) {
  return folder.empty() ||
         (path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/');
}
// "a/b.cu" of "kim/a/b.cu" below "kim".
inline std::string_view below(std::string_view path, std::string_view folder) {
  return folder.empty() ? path : path.substr(folder.size() + 1);
}
inline std::string_view last_step(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}
inline size_t steps(std::string_view path) {
  return static_cast<size_t>(std::ranges::count(path, '/')) + 1;
}
inline std::string joined(const std::string& folder, const std::string& name) {
  return folder.empty() ? name : folder + "/" + name;
}

}  // namespace warplab::course
