#include "temporary_folder.hpp"

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string>

#include "verdict/plan/read_source.hpp"

using warplab::test::contains;
using warplab::verdict::read_followed;
using warplab::verdict::read_source;
using warplab::verdict::read_submitted;
using warplab::verdict::Submitted;
using Folder = warplab::test::TemporaryFolder;
namespace fs = std::filesystem;

TEST_CASE("a kernel's text is read as it is") {
  const Folder folder;
  const auto text = read_source(folder.write("a.cu", "__global__ void k() {}\r\n\t// \xfcnder\n"));
  REQUIRE(text);
  CHECK(*text == "__global__ void k() {}\r\n\t// \xfcnder\n");
}

TEST_CASE("a byte order mark in front is left away") {
  const Folder folder;
  const auto text = read_source(folder.write("a.cu", "\xef\xbb\xbfint x;"));
  REQUIRE(text);
  CHECK(*text == "int x;");
}

TEST_CASE(
    "a file ends at the Ctrl-Z with which old editors end it, and is binary with one inside") {
  const Folder folder;
  for (const std::string end : {"\x1a", "\x1a\x1a\x1a", "\x1a\r\n"}) {
    const auto text = read_source(folder.write("a.cu", "int x;\n" + end));
    REQUIRE(text);
    CHECK(*text == "int x;\n");
  }
  CHECK_FALSE(read_source(folder.write("a.cu", "int x;\n\x1aint y;\n")));
  const auto empty = read_source(folder.write("a.cu", "\x1a"));
  REQUIRE_FALSE(empty);
  CHECK(contains(empty.error(), "is empty"));
}

TEST_CASE("a missing file is named with the folder it was expected in") {
  const Folder folder;
  const auto text = read_source(folder.path() / "column_sums.cu");
  REQUIRE_FALSE(text);
  CHECK(text.error() ==
        "column_sums.cu is missing; expected it in " + folder.path().string() + ".");
}

TEST_CASE("an empty file and one of white space are called empty") {
  const Folder folder;
  for (const char* content : {"", " \n\t\r\n"}) {
    const auto text = read_source(folder.write("a.cu", content));
    REQUIRE_FALSE(text);
    CHECK(text.error() == "a.cu is empty; expected a CUDA kernel.");
  }
}

TEST_CASE("a binary file is told by its first control character") {
  const Folder folder;
  const auto text = read_source(folder.write("a.cu", std::string("\x7f"
                                                                 "ELF\0\1",
                                                                 6)));
  REQUIRE_FALSE(text);
  CHECK(text.error() ==
        "a.cu is a binary file (byte 0 is 0x7f); expected the text of a CUDA kernel.");
}

TEST_CASE("what the system refuses is told apart from what a student hands in") {
  const Folder folder;
  folder.write("a.cu", "text");
  CHECK(read_submitted(folder.path(), "a.cu").refused == 0);
  CHECK(read_submitted(folder.path(), "b.cu").refused == 0);
  // The submission went away while it was graded.
  const Submitted gone = read_submitted(folder.path() / "gone", "a.cu");
  CHECK_FALSE(gone.is_there);
  CHECK(gone.refused == ENOENT);
  CHECK(contains(gone.text.error(), "cannot be opened: No such file or directory"));

  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
  const rlimit none{3, before.rlim_max};
  REQUIRE(::setrlimit(RLIMIT_NOFILE, &none) == 0);
  const Submitted without = read_submitted(folder.path(), "a.cu");
  const Submitted followed = read_followed(folder.path() / "a.cu");
  REQUIRE(::setrlimit(RLIMIT_NOFILE, &before) == 0);
  CHECK(without.refused == EMFILE);
  CHECK(followed.refused == EMFILE);
  CHECK(contains(without.text.error(), "Too many open files"));
}

