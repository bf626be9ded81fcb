#pragma once
// What the description of an experiment has in common with that of an exercise: kernels, sizes,
// buffers, launches and pictures. engine/experiment reads its file with it.
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "exercise/exercise.hpp"
#include "exercise/toml_reader.hpp"

namespace warplab::exercise {

// Sets folder, slug and order from a folder such as "22-column-sums". `file` names the description
// in the error.
Result<bool> read_folder_name(const std::filesystem::path& folder, const std::string& file,
                              Exercise& exercise);

// The file of a description, read whole. `what` is "experiment", for messages.
Result<std::string> description_text(const std::filesystem::path& file, std::string_view what);

// A file of the description's own folder, by its name alone; notes what is wrong with it.
std::string read_file_name(const TomlTable& root, std::string_view key, const std::string& name,
                           std::string_view ending, const std::filesystem::path& folder);

// Notes a key that expressions could not use as a name.
bool check_name(const TomlTable& table, const std::string& key);

// Reads `file`, `statement`, [sizes.counted], [sizes.gpu], [[buffer]], [[launch]] and [[view]] into
// `rig`, whose folder and slug are set. The graded size of `rig` is [sizes.counted]. `parameters`
// are names that expressions see beside the sizes, with the values that they start with: the flags
// of its one variant, whose other values whoever runs it puts there. Launches may have `when`.
// What is wrong is in the table's Problems.
void read_rig(const TomlTable& root, const Values& parameters, Exercise& rig);

// "tolerance" of a table; `otherwise` where it has none.
data::Tolerance tolerance_of(const TomlTable& table, const data::Tolerance& otherwise);

// The rig's headers and hash, once its file could be read. The error names file and line.
Result<bool> finish_rig(std::string_view description, Exercise& rig);

// The names of metrics over a run of the rig: its sizes, parameters and buffers.
MetricScope metric_scope_of(const Exercise& rig);

}  // namespace warplab::exercise
