#include "sample_lab.hpp"

#include <chrono>
#include <thread>
#include <utility>

namespace warplab::test {

exercise::Exercise sample_exercise(const std::filesystem::path& folder, int order,
                                   const std::string& slug) {
  exercise::Exercise made;
  made.folder = folder / ((order < 10 ? "0" : "") + std::to_string(order) + "-" + slug);
  made.slug = slug;
  made.order = order;
  made.title = "Exercise " + slug;
  made.module = "Module";
  made.student_file = slug + ".cu";
  made.hints = {"First hint.", "Second hint."};
  if (std::filesystem::exists(made.folder / made.student_file)) return made;
  write(made.folder / made.student_file, "// starter of " + slug + "\nint x;\n");
  write(made.folder / made.statement_file, "# " + made.title + "\n\nDo it.\n");
  return made;
}

verdict::GateResult gate(const std::string& name, verdict::Status status, int line) {
  verdict::GateResult made;
  made.name = name;
  made.metric = name;
  made.status = status;
  made.line = line;
  made.says = data::as_it_is(name + " is explained here.");
  return made;
}

namespace {

verdict::ExerciseResult graded_by_word(const exercise::Exercise& exercise,
                                       const std::string& source, const verdict::GradeOptions&) {
  verdict::ExerciseResult result;
  result.slug = exercise.slug;
  const bool fixed = source.find("fixed") != std::string::npos;
  result.verdict = fixed ? verdict::Status::pass : verdict::Status::fail;
  result.gates = {gate("correct", result.verdict, 2)};
  return result;
}

}  // namespace

SampleLab::SampleLab() : slugs{"copy", "sums", "race"}, grade(graded_by_word) {}
SampleLab::~SampleLab() = default;

bool tick_until(app::Lab& lab, const std::function<bool()>& done) {
  for (int i = 0; i < 6000; ++i) {
    lab.tick();
    if (done()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

void check_files(app::Lab& lab) {
  lab.check_files();
  REQUIRE(tick_until(lab, [&] { return !lab.is_reading_course(); }));
}

void run_to_the_end(app::Lab& lab, int schedules) {
  const int before = lab.runs_ended();
  lab.run(schedules);
  REQUIRE(tick_until(lab, [&] { return lab.runs_ended() > before && !lab.runner().is_busy(); }));
  lab.tick();
}

app::Lab::Places SampleLab::places() const {
  return {folder.path() / "exercises",
          folder.path() / "mine",
          {folder.path() / "data", folder.path() / "settings"},
          gpus};
}

app::CourseLoader SampleLab::loader() {
  return [this](const std::filesystem::path& from) -> Result<std::vector<exercise::Entry>> {
    std::vector<exercise::Entry> entries;
    int order = 0;
    for (const std::string& slug : slugs) {
      exercise::Exercise made = sample_exercise(from, ++order, slug);
      if (change) change(made);
      if (slug == broken)
        entries.push_back(
            {made.folder, Error{made.folder.string() + "/exercise.toml:7: `sizes` is missing."}});
      else entries.push_back({made.folder, std::move(made)});
    }
    return entries;
  };
}

std::unique_ptr<app::Lab> SampleLab::open(const std::string& slug) {
  auto lab = std::make_unique<app::Lab>(
      places(), loader(), grade, [] {}, app::Lab::Gpus{}, experiments);
  lab->open(slug);
  return lab;
}

}  // namespace warplab::test
