#pragma once
// The files of one student, out of a class's folder or zip. They come from a stranger: nothing is
// followed, nothing is unpacked to disk, a text is read only where it is asked for, and every limit
// is this student's own.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "course/handout.hpp"

namespace warplab::course {

// Of one student. What is beyond is a trouble of theirs alone.
struct StudentLimits {
  size_t entries = 20'000;  // files and folders; those nearest to the top are looked at first
  size_t depth = 16;
  uint64_t text_bytes = 64u << 20;    // of what is read
  uint64_t zip_bytes = 512u << 20;    // of a zip
  uint64_t inner_bytes = 256u << 20;  // of zips in zips together, which are held in memory
  // Of what is taken out of a zip, over its packed size, where it is more than a megabyte. Text
  // that people write shrinks to a quarter.
  uint64_t zip_ratio = 200;
};

// When something was handed in: seconds since 1970, or of a clock on a wall, where a zip says it.
struct FileDate {
  int64_t seconds = 0;  // 0: not known
  bool has_zone = true;
};

// A kernel, or what may be predictions.
struct File {
  std::string path;  // from the root of the class, with '/': "kim/work.zip/column_sums.cu"
  // The outermost one: of a file in a student's own zip that of the zip, which the system wrote.
  FileDate date;
  std::string why_not;  // it cannot be read: a sentence for its student
  size_t zip = 0;       // the number of the zip it is in, from 1; 0: on the disk
  size_t entry = 0;
};

// What one student handed in, in one or several places of the class.
class StudentFiles {
 public:
  StudentFiles(const Handout& handout, const std::vector<std::string>& places,
               const StudentLimits& limits = {});
  const std::vector<File>& kernels() const { return kernels_; }          // by path
  const std::vector<File>& predictions() const { return predictions_; }  // by path
  // What may be a kernel whose name a browser or an editor has changed: copy.cu.txt, copy.cpp.
  const std::vector<File>& renamed() const { return renamed_; }       // by path
  const std::vector<Trouble>& troubles() const { return troubles_; }  // by path
  // The Error is a sentence for the student.
  Result<std::string> text(const File& file);
  // Why the class cannot be read at all (no descriptor or memory left, a disk that fails); empty:
  // it can. What is read without would be half of a class.
  const std::string& refused() const { return refused_; }

 private:
  struct Folder {
    std::string path;
    size_t depth = 0;
  };
  // A zip that is still to be opened; `nested`: how many of the student's own are around it.
  struct PackedZip {
    File file;
    size_t nested = 0;
  };
  // Where entries come from: the zip's number, the path in front of their names, the place whose
  // limits they count for, and the date that holds for all of them.
  struct Unpacked {
    size_t zip = 0;
    std::string above, place;
    std::optional<FileDate> date;
    size_t nested = 0;
  };
  void trouble(const std::string& path, std::string sentence, bool hides_files);
  bool count_entry(const std::string& place);
  void note_refusal(int error, const std::string& sentence);
  void take_place(const std::string& place);
  void walk(const Folder& folder);
  void take_on_disk(const std::string& path, size_t depth);
  void take_file(File file);
  void open_zip(const PackedZip& packed);
  void take_entries(const Unpacked& from, std::vector<size_t> numbers);

  const Handout& handout_;
  StudentLimits limits_;
  std::vector<Folder> folders_;  // still to be walked, those nearest to the top first
  std::vector<PackedZip> zips_;  // still to be opened
  std::vector<std::shared_ptr<Zip>> opened_;
  std::vector<File> kernels_, predictions_, renamed_;
  std::vector<Trouble> troubles_;
  size_t entries_ = 0;
  uint64_t text_bytes_ = 0, inner_bytes_ = 0;
  std::string refused_;
};

}  // namespace warplab::course
