#pragma once
// The short form of exercise.toml: `kernel`, `tile`, sizes by their graded number, [buffers],
// `about` and `keeps`. It stands for the long form, in which everything is spelled out; the
// document is turned into that before anything of it is read. What the file spells out stays as it
// is. docs/AUTHORING.md. Only this room includes this header.
#include <toml++/toml.h>

#include <map>
#include <string>
#include <vector>

#include "exercise/exercise.hpp"
#include "exercise/profiles.hpp"
#include "exercise/toml_reader.hpp"

namespace warplab::exercise {

// The document as it becomes the long form, and its table for what is wrong in it.
struct ShortForm {
  toml::table& document;
  const TomlTable& root;
  const Profiles& profiles;
  Exercise& exercise;  // has the folder and the slug; gets `keeps`
};

// All of it, in the order in which one part needs another. Mistakes are in the root's Problems.
void spell_out(const ShortForm& form);

// short_sizes.cpp: checks, counted and ragged sizes and ranges, of `tile` and the graded sizes.
void spell_out_sizes(const ShortForm& form);

// How many elements of each size a tile has; one that the file does not name is not there.
// `order`: as the grid has them, the last one is x.
struct Tile {
  std::map<std::string, int64_t> sides;
  std::vector<std::string> order;
};
Tile read_tile(const ShortForm& form);

// short_launches.cpp: `kernel`, blocks and grids of `tile`, arguments of the starter's signature.
void spell_out_launches(const ShortForm& form);

// keeps.cpp: what built-in gates are worth (`points`), the gates of `keeps`, and `about`.
void spell_out_points(const ShortForm& form);
void spell_out_keeps(const ShortForm& form);

}  // namespace warplab::exercise
