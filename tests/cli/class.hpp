#pragma once
// A class of four, graded by the real program.
#include <map>
#include <sstream>

#include "program.hpp"

namespace program {

inline const fs::path kSolutions = kHere / "solutions";

// Four students of the tests' own two exercises: right, wrong, the same as the first, half.
class Class {
 public:
  Class() {
    hand_in("ann", "doubled.cu", "01-doubled/solution.cu");
    hand_in("ann", "copied.cu", "02-copied/solution.cu");
    hand_in("bob", "doubled.cu", "01-doubled/wrong-uncoalesced.cu");
    hand_in("cid", "doubled.cu", "01-doubled/solution.cu");
    hand_in("cid", "copied.cu", "02-copied/wrong-off-by-one.cu");
    folder_.write("in/dan/copied.cu", "this is no CUDA\n");
  }
  void hand_in(const std::string& student, const std::string& name, const std::string& solution) {
    fs::create_directories(folder_.path() / "in" / student);
    fs::copy_file(kSolutions / solution, folder_.path() / "in" / student / name,
                  fs::copy_options::overwrite_existing);
  }
  std::string in() const { return (folder_.path() / "in").string(); }
  fs::path out(const std::string& name = "out") const { return folder_.path() / name; }

  std::vector<std::string> command(std::vector<std::string> more = {},
                                   const std::string& results = "out") const {
    std::vector<std::string> words{
        "course",    "run", in(),          "--output",         out(results).string(),
        "--backend", "sim", "--exercises", kExercises.string()};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  Ended run(const std::vector<std::string>& more = {}, const std::string& results = "out") const {
    return grader(command(more, results));
  }

 private:
  Folder folder_;
};

// The cells of marks.csv, by student.
inline std::map<std::string, std::string> marks_in(const fs::path& results) {
  std::map<std::string, std::string> marks;
  std::istringstream lines(read(results / "marks.csv"));
  for (std::string line; std::getline(lines, line);)
    marks[line.substr(0, line.find(','))] = line.substr(line.find(',') + 1);
  return marks;
}

}  // namespace program
