#include "exercise/patch.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <vector>

// The format: "Detailed Description of Unified Format" in the manual of GNU diffutils.
namespace warplab::exercise {
namespace {

using Lines = std::vector<std::string_view>;

// Each with its line end; the last may have none.
Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const size_t length = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

struct Hunk {
  size_t line = 0;                // in the patch, of its header, counted from 1
  size_t begin = 0;               // in the old text, counted from 0
  size_t removed = 0, added = 0;  // lines, kept ones in both
  Lines before, after;
};

bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

bool take_number(std::string_view& text, size_t& number) {
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc{}) return false;
  text.remove_prefix(static_cast<size_t>(read.ptr - text.data()));
  return true;
}

// "12,5", or "12", which is one line.
bool take_range(std::string_view& text, size_t& begin, size_t& count) {
  count = 1;
  return take_number(text, begin) && (!take(text, ",") || take_number(text, count));
}

std::optional<Hunk> hunk_header(std::string_view line, size_t number) {
  Hunk hunk{.line = number};
  size_t begin_after = 0;
  if (!take(line, "@@ -") || !take_range(line, hunk.begin, hunk.removed) || !take(line, " +") ||
      !take_range(line, begin_after, hunk.added) || !take(line, " @@"))
    return std::nullopt;
  // Of no line the number is that of the line before.
  if (hunk.begin > 0 && hunk.removed > 0) --hunk.begin;
  return hunk;
}

// The line end of the last line, where "\\ No newline at end of file" follows.
void cut_line_end(Lines& lines) {
  if (!lines.empty() && lines.back().ends_with('\n')) lines.back().remove_suffix(1);
}

Error malformed(size_t line, std::string_view what) {
  return Error{fmt::format("line {}: {}", line, what)};
}

// The lines of one hunk behind its header; `at` moves beyond them.
Result<bool> read_hunk(const Lines& lines, size_t& at, Hunk& hunk) {
  char last = ' ';
  for (; at < lines.size(); ++at) {
    const bool is_full = hunk.before.size() == hunk.removed && hunk.after.size() == hunk.added;
    const char kind = lines[at].front();
    if (is_full && kind != '\\') break;
    // Editors take away the blank of an empty line that is kept.
    const std::string_view line = kind == '\n' ? lines[at] : lines[at].substr(1);
    if (kind == '\\') {
      if (last != '+') cut_line_end(hunk.before);
      if (last != '-') cut_line_end(hunk.after);
    } else if (kind == ' ' || kind == '\n' || kind == '-' || kind == '+') {
      if (kind != '+') hunk.before.push_back(line);
      if (kind != '-') hunk.after.push_back(line);
      last = kind == '\n' ? ' ' : kind;
    } else {
      return malformed(at + 1, "expected a line that begins with a blank, \"-\" or \"+\"");
    }
  }
  if (hunk.before.size() == hunk.removed && hunk.after.size() == hunk.added) return true;
  return malformed(hunk.line,
                   fmt::format("the hunk says {} old and {} new lines, and has {} and {}",
                               hunk.removed, hunk.added, hunk.before.size(), hunk.after.size()));
}

Result<std::vector<Hunk>> hunks_of(const Lines& lines) {
  size_t at = 0;
  while (at < lines.size() && !lines[at].starts_with("--- ")) ++at;
  if (at + 1 >= lines.size() || !lines[at + 1].starts_with("+++ "))
    return Error{"has no lines \"--- FILE\" and \"+++ FILE\"; expected what diff -u writes"};
  at += 2;
  std::vector<Hunk> hunks;
  while (at < lines.size()) {
    std::optional<Hunk> hunk = hunk_header(lines[at], at + 1);
    if (!hunk)
      return malformed(at + 1, lines[at].starts_with("--- ") || lines[at].starts_with("diff ")
                                   ? "begins another file; expected a patch of the solution alone"
                                   : "expected a hunk such as \"@@ -12,5 +12,6 @@\"");
    ++at;
    if (const Result<bool> read = read_hunk(lines, at, *hunk); !read) return Error{read.error()};
    hunks.push_back(std::move(*hunk));
  }
  if (hunks.empty()) return Error{"has no hunk; expected at least one \"@@ -12,5 +12,6 @@\""};
  return hunks;
}

bool fits(const Hunk& hunk, const Lines& text, size_t place) {
  if (place > text.size() || hunk.before.size() > text.size() - place) return false;
  for (size_t i = 0; i < hunk.before.size(); ++i)
    if (text[place + i] != hunk.before[i]) return false;
  return true;
}

// Where the hunk belongs, at `least` or behind; `moved` is how far the hunk before it had moved.
Result<size_t> place_of(const Hunk& hunk, size_t number, const Lines& text, size_t least,
                        std::ptrdiff_t moved) {
  const auto refused = [&](std::string_view why) {
    return Error{
        fmt::format("hunk {} (line {} of the patch) does not apply: {}", number, hunk.line, why)};
  };
  const std::ptrdiff_t named = static_cast<std::ptrdiff_t>(hunk.begin) + moved;
  if (named >= static_cast<std::ptrdiff_t>(least) && fits(hunk, text, static_cast<size_t>(named)))
    return static_cast<size_t>(named);
  std::optional<size_t> only;
  for (size_t place = least; place <= text.size(); ++place) {
    if (hunk.before.empty() || !fits(hunk, text, place)) continue;
    if (only)
      return refused("what it changes is at several places, and at none of them where it says");
    only = place;
  }
  if (only) return *only;
  return refused(fmt::format("the file does not have these {} lines at line {} or elsewhere",
                             hunk.before.size(), hunk.begin + 1));
}

}  // namespace

Result<std::string> apply_patch(std::string_view text, std::string_view patch) {
  const Result<std::vector<Hunk>> hunks = hunks_of(lines_of(patch));
  if (!hunks) return Error{hunks.error()};
  const Lines old = lines_of(text);
  std::string patched;
  size_t done = 0, number = 0;
  std::ptrdiff_t moved = 0;
  const auto keep_up_to = [&](size_t end) {
    for (; done < end; ++done) patched += old[done];
  };
  for (const Hunk& hunk : *hunks) {
    const Result<size_t> place = place_of(hunk, ++number, old, done, moved);
    if (!place) return Error{place.error()};
    moved = static_cast<std::ptrdiff_t>(*place) - static_cast<std::ptrdiff_t>(hunk.begin);
    keep_up_to(*place);
    for (const std::string_view line : hunk.after) patched += line;
    done += hunk.before.size();
  }
  keep_up_to(old.size());
  return patched;
}

}  // namespace warplab::exercise
