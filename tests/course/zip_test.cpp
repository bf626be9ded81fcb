#include "course/zip.hpp"

#include "course/submissions.hpp"

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

Result<Submissions> read_zip(const std::filesystem::path& file) {
  const Result<Handout> handout = Handout::open(file);
  if (!handout) return Error{handout.error()};
  const std::vector<exercise::Entry> exercises = made_up::exercises();
  return read_submissions(*handout, {exercises, std::nullopt, nullptr, {}});
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
    const Result<Submissions> found = read_zip(file);
    REQUIRE(bool(found));
    REQUIRE(found->submissions.size() == 2);
    const auto copy_of = [&](size_t i) { return found->submissions[i].answers.at("copy").text; };
    CHECK(found->submissions[0].student == "kim");
    CHECK(contains(copy_of(0).error(), std::string("copy.cu cannot be taken out of")));
    CHECK(contains(copy_of(0).error(), said));
    CHECK(*copy_of(1) == "text");
    // Where nothing can be read that is the course's, and nobody's mark.
    const auto only = folder.path() / "b.zip";
    made_up::make_zip(only, {{"kim/copy.cu", "text"}});
    patch(only, where.first, where.second);
    const Result<Submissions> nothing = read_zip(only);
    REQUIRE(!nothing);
    CHECK(contains(nothing.error(), "Nothing in b.zip can be read. kim/copy.cu: It is "));
  }
}

TEST_CASE("a time is what the clock showed, or has a zone where the zip says it beside") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "a.zip";
  made_up::make_zip(file, {{"wall", ""}, {"zoned", ""}});
  int code = 0;
  zip_t* const archive = zip_open(file.c_str(), 0, &code);
  REQUIRE(archive != nullptr);
  const auto date = static_cast<zip_uint16_t>((2026 - 1980) << 9 | 7 << 5 | 1);
  for (const zip_uint64_t i : {0, 1})
    REQUIRE(zip_file_set_dostime(archive, i, 12 << 11, date, 0) == 0);
  const zip_uint8_t field[] = {1, 0x00, 0xca, 0x9a, 0x3b};  // 1 000 000 000
  REQUIRE(zip_file_extra_field_set(archive, 1, 0x5455, ZIP_EXTRA_FIELD_NEW, field, sizeof field,
                                   ZIP_FL_CENTRAL) == 0);
  REQUIRE(zip_close(archive) == 0);
  const Result<Zip> zip = Zip::open(file, {});
  REQUIRE(bool(zip));
  CHECK(zip->entries()[0].modified == parse_time("2026-07-01T12:00:00Z"));
  CHECK_FALSE(zip->entries()[0].has_zone);
  CHECK(zip->entries()[1].modified == 1'000'000'000);
  CHECK(zip->entries()[1].has_zone);
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

TEST_CASE("a name that leads out is told with its reason, and is its student's where it has one") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "class.zip";
  made_up::make_zip(file, {{"kim/copy.cu", "k"}, {"xetc/copy.cu", "k"}, {"a/xx/b/copy.cu", "k"}});
  rename_in_zip(file, "xetc/copy.cu", "/etc/copy.cu");
  rename_in_zip(file, "a/xx/b/copy.cu", "a/../b/copy.cu");
  const Result<Submissions> found = read_zip(file);
  REQUIRE(bool(found));
  REQUIRE(found->submissions.size() == 2);
  CHECK(found->submissions[0].student == "a");
  REQUIRE(found->submissions[0].troubles.size() == 1);
  CHECK(contains(found->submissions[0].troubles[0].sentence, "leads out of the zip"));
  CHECK(found->submissions[1].student == "kim");
  REQUIRE(found->troubles.size() == 1);
  CHECK(found->troubles[0].path == "/etc/copy.cu");
  CHECK(contains(found->troubles[0].sentence, "Its path is absolute"));
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
