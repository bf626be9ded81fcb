#pragma once
// The parts of exercise.toml, each read by a file of its own. They note what is wrong in the
// table's Problems and return what they could read. Only this room includes this header.
#include <filesystem>
#include <vector>

#include "exercise/exercise.hpp"
#include "exercise/toml_reader.hpp"

namespace warplab::exercise {

// load_sizes.cpp: [sizes], [[variant]].
std::vector<SizeSet> read_sizes(const TomlTable& root);
// [sizes.derived], each behind those that it is made of.
std::vector<DerivedSize> read_derived_sizes(const TomlTable& root, const SizeSet& first);
// The names of all sizes, derived ones too, and of the flags.
Scope size_names(const Exercise& exercise);
std::vector<Variant> read_variants(const TomlTable& root, const std::vector<SizeSet>& sizes);
// [[check]], and [graded] where there is one, of hidden checks, with the names of `first`.
std::vector<SizeSet> read_hidden_sizes(const TomlTable& table, const SizeSet& first);
// The size of [live], with the names of `first` and no ranges.
SizeSet read_live_size(const TomlTable& table, const SizeSet& first);
// [sizes.counted] and [sizes.gpu] of an experiment.
std::vector<SizeSet> read_counted_sizes(const TomlTable& root);

// load_fills.cpp: a buffer's "fill" (a table, or for those that need nothing else just the kind:
// fill = "ramp") and "first_fills".
struct FillContext {
  const std::filesystem::path& folder;  // holds the pictures
  const Scope& scope;                   // names that patches may use
  const Scope& formula_scope;           // sizes and flags
  data::ElementType type;
  size_t dimensions;
};
// A number under `key` that elements of `type` can hold; `otherwise` where there is none.
double held_number(const TomlTable& table, std::string_view key, data::ElementType type,
                   std::optional<double> otherwise);
Fill read_fill(const TomlTable& buffer, std::string_view key, const FillContext& context);
std::vector<Fill> read_first_fills(const TomlTable& buffer, const FillContext& context);

// load_buffers.cpp: [[buffer]].
std::vector<Buffer> read_buffers(const TomlTable& root, const std::filesystem::path& folder,
                                 const Scope& shape_scope, const Scope& formula_scope);
// "tolerance" of the exercise, or of one buffer, where `otherwise` is the exercise's.
data::Tolerance read_tolerance(const TomlTable& table, const data::Tolerance& otherwise = {});

// load_launches.cpp: [block] (into `exercise`), [[launch]]. `scope` has the sizes and flags.
// An experiment's may have `when`, an expression: the launch is made where it is not 0.
void read_block(const TomlTable& root, Exercise& exercise);
enum class LaunchKeys : uint8_t { of_exercise, with_when };
std::vector<LaunchSpec> read_launches(const TomlTable& root, const Exercise& exercise,
                                      const Scope& scope,
                                      LaunchKeys keys = LaunchKeys::of_exercise);

// [[prepare]] and [[verify]]: launches of the exercise's own kernels. The second also marks the
// buffers that it decides about.
std::vector<LaunchSpec> read_check_launches(const TomlTable& root, std::string_view key,
                                            const Exercise& exercise, const Scope& scope);
// load_host.cpp: `entry` and what belongs to it; none where it is not there.
std::optional<HostEntry> read_host(const TomlTable& root, const std::filesystem::path& folder);

// load_gates.cpp: [[gate]], [[view]], starter_fails.
std::vector<Gate> read_gates(const TomlTable& root, const Exercise& exercise);
std::vector<View> read_views(const TomlTable& root, const Exercise& exercise);
std::vector<std::string> read_starter_fails(const TomlTable& root, const std::vector<Gate>& gates);

// load_live.cpp: [live], into `exercise`. `scope` has the sizes and flags.
void read_live(const TomlTable& root, Exercise& exercise, const Scope& scope);

// headers.cpp: Exercise::headers, once the files are known. The error names file and line.
Result<std::vector<Header>> read_headers(const Exercise& exercise);

// load.cpp: "seeds", and what must hold between the parts: enough seeds for first_fills, and every
// expression has a value at every size.
std::vector<uint64_t> read_seeds(const TomlTable& root);
void check_first_fills(const TomlTable& root, const Exercise& exercise);
void check_cases(const TomlTable& root, const Exercise& exercise);

// load.cpp: Exercise::hash, over the text of the description and the files that it names.
std::string hash_of(const Exercise& exercise, std::string_view description);

// picture.cpp: decodes PNG, JPEG, BMP, ... to grey. `name` is a file in the exercise's folder. A
// student's own pictures are read there, too: live.hpp. `with_colors`: GreyPicture::colors, too.
Result<std::shared_ptr<const GreyPicture>> load_picture(const std::filesystem::path& folder,
                                                        const std::string& name,
                                                        bool with_colors = false);

inline constexpr const char* kBlockNames[] = {"block_x", "block_y", "block_z"};

// Adds the names that are not there yet.
Scope with_names(Scope scope, std::initializer_list<const char*> names);

}  // namespace warplab::exercise
