#pragma once
// The student's file of one exercise as the editor holds it. The file on disk is the truth: it is
// saved before a run, followed when another program writes it, and text that is not saved yet lies
// in a journal, so that killing this program loses nothing.
#include <filesystem>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "editor/code_text.hpp"
#include "editor/journal.hpp"

namespace warplab::app {

class Document {
 public:
  struct Files {
    std::filesystem::path target;   // where save() writes
    std::filesystem::path starter;  // shown while `target` does not exist
    std::filesystem::path journal;  // see Journal::claim()
  };
  enum class DiskChange {
    none,
    reloaded,  // another program wrote the file and nothing here was unsaved
    conflict,  // both sides changed: keep_mine() or take_theirs() decides
    vanished,  // the file was deleted: the text here is all that is left of it
  };

  // Reads the target, or else the starter, and puts back unsaved text from the journal.
  static Result<Document> open(Files files);

  // No text and no file: there is nothing to edit, and nothing is ever written.
  static Document nothing() { return Document(Files{}); }

  CodeText& code() { return code_; }
  const CodeText& code() const { return code_; }
  const Files& files() const { return files_; }

  bool is_unsaved() const;
  bool was_recovered() const { return recovered_; }  // open() found a journal with other text
  bool has_conflict() const { return theirs_.has_value(); }
  const std::optional<std::string>& theirs() const { return theirs_; }  // of a conflict
  bool exists_on_disk() const { return exists_; }

  // Refused where another program has written another text since this one was read: that is a
  // conflict then, also where nobody has looked since.
  Result<bool> save();
  // Before a run. A starter that nobody touched is not copied.
  Result<bool> save_if_needed();
  DiskChange check_disk();
  void keep_mine();    // the next save() overwrites the other program's text
  void take_theirs();  // one step of undo brings back mine
  // Brings the journal up to date: written when there is unsaved text, removed when there is none.
  // Cheap when nothing changed since the last call.
  Result<bool> keep_journal();

  Result<std::string> starter_text() const;

 private:
  explicit Document(Files files) : files_(std::move(files)) {}

  static constexpr uint64_t kNever = ~uint64_t{0};
  void set_disk_content(std::string text);
  void compare(const std::string& text) const;  // with what is on disk

  Files files_;
  Journal journal_;
  CodeText code_;
  std::string on_disk_;        // the file's content as this editor last saw it
  std::string on_disk_print_;  // its fingerprint
  bool exists_ = false;
  bool vanished_ = false;  // it was there, and is not any more
  bool recovered_ = false;
  std::optional<std::string> theirs_;  // the content that is in conflict
  uint64_t journalled_version_ = kNever;
  mutable uint64_t compared_version_ = kNever;
  mutable bool unsaved_ = false;
};

}  // namespace warplab::app
