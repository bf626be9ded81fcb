#include "experiments.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/printable.hpp"
#include "exercise/spelling.hpp"
#include "exercise_choice.hpp"
#include "experiment/judge.hpp"
#include "experiment/kept.hpp"
#include "gpus.hpp"
#include "model/load_gpu.hpp"
#include "progress_line.hpp"

namespace warplab::grader {

std::vector<const experiment::Entry*> choose_experiments(const std::vector<experiment::Entry>& all,
                                                         std::vector<std::string>& names) {
  std::vector<const experiment::Entry*> chosen;
  const bool takes_all = names.empty();
  for (const experiment::Entry& entry : all) {
    const auto is_called = [&](const std::string& name) {
      return slug_of(entry.folder) == name || entry.folder.filename() == name;
    };
    const size_t named = std::erase_if(names, is_called);
    if (takes_all || named > 0) chosen.push_back(&entry);
  }
  return chosen;
}

Error no_such_experiment(const std::string& name, const std::vector<experiment::Entry>& all) {
  std::vector<std::string> slugs;
  for (const experiment::Entry& entry : all) slugs.push_back(slug_of(entry.folder));
  const std::vector<std::string_view> known(slugs.begin(), slugs.end());
  const std::string meant = exercise::did_you_mean(name, known);
  return Error{fmt::format("There is no experiment \"{}\"{} There {} {}.", name,
                           meant.empty() ? "." : meant, known.size() < 2 ? "is" : "are",
                           exercise::quoted_list(known))};
}

Result<experiment::Point> point_of(const experiment::Experiment& experiment,
                                   const std::vector<std::string>& parameters) {
  experiment::Point point = start_of(experiment);
  std::vector<std::string_view> known;
  for (const experiment::Parameter& parameter : experiment.parameters)
    known.push_back(parameter.name);
  for (const std::string& text : parameters) {
    const size_t sign = text.find('=');
    const std::string name = text.substr(0, sign);
    const auto found = std::find(known.begin(), known.end(), name);
    if (sign == std::string::npos || found == known.end())
      return Error{
          fmt::format("--param {}: expected a parameter and its value such as {}=1; there "
                      "are {}.",
                      text, known.empty() ? "s" : known.front(), exercise::quoted_list(known))};
    const auto i = static_cast<size_t>(found - known.begin());
    const Result<size_t> value = value_named(experiment.parameters[i], text.substr(sign + 1));
    if (!value) return Error{fmt::format("--param {}: {}.", text, value.error())};
    point[i] = *value;
  }
  return point;
}

Result<experiment::RunOptions> run_options(const experiment::Experiment& experiment,
                                           const Options& options) {
  experiment::RunOptions run;
  run.threads = options.threads;
  Result<std::vector<model::Gpu>> asked = chosen_models(options);
  if (!asked) return Error{asked.error()};
  if (!asked->empty()) {
    run.gpu = std::move(asked->front());
    return run;
  }
  if (!experiment.has_launches()) return run;
  const Result<std::filesystem::path> folder = find_gpus();
  if (!folder) return Error{folder.error()};
  const Result<std::vector<model::LoadedGpu>> all = model::load_gpus(*folder);
  if (!all) return Error{all.error()};
  const Result<const model::LoadedGpu*> own = model::find_gpu(*all, experiment.gpu);
  if (!own)
    return Error{
        fmt::format("{}: gpu: {}", (experiment.folder / "experiment.toml").string(), own.error())};
  run.gpu = (*own)->gpu;
  return run;
}

verdict::ExerciseCheck check_experiment(const experiment::Entry& entry, const Options& options,
                                        const std::atomic<bool>& interrupted) {
  verdict::ExerciseCheck check;
  check.slug = slug_of(entry.folder);
  const auto cannot = [&](std::string subject, std::string why) {
    check.items.push_back(
        {std::move(subject), verdict::CheckItem::Outcome::failed, std::move(why)});
    check.grader_failed = true;
    return check;
  };
  if (interrupted) return cannot("check", "Not checked: the run was interrupted.");
  if (!entry.experiment) return cannot("experiment.toml", entry.experiment.error());
  // Claims about times are about the experiment's own GPU.
  Options own = options;
  own.models.clear();
  own.model_files.clear();
  const Result<experiment::RunOptions> run = run_options(*entry.experiment, own);
  if (!run) return cannot("experiment.toml", run.error());
  ProgressLine line;
  return experiment::check(*entry.experiment, *run, &interrupted, [&](double fraction) {
    line.show(fmt::format("{}: claims ({:.0f} %)", printable(check.slug), 100 * fraction));
  });
}

Result<experiment::Sweep> swept(const experiment::Experiment& experiment, const Options& options,
                                const std::atomic<bool>& interrupted) {
  const Result<experiment::Point> around = point_of(experiment, options.parameters);
  if (!around) return Error{around.error()};
  const Result<experiment::RunOptions> run = run_options(experiment, options);
  if (!run) return Error{run.error()};
  const Result<std::string> source = experiment::kernels_of(experiment);
  if (!source) return Error{source.error()};
  experiment::Runner runner(experiment, *source, *run);
  ProgressLine line;
  return runner.sweep(*around, &interrupted, [&](double fraction) {
    line.show(fmt::format("{} ({:.0f} %)", printable(experiment.slug), 100 * fraction));
  });
}

std::string_view name_of(JudgedPrediction::Outcome outcome) {
  switch (outcome) {
    case JudgedPrediction::Outcome::right: return "right";
    case JudgedPrediction::Outcome::wrong: return "wrong";
    case JudgedPrediction::Outcome::not_made: return "not made";
  }
  return "";
}

Result<std::vector<JudgedPrediction>> judged_predictions(const experiment::Experiment& experiment,
                                                         const Options& options,
                                                         const std::atomic<bool>& interrupted) {
  using Outcome = JudgedPrediction::Outcome;
  const Result<experiment::KeptPredictions> kept =
      experiment::read_predictions(*options.submission);
  if (!kept) return Error{kept.error()};
  // Answers are about the experiment's own GPU, as its claims are.
  Options own = options;
  own.models.clear();
  own.model_files.clear();
  const Result<experiment::RunOptions> run = run_options(experiment, own);
  if (!run) return Error{run.error()};
  Result<std::string> source = std::string();
  if (experiment.has_launches()) source = experiment::kernels_of(experiment);
  if (!source) return Error{source.error()};
  experiment::Runner runner(experiment, *source, *run);
  std::vector<JudgedPrediction> judged;
  for (const experiment::Prediction& prediction : experiment.predictions) {
    JudgedPrediction& one =
        judged.emplace_back(JudgedPrediction{prediction.name, prediction.question});
    const experiment::KeptPrediction* const made = kept->find(experiment.slug, prediction.name);
    if (!made || made->kind != prediction.kind ||
        !experiment::is_complete(experiment, prediction, made->said))
      continue;
    const Result<experiment::Answer> answer =
        experiment::answer_of(runner, experiment, prediction, &interrupted);
    if (!answer) return Error{answer.error()};
    one.outcome =
        experiment::judge(prediction, made->said, *answer).right ? Outcome::right : Outcome::wrong;
  }
  return judged;
}

}  // namespace warplab::grader
