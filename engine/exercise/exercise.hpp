#pragma once
// An exercise as its folder describes it (exercise.toml): what is launched, on which data, what must
// hold. No file is opened after load(), except statement and sources by those who show them.
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/dim3.hpp"
#include "base/result.hpp"
#include "exercise/expression.hpp"
#include "sim/simulate.hpp"

namespace warplab::exercise {

// Named whole numbers that expressions see: the sizes ("rows", "n") plus, for launches, the block
// shape ("block_x", "block_y", "block_z") and the variant's flags.
using Values = std::map<std::string, int64_t>;

struct SizeSet {
  enum class Purpose : uint8_t { check, graded, gpu };  // checks: several; graded: the simulator's; gpu
  Purpose purpose = Purpose::check;
  std::string label;       // "rows 96, cols 33": made from the values where none is given
  Values values;
};

struct Fill {
  enum class Kind : uint8_t { constant, ramp, random_integers, uniform, picture, poison };
  Kind kind = Kind::constant;
  double value = 0;                 // constant
  double start = 0, step = 1;       // ramp: start + step * index, in row-major order
  double low = 0, high = 1;         // random_integers: whole numbers low ... high; uniform: [low, high)
  std::filesystem::path picture;    // grey picture (PNG), resized by the nearest pixel, scaled to low ... high
  // Rectangles drawn over the fill, half open, in element coordinates; the last one wins.
  struct Patch {
    Expression row_begin, row_end, column_begin, column_end;
    double value = 0;
  };
  std::vector<Patch> patches;
};

struct Buffer {
  enum class Role : uint8_t { input, output, inout, scratch };
  std::string name;
  sim::ElementType element = sim::ElementType::f32;
  std::vector<Expression> shape;    // row-major, slowest first
  Role role = Role::input;
  Fill fill;
  // Alternative first inputs used for some seeds ("all ones with row 3 = 9"): seed k of a check uses
  // fills[k] while there is one, then `fill`.
  std::vector<Fill> first_fills;
};

struct ScalarArgument {
  sim::ElementType type = sim::ElementType::i32;
  Expression value;
  std::optional<double> real;       // for f32 and f64 constants
};

struct ArgumentSpec {
  std::string buffer;               // a buffer's name, or empty: `scalar`
  ScalarArgument scalar;
};

struct LaunchSpec {
  std::string kernel;               // function name in the student's file (extern "C" or unique)
  std::vector<Expression> grid;     // 1 to 3
  std::vector<Expression> block;
  Expression dynamic_shared;        // bytes
  std::vector<ArgumentSpec> arguments;
  Expression repeat;                // how many times in a row; `iteration` counts from 0 in arguments
  int repeat_group = -1;            // launches with the same group repeat together, in order
};

// One way of running the kernel whose answer is checked: a flag that must change the counters but not
// the answer. Every exercise has at least one, named "default" when the file names none.
struct Variant {
  std::string name;
  Values flags;
};

struct Gate {
  std::string name;                 // "coalesced loads"
  // A built-in ("correct", "in_bounds", "initialized", "race_free", "terminates", "launches",
  // "supported"), or an expression over counters such as "global.load.sectors / global.load.requests".
  std::string metric;
  std::string variant;              // which variant's counters; empty: every variant must hold
  int launch = -1;                  // counters of this launch only; -1: all together
  std::optional<double> min, max;   // inclusive
  std::optional<double> ideal;      // shown beside the actual
  std::string unit;                 // "sectors/request"
  std::string message;              // instructor's sentence; {value}, {ideal}, {limit}, {line} are filled in
  double points = 1;
};

struct View {
  std::string buffer;
  std::string title;
  std::string color_map = "viridis";
  std::optional<double> low, high;  // fixed range; none: automatic
};

struct Tolerance {
  double absolute = 0, relative = 0;  // |a - b| <= absolute + relative * |b|; both 0: equal
};

// A kernel that an instructor knows to be wrong, and the gate that must catch it.
struct KnownWrong {
  std::filesystem::path file;
  std::string caught_by;            // gate name or metric; "compile" where it must not compile
  std::string why;
};

struct Exercise {
  std::filesystem::path folder;     // exercises/02-column-sums
  std::string slug;                 // "column-sums"
  int order = 0;                    // 2, from the folder's name
  std::string title, module;
  std::string student_file;         // "column_sums.cu": the starter, and its name in a submission
  std::string reference_file;       // "reference.cu"; its kernel names equal the student's
  std::string statement_file = "statement.md";
  bool student_chooses_block = false;
  Dim3 max_block;                   // bound for the student's choice (product too)
  std::vector<SizeSet> sizes;
  std::vector<uint64_t> check_seeds;  // how many fills each check size runs with
  std::vector<Buffer> buffers;
  std::vector<LaunchSpec> launches;
  std::vector<Variant> variants;
  Tolerance tolerance;
  std::vector<Gate> gates;
  std::vector<std::string> hints;
  std::vector<View> views;
  std::vector<KnownWrong> known_wrong;  // from solutions/NN-slug, see load_solutions()
  std::filesystem::path solution;
};

// Reads FOLDER/exercise.toml. The error names the file, line and key, and what was expected.
Result<Exercise> load(const std::filesystem::path& folder);

// Every exercise below `folder`, in course order. One that does not load is an Error in its place, so
// that the others can still be used.
struct Entry {
  std::filesystem::path folder;
  Result<Exercise> exercise;
};
Result<std::vector<Entry>> load_all(const std::filesystem::path& folder);

// A concrete run: every expression evaluated.
struct Case {
  std::string label;                // "rows 96, cols 33, seed 2"
  Values values;
  uint64_t seed = 0;
  std::vector<sim::Buffer> buffers; // `bytes` empty: memory is the caller's; shape and flags are set
  std::vector<sim::Launch> launches;
  std::vector<const Buffer*> specs; // the exercise's buffer for each of `buffers`
};
// `seed_index` counts the seeds of a check from 0 and picks first_fills; `block` is the student's choice.
Result<Case> instantiate(const Exercise&, const SizeSet&, const Variant&, uint64_t seed,
                         std::optional<Dim3> block = std::nullopt);

// Writes the initial content of buffer `index` of `c`. `seed_index` as above.
Result<bool> fill(const Exercise&, const Case& c, size_t index, uint64_t seed_index,
                  std::span<std::byte> bytes);

}  // namespace warplab::exercise
