#pragma once
// Signatures of reports, so that one that the grader made can be told from one that somebody wrote.
// Ed25519 over the exact bytes of a file (RFC 8032) and over what it is about, by libsodium; the
// signature lies beside it. Many a report names no student: what it is about keeps two students'
// reports from being exchanged.
#include <array>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace warplab::grader {

struct PublicKey {
  std::array<unsigned char, 32> bytes{};
  std::string text() const;  // 64 hexadecimal digits
};

// Who has it can sign; it is wiped from memory when it goes.
class SecretKey {
 public:
  static Result<SecretKey> make();
  // The file that keygen made. The Error says why it cannot be used.
  static Result<SecretKey> read(const std::filesystem::path& file);
  SecretKey(const SecretKey&) = default;
  SecretKey& operator=(const SecretKey&) = default;
  ~SecretKey();

  PublicKey public_key() const;
  std::string text() const;  // of the file
  // The text of the file that lies beside what has these bytes. `subject`: whose report it is, and
  // of which attempts, in one line.
  std::string sign(std::string_view bytes, const std::string& subject) const;

 private:
  SecretKey() = default;
  std::array<unsigned char, 64> bytes_{};
};

Result<PublicKey> read_public_key(const std::filesystem::path& file);
std::string public_key_file_text(const PublicKey& key);

// report.json.sig lies beside report.json.
std::filesystem::path signature_file(const std::filesystem::path& report);

enum class Verified : unsigned char { valid, changed, another_key, damaged };
struct Verification {
  Verified outcome = Verified::damaged;
  std::string subject;  // where it is valid
};
// `signature` is the text of a signature file. changed: it was signed with this key, and these are
// not the bytes, or somebody only says that it was. damaged: it is no signature file.
Verification verify(std::string_view bytes, std::string_view signature, const PublicKey& key);

}  // namespace warplab::grader
