#pragma once
// Which files of a class have more in common than chance and the exercise explain: a hint for
// people who look, and never a verdict.
//
// Fingerprints of a text are chosen by winnowing (Schleimer, Wilkerson, Aiken, "Winnowing: local
// algorithms for document fingerprinting", SIGMOD 2003), over tokens in which every name that is
// not CUDA's is one word and every number another, so that renaming hides nothing.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warplab::course {

struct Work {
  std::string student;
  std::string text;
};

// Lines of both texts, from 1, that have the same fingerprints.
struct SharedPassage {
  int first_begin = 0, first_end = 0;    // in the first text, both included
  int second_begin = 0, second_end = 0;  // in the second
};

struct SimilarPair {
  size_t first = 0, second = 0;  // indices into the works
  size_t shared = 0;             // fingerprints that both have and few others
  double fraction = 0;           // of those of the smaller one, 0 ... 1
  bool identical = false;        // byte for byte
  std::vector<SharedPassage> passages;
};

// Pairs of `works`, the most similar first. What also stands in one of `given` (starter, solution),
// or in the works of many students, says nothing and is left out.
std::vector<SimilarPair> similar_pairs(const std::vector<Work>& works,
                                       const std::vector<std::string>& given);

// Whether two texts are the same but for names, comments and layout: a submission that is the
// reference, which every student has.
bool is_same_code(std::string_view one, std::string_view other);

}  // namespace warplab::course
