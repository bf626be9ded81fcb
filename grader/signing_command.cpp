#include "signing_command.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>

#include "base/file_text.hpp"
#include "base/printable.hpp"
#include "exit_code.hpp"
#include "signature.hpp"
#include "streams.hpp"

namespace warplab::grader {
namespace fs = std::filesystem;
namespace {

int fail(int code, const std::string& sentence) {
  complain(sentence);
  return code;
}

// A new file; one that is there is somebody's key and stays.
Result<bool> write_new(const fs::path& file, const std::string& text, mode_t rights) {
  const auto cannot = [&] {
    return Error{fmt::format("{} cannot be written: {}.", file.string(), std::strerror(errno))};
  };
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, rights);
  if (descriptor < 0) return cannot();
  const bool written =
      ::write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  if (::close(descriptor) != 0 || !written) return cannot();
  return true;
}

}  // namespace

int run_keygen(const Options& options) {
  const fs::path file = options.names.front();
  const fs::path beside = file.string() + ".pub";
  const Result<SecretKey> key = SecretKey::make();
  if (!key) return fail(kGraderFailed, key.error());
  constexpr mode_t kMine = 0600, kEverybodys = 0644;
  if (const Result<bool> done = write_new(file, key->text(), kMine); !done)
    return fail(kGraderFailed, done.error());
  if (const Result<bool> done =
          write_new(beside, public_key_file_text(key->public_key()), kEverybodys);
      !done) {
    ::unlink(file.c_str());
    return fail(kGraderFailed, done.error());
  }
  const std::string text = fmt::format(
      "{}: the secret key. Who has it can sign; keep it where students cannot read.\n"
      "{}: the public key, for `grader verify`.\n",
      file.string(), beside.string());
  print(text);
  return kAllPassed;
}

namespace {

// Why it is not opened, behind "The report"; empty: it is an ordinary file, or not there. A pipe
// would be waited for.
std::string no_ordinary_file(const fs::path& file) {
  std::error_code unknown;
  const fs::file_status status = fs::status(file, unknown);
  if (!fs::exists(status))
    return fmt::format("{} cannot be read: No such file or directory.", file.string());
  return fs::is_regular_file(status)
             ? std::string()
             : fmt::format("{} cannot be read: it is no ordinary file.", file.string());
}

// "" where it is of a class.
std::string student_in(const std::string& subject) {
  const nlohmann::json json = nlohmann::json::parse(subject, nullptr, false);
  const auto found = json.is_object() ? json.find("student") : json.end();
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace

// Of a class of thousands.
constexpr uint64_t kMostReportBytes = uint64_t{2} << 30;

int run_verify(const Options& options) {
  const fs::path file = options.names.front();
  if (const std::string why = no_ordinary_file(options.public_key); !why.empty())
    return fail(kGraderFailed, fmt::format("The key {}", why));
  const Result<PublicKey> key = read_public_key(options.public_key);
  if (!key) return fail(kGraderFailed, key.error());
  if (const std::string why = no_ordinary_file(file); !why.empty())
    return fail(kGraderFailed, fmt::format("The report {}", why));
  const std::optional<std::string> bytes = file_text(file, kMostReportBytes);
  if (!bytes)
    return fail(kGraderFailed, fmt::format("The report {} cannot be read: {}.", file.string(),
                                           std::strerror(errno)));
  const fs::path beside = signature_file(file);
  const std::optional<std::string> signature = file_text(beside);
  if (!signature)
    return fail(kNotSigned, fmt::format("{} has no signature: there is no {}.", file.string(),
                                        beside.filename().string()));
  const Verification verified = verify(*bytes, *signature, *key);
  switch (verified.outcome) {
    case Verified::valid:
      if (!options.student.empty() && student_in(verified.subject) != options.student)
        return fail(kChanged,
                    fmt::format("{} is signed, and is not the report of \"{}\": it is of {}.",
                                file.string(), printable(options.student), verified.subject));
      print(fmt::format("{} is as it was signed with this key, of {}.\n", file.string(),
                        verified.subject));
      return kAllPassed;
    case Verified::changed:
      return fail(kChanged, fmt::format("{} is not what was signed: it, or its signature, was "
                                        "changed.",
                                        file.string()));
    case Verified::another_key:
      return fail(kAnotherKey, fmt::format("{} was signed with another key than {}.", file.string(),
                                           options.public_key.string()));
    case Verified::damaged: break;
  }
  return fail(kNotSigned, fmt::format("{} has no signature: {} is none.", file.string(),
                                      beside.filename().string()));
}

}  // namespace warplab::grader
