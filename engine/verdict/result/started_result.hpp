#pragma once
// What a result says of its exercise, before anything has been run.
#include "exercise/exercise.hpp"
#include "verdict/result/result.hpp"

namespace warplab::verdict {

inline ExerciseResult result_of(const exercise::Exercise& exercise, uint64_t seed) {
  ExerciseResult result;
  result.slug = exercise.slug;
  result.title = exercise.title;
  result.seed = seed;
  result.exercise_hash = exercise.hash;
  for (const exercise::KeptProfile& kept : exercise.keeps)
    result.keeps.push_back({kept.name, kept.says});
  return result;
}

}  // namespace warplab::verdict
