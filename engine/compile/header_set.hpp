#pragma once
// The headers that a kernel may include, all in memory: the compiler runs where no file can be
// opened. Ours stand in for the host's C headers; NVIDIA's come from the CUDA Toolkit, where there
// is one.
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace warplab::compile {

struct Header {
  std::string text;
  std::vector<std::string> includes;  // names in the set that the text mentions
};

class HeaderSet {
 public:
  // Ours alone.
  HeaderSet();
  // Adds what kernels use of the toolkit whose headers lie in `include_folder` (cuda_fp16.h,
  // cooperative groups, cuda::std, ...) with all that those include. Ours keep their names.
  void add_toolkit(const std::filesystem::path& include_folder);
  bool has_toolkit() const { return has_toolkit_; }
  // One of an exercise's own, until it is removed. False: there is one of this name already.
  bool add(const std::string& name, const std::string& text);
  void remove(const std::string& name);

  bool contains(std::string_view name) const { return headers_.find(name) != headers_.end(); }
  // Every header that compiling `source` can reach, the prelude among them. Views into the set.
  struct Named {
    const std::string* name;
    const std::string* text;
  };
  std::vector<Named> reachable_from(std::string_view source) const;
  // Those that were added one by one.
  std::vector<Named> of_exercise() const;
  uint64_t bytes() const;

 private:
  std::map<std::string, Header, std::less<>> headers_;
  std::set<std::string> of_exercise_;
  bool has_toolkit_ = false;
};

// Included before the first line of every source.
inline constexpr std::string_view kPrelude = "warplab_prelude.h";

// The folder with the headers of the toolkit that the NVRTC library at `library` belongs to; empty
// where there is none. Links are not followed.
std::filesystem::path toolkit_headers_of(const std::filesystem::path& library);

// Names as after #include, in order: <a.h> and "a.h" alike. Comments are not understood.
std::vector<std::string_view> includes_in(std::string_view text);

// A header of the toolkit that kernels use, as messages name what it is for: "cooperative groups"
// for "cooperative_groups/reduce.h"; empty for others.
std::string_view toolkit_feature_of(std::string_view header);
// Those that there are, for a sentence.
std::string toolkit_headers_text();

}  // namespace warplab::compile
