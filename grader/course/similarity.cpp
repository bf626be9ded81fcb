#include "course/similarity.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "base/text_hash.hpp"
#include "source/tokens.hpp"
#include "source/words.hpp"

namespace warplab::course {
namespace {

// A run of so many tokens is hardly ever written twice by chance: a loop's head has about twelve.
constexpr size_t kTokens = 18;
// Of so many neighbouring fingerprints one is kept; passages of kTokens + kWindow - 1 tokens are
// always found.
constexpr size_t kWindow = 6;
// A fingerprint in more than this part of the works, and in more than kFewWorks, is how one does
// it.
constexpr double kCommonPart = 0.05;
constexpr size_t kFewWorks = 3;
// Fewer shared fingerprints, or a smaller part, are not worth anybody's time.
constexpr size_t kLeastShared = 4;
constexpr double kLeastFraction = 0.5;
constexpr size_t kMostPairs = 200;

using source::Token;

// Words that mean something by themselves keep their meaning; all others are "a name".
bool is_known(std::string_view word) {
  constexpr std::string_view kAxes = "xyz";
  return source::is_a(word, ~0u) || source::is_of_cuda(word) ||
         (word.size() == 1 && kAxes.find(word) != std::string_view::npos);
}

struct Fingerprint {
  uint64_t hash = 0;
  size_t begin = 0, end = 0;  // offsets into the text
};

// Every name that is not CUDA's is one word, and so is every number, unless `numbers` are told
// apart.
std::vector<uint64_t> words_of(const std::vector<Token>& tokens, bool numbers) {
  std::vector<uint64_t> words;
  words.reserve(tokens.size());
  for (const Token& token : tokens) switch (token.kind) {
      case Token::Kind::number: words.push_back(numbers ? text_hash(token.text) : 1); break;
      case Token::Kind::word:
        words.push_back(is_known(token.text) ? text_hash(token.text) : 2);
        break;
      default: words.push_back(text_hash(token.text));
    }
  return words;
}

std::vector<Fingerprint> fingerprints(std::string_view text) {
  const std::vector<Token> tokens = source::tokens_of(text);
  const std::vector<uint64_t> words = words_of(tokens, false);
  std::vector<Fingerprint> all;
  for (size_t i = 0; i + kTokens <= words.size(); ++i) {
    uint64_t hash = 0;
    for (size_t t = i; t < i + kTokens; ++t) hash = (hash ^ words[t]) * 0x9E3779B97F4A7C15u + 1;
    hash ^= hash >> 29;
    const Token& last = tokens[i + kTokens - 1];
    all.push_back({hash, tokens[i].offset, last.offset + last.text.size()});
  }
  // The smallest of each window, the rightmost of equal ones, each once.
  std::vector<Fingerprint> kept;
  for (size_t i = 0; i + kWindow <= all.size(); ++i) {
    size_t least = i;
    for (size_t w = i; w < i + kWindow; ++w)
      if (all[w].hash <= all[least].hash) least = w;
    if (kept.empty() || kept.back().begin != all[least].begin) kept.push_back(all[least]);
  }
  return kept;
}

int line_at(std::string_view text, size_t offset) {
  return 1 + static_cast<int>(std::ranges::count(text.substr(0, offset), '\n'));
}

// The lines of what two works share, neighbouring ones joined.
std::vector<SharedPassage> passages(const Work& first, const Work& second,
                                    const std::vector<Fingerprint>& of_first,
                                    const std::vector<Fingerprint>& of_second,
                                    const std::unordered_set<uint64_t>& telling) {
  std::unordered_map<uint64_t, const Fingerprint*> at;
  for (const Fingerprint& print : of_second)
    if (telling.contains(print.hash)) at.emplace(print.hash, &print);
  std::vector<SharedPassage> found;
  for (const Fingerprint& print : of_first) {
    const auto other = at.find(print.hash);
    if (other == at.end()) continue;
    const SharedPassage here{line_at(first.text, print.begin), line_at(first.text, print.end - 1),
                             line_at(second.text, other->second->begin),
                             line_at(second.text, other->second->end - 1)};
    SharedPassage* const last = found.empty() ? nullptr : &found.back();
    const bool goes_on = last && here.first_begin <= last->first_end + 1 &&
                         here.second_begin <= last->second_end + 1 &&
                         here.second_begin >= last->second_begin;
    if (!goes_on) {
      found.push_back(here);
      continue;
    }
    last->first_end = std::max(last->first_end, here.first_end);
    last->second_end = std::max(last->second_end, here.second_end);
  }
  return found;
}

}  // namespace

std::vector<SimilarPair> similar_pairs(const std::vector<Work>& works,
                                       const std::vector<std::string>& given) {
  std::vector<std::vector<Fingerprint>> prints;
  for (const Work& work : works) prints.push_back(fingerprints(work.text));
  std::unordered_map<uint64_t, std::set<size_t>> who;  // has a fingerprint
  for (size_t w = 0; w < works.size(); ++w)
    for (const Fingerprint& print : prints[w]) who[print.hash].insert(w);
  for (const std::string& text : given)
    for (const Fingerprint& print : fingerprints(text)) who.erase(print.hash);

  const auto most =
      std::max(kFewWorks, static_cast<size_t>(kCommonPart * static_cast<double>(works.size())));
  std::unordered_set<uint64_t> telling;
  std::vector<size_t> own(works.size(), 0);  // fingerprints of each that tell something
  std::map<std::pair<size_t, size_t>, size_t> shared;
  for (const auto& [hash, owners] : who) {
    if (owners.size() > most) continue;
    telling.insert(hash);
    for (auto a = owners.begin(); a != owners.end(); ++a) {
      ++own[*a];
      for (auto b = std::next(a); b != owners.end(); ++b) ++shared[{*a, *b}];
    }
  }
  std::vector<SimilarPair> pairs;
  for (const auto& [pair, count] : shared) {
    const size_t smaller = std::min(own[pair.first], own[pair.second]);
    const double fraction = static_cast<double>(count) / static_cast<double>(smaller);
    if (count < kLeastShared || fraction < kLeastFraction) continue;
    const Work &first = works[pair.first], &second = works[pair.second];
    pairs.push_back({pair.first, pair.second, count, fraction, first.text == second.text,
                     passages(first, second, prints[pair.first], prints[pair.second], telling)});
  }
  std::ranges::stable_sort(pairs, [](const SimilarPair& a, const SimilarPair& b) {
    return a.identical != b.identical ? a.identical
                                      : a.fraction * static_cast<double>(a.shared) >
                                            b.fraction * static_cast<double>(b.shared);
  });
  if (pairs.size() > kMostPairs) pairs.resize(kMostPairs);
  return pairs;
}

bool is_same_code(std::string_view one, std::string_view other) {
  return words_of(source::tokens_of(one), true) == words_of(source::tokens_of(other), true);
}

}  // namespace warplab::course
