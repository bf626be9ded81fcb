#include "signature.hpp"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <vector>

#include "base/file_text.hpp"

namespace warplab::grader {
namespace fs = std::filesystem;
namespace {

static_assert(crypto_sign_PUBLICKEYBYTES == 32 && crypto_sign_SECRETKEYBYTES == 64);

// The first lines of the three files. A number is raised when a form changes.
constexpr std::string_view kSecretHead = "warplab secret key 1";
constexpr std::string_view kPublicHead = "warplab public key 1";
constexpr std::string_view kSignatureHead = "warplab signature 2";
// Signed in front of the bytes, so that a signature is of a report and of nothing else that
// somebody may have signed with the same key.
constexpr std::string_view kPurpose = "warplab report 2\n";

// libsodium asks to be started before it is used; to do so twice is fine.
bool start_sodium() { return sodium_init() >= 0; }

template <size_t size>
std::string hex(const std::array<unsigned char, size>& bytes) {
  std::string text;
  for (const unsigned char byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

template <size_t size>
std::optional<std::array<unsigned char, size>> from_hex(const std::string& text) {
  std::array<unsigned char, size> bytes{};
  size_t length = 0;
  const char* end = nullptr;
  if (text.size() != 2 * size ||
      sodium_hex2bin(bytes.data(), size, text.data(), text.size(), nullptr, &length, &end) != 0)
    return std::nullopt;
  return length == size ? std::optional(bytes) : std::nullopt;
}

// The lines of a small file without their ends.
std::vector<std::string> lines_of(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(line);
  }
  return lines;
}

std::string message_of(const std::string& subject, std::string_view bytes) {
  return std::string(kPurpose).append(subject).append("\n").append(bytes);
}

const unsigned char* data_of(const std::string& text) {
  return static_cast<const unsigned char*>(static_cast<const void*>(text.data()));
}

}  // namespace

std::string PublicKey::text() const { return hex(bytes); }

Result<SecretKey> SecretKey::make() {
  if (!start_sodium()) return Error{"libsodium cannot be started."};
  SecretKey key;
  PublicKey ignored;
  crypto_sign_keypair(ignored.bytes.data(), key.bytes_.data());
  return key;
}

Result<SecretKey> SecretKey::read(const fs::path& file) {
  if (!start_sodium()) return Error{"libsodium cannot be started."};
  const Result<std::string> text = named_text(file);
  if (!text)
    return Error{fmt::format("The key {} cannot be read: {}.", file.string(), text.error())};
  const std::vector<std::string> lines = lines_of(*text);
  const auto bytes = lines.size() == 2 && lines[0] == kSecretHead
                         ? from_hex<crypto_sign_SECRETKEYBYTES>(lines[1])
                         : std::nullopt;
  if (!bytes)
    return Error{fmt::format(
        "{} is no secret key; `grader keygen FILE` makes one{}.", file.string(),
        !lines.empty() && lines[0] == kPublicHead ? ", and this is the public one beside it" : "")};
  SecretKey key;
  key.bytes_ = *bytes;
  return key;
}

SecretKey::~SecretKey() { sodium_memzero(bytes_.data(), bytes_.size()); }

PublicKey SecretKey::public_key() const {
  PublicKey key;
  crypto_sign_ed25519_sk_to_pk(key.bytes.data(), bytes_.data());
  return key;
}

std::string SecretKey::text() const { return fmt::format("{}\n{}\n", kSecretHead, hex(bytes_)); }

std::string SecretKey::sign(std::string_view bytes, const std::string& subject) const {
  std::array<unsigned char, crypto_sign_BYTES> signature{};
  const std::string message = message_of(subject, bytes);
  crypto_sign_detached(signature.data(), nullptr, data_of(message), message.size(), bytes_.data());
  return fmt::format("{}\nof {}\nkey {}\nsignature {}\n", kSignatureHead, subject,
                     public_key().text(), hex(signature));
}

Result<PublicKey> read_public_key(const fs::path& file) {
  if (!start_sodium()) return Error{"libsodium cannot be started."};
  const Result<std::string> text = named_text(file);
  if (!text)
    return Error{fmt::format("The key {} cannot be read: {}.", file.string(), text.error())};
  const std::vector<std::string> lines = lines_of(*text);
  const auto bytes = lines.size() == 2 && lines[0] == kPublicHead
                         ? from_hex<crypto_sign_PUBLICKEYBYTES>(lines[1])
                         : std::nullopt;
  if (!bytes)
    return Error{fmt::format("{} is no public key; `grader keygen FILE` makes one, FILE.pub.",
                             file.string())};
  return PublicKey{*bytes};
}

std::string public_key_file_text(const PublicKey& key) {
  return fmt::format("{}\n{}\n", kPublicHead, key.text());
}

fs::path signature_file(const fs::path& report) { return report.string() + ".sig"; }

Verification verify(std::string_view bytes, std::string_view signature, const PublicKey& key) {
  if (!start_sodium()) return {};
  const std::vector<std::string> lines = lines_of(signature);
  constexpr std::string_view kAbout = "of ", kKey = "key ", kOf = "signature ";
  if (lines.size() != 4 || lines[0] != kSignatureHead || !lines[1].starts_with(kAbout) ||
      !lines[2].starts_with(kKey) || !lines[3].starts_with(kOf))
    return {};
  const std::string subject = lines[1].substr(kAbout.size());
  const auto by = from_hex<crypto_sign_PUBLICKEYBYTES>(lines[2].substr(kKey.size()));
  const auto signed_as = from_hex<crypto_sign_BYTES>(lines[3].substr(kOf.size()));
  if (!by || !signed_as) return {};
  if (*by != key.bytes) return {Verified::another_key, ""};
  const std::string message = message_of(subject, bytes);
  const bool valid = crypto_sign_verify_detached(signed_as->data(), data_of(message),
                                                 message.size(), key.bytes.data()) == 0;
  return valid ? Verification{Verified::valid, subject} : Verification{Verified::changed, ""};
}

}  // namespace warplab::grader
