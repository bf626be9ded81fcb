#pragma once
// The files of a folder, or of a zip, full of submissions: what may be a kernel or predictions,
// read once. It comes from strangers: nothing is followed, nothing is unpacked to disk, and
// everything has a limit.
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace warplab::course {

struct File {
  std::string path;  // from the root, with '/': "kim/column_sums.cu", "kim.zip/column_sums.cu"
  Result<std::string> text;  // of it, or one sentence for its student why it cannot be read
  int64_t modified = 0;      // seconds since 1970; 0: not known
};

// Something that was not read, and why.
struct Trouble {
  std::string path;
  std::string sentence;
};

struct Tree {
  std::vector<File> kernels;      // whatever ends in .cu, by path
  std::vector<File> predictions;  // whatever may be a predictions.json, by path
  // Small text files with what is known of students, by path. One may lie in the folder of somebody
  // who only says so: see list_in().
  std::map<std::string, std::string> lists;
  std::vector<std::string> others;   // paths of all other files, which are not read
  std::vector<std::string> top;      // names in the root, sorted: folders, zips, kernels
  std::vector<std::string> folders;  // paths of all folders and zips, sorted
  std::vector<Trouble> troubles;     // by path
};

// At most this much is looked at; what is beyond is a trouble.
struct TreeLimits {
  size_t entries = 200'000;  // of a folder with a course; half a million files are no course
  size_t depth = 16;
  uint64_t bytes = 1u << 30;        // of kernels together
  uint64_t zip_bytes = 512u << 20;  // of a zip
  size_t zip_entries = 100'000;
  // Of what is taken out of a zip, over its packed size, where it is more than a megabyte. Text
  // that people write shrinks to a quarter.
  uint64_t zip_ratio = 200;
};

// `root` is a folder or a zip. The Error says why it cannot be read at all.
Result<Tree> read_tree(const std::filesystem::path& root, const TreeLimits& limits = {});

}  // namespace warplab::course
