// `grader explain`: why gates failed, with pictures of memory, as text and as a page.
#include "program.hpp"

#include <algorithm>

using program::contains;
using program::Ended;
using program::Folder;
using program::grader;

namespace {

const std::string kSource = WARPLAB_SOURCE_DIR;

// A kernel of the solutions or of the corpus, handed in by a student.
struct HandedIn {
  HandedIn(const std::string& kernel, const std::string& file) {
    folder.write(file, program::read(kSource + "/" + kernel));
  }
  Folder folder;
};

Ended explain(const std::string& name, const Folder& folder, std::vector<std::string> more = {}) {
  std::vector<std::string> words = {"explain",      name,
                                    "--exercises",  kSource + "/exercises",
                                    "--submission", folder.path().string()};
  words.insert(words.end(), more.begin(), more.end());
  return grader(words);
}

size_t longest_line(const std::string& text) {
  size_t longest = 0, at = 0;
  for (const char c : text) {
    at = c == '\n' ? 0 : at + ((static_cast<unsigned char>(c) & 0xC0) != 0x80);
    longest = std::max(longest, at);
  }
  return longest;
}

}  // namespace

TEST_CASE("a wasteful line is explained with its sectors, in 80 columns") {
  const HandedIn folder("solutions/22-column-sums/wrong-uncoalesced.cu", "column_sums.cu");
  const Ended ended = explain("column-sums", folder.folder);
  CAPTURE(ended.out);
  CHECK(ended.exit_code == 0);
  CHECK(ended.err == "");
  CHECK(contains(ended.out, "Gate coalesced loads"));
  CHECK(contains(ended.out, "What happened: "));
  CHECK(contains(ended.out, "Why: Global memory is moved in sectors of 32 bytes"));
  CHECK(contains(ended.out, "moves 32 sectors for 128 bytes: 12.5 % of them is used."));
  CHECK(contains(ended.out, "####............................"));
  CHECK(contains(ended.out, "a["));
  CHECK(longest_line(ended.out) <= 80);
}

TEST_CASE("a right kernel has nothing to explain and shows what it asks of memory") {
  const HandedIn folder("tests/corpus/22-column-sums/right-both-coalesced.cu", "column_sums.cu");
  const Ended ended = explain("column-sums", folder.folder);
  CAPTURE(ended.out);
  CHECK(ended.exit_code == 0);
  CHECK(contains(ended.out, "Every gate passes."));
  CHECK_FALSE(contains(ended.out, "What happened: "));
  CHECK(contains(ended.out, "100 % of them is used"));
}

TEST_CASE("bank conflicts are explained with the words on each bank, and a padded tile has none") {
  const HandedIn conflict("solutions/32-transpose-shared/solution.cu", "transpose_shared.cu");
  const Ended ended = explain("transpose-shared", conflict.folder);
  CAPTURE(ended.out);
  CHECK(ended.exit_code == 0);
  CHECK(contains(ended.out, "different words lie in bank"));
  CHECK(contains(ended.out, "  pass 32  "));
  CHECK(longest_line(ended.out) <= 80);
  const HandedIn padded("tests/corpus/32-transpose-shared/right-padded.cu", "transpose_shared.cu");
  CHECK_FALSE(
      contains(explain("transpose-shared", padded.folder).out, "different words lie in bank"));
}

TEST_CASE("--line shows what that line asks of memory") {
  const HandedIn folder("solutions/22-column-sums/wrong-uncoalesced.cu", "column_sums.cu");
  const std::string source =
      program::read(kSource + "/solutions/22-column-sums/wrong-uncoalesced.cu");
  const Ended nothing = explain("column-sums", folder.folder, {"--line", "1"});
  CHECK(nothing.exit_code == 0);
  CHECK(contains(nothing.out, "Line 1 accessed no memory in the blocks looked at."));
  const Ended beyond = explain("column-sums", folder.folder, {"--line", "100000"});
  CHECK(beyond.exit_code == 2);
  CHECK(contains(beyond.err, "There is no line 100000 in column_sums.cu"));
}

TEST_CASE("--html writes a page that needs nothing else and runs nothing of a student's") {
  Folder folder;
  folder.write("column_sums.cu",
               "// <script>alert('x')</script> & \"quotes\"\n" +
                   program::read(kSource + "/solutions/22-column-sums/wrong-uncoalesced.cu"));
  const std::string file = (folder.path() / "page.html").string();
  const Ended ended = explain("column-sums", folder, {"--html", file});
  CAPTURE(ended.err);
  REQUIRE(ended.exit_code == 0);
  CHECK(ended.out == "");
  const std::string page = program::read(file);
  CHECK(page.starts_with("<!DOCTYPE html>"));
  CHECK(contains(page, "</html>"));
  CHECK(contains(page, "<svg "));
  CHECK(contains(page, "default-src 'none'"));
  CHECK(contains(page, "prefers-color-scheme:dark"));
  CHECK(contains(page, "@media print"));
  CHECK(contains(page, "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;quotes&quot;"));
  CHECK_FALSE(contains(page, "<script"));
  CHECK_FALSE(contains(page, "http://"));
  CHECK_FALSE(contains(page, "https://"));
}

TEST_CASE("a file that does not compile is explained without pictures") {
  Folder folder;
  folder.write("column_sums.cu", "extern \"C\" __global__ void column_sums( {\n");
  const Ended ended = explain("column-sums", folder);
  CAPTURE(ended.out);
  CHECK(ended.exit_code == 0);
  CHECK(contains(ended.out, "Gate compiles"));
  CHECK(contains(ended.out, "No picture of memory: column_sums.cu does not compile."));
}

TEST_CASE("explain is told about one exercise, with sentences where it is not") {
  CHECK(contains(grader({"explain"}).err, "explain is about one exercise"));
  CHECK(grader({"explain"}).exit_code == 2);
  CHECK(contains(grader({"explain", "column-sums", "transpose-shared"}).err,
                 "explain is about one exercise"));
  CHECK(contains(grader({"explain", "column-sums", "--line", "0"}).err,
                 "expected a whole number from 1"));
  CHECK(contains(grader({"explain", "column-sums", "--html", ""}).err, "expected a name"));
  const Ended unwritable = grader({"explain", "column-sums", "--exercises", kSource + "/exercises",
                                   "--html", "/no/such/folder/page.html"});
  CHECK(unwritable.exit_code == 2);
  CHECK(contains(unwritable.err, "/no/such/folder"));
  const Ended help = grader({"explain", "--help"});
  CHECK(help.exit_code == 0);
  CHECK(contains(help.out, "Examples:"));
  CHECK(contains(help.out, "--line"));
}