TEST_CASE("a socket in the place of the file is no ordinary file") {
  const Folder folder;
  const std::string name = (folder.path() / "a.cu").string();
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  REQUIRE(name.size() < sizeof address.sun_path);
  name.copy(address.sun_path, name.size());
  const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  REQUIRE(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  const Submitted submitted = read_submitted(folder.path(), "a.cu");
  ::close(socket);
  CHECK(submitted.is_there);
  CHECK(submitted.refused == 0);
  CHECK(submitted.text.error() == "a.cu is not an ordinary file; expected a CUDA kernel.");
}

TEST_CASE("UTF-16 and UTF-32 are named, with and without a mark, with the way out") {
  const Folder folder;
  const auto saved_as = [&](int width, bool big_end_first, bool has_mark) {
    std::string text;
    const auto add = [&](unsigned character) {
      for (int i = 0; i < width; ++i)
        text += static_cast<char>(character >> 8 * (big_end_first ? width - 1 - i : i) & 0xFF);
    };
    if (has_mark) add(0xFEFF);
    for (const char c : std::string("extern \"C\" __global__ void k() {}\n"))
      add(static_cast<unsigned char>(c));
    const auto read = read_source(folder.write("a.cu", text));
    REQUIRE_FALSE(read);
    return read.error();
  };
  for (const bool big_end_first : {false, true})
    for (const bool has_mark : {false, true}) {
      CHECK(saved_as(2, big_end_first, has_mark) == "a.cu is saved as UTF-16; save it as UTF-8.");
      CHECK(saved_as(4, big_end_first, has_mark) == "a.cu is saved as UTF-32; save it as UTF-8.");
    }
  const auto binary = read_source(folder.write("a.cu", std::string("a\0b\0c\0d\0\x01\x02", 10)));
  REQUIRE_FALSE(binary);
  CHECK(contains(binary.error(), "is a binary file"));
}

TEST_CASE("line ends of old Macs are named where they hide the kernel, and left alone elsewhere") {
  const Folder folder;
  const std::string sentence =
      "a.cu ends its lines with a carriage return alone, as old Macs did, and is one long line to "
      "the compiler. Save it with line ends of Unix (LF) or Windows (CR LF).";
  const auto error_of = [&](const std::string& text) {
    const auto read = read_source(folder.write("a.cu", text));
    return read ? std::string() : read.error();
  };
  CHECK(error_of("// Sums.\rextern \"C\" __global__ void k() {}\r") == sentence);
  CHECK(error_of("#include \"a.cuh\"\rextern \"C\" __global__ void k() {}\r") == sentence);
  CHECK(error_of("/* Sums. */\rextern \"C\" __global__ void k() {}\r").empty());
  CHECK(error_of("// Sums.\r\nextern \"C\" __global__ void k() {}\r\n").empty());
  CHECK(error_of("// Sums, in \r columns.\nextern \"C\" __global__ void k() {}\n").empty());
}

TEST_CASE("a file of 10 MB is refused with its size, and one of a megabyte is not") {
  const Folder folder;
  const auto large = read_source(folder.write("a.cu", std::string(10'000'000, '/')));
  REQUIRE_FALSE(large);
  CHECK(large.error() == "a.cu has 10.0 MB; a kernel file may have at most 1 MB.");
  const auto one_more = read_source(folder.write("b.cu", std::string(1'000'001, '/')));
  REQUIRE_FALSE(one_more);
  CHECK(one_more.error() == "b.cu has 1 000 001 bytes; a kernel file may have at most 1 MB.");
  CHECK(read_source(folder.write("b.cu", std::string(1'000'000, '/'))));
}

TEST_CASE("a folder, a pipe and a device are not read") {
  const Folder folder;
  const auto directory = read_source(folder.path());
  REQUIRE_FALSE(directory);
  CHECK(contains(directory.error(), "is a folder"));
  REQUIRE(::mkfifo((folder.path() / "p.cu").c_str(), 0600) == 0);
  const auto pipe = read_source(folder.path() / "p.cu");
  REQUIRE_FALSE(pipe);
  CHECK(contains(pipe.error(), "not an ordinary file"));
  CHECK_FALSE(read_source("/dev/zero"));
}

TEST_CASE(
    "a file in the folder of a submission is read, also one folder further and in a linked one") {
  const Folder folder;
  fs::create_directory(folder.path() / "22-sums");
  folder.write("a.cu", "int a;");
  folder.write("22-sums/b.cu", "int b;");
  CHECK(*read_submitted(folder.path(), "a.cu").text == "int a;");
  CHECK(*read_submitted(folder.path(), "22-sums/b.cu").text == "int b;");
  // The folder itself is the instructor's word.
  const Folder elsewhere;
  fs::create_directory_symlink(folder.path(), elsewhere.path() / "kim");
  CHECK(*read_submitted(elsewhere.path() / "kim", "22-sums/b.cu").text == "int b;");
}

TEST_CASE("a file that a submission does not have is not there, whatever stands on its way") {
  const Folder folder;
  folder.write("22-sums", "a file, not a folder");
  for (const char* name : {"a.cu", "22-sums/a.cu", "33-none/a.cu"}) {
    const auto missing = read_submitted(folder.path(), name);
    CHECK_FALSE(missing.is_there);
    CHECK(contains(missing.text.error(), "a.cu is missing"));
  }
}

TEST_CASE("a link in a submission is not followed, wherever it leads") {
  const Folder folder, other;
  other.write("a.cu", "int solution;");
  fs::create_directory(other.path() / "22-sums");
  other.write("22-sums/b.cu", "int solution;");
  fs::create_symlink(other.path() / "a.cu", folder.path() / "a.cu");
  fs::create_symlink("/etc/passwd", folder.path() / "passwd.cu");
  fs::create_symlink("/proc/self/fd/0", folder.path() / "magic.cu");
  fs::create_symlink("nowhere", folder.path() / "dangling.cu");
  fs::create_symlink("own.cu", folder.path() / "near.cu");
  folder.write("own.cu", "int x;");
  for (const char* name : {"a.cu", "passwd.cu", "magic.cu", "dangling.cu", "near.cu"}) {
    const auto link = read_submitted(folder.path(), name);
    CHECK(link.is_there);
    REQUIRE_FALSE(link.text);
    CHECK(link.text.error() == std::string(name) + " is a link; hand in the file itself.");
  }
  fs::create_directory_symlink(other.path() / "22-sums", folder.path() / "22-sums");
  const auto inside = read_submitted(folder.path(), "22-sums/b.cu");
  CHECK(inside.is_there);
  REQUIRE_FALSE(inside.text);
  CHECK(inside.text.error() ==
        "The folder 22-sums is a link; hand in the folder itself, with b.cu in it.");
  CHECK_FALSE(read_submitted(folder.path() / "..", "../a.cu").text);
}

TEST_CASE("a file that has a second name is not a submission, its copy is") {
  const Folder folder, other;
  other.write("a.cu", "int solution;");
  fs::create_hard_link(other.path() / "a.cu", folder.path() / "a.cu");
  const auto linked = read_submitted(folder.path(), "a.cu");
  CHECK(linked.is_there);
  REQUIRE_FALSE(linked.text);
  CHECK(contains(linked.text.error(), "a hard link"));
  fs::copy_file(other.path() / "a.cu", folder.path() / "b.cu");
  CHECK(*read_submitted(folder.path(), "b.cu").text == "int solution;");
}

TEST_CASE("a pipe in a submission is not waited for") {
  const Folder folder;
  REQUIRE(::mkfifo((folder.path() / "a.cu").c_str(), 0600) == 0);
  const auto pipe = read_submitted(folder.path(), "a.cu");
  CHECK(pipe.is_there);
  REQUIRE_FALSE(pipe.text);
  CHECK(contains(pipe.text.error(), "not an ordinary file"));
}

TEST_CASE("predictions that cannot be read are told as what they are, and not as kernels") {
  const Folder folder;
  folder.write("predictions.json", " \n");
  CHECK(read_submitted(folder.path(), "predictions.json").text.error() ==
        "predictions.json is empty; expected what the window writes.");
  folder.write("predictions.json", std::string(warplab::verdict::kMaxSourceBytes + 1, ' '));
  CHECK(contains(read_submitted(folder.path(), "predictions.json").text.error(),
                 "; it may have at most 1 MB."));
}
