#include "experiment/asked_predictions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "exercise/sha256.hpp"

namespace warplab::experiment {
namespace {

using Json = nlohmann::ordered_json;

// In the place of predictions: why the file that holds them cannot be read.
constexpr const char* kProblem = "problem";

Result<KeptPredictions> kept_in(const std::string& asked_text) {
  const Json document = Json::parse(asked_text, nullptr, false);
  if (document.is_object())
    if (const auto problem = document.find(kProblem);
        problem != document.end() && problem->is_string())
      return Error{problem->get<std::string>()};
  return parse_predictions(asked_text, kPredictionsFile);
}

Result<std::string> kernels_or_none(const Experiment& experiment) {
  return experiment.has_launches() ? kernels_of(experiment) : Result<std::string>(std::string());
}

}  // namespace

std::vector<exercise::PredictionAsked> asked_by(const exercise::Exercise& exercise,
                                                const exercise::Exercise* hidden) {
  std::vector<exercise::PredictionAsked> asked;
  for (const exercise::Exercise* const one : {&exercise, hidden})
    if (one)
      for (const exercise::Gate& gate : one->gates)
        if (gate.prediction) asked.push_back(*gate.prediction);
  return asked;
}

std::string asked_text(const std::vector<exercise::PredictionAsked>& asked,
                       const Result<KeptPredictions>& kept) {
  if (asked.empty()) return {};
  if (!kept)
    return Json{{kProblem, kept.error()}}.dump(-1, ' ', true, Json::error_handler_t::replace);
  KeptPredictions counted;
  for (const exercise::PredictionAsked& one : asked)
    if (const KeptPrediction* const made = kept->find(one.experiment, one.question)) {
      KeptPrediction said = *made;
      said.right = false;
      said.date.clear();
      (void)counted.add(std::move(said));  // false: two gates ask the same
    }
  return text_of(counted);
}

namespace {

Result<AskedQuestion> find_asked(const std::vector<Entry>& experiments,
                                 const exercise::PredictionAsked& asked) {
  for (const Entry& entry : experiments) {
    if (!entry.experiment || entry.experiment->slug != asked.experiment) continue;
    const auto found =
        std::ranges::find(entry.experiment->predictions, asked.question, &Prediction::name);
    if (found == entry.experiment->predictions.end())
      return Error{fmt::format("the experiment \"{}\" has no prediction \"{}\".", asked.experiment,
                               asked.question)};
    return AskedQuestion{&*entry.experiment, &*found};
  }
  return Error{fmt::format("the course has no experiment \"{}\".", asked.experiment)};
}

}  // namespace

Result<AskedQuestion> AskedExperiments::find(const exercise::PredictionAsked& asked) {
  if (!experiments_) experiments_.emplace(load_all(course_));
  if (!*experiments_) return Error{experiments_->error()};
  return find_asked(**experiments_, asked);
}

// Nothing is modelled and nothing timed, so that the answer is the same on every machine.
Result<Answer> AskedExperiments::answer(const AskedQuestion& found,
                                        const std::atomic<bool>* cancel) {
  if (const auto known = answers_.find(found.prediction); known != answers_.end())
    return known->second;
  const Result<std::string> source = kernels_or_none(*found.experiment);
  if (!source) return Error{source.error()};
  Runner runner(*found.experiment, *source, {});
  Result<Answer> answer = answer_of(runner, *found.experiment, *found.prediction, cancel);
  if (answer) answers_.emplace(found.prediction, *answer);
  return answer;
}

void AskedExperiments::judge_anew(const AskedQuestion& found, const Predicted& said,
                                  const std::atomic<bool>* cancel,
                                  verdict::PredictionEvidence& seen) {
  if (!is_complete(*found.experiment, *found.prediction, said)) {
    seen.made = false;
    return;
  }
  const Result<Answer> right = answer(found, cancel);
  if (right) seen.right = judge(*found.prediction, said, *right).right;
  else seen.why_unknown = right.error();
}

verdict::PredictionEvidence AskedExperiments::evidence(const exercise::PredictionAsked& asked,
                                                       const Result<KeptPredictions>& kept,
                                                       const std::atomic<bool>* cancel) {
  const std::lock_guard lock(mutex_);
  verdict::PredictionEvidence seen;
  const Result<AskedQuestion> found = find(asked);
  if (!found) {
    seen.why_unknown = found.error();
    return seen;
  }
  if (!kept) {
    seen.file_problem = kept.error();
    return seen;
  }
  const KeptPrediction* const made = kept->find(asked.experiment, asked.question);
  if (made == nullptr || made->kind != found->prediction->kind) return seen;
  seen.made = true;
  if (asked.has_to_be_right) judge_anew(*found, made->said, cancel, seen);
  return seen;
}

std::string AskedExperiments::hash_with(const std::vector<exercise::PredictionAsked>& asked,
                                        const std::string& exercise_hash) {
  if (asked.empty()) return exercise_hash;
  const std::lock_guard lock(mutex_);
  std::string all = exercise_hash;
  for (const exercise::PredictionAsked& one : asked) {
    const Result<AskedQuestion> found = find(one);
    const Result<std::string> kernels =
        found ? kernels_or_none(*found->experiment) : Result<std::string>(std::string());
    // What is not there has no answer, and another hash as soon as it is there.
    all += "\n" + (found ? found->experiment->rig.hash : std::string());
    all += "\n" + (kernels ? exercise::hex_text(exercise::sha256(*kernels)) : std::string());
  }
  return exercise::hex_text(exercise::sha256(all));
}

AskForPrediction predictions_in_text(const std::string& text,
                                     std::shared_ptr<AskedExperiments> experiments,
                                     const std::atomic<bool>* cancel) {
  return [kept = kept_in(text), experiments = std::move(experiments),
          cancel](const exercise::PredictionAsked& asked) {
    return experiments->evidence(asked, kept, cancel);
  };
}

AskForPrediction predictions_in(std::filesystem::path submission, std::filesystem::path course,
                                const std::atomic<bool>* cancel) {
  return [submission = std::move(submission),
          experiments = std::make_shared<AskedExperiments>(std::move(course)),
          cancel](const exercise::PredictionAsked& asked) {
    return experiments->evidence(asked, read_predictions(submission), cancel);
  };
}

Result<bool> check_asked_predictions(const exercise::Exercise& exercise,
                                     const std::filesystem::path& course) {
  if (asked_by(exercise).empty()) return true;
  const Result<std::vector<Entry>> entries = load_all(course);
  if (!entries) return Error{entries.error()};
  for (const exercise::Gate& gate : exercise.gates) {
    if (!gate.prediction) continue;
    const Result<AskedQuestion> found = find_asked(*entries, *gate.prediction);
    if (!found) return Error{fmt::format("The gate \"{}\": {}", gate.name, found.error())};
    const bool is_counted =
        found->prediction->kind == Prediction::Kind::choice ||
        found->experiment->series[found->prediction->series].kind != SeriesKind::timed;
    if (gate.prediction->has_to_be_right && !is_counted)
      return Error{
          fmt::format("The gate \"{}\": the answer to \"{}\" is a time, which is not the "
                      "same on every machine; expected a prediction of what is counted.",
                      gate.name, gate.prediction->question)};
  }
  return true;
}

}  // namespace warplab::experiment
