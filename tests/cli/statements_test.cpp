// What statements say of runs: each number of five digits and more is one that a run gives, of the
// file as it is handed out, of the solution, or of a kernel that is named here; or it follows from
// sizes as written here. A change to an exercise that changes a number fails here until its
// statement says the new one.
#include <cctype>
#include <cmath>
#include <map>
#include <set>

#include "exercise/exercise.hpp"
#include "program.hpp"

using namespace program;

namespace {

const fs::path kRoot = WARPLAB_SOURCE_DIR;

struct Source {
  const char* exercise;
  std::vector<const char*> kernels;  // of its solutions, or of another exercise's: "slug/file"
  std::vector<double> derived;       // no counter: sizes, and what is left of them
  int launches = 1;  // that do the same, or parts, where the statement speaks of one of them
};

const Source kSources[] = {
    // All elements; those that the first attempt leaves out, which are all but its first 256; a
    // check's elements.
    {"copy", {"wrong-one-thread-copies-all.cu"}, {64'000, 64'000 - 256, 65'793}},
    {"vector-add-4", {"wrong-four-loads-in-a-row.cu"}, {1'000'003}},
    {"transpose-coarse", {"transpose-conflict-free/solution.cu"}, {}},
    // Sectors of two matrices of 256 x 256 floats.
    {"matmul-naive", {"wrong-x-goes-down.cu"}, {2 * 256 * 256 / 8}},
    // Sectors of 256 x 512 whole numbers of 4 bytes.
    {"ising-checkerboard", {"wrong-no-tile.patch"}, {256 * 512 / 8}, 4},
    {"matmul-tiled", {}, {}, 2},  // floats and doubles
    // Elements, pixels and vertices; a row of which the next question asks.
    {"reduction", {}, {65'536}},
    {"histogram", {"wrong-addition-for-each-pixel.patch"}, {262'144}},
    {"bfs", {}, {16'384}},
    {"softmax", {}, {100'000}},
    {"bitonic-sort", {}, {}, 16},  // tiles
};

using warplab::exercise::Exercise;

std::vector<Exercise> shipped() {
  std::vector<Exercise> exercises;
  const auto entries = warplab::exercise::load_all(kRoot / "exercises");
  REQUIRE(entries);
  for (const auto& entry : *entries) {
    REQUIRE(entry.exercise);
    exercises.push_back(*entry.exercise);
  }
  return exercises;
}

const Exercise& named(const std::vector<Exercise>& exercises, const std::string& slug) {
  for (const Exercise& exercise : exercises)
    if (exercise.slug == slug) return exercise;
  FAIL(slug);
  return exercises.front();
}

void collect(const nlohmann::json& json, std::set<double>& numbers) {
  if (json.is_structured())
    for (const auto& one : json) collect(one, numbers);
  else if (json.is_number()) numbers.insert(json.get<double>());
}

// All counters, of each launch, too, and gates' values and ideals, of one grading. `submission`
// empty: of the file as it is handed out.
void run(const Exercise& exercise, const fs::path& submission, std::set<double>& numbers) {
  std::vector<std::string> arguments{exercise.slug, "--format", "json", "--backend", "sim"};
  if (!submission.empty()) arguments.insert(arguments.end(), {"--submission", submission.string()});
  const nlohmann::json result = grader(arguments).json()["exercises"][0];
  collect(result["counters"], numbers);
  for (const auto& launch : result["launches"]) collect(launch["counters"], numbers);
  for (const auto& gate : result["gates"])
    for (const char* const of : {"value", "ideal"}) collect(gate[of], numbers);
}

std::string kernel_text(const Exercise& exercise, const std::string& name) {
  const fs::path file = kRoot / "solutions" / exercise.folder.filename() / name;
  if (!warplab::exercise::is_patch(file)) return read(file);
  const auto made = warplab::exercise::patched_kernel(file.parent_path() / "solution.cu", file);
  REQUIRE_MESSAGE(made, made.error());
  return *made;
}

struct Written {
  double value;
  std::string text;
  bool is_about = false;  // the word "about" stands before it
};

// "131 072", and also "131072", which should have been written so. Not what is a part of a name or
// of a number with a point.
std::vector<Written> numbers_in(const std::string& text) {
  std::vector<Written> found;
  const auto digit = [&](size_t i) { return i < text.size() && std::isdigit(text[i]); };
  for (size_t i = 0; i < text.size(); ++i) {
    const char before = i == 0 ? ' ' : text[i - 1];
    if (!digit(i) || std::isalnum(static_cast<unsigned char>(before)) || before == '_' ||
        before == '.')
      continue;
    size_t end = i;
    std::string digits;
    while (digit(end)) digits += text[end++];
    const bool may_go_on = digits.size() <= 3;
    while (may_go_on && end < text.size() && text[end] == ' ' && digit(end + 1) && digit(end + 2) &&
           digit(end + 3) && !digit(end + 4)) {
      digits += text.substr(end + 1, 3);
      end += 4;
    }
    const bool is_word = end < text.size() &&
                         (std::isalpha(static_cast<unsigned char>(text[end])) || text[end] == '_');
    if (digits.size() >= 5 && !is_word)
      found.push_back({std::stod(digits), text.substr(i, end - i),
                       std::string_view(text).substr(0, i).ends_with("about ") ||
                           std::string_view(text).substr(0, i).ends_with("environ ")});
    i = end;
  }
  return found;
}

// Diagrams and programs have rows of numbers that are none.
std::string without_code(const std::string& markdown) {
  std::string text;
  bool in_code = false;
  size_t begin = 0;
  while (begin < markdown.size()) {
    const size_t end = std::min(markdown.find('\n', begin), markdown.size());
    const std::string line = markdown.substr(begin, end - begin);
    if (line.find("```") != std::string::npos) in_code = !in_code;
    else if (!in_code) text += line + "\n";
    begin = end + 1;
  }
  return text;
}

}  // namespace

// The microseconds of a kernel in docs/measured/gpu-results.md: under the heading of its exercise,
// in the columns of `gpu`, 0 for the first, an H200, 1 for an H100; `column` among these.
double measured(const std::string& title, const std::string& kernel, int gpu, int column) {
  constexpr int kColumnsOfGpu = 3;
  const std::string page = read(kRoot / "docs/measured/gpu-results.md");
  size_t at = page.find("\n### " + title + "\n");
  REQUIRE(at != std::string::npos);
  at = page.find("\n| " + kernel + " |", at);
  REQUIRE(at != std::string::npos);
  for (int i = 0; i <= column + gpu * kColumnsOfGpu; ++i) at = page.find('|', at + 1);
  return std::stod(page.substr(at + 1));
}

TEST_CASE("numbers of a statement are read with blanks at the thousands") {
  const auto texts = [](const std::string& text) {
    std::string all;
    for (const Written& number : numbers_in(text)) all += number.text + ";";
    return all;
  };
  CHECK(texts("131 072 of 4 194 304, 2048 x 2048, 12345, 0.12345, x12345, 12 345px") ==
        "131 072;4 194 304;12345;");
}

TEST_CASE("every number in a statement is one that a run gives") {
  const std::vector<Exercise> exercises = shipped();
  for (const Exercise& exercise : exercises) {
    std::map<std::string, std::vector<Written>> written;
    size_t count = 0;
    for (const fs::directory_entry& file : fs::directory_iterator(exercise.folder))
      if (file.path().extension() == ".md") {
        auto& numbers = written[file.path().filename().string()];
        numbers = numbers_in(without_code(read(file.path())));
        count += numbers.size();
      }
    if (count == 0) continue;
    std::set<double> given;
    run(exercise, {}, given);
    run(exercise, kRoot / "solutions", given);
    for (const Source& source : kSources) {
      if (exercise.slug != source.exercise) continue;
      given.insert(source.derived.begin(), source.derived.end());
      for (const std::string kernel : source.kernels) {
        const size_t slash = kernel.find('/');
        const Exercise& of =
            slash == std::string::npos ? exercise : named(exercises, kernel.substr(0, slash));
        const Folder folder;
        folder.write(of.student_file, kernel_text(of, kernel.substr(slash + 1)));
        run(of, folder.path(), given);
      }
    }
    for (const Source& source : kSources)
      if (exercise.slug == source.exercise)
        for (const double number : std::set<double>(given)) given.insert(number / source.launches);
    for (const auto& page : written)
      for (const Written& number : page.second) {
        INFO(exercise.slug, ", ", page.first, ": ", number.text);
        // What depends on data that is drawn for each file is within two percent.
        const double room = number.is_about ? 0.02 * number.value : 0;
        const auto nearest = given.lower_bound(number.value - room);
        CHECK((nearest != given.end() && *nearest <= number.value + room));
        // One grouping everywhere.
        CHECK(number.text.find(' ') != std::string::npos);
      }
  }
}

TEST_CASE("times that a statement tells are within 5 % of those that were measured") {
  constexpr int kTime = 1, kYardstick = 2;  // columns
  const std::string shared = "Transpose through shared memory",
                    free = "Transpose without bank conflicts";
  struct Told {
    const char* exercise;
    const char* text;  // before the number
    std::string title, kernel;
    int gpu, column;
  };
  const std::string conflicts = "transpose_conflict_free.cu", naive = "transpose_shared.cu",
                    solution = "solution.cu";
  const Told all[] = {
      {"32-transpose-shared", "an H200 takes ", shared, naive, 0, kTime},
      {"32-transpose-shared", "for the naive kernel and ", shared, solution, 0, kTime},
      {"32-transpose-shared", "Without the last row of the table it would be ", free, solution, 0,
       kTime},
      {"33-transpose-conflict-free", "| transpose, strided stores |", free, "wrong-no-tile.cu", 1,
       kTime},
      {"33-transpose-conflict-free", "| this one |", free, conflicts, 1, kTime},
      {"33-transpose-conflict-free", "| this one without conflicts |", free, solution, 1, kTime},
      {"33-transpose-conflict-free", "| the yardstick |", free, solution, 1, kYardstick},
      {"33-transpose-conflict-free", "| transpose, strided stores | 289 |", free,
       "wrong-no-tile.cu", 0, kTime},
      {"33-transpose-conflict-free", "| this one | 140 |", free, conflicts, 0, kTime},
      {"33-transpose-conflict-free", "| this one without conflicts | 86 |", free, solution, 0,
       kTime},
      {"33-transpose-conflict-free", "| the yardstick | 84 |", free, solution, 0, kYardstick},
  };
  for (const Told& told : all) {
    INFO(told.exercise, ": ", told.text);
    std::string text;  // with single blanks
    for (const char c : read(kRoot / "exercises" / told.exercise / "statement.md"))
      if (c != ' ' || !text.ends_with(' ')) text += c == '\n' ? ' ' : c;
    const size_t at = text.find(told.text);
    REQUIRE(at != std::string::npos);
    const double number = std::stod(text.substr(at + std::string(told.text).size()));
    const double time = measured(told.title, told.kernel, told.gpu, told.column);
    CHECK(number == doctest::Approx(time).epsilon(0.05));
  }
}
