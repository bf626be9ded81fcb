#include "course/zip.hpp"

#include "course/submissions.hpp"
#include "course/tree.hpp"

#include "made_up.hpp"

using namespace warplab;
using namespace warplab::course;
using test::contains;
using test::TemporaryFolder;

namespace {

// libzip writes no name that leads out; this puts one in the place of another of the same length,
// in the entry and in the directory.
void rename_in_zip(const std::filesystem::path& file, const std::string& from,
                   const std::string& to) {
  std::string bytes = test::content_of(file);
  size_t count = 0;
  for (size_t at = bytes.find(from); at != std::string::npos;
       at = bytes.find(from, at + 1), ++count)
    bytes.replace(at, to.size(), to);
  REQUIRE(count == 2);
  test::write(file, bytes);
}

}  // namespace

TEST_CASE("entries are read, with folders and times") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "a.zip";
  made_up::make_zip(file, {{"kim/", ""}, {"kim/copy.cu", "text"}});
  Result<Zip> zip = Zip::open(file, {});
  REQUIRE(bool(zip));
  REQUIRE(zip->entries().size() == 2);
  CHECK(zip->entries()[0].is_folder);
  CHECK(zip->entries()[0].name == "kim");
  CHECK(zip->entries()[1].why_not.empty());
  CHECK(*zip->read(zip->entries()[1], 100) == "text");
  CHECK(contains(zip->read(zip->entries()[1], 3).error(), "more than 3 bytes"));
}

TEST_CASE(
    "what is locked, or packed in a rare way, is handed in and cannot be read, on any machine") {
  // In the entry and in the directory: which flags and which method, 2 bytes each.
  const auto patch = [](const std::filesystem::path& file, size_t behind, char value) {
    std::string bytes = test::content_of(file);
    bytes[bytes.find("PK\3\4") + 6 + behind] = value;
    bytes[bytes.find("PK\1\2") + 8 + behind] = value;
    test::write(file, bytes);
  };
  const std::pair<std::pair<size_t, char>, const char*> cases[] = {
      {{0, 1}, "locked with a password"}, {{2, 14}, "many programs cannot unpack"}};
  for (const auto& [where, said] : cases) {
    const TemporaryFolder folder;
    const auto file = folder.path() / "a.zip";
    made_up::make_zip(file, {{"kim/copy.cu", "text"}, {"lee/copy.cu", "text"}});
    patch(file, where.first, where.second);
    const Result<Zip> zip = Zip::open(file, {});
    REQUIRE(bool(zip));
    CHECK(contains(zip->entries()[0].why_not, said));
    CHECK(zip->entries()[0].is_handed_in);
    CHECK_FALSE(zip->entries()[1].is_handed_in);
    const Result<Tree> tree = read_tree(file);
    REQUIRE(bool(tree));
    REQUIRE(tree->kernels.size() == 2);
    CHECK(contains(tree->kernels[0].text.error(), std::string("copy.cu cannot be taken out of")));
    CHECK(contains(tree->kernels[0].text.error(), said));
    CHECK(*tree->kernels[1].text == "text");
    CHECK(tree->folders == std::vector<std::string>{"kim", "lee"});
    // Where nothing can be read that is the course's, and nobody's mark.
    const auto only = folder.path() / "b.zip";
    made_up::make_zip(only, {{"kim/copy.cu", "text"}});
    patch(only, where.first, where.second);
    const Result<Tree> nothing = read_tree(only);
    REQUIRE(!nothing);
    CHECK(contains(nothing.error(), "Nothing in b.zip can be read. kim/copy.cu: It is "));
  }
}

TEST_CASE("no name leads out of a zip") {
  for (const char* name : {"../../evil.cu", "/etc/evil1.cu", "a/../../bb.cu", "c:\\x\\evil.cu"}) {
    CAPTURE(name);
    const TemporaryFolder folder;
    const auto file = folder.path() / "a.zip";
    const std::string stand_in(std::string(name).size(), 'x');
    made_up::make_zip(file, {{stand_in, "text"}, {"fine.cu", "text"}});
    rename_in_zip(file, stand_in, name);
    Result<Zip> zip = Zip::open(file, {});
    REQUIRE(bool(zip));
    CHECK_FALSE(zip->entries()[0].why_not.empty());
    CHECK(zip->entries()[1].why_not.empty());
  }
}

