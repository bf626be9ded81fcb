#include "editor/document.hpp"

#include <fmt/format.h>

#include <utility>

#include "common/files.hpp"

namespace warplab::app {
namespace {

namespace fs = std::filesystem;

struct UnsavedText {
  std::string base;  // fingerprint of the file's content when the edits began
  std::string text;
};

std::optional<UnsavedText> read_journal(const fs::path& file) {
  const auto content = read_file(file);
  if (!content) return std::nullopt;
  // The first line is the fingerprint; the rest is the text as it stands, bytes that are not UTF-8
  // too.
  const size_t end = content->find('\n');
  if (end != fingerprint("").size()) return std::nullopt;
  return UnsavedText{content->substr(0, end), content->substr(end + 1)};
}

// The file's content, or the starter's where the student has no file yet.
struct DiskContent {
  std::string text;
  bool exists = false;
};
Result<DiskContent> read_disk(const Document::Files& files) {
  std::error_code error;
  const bool exists = fs::exists(files.target, error);
  auto text = read_file(exists ? files.target : files.starter);
  if (!text) return Error{text.error()};
  return DiskContent{std::move(*text), exists};
}

}  // namespace

Result<Document> Document::open(Files files) {
  Document document(std::move(files));
  auto disk = read_disk(document.files_);
  if (!disk) return Error{disk.error()};
  document.on_disk_ = std::move(disk->text);
  document.on_disk_print_ = fingerprint(document.on_disk_);
  document.exists_ = disk->exists;
  document.code_ = CodeText(document.on_disk_);
  document.journal_ = Journal::claim(document.files_.journal);
  const auto journal = read_journal(document.journal_.file());
  if (journal && journal->text != document.on_disk_) {
    document.code_.replace_all(journal->text);
    document.code_.take_line_changes();
    document.recovered_ = true;
    // A file that is gone contradicts nothing.
    if (document.exists_ && journal->base != document.on_disk_print_)
      document.theirs_ = document.on_disk_;
  }
  return document;
}

void Document::compare(const std::string& text) const {
  compared_version_ = code_.buffer().version();
  unsaved_ = text != on_disk_;
}

bool Document::is_unsaved() const {
  if (compared_version_ != code_.buffer().version()) compare(code_.text());
  return unsaved_ || vanished_;
}

Result<bool> Document::save_if_needed() {
  std::error_code error;
  if (exists_ && !fs::exists(files_.target, error)) vanished_ = true;
  return is_unsaved() ? save() : Result<bool>(true);
}

Result<bool> Document::save() {
  std::string text = code_.text();
  if (const auto disk = read_disk(files_);
      disk && disk->exists && disk->text != on_disk_ && disk->text != text) {
    theirs_ = disk->text;
    return Error{
        fmt::format("{} was written by another program since it was read here. Nothing is "
                    "overwritten until you have chosen, above the text, which of the two to keep.",
                    files_.target.filename().string())};
  }
  const auto written = replace_file(files_.target, text);
  if (!written) return written;
  exists_ = true;
  vanished_ = false;
  set_disk_content(std::move(text));
  return keep_journal();
}

void Document::set_disk_content(std::string text) {
  on_disk_ = std::move(text);
  on_disk_print_ = fingerprint(on_disk_);
  theirs_.reset();
  compared_version_ = journalled_version_ = kNever;
}

Document::DiskChange Document::check_disk() {
  const auto disk = read_disk(files_);
  if (!disk) return DiskChange::none;
  // A file that is away for a moment, or for good, leaves the text here as unsaved.
  if (exists_ && !disk->exists) {
    if (std::exchange(vanished_, true)) return DiskChange::none;
    journalled_version_ = kNever;
    return DiskChange::vanished;
  }
  exists_ = disk->exists;
  if (std::exchange(vanished_, false)) journalled_version_ = kNever;
  if (disk->text == on_disk_) {
    if (theirs_ && !recovered_) theirs_.reset();
    return DiskChange::none;
  }
  if (is_unsaved()) {
    if (disk->text == code_.text()) {
      set_disk_content(disk->text);
      return DiskChange::none;
    }
    const bool known = theirs_ == disk->text;
    theirs_ = disk->text;
    return known ? DiskChange::none : DiskChange::conflict;
  }
  set_disk_content(disk->text);
  code_.replace_all(on_disk_);
  return DiskChange::reloaded;
}

void Document::keep_mine() {
  if (!theirs_) return;
  set_disk_content(std::string(*theirs_));
}

void Document::take_theirs() {
  if (!theirs_) return;
  set_disk_content(std::string(*theirs_));
  code_.replace_all(on_disk_);
}

// With every key: a text of ten thousand lines is put together once.
Result<bool> Document::keep_journal() {
  if (journalled_version_ == code_.buffer().version()) return true;
  const std::string text = code_.text();
  compare(text);
  if (is_unsaved()) {
    const auto kept =
        replace_file(journal_.file(), on_disk_print_ + "\n" + text, Durability::process);
    if (!kept)
      return Error{"What you type is in this window only, and would be lost with it: " +
                   kept.error() + " The lab will try again."};
    journalled_version_ = code_.buffer().version();
    return true;
  }
  journalled_version_ = code_.buffer().version();
  recovered_ = false;
  std::error_code error;
  fs::remove(journal_.file(), error);
  return true;
}

Result<std::string> Document::starter_text() const { return read_file(files_.starter); }

}  // namespace warplab::app
