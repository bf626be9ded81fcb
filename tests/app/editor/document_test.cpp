#include "editor/document.hpp"

#include <doctest/doctest.h>

#include "temporary_folder.hpp"

using namespace warplab::app;
using namespace warplab::test;
namespace fs = std::filesystem;

namespace {

struct DocumentPlace {
  TemporaryFolder folder;
  Document::Files files{folder.path() / "mine" / "kernel.cu", folder.path() / "starter.cu",
                        folder.path() / "journal"};
  DocumentPlace() { write(files.starter, "starter"); }
  Document open() const {
    auto document = Document::open(files);
    REQUIRE(document);
    return std::move(*document);
  }
};

}  // namespace

TEST_CASE("without a file of the student's the starter is shown and nothing is written") {
  const DocumentPlace place;
  Document document = place.open();
  CHECK(document.code().text() == "starter");
  CHECK_FALSE(document.is_unsaved());
  REQUIRE(document.save_if_needed());
  CHECK_FALSE(fs::exists(place.files.target));
}

TEST_CASE("saving makes the student's file") {
  const DocumentPlace place;
  Document document = place.open();
  document.code().type("X");
  CHECK(document.is_unsaved());
  REQUIRE(document.save_if_needed());
  CHECK(content_of(place.files.target) == "Xstarter");
  CHECK_FALSE(document.is_unsaved());
  CHECK(content_of(place.files.starter) == "starter");
}

TEST_CASE("what was not saved is back after the program was killed") {
  const DocumentPlace place;
  {
    Document document = place.open();
    document.code().type("X");
    REQUIRE(document.keep_journal());
  }  // no save: as if killed
  Document again = place.open();
  CHECK(again.was_recovered());
  CHECK(again.code().text() == "Xstarter");
  CHECK(again.is_unsaved());
  CHECK_FALSE(again.has_conflict());
  again.code().undo();
  CHECK(again.code().text() == "starter");
}

TEST_CASE("two windows with the same file keep journals of their own") {
  const DocumentPlace place;
  {
    Document first = place.open(), second = place.open();
    first.code().type("A");
    REQUIRE(first.keep_journal());
    second.code().type("B");
    REQUIRE(second.keep_journal());
    second.code().undo();
    REQUIRE(second.keep_journal());  // nothing unsaved: its own journal goes, the other stays
    second.code().type("C");
    REQUIRE(second.keep_journal());
  }  // both are killed
  Document first = place.open(), second = place.open(), third = place.open();
  CHECK(first.code().text() == "Astarter");
  CHECK(second.code().text() == "Cstarter");
  CHECK_FALSE(third.was_recovered());
}

TEST_CASE("the text of a second window that was killed is found though the first ended well") {
  const DocumentPlace place;
  {
    Document first = place.open(), second = place.open();
    second.code().type("B");
    REQUIRE(second.keep_journal());
  }
  CHECK(place.open().code().text() == "Bstarter");
}

TEST_CASE("a saved text leaves no journal") {
  const DocumentPlace place;
  Document document = place.open();
  document.code().type("X");
  REQUIRE(document.keep_journal());
  CHECK(fs::exists(place.files.journal));
  REQUIRE(document.save());
  CHECK_FALSE(fs::exists(place.files.journal));
  CHECK_FALSE(place.open().was_recovered());
}

TEST_CASE("undoing back to the file's text removes the journal") {
  const DocumentPlace place;
  Document document = place.open();
  document.code().type("X");
  REQUIRE(document.keep_journal());
  document.code().undo();
  REQUIRE(document.keep_journal());
  CHECK_FALSE(fs::exists(place.files.journal));
}

TEST_CASE("a damaged journal is as good as none") {
  const DocumentPlace place;
  write(place.files.journal, "garbage");
  CHECK(place.open().code().text() == "starter");
}

TEST_CASE("another program's text is taken over when nothing is unsaved") {
  const DocumentPlace place;
  Document document = place.open();
  write(place.files.target, "theirs");
  CHECK(document.check_disk() == Document::DiskChange::reloaded);
  CHECK(document.code().text() == "theirs");
  CHECK(document.check_disk() == Document::DiskChange::none);
}

TEST_CASE("a changed starter is followed as long as the student has no file") {
  const DocumentPlace place;
  Document document = place.open();
  write(place.files.starter, "new starter");
  CHECK(document.check_disk() == Document::DiskChange::reloaded);
  CHECK(document.code().text() == "new starter");
}

TEST_CASE("when both sides changed, the student is asked, once") {
  const DocumentPlace place;
  write(place.files.target, "base");
  Document document = place.open();
  document.code().type("mine ");
  write(place.files.target, "theirs");
  CHECK(document.check_disk() == Document::DiskChange::conflict);
  CHECK(document.has_conflict());
  CHECK(document.check_disk() == Document::DiskChange::none);
  CHECK(document.code().text() == "mine base");

  SUBCASE("keeping mine leaves it unsaved, and saving overwrites theirs") {
    document.keep_mine();
    CHECK_FALSE(document.has_conflict());
    CHECK(document.is_unsaved());
    CHECK(document.check_disk() == Document::DiskChange::none);
    REQUIRE(document.save());
    CHECK(content_of(place.files.target) == "mine base");
  }
  SUBCASE("taking theirs can be undone") {
    document.take_theirs();
    CHECK(document.code().text() == "theirs");
    CHECK_FALSE(document.is_unsaved());
    document.code().undo();
    CHECK(document.code().text() == "mine base");
  }
  SUBCASE("a conflict goes away when the other program takes its change back") {
    write(place.files.target, "base");
    CHECK(document.check_disk() == Document::DiskChange::none);
    CHECK_FALSE(document.has_conflict());
  }
}

