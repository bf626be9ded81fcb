#include "signature.hpp"

#include <doctest/doctest.h>

#include "contains.hpp"
#include "temporary_folder.hpp"

using namespace warplab;
using namespace warplab::grader;
using test::contains;

TEST_CASE("a signature is of these bytes and this key") {
  const Result<SecretKey> key = SecretKey::make(), other = SecretKey::make();
  REQUIRE(key);
  REQUIRE(other);
  const std::string report("{\"score\": 1}\n\0x", 14), signature = key->sign(report, "kim");
  CHECK(verify(report, signature, key->public_key()).outcome == Verified::valid);
  CHECK(verify(report, signature, other->public_key()).outcome == Verified::another_key);
  CHECK(verify("", key->sign("", "kim"), key->public_key()).outcome == Verified::valid);
  for (size_t i = 0; i < report.size(); ++i) {
    std::string changed = report;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    CHECK(verify(changed, signature, key->public_key()).outcome == Verified::changed);
  }
  CHECK(verify(report + "\n", signature, key->public_key()).outcome == Verified::changed);
}

TEST_CASE("who says that it was our key does not have it") {
  const Result<SecretKey> key = SecretKey::make(), other = SecretKey::make();
  std::string forged = other->sign("1", "kim");
  const std::string theirs = other->public_key().text();
  forged.replace(forged.find(theirs), theirs.size(), key->public_key().text());
  CHECK(verify("1", forged, key->public_key()).outcome == Verified::changed);
}

TEST_CASE("what is no signature is damaged") {
  const Result<SecretKey> key = SecretKey::make();
  const std::string good = key->sign("1", "kim");
  for (const std::string& bad :
       {std::string(), std::string("hello"), good.substr(0, good.size() - 4), good + "more\n",
        "warplab signature 1" + good.substr(19)})
    CHECK(verify("1", bad, key->public_key()).outcome == Verified::damaged);
}

TEST_CASE("keys come back from their files, and other files are none") {
  const test::TemporaryFolder folder;
  const Result<SecretKey> key = SecretKey::make();
  const auto secret = folder.write("course.key", key->text());
  const auto open = folder.write("course.key.pub", public_key_file_text(key->public_key()));
  const Result<SecretKey> read = SecretKey::read(secret);
  REQUIRE(read);
  CHECK(read->public_key().text() == key->public_key().text());
  CHECK(verify("1", read->sign("1", "kim"),
               read_public_key(open)->bytes == key->public_key().bytes ? key->public_key()
                                                                       : PublicKey{})
            .outcome == Verified::valid);
  CHECK(contains(SecretKey::read(open).error(), "the public one"));
  CHECK(contains(read_public_key(secret).error(), "is no public key"));
  CHECK(contains(SecretKey::read(folder.path() / "none").error(), "cannot be read"));
}
