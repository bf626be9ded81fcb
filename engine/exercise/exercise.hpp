#pragma once
// An exercise as its folder describes it (exercise.toml): what is launched, on which data, what
// must hold. No file is opened after load(), except statement and sources by those who show them.
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/dim3.hpp"
#include "base/result.hpp"
#include "base/special_members.hpp"
#include "data/compare.hpp"
#include "data/launch.hpp"
#include "exercise/expression.hpp"
#include "exercise/formula.hpp"
#include "exercise/metric.hpp"

namespace warplab::exercise {

// Named whole numbers that expressions see: the sizes ("rows", "n") plus, for launches, the block
// shape ("block_x", "block_y", "block_z") and the variant's flags.
using Values = std::map<std::string, int64_t>;

struct SizeRange {
  int64_t from = 1, to = 1,
          step = 1;  // from, from + step, ... up to `to`, which may be one of them
};

struct SizeSet {
  // check: the answer only, several sizes; graded: the one whose counters are judged and shown;
  // gpu: on a GPU; drawn: the answer only, at sizes that are drawn for each file; counted: where
  // counters are judged again, at sizes that are drawn for each file; ragged: the same, at one of
  // no whole tiles, with wider limits.
  enum class Purpose : uint8_t { check, graded, gpu, drawn, counted, ragged };
  Purpose purpose = Purpose::check;
  std::string label;  // "rows 96, cols 33": made from the values where none is given
  Values values;      // with ranges: what the default seed gives
  // From which other seeds draw, and every file for `drawn`, `counted` and `ragged`. See
  // exercise/draw.hpp.
  std::map<std::string, SizeRange> ranges;
  // The same for sizes that are from, 2 from, 4 from, ... up to `to`; a step means nothing here.
  std::map<std::string, SizeRange> doubling;
  std::vector<std::string> names;  // in the order of the file
  // Not in the file: `drawn`, whose ranges are made of the checks, or `counted`, which has those of
  // `graded`.
  bool derived = false;
  WARPLAB_SPECIAL_MEMBERS(SizeSet);
};
// A size that others decide: levels = log2(n).
struct DerivedSize {
  std::string name;
  Expression value;
};
// "rows 96, cols 33"
std::string size_label(const SizeSet& size);

// What random content is made from.
struct Seed {
  Seed(uint64_t number) : value(number) {}  // NOLINT: a number is a seed
  Seed(uint64_t number, bool is_drawn) : value(number), drawn(is_drawn) {}
  uint64_t value;
  bool drawn = false;        // from a hash of the student's file
  std::string text() const;  // "seed 2", "drawn seed 9c1f03a2b4d5e6f7"
  friend bool operator==(const Seed&, const Seed&) = default;
};

// A picture, decoded when the exercise is loaded.
struct GreyPicture {
  std::filesystem::path file;
  uint32_t width = 0, height = 0;
  std::vector<uint8_t> pixels;  // row-major, top row first
  // Red, green, blue and opacity of each pixel, where a buffer has colours; else empty.
  std::vector<uint8_t> colors;
};

// What kinds of content there are: fill_kinds.hpp.
struct FillKind;
inline constexpr std::string_view kConstantFill = "constant";
inline constexpr std::string_view kPoisonFill = "poison";
const FillKind* fill_kind(std::string_view name);  // null: there is no such row

struct Fill {
  const FillKind* kind = fill_kind(kConstantFill);
  bool is(std::string_view name) const;
  double value = 0;  // constant
  // ramp: start + step * index, in row-major order; random_multiples: low, low + step, ... high.
  double start = 0, step = 1;
  double low = 0, high = 1;  // random_integers: whole numbers low ... high; uniform: [low, high)
  // random_multiples, uniform: with kSmallNumbers all are 2^small_by times smaller; 0: they are
  // not.
  int small_by = 0;
  // picture: resized by the nearest pixel, black is low and white is high.
  std::shared_ptr<const GreyPicture> picture;
  // formula: over i0, i1, ... (the element's index), `index` (the same in row-major order),
  // `random` (0 <= random < 1, from the seed, another one for each element), sizes and flags, and,
  // where there is a picture, `picture` (0 ... 1, as bright as it is at the element).
  std::optional<Formula> formula;
  std::map<std::string, double> parameters;  // of [live]: further names of the formula
  // Rectangles drawn over the fill, half open, in element coordinates, clipped to the buffer; the
  // last one wins. A buffer of one dimension has one row; of more than two, rows are all but the
  // last.
  struct Patch {
    Expression row_begin, row_end, column_begin, column_end;
    double value = 0;
  };
  std::vector<Patch> patches;
  WARPLAB_SPECIAL_MEMBERS(Fill);
};

struct Buffer {
  enum class Role : uint8_t { input, output, inout, scratch };
  std::string name;
  data::ElementType element = data::ElementType::f32;
  std::vector<Expression> shape;  // row-major, slowest first
  Role role = Role::input;
  Fill fill;
  // Alternative first inputs used for some seeds ("all ones with row 3 = 9"): seed k of a check
  // uses first_fills[k] while there is one, then `fill`.
  std::vector<Fill> first_fills;
  // The closed form of an output over i0, i1, ... (the element's index) and the names of sizes and
  // flags; none: what the reference kernel writes. See expected_values().
  std::optional<Formula> expected;
  // Of an answer: how far an element may be from what is expected. Where it depends on the sizes,
  // Case::tolerances has it, and here is nothing.
  data::Tolerance tolerance;
  std::optional<Formula> absolute_tolerance, relative_tolerance;
  // Of an answer: a [[verify]] decides about it, and it is not compared.
  bool verified = false;
  // The __constant__ or __device__ variable of the student's file that holds this content when a
  // launch begins; empty: none. No launch is given such a buffer.
  std::string variable;
  WARPLAB_SPECIAL_MEMBERS(Buffer);
};

// A worker is handed two files for each buffer, and a process may send 253 at once.
inline constexpr size_t kMostBuffers = 64;
// An output or inout buffer: its content after the last launch is the answer.
constexpr bool is_answer(const Buffer& buffer) {
  return buffer.role == Buffer::Role::output || buffer.role == Buffer::Role::inout;
}

struct ScalarArgument {
  data::ElementType type = data::ElementType::i32;
  Expression value;
  std::optional<double> real;  // for f32 and f64 constants
};

struct ArgumentSpec {
  std::string buffer;  // a buffer's name, or empty: `scalar`
  ScalarArgument scalar;
  std::vector<ScalarArgument> members;  // of a structure; empty: it is none
};

struct LaunchSpec {
  std::string name;              // for gates and tables; the kernel's name where none is given
  std::string kernel;            // function name in the student's file (extern "C" or unique)
  std::vector<Expression> grid;  // 1 to 3
  std::vector<Expression> block;
  Expression dynamic_shared;  // bytes
  std::vector<ArgumentSpec> arguments;
  Expression repeat;  // how many times in a row; `iteration` counts from 0 in arguments
  // The module's variables have the values that the launch before left; else they start anew.
  bool keep_variables = false;
  bool cooperative = false;  // data::Launch::cooperative
  // The kernel is complete in the starter: it is there to be compared with the student's own.
  bool given = false;
  // Where these are there, the launch repeats once for all that they count together: each from 0 up
  // to its value, inside of the one before, whose names it sees. Then `repeat` is not looked at.
  std::vector<DerivedSize> loops;
  // The launch repeats while this buffer's first element is not 0 at the end of a repetition, and
  // `repeat` is how often it must not; the host sets the buffer to 0 before each. Empty: it repeats
  // as often as `repeat` says.
  std::string repeat_while;
  // Two buffers that change places among the arguments after each repetition; empty: none do.
  std::vector<std::string> swap;
  // Launches with the same group stand next to each other and repeat together, in order; `repeat`
  // and what belongs to it are the same for all of them. -1: this launch repeats on its own.
  int repeat_group = -1;
  // What computes the same, of a library that the machine may have; its time is shown beside the
  // launch's. A data::LibraryRoutine; empty: none.
  std::string library;
  // Of an experiment: the launch is made where this is not 0; it chooses among kernels.
  Expression when{1};
  WARPLAB_SPECIAL_MEMBERS(LaunchSpec);
};

// One way of running the kernel whose answer is checked: a flag that must change the counters but
// not the answer. Every exercise has at least one, named "default" when the file names none.
struct Variant {
  std::string name;
  Values flags;
};

// The gates that every exercise has, in the order in which they are judged. Where the file does not
// list one, load() puts it in front of the others: "correct" for 1 point, the rest as conditions.
// A gate is one row here; the findings that fail it name it in verdict/result/gate_of_finding.cpp.
struct BuiltInGate {
  // What must be known of the runs for it to pass where nothing speaks against it: that every
  // access was followed in all of them, that all came to their end, or that one was started.
  enum class KnownFrom : uint8_t { followed_runs, all_runs, start };
  std::string_view metric;
  KnownFrom known_from;
};
inline constexpr BuiltInGate kBuiltInGates[] = {
    {"supported", BuiltInGate::KnownFrom::start},
    {"launches", BuiltInGate::KnownFrom::start},
    {"terminates", BuiltInGate::KnownFrom::all_runs},
    {"in_bounds", BuiltInGate::KnownFrom::all_runs},
    {"initialized", BuiltInGate::KnownFrom::followed_runs},
    {"race_free", BuiltInGate::KnownFrom::followed_runs},
    {"correct", BuiltInGate::KnownFrom::all_runs},
};
const BuiltInGate* built_in_gate(std::string_view metric);  // null: there is no such row
bool is_built_in_gate(std::string_view metric);
inline constexpr std::string_view kCorrectGate = "correct";

// Gates over times, which only a GPU can decide.
inline constexpr std::string_view kTimeMetric = "time";                   // microseconds
inline constexpr std::string_view kCopyFractionMetric = "copy_fraction";  // of our copy's bandwidth
// The reference kernel's time over the student's: 1 is as fast as the reference, 2 twice as fast.
inline constexpr std::string_view kReferenceFractionMetric = "reference_fraction";
// The yardstick's time over the student's: a kernel of the same shape, see
// Exercise::yardstick_file.
inline constexpr std::string_view kYardstickFractionMetric = "yardstick_fraction";
constexpr bool is_timed_metric(std::string_view metric) {
  return metric == kTimeMetric || metric == kCopyFractionMetric ||
         metric == kReferenceFractionMetric || metric == kYardstickFractionMetric;
}

// A gate over what the student predicted in an experiment before its answer was shown.
inline constexpr std::string_view kPredictionMetric = "prediction";
struct PredictionAsked {
  std::string experiment;        // slug
  std::string question;          // the prediction's name
  bool has_to_be_right = false;  // else it has to be made
};

struct Gate {
  std::string name;     // "coalesced loads"
  std::string profile;  // the KeptProfile that has brought it; empty: the exercise's own
  // A built-in ("correct", "in_bounds", "initialized", "race_free", "terminates", "launches",
  // "supported"), or an expression over counters such as "global.sectors".
  std::string metric;
  // `metric` parsed; none: a built-in, a time or a prediction.
  std::optional<MetricExpression> expression;
  std::optional<PredictionAsked> prediction;
  // Of "time": the GPU that the limit was set for, by its own name, "Tesla T4". Of a fraction that
  // is `modelled`: the GPU whose model decides where nothing was measured.
  std::string gpu;
  // A model of that GPU stands in where it cannot be measured.
  bool modelled = false;
  bool is_timed() const { return is_timed_metric(metric); }
  std::string variant;  // which variant's counters; empty: every variant must hold
  bool is_of(std::string_view one) const { return variant.empty() || variant == one; }
  // Counters of this launch only (an index into Exercise::launches; its repetitions together);
  // -1: all launches together. Case::launch_specs maps a report's launches back.
  int launch = -1;
  // Of a program: counters of kernels of this name only; empty: of all.
  std::string kernel;
  std::optional<double> min, max;  // inclusive
  std::optional<double> ideal;     // shown beside the actual
  // Instead of the numbers: amounts that the sizes imply, or that are compared with the reference's
  // run. One value at each size.
  std::optional<MetricExpression> min_amount, max_amount, ideal_amount;
  // Only shown: it has no limit, passes nothing, fails nothing and is worth nothing.
  bool reported = false;
  bool ragged = true;  // judged at SizeSet::Purpose::ragged, too
  bool has_min() const { return min || min_amount; }
  bool has_max() const { return max || max_amount; }
  // Of "correct": the answers that it is about, indices into Exercise::buffers; empty: all.
  std::vector<size_t> answers;
  std::string unit;     // "sectors/request"
  std::string message;  // instructor's sentence; {value}, {ideal}, {limit}, {line} are filled in
  // 0: a condition. It earns nothing, and an exercise in which it does not pass scores 0.
  double points = 1;
  // Names of gates that must pass for this one to earn its points: what the starter has already is
  // worth nothing without what the exercise is about.
  std::vector<std::string> needs;
  WARPLAB_SPECIAL_MEMBERS(Gate);
};

// One line of `keeps`: what it is called, and what it wants, as a sentence for students. Its gates
// name it. docs/AUTHORING.md, engine/exercise/profiles.hpp.
struct KeptProfile {
  std::string name, says;
};

// A colour map is one row here, and its 256 colours in assets/color_maps/NAME.txt. The first is the
// default.
struct ColorMapRow {
  std::string_view name;     // as exercise files spell it
  std::string_view title;    // as people read it
  bool diverging = false;    // zero belongs in the middle
  bool is_for_views = true;  // a view may name it; else it is the window's own
};
inline constexpr ColorMapRow kColorMaps[] = {
    {"viridis", "Viridis"},
    {"cividis", "Cividis"},
    {"magma", "Magma"},
    {"gray", "Grey"},
    {"coolwarm", "Cool to warm", true},
    {"difference", "Difference", true, false},
};
std::vector<std::string_view> color_maps_for_views();  // their names

struct View {
  std::string buffer;
  std::string title;
  std::string color_map = "viridis";
  std::optional<double> low, high;  // fixed range; none: automatic
};

// The student's file has host code beside its kernels: a program in which this function is called
// once for each run. It allocates, copies, launches and frees as it likes.
struct HostEntry {
  std::string function;  // "solve"; "main": the file is a whole program
  // Buffers are handed to it in the host's memory; else in the device's.
  bool host_pointers = false;
  bool is_main() const { return function == "main"; }
  // Of a whole program, whose output is compared with the reference's. In arguments a size in
  // braces, "{n}", is its value.
  std::vector<std::string> arguments;
  std::string input_file;           // what it is given on its standard input; empty: nothing
  std::vector<std::string> files;   // of the exercise's folder, that lie in the program's
  std::vector<std::string> writes;  // that it has to write there
  data::Tolerance tolerance;        // of the numbers in what it prints and writes
  WARPLAB_SPECIAL_MEMBERS(HostEntry);
};
// What gates may ask of a program beside its kernels' counters: how many launches it made; of their
// modelled time the part in which warps can be resident, and that which streams save by working at
// the same time, both in percent.
inline constexpr std::string_view kProgramFacts[] = {"program.launches", "program.occupancy",
                                                     "program.overlap"};
// A gate over mistakes of host code that fail no other gate: memory that is never freed, a clock
// that is read too early.
inline constexpr std::string_view kHostCodeMetric = "host_code";

// A file that kernels include by its name: #include "philox.cuh". It lies in the exercise's folder,
// or, for all exercises of a course, in `common` beside it.
struct Header {
  std::string name;
  std::filesystem::path file;
  std::string text;
};
inline constexpr size_t kMostHeaders = 64;

// A kernel that an instructor knows to be wrong, and the gate that must catch it.
struct KnownWrong {
  std::filesystem::path file;
  std::string caught_by;  // gate name or metric; "compiles" where it must not compile
  std::string why;
  std::optional<double> earns;  // of a trick: the most that it may score; none: less than 1
};

struct LiveSpec;  // live.hpp

struct Exercise {
  std::filesystem::path folder;  // exercises/22-column-sums
  std::string slug;              // "column-sums"
  int order = 0;                 // 22, from the folder's name
  std::string title, module;
  std::string student_file;  // "column_sums.cu": the starter, and its name in a submission
  // "reference.cu"; its kernel names equal the student's. Empty where every output has a closed
  // form.
  std::string reference_file;
  // What the reference is, where its counters stand beside the student's: "one thread an element".
  // Empty: they do not.
  std::string reference_title;
  // "yardstick.cu"; its kernels have the names and arguments of the student's, and move as much
  // without giving the answer away. Empty: times are compared with a stream that is built in.
  std::string yardstick_file;
  std::string statement_file = "statement.md";
  // All of the exercise's folder, and those of `common` that its files include. By name.
  std::vector<Header> headers;
  // "checks.cu": the exercise's own kernels that make inputs and decide about answers. Empty: none.
  std::string checks_file;
  // Of that file, in order: before the launches, on buffers as their fills leave them; and behind
  // them, each on what the launches have left. A `verify` prints what is wrong, or nothing.
  std::vector<LaunchSpec> prepares, verifies;
  // Threads may store one value in the same place, and others may read it meanwhile.
  bool allows_same_value_stores = false;
  // SHA-256, in hexadecimal, over what decides a mark: the description, the reference, the
  // yardstick, the checks, the headers and the pictures. Neither the statement nor the student's
  // file is part of it.
  std::string hash;
  // None: the file's kernels are launched one by one. Else `launches` has one entry, which is the
  // call: its arguments are the function's.
  std::optional<HostEntry> host;
  // Launches that give no block take the student's choice, a variable of the .cu file, else
  // default_block. docs/AUTHORING.md says how it is declared.
  bool student_chooses_block = false;
  Dim3 default_block;
  Dim3 max_block{1024, 1024, 64};     // bound for the student's choice in each direction
  uint32_t max_block_threads = 1024;  // and for the product
  std::vector<SizeSet> sizes;
  std::vector<DerivedSize> derived_sizes;  // each from sizes, and from those before it
  std::vector<uint64_t> check_seeds;       // how many fills each check size runs with
  std::vector<Buffer> buffers;
  std::vector<LaunchSpec> launches;
  std::vector<Variant> variants;
  std::vector<Gate> gates;
  std::vector<KeptProfile> keeps;
  // The most that the reference may score, as a student's file; students have it in front of them.
  std::optional<double> reference_earns;
  std::vector<std::string> hints;
  std::vector<View> views;
  std::shared_ptr<const LiveSpec> live;  // none: its launches are not shown step by step
  int64_t first_iteration = 0;  // `iteration` of the first repetition; Live goes on counting
  // The gates (by name) that the untouched starter fails, and no others: what the exercise is
  // about. None: the starter is right.
  std::vector<std::string> starter_fails;
  // From solutions/NN-slug, see load_solutions().
  std::vector<KnownWrong> known_wrong;
  std::vector<KnownWrong> tricks;            // they try to pass without doing the exercise
  std::vector<std::filesystem::path> right;  // other ways of doing it, which pass every gate
  std::filesystem::path solution;
  WARPLAB_SPECIAL_MEMBERS(Exercise);
};

// Reads FOLDER/exercise.toml. The error names the file, line and key, and what was expected.
Result<Exercise> load(const std::filesystem::path& folder);

// The same from the text of exercise.toml; `folder` gives the slug and holds the other files.
Result<Exercise> load_from_text(std::string_view text, const std::filesystem::path& folder);

// The description in its long form, with all that the short form stands for, as TOML whose keys are
// sorted: what two descriptions have in common, and what not, is a diff of two such texts.
Result<std::string> spelled_out(const std::filesystem::path& folder);

// Fills `solution`, `known_wrong`, `tricks` and `right` from SOLUTIONS/NN-slug: solution.cu, every
// wrong-*.cu and trick-*.cu, whose first comment lines say `// caught by: GATE` and `// why:
// SENTENCE` (a trick's also `// earns: 0.5`, the most that it may score), and every right-*.cu.
// Each may be a patch of solution.cu (wrong-*.patch), with these comment lines in front. The error
// names file and line; a patch that does not apply is one, and names the hunk.
Result<bool> load_solutions(Exercise& exercise, const std::filesystem::path& solutions);
// Adds to them the kernels of another folder that is laid out alike, behind load_solutions():
// KERNELS/NN-slug, which need not be there. Patches are of the same solution.cu.
Result<bool> add_kernels(Exercise& exercise, const std::filesystem::path& kernels);

// Whether a kernel of the solutions is a patch of solution.cu, and the kernel that it makes of it.
bool is_patch(const std::filesystem::path& file);
Result<std::string> patched_kernel(const std::filesystem::path& solution,
                                   const std::filesystem::path& patch);

// Every exercise below `folder`, in course order. One that does not load is an Error in its place,
// so that the others can still be used. Two exercises with one slug, or with one student's file
// name, are an Error in the place of the later one.
struct Entry {
  std::filesystem::path folder;
  Result<Exercise> exercise;
};
Result<std::vector<Entry>> load_all(const std::filesystem::path& folder);

// A concrete run: every expression evaluated.
struct Case {
  std::string label;         // "rows 96, cols 33, seed 2"; with the variant where there are several
  std::string without_seed;  // the same, "rows 96, cols 33"
  Values values;
  uint64_t seed = 0;
  // Shape and flags are set; `bytes` is empty: memory is the caller's.
  std::vector<data::Buffer> buffers;
  std::vector<data::Launch> launches;
  std::vector<const Buffer*> specs;  // the exercise's buffer for each of `buffers`
  std::vector<size_t> launch_specs;  // index into Exercise::launches for each of `launches`
  std::vector<data::Launch> prepares, verifies;  // those of the exercise
  std::vector<data::Tolerance> tolerances;       // of each of `buffers`
  WARPLAB_SPECIAL_MEMBERS(Case);
};
// The sizes, derived ones too, and the flags. Errors: a derived size that has no value.
Result<Values> values_of(const Exercise&, const SizeSet&, const Variant&);

// `block` is the student's choice; none: the default. `Case` points into the exercise, which must
// outlive it. Errors: an expression that has no value, a size that is not positive or too large
// (all buffers together may take kMaxCaseBytes), a block of more than 1024 threads, a choice of
// block that the exercise does not allow.
inline constexpr uint64_t kMaxCaseBytes = uint64_t{4} << 30;
Result<Case> instantiate(const Exercise&, const SizeSet&, const Variant&, Seed seed,
                         std::optional<Dim3> block = std::nullopt);

// What metrics and amounts see of a run: its sizes and flags, and "a.elements" and "a.bytes" of
// each buffer.
std::map<std::string, int64_t> metric_values(const Case& c);

// Whether the stream that is built in is a yardstick for launches that are given buffers of these
// specs: one input, or two of one shape, and one output, all elements of one size.
bool has_stream(std::span<const Buffer* const> buffers);

// Whether a gate compares with the reference's counters, so that it has to be run.
bool compares_with_reference(const Exercise&);

// As a `seed_index`: no buffer's special first input, but `fill`.
inline constexpr uint64_t kRandomFills = UINT64_MAX;
// The same, and random whole numbers are of two neighbouring values only: what rarely happens
// among many values (two elements are equal, all of a row are 0, the first is largest) is common.
inline constexpr uint64_t kFewValues = UINT64_MAX - 1;
// The same, and decimal numbers are as much smaller as Fill::small_by says: sums of fixed point,
// and what leaves out whatever is nearly 0, are wrong.
inline constexpr uint64_t kSmallNumbers = UINT64_MAX - 2;

// Writes the initial content of buffer `index` of `c`. `seed_index` counts the seeds of a check
// from 0 and picks first_fills. The same on every machine: exercise, sizes and c.seed decide.
Result<bool> fill(const Exercise&, const Case& c, size_t index, uint64_t seed_index,
                  std::span<std::byte> bytes);

// The same of some of its elements, from number `first` on. Errors are about these elements only.
Result<bool> fill_piece(const Exercise&, const Case& c, size_t index, uint64_t seed_index,
                        uint64_t first, std::span<std::byte> bytes);

// Writes the closed form of buffer `index` of `c`, rounded to its element type. Only for buffers
// with Buffer::expected; an error where a value does not fit a whole-number element.
Result<bool> expected_values(const Exercise&, const Case& c, size_t index,
                             std::span<std::byte> bytes);

}  // namespace warplab::exercise
