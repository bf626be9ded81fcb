#pragma once
// From return addresses in a running program to lines of its source. addr2line of the binutils,
// which come with every compiler, reads the DWARF.
#include <sys/types.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "runtime/program_report.hpp"
#include "runtime/wire.hpp"

namespace warplab::runtime {

class HostLines {
 public:
  // `pid`: the program, as long as it lives. `not_the_users`: folders whose files are never meant.
  // `behind`: a command behind which addr2line is started, such as a lock's.
  HostLines(pid_t pid, std::vector<std::string> not_the_users,
            std::vector<std::string> behind = {});
  ~HostLines();
  HostLines(const HostLines&) = delete;
  HostLines& operator=(const HostLines&) = delete;

  // The innermost line of the user's; line 0 where there is none. `call`, if it is asked for: where
  // the call of that line returns to, which tells several calls of one line apart.
  Place of(const Frames& frames, uint64_t* call = nullptr);
  // Whether the program has memory of its own there.
  bool is_mapped(uint64_t address);

 private:
  struct Mapping {
    uint64_t begin = 0, end = 0;
    std::string file;
  };
  class Reader;
  void read_mappings();
  const std::vector<Place>& places_at(uint64_t address);
  bool is_users(const Place& place) const;

  pid_t pid_;
  std::vector<std::string> not_the_users_, behind_;
  std::vector<Mapping> mappings_;
  std::map<std::string, std::unique_ptr<Reader>> readers_;  // by file
  std::map<uint64_t, std::vector<Place>> known_;            // by return address, innermost first
};

}  // namespace warplab::runtime
