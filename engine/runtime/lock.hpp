#pragma once
// Native code of a student's, and the compiler that reads it: in a child with no network, no files
// but those that are named, no other processes in sight, and limits. bubblewrap (bwrap) makes the
// namespaces, libseccomp the filter. docs/SANDBOX.md says what holds.
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace warplab::runtime {

struct Room {
  // Files and folders that are there, at their own places; all else is not.
  std::vector<std::filesystem::path> readable, writable;
  std::filesystem::path folder = "/";    // in which the command begins
  std::vector<std::string> environment;  // "NAME=value", all of it
  // A compiler starts its parts, and looks at the system's headers; a program does neither.
  bool is_compiler = false;
  uint64_t memory_bytes = uint64_t{1} << 30;  // of its own, for each process
  uint64_t file_bytes = uint64_t{64} << 20;   // the largest that it may write
  uint64_t processor_seconds = 60;            // for each process
};

// What stands in front of a command that is locked into a room, and the filter that it reads: as
// long as this lives, the command may be started, once.
class Locked {
 public:
  // The Error says why nothing can be locked in here: bwrap is missing, or namespaces of users are
  // switched off.
  static Result<Locked> make(const Room& room);
  Locked(Locked&& other) noexcept;
  Locked& operator=(Locked&&) = delete;
  ~Locked();

  // `environment`: "NAME=value", beside the room's.
  std::vector<std::string> command(const std::vector<std::string>& of,
                                   const std::vector<std::string>& environment = {}) const;

 private:
  Locked() = default;
  std::vector<std::string> words_;
  int filter_ = -1;
};

// Whether anything can be locked in here; tried once.
Result<bool> can_lock();

}  // namespace warplab::runtime