TEST_CASE("what another program has just written is not written over") {
  const DocumentPlace place;
  write(place.files.target, "base");
  Document document = place.open();
  document.code().type("mine ");
  write(place.files.target, "theirs");
  const auto saved = document.save();  // before anybody has looked at the file
  REQUIRE_FALSE(saved);
  CHECK(saved.error().find("was written by another program") != std::string::npos);
  CHECK(content_of(place.files.target) == "theirs");
  CHECK(document.has_conflict());
  CHECK_FALSE(document.save());  // nor without an answer
  CHECK(content_of(place.files.target) == "theirs");
  document.keep_mine();
  REQUIRE(document.save());
  CHECK(content_of(place.files.target) == "mine base");
}

TEST_CASE("a file that another program makes beside the starter is not written over") {
  const DocumentPlace place;
  Document document = place.open();
  document.code().type("mine ");
  write(place.files.target, "theirs");
  CHECK_FALSE(document.save());
  CHECK(content_of(place.files.target) == "theirs");
}

TEST_CASE("a conflict is noticed after the program was killed, too") {
  const DocumentPlace place;
  write(place.files.target, "base");
  {
    Document document = place.open();
    document.code().type("mine ");
    REQUIRE(document.keep_journal());
  }
  write(place.files.target, "theirs");
  Document again = place.open();
  CHECK(again.has_conflict());
  CHECK(again.code().text() == "mine base");
  again.take_theirs();
  CHECK(again.code().text() == "theirs");
}

TEST_CASE("the same change on both sides is no conflict") {
  const DocumentPlace place;
  write(place.files.target, "base");
  Document document = place.open();
  document.code().replace_all("same");
  write(place.files.target, "same");
  CHECK(document.check_disk() == Document::DiskChange::none);
  CHECK_FALSE(document.is_unsaved());
}

TEST_CASE("a file that vanished is written again before a run") {
  const DocumentPlace place;
  write(place.files.target, "mine");
  Document document = place.open();
  CHECK_FALSE(document.is_unsaved());
  fs::remove(place.files.target);
  CHECK(document.check_disk() == Document::DiskChange::vanished);
  CHECK(document.check_disk() == Document::DiskChange::none);  // it is said once
  CHECK(document.code().text() == "mine");
  CHECK(document.is_unsaved());
  REQUIRE(document.save_if_needed());
  CHECK(content_of(place.files.target) == "mine");
}

TEST_CASE("a deleted file's text outlives the program, and contradicts nothing") {
  const DocumentPlace place;
  write(place.files.target, "mine");
  {
    Document document = place.open();
    fs::remove(place.files.target);
    document.check_disk();
    REQUIRE(document.keep_journal());
  }
  const Document document = place.open();
  CHECK(document.was_recovered());
  CHECK(document.code().text() == "mine");
  CHECK_FALSE(document.has_conflict());
}

TEST_CASE("a file that was away for a moment is followed as before") {
  const DocumentPlace place;
  write(place.files.target, "mine");
  Document document = place.open();
  fs::remove(place.files.target);
  document.check_disk();
  write(place.files.target, "theirs");
  CHECK(document.check_disk() == Document::DiskChange::reloaded);
  CHECK(document.code().text() == "theirs");
  CHECK_FALSE(document.is_unsaved());
}

TEST_CASE("line ends are kept on save, whichever they are and wherever they come from") {
  const DocumentPlace place;
  write(place.files.target, "a\r\nb\nc\r\n");
  Document document = place.open();
  CHECK_FALSE(document.is_unsaved());
  document.code().place({2, 1});
  document.code().new_line();
  REQUIRE(document.save());
  CHECK(content_of(place.files.target) == "a\r\nb\nc\r\n\r\n");
  document.code().undo();
  CHECK(document.code().text() == "a\r\nb\nc\r\n");
  REQUIRE(document.save());
  // Another program writes it with other line ends: they are its own from then on.
  write(place.files.target, "x\ny\n");
  CHECK(document.check_disk() == Document::DiskChange::reloaded);
  CHECK_FALSE(document.is_unsaved());
  write(place.files.target, "x\r\ny\r\n");
  CHECK(document.check_disk() == Document::DiskChange::reloaded);
  CHECK_FALSE(document.is_unsaved());
  document.code().place({0, 1});
  document.code().insert("1\n2");
  REQUIRE(document.save());
  CHECK(content_of(place.files.target) == "x1\r\n2\r\ny\r\n");
}

TEST_CASE("without a starter nothing can be opened, and the error names the file") {
  const DocumentPlace place;
  fs::remove(place.files.starter);
  const auto document = Document::open(place.files);
  REQUIRE_FALSE(document);
  CHECK(document.error().find("starter.cu") != std::string::npos);
}