TEST_CASE("a name that leads out is told with its reason, and not as nobody's folder") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "class.zip";
  made_up::make_zip(file, {{"kim/copy.cu", "k"}, {"xetc/copy.cu", "k"}, {"a/xx/b/copy.cu", "k"}});
  rename_in_zip(file, "xetc/copy.cu", "/etc/copy.cu");
  rename_in_zip(file, "a/xx/b/copy.cu", "a/../b/copy.cu");
  const Result<Tree> tree = read_tree(file);
  REQUIRE(bool(tree));
  const Submissions found = read_submissions(*tree, made_up::exercises(), {});
  REQUIRE(found.submissions.size() == 1);
  CHECK(found.submissions[0].student == "kim");
  REQUIRE(found.troubles.size() == 2);
  for (const Trouble& trouble : found.troubles) {
    CHECK_FALSE(trouble.path.empty());
    CHECK_FALSE(contains(trouble.sentence, "nobody's submission"));
  }
}

TEST_CASE("a link in a zip is not followed") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "a.zip";
  int code = 0;
  zip_t* const archive = zip_open(file.c_str(), ZIP_CREATE, &code);
  REQUIRE(archive != nullptr);
  const std::string target = "/etc/passwd";
  zip_source_t* const source = zip_source_buffer(archive, target.data(), target.size(), 0);
  const zip_int64_t index = zip_file_add(archive, "copy.cu", source, 0);
  REQUIRE(index >= 0);
  REQUIRE(zip_file_set_external_attributes(archive, static_cast<zip_uint64_t>(index), 0,
                                           ZIP_OPSYS_UNIX, 0120777u << 16) == 0);
  REQUIRE(zip_close(archive) == 0);
  const Result<Zip> zip = Zip::open(file, {});
  REQUIRE(bool(zip));
  CHECK(zip->entries()[0].why_not == "This is a link, and links are not followed.");
  CHECK(zip->entries()[0].is_handed_in);
}

TEST_CASE("a name that is longer than any file's is told and not read") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "a.zip";
  const std::string longest(252, 'x'), longer(30'000, 'y');
  made_up::make_zip(file, {{longer + "/copy.cu", "text"}, {longest + ".cu", "text"}});
  const Result<Zip> zip = Zip::open(file, {});
  REQUIRE(bool(zip));
  CHECK(zip->entries()[0].why_not == "Its name is longer than 255 bytes; it was not read.");
  CHECK(zip->entries()[0].name.size() == 255);
  CHECK(zip->entries()[1].why_not.empty());
}

TEST_CASE("what unpacks to far more than it is is left alone; text is not") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "a.zip";
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += std::to_string(i * 7919 % 65537) + "\n";
  made_up::make_zip(file, {{"bomb.cu", std::string(64 << 20, '0')}, {"text.cu", text}});
  const Result<Zip> zip = Zip::open(file, {});
  REQUIRE(bool(zip));
  CHECK(contains(zip->entries()[0].why_not, "unpacks to far more"));
  CHECK(zip->entries()[1].why_not.empty());
}

TEST_CASE("too many entries, and a damaged zip") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "a.zip";
  made_up::make_zip(file, {{"a", ""}, {"b", ""}, {"c", "some text that is here"}});
  ZipLimits limits;
  limits.entries = 2;
  CHECK(contains(Zip::open(file, limits).error(), "has 3 entries; at most 2"));
  limits = {};
  limits.bytes = 10;
  CHECK(contains(Zip::open(file, limits).error(), "a zip may have"));
  std::string bytes = test::content_of(file);
  const size_t at = bytes.find("some text");
  if (at != std::string::npos) {  // it was stored, so that a byte of it can be changed
    bytes[at] = '!';
    Result<Zip> zip = Zip::open_bytes(bytes, "a.zip", {});
    REQUIRE(bool(zip));
    CHECK_FALSE(bool(zip->read(zip->entries()[2], 100)));
  }
  CHECK(contains(Zip::open_bytes("PK nothing", "b.zip", {}).error(), "b.zip is no zip"));
}
