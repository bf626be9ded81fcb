#include "experiment/asked_predictions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "experiment/judge.hpp"
#include "experiment/kept.hpp"

namespace warplab::experiment {
namespace {

struct Asked {
  Experiment experiment;
  size_t prediction = 0;  // index into Experiment::predictions
};

Result<Asked> find_asked(const exercise::PredictionAsked& asked,
                         const std::filesystem::path& course) {
  Result<std::vector<Entry>> entries = load_all(course);
  if (!entries) return Error{entries.error()};
  for (Entry& entry : *entries) {
    if (!entry.experiment || entry.experiment->slug != asked.experiment) continue;
    const auto found =
        std::ranges::find(entry.experiment->predictions, asked.question, &Prediction::name);
    if (found == entry.experiment->predictions.end())
      return Error{fmt::format("the experiment \"{}\" has no prediction \"{}\".", asked.experiment,
                               asked.question)};
    const auto index = static_cast<size_t>(found - entry.experiment->predictions.begin());
    return Asked{std::move(*entry.experiment), index};
  }
  return Error{fmt::format("the course has no experiment \"{}\".", asked.experiment)};
}

// Nothing is modelled and nothing timed, so that the answer is the same on every machine.
void judge_anew(const Asked& asked, const Predicted& said, const std::atomic<bool>* cancel,
                verdict::PredictionEvidence& seen) {
  const Prediction& prediction = asked.experiment.predictions[asked.prediction];
  if (!is_complete(asked.experiment, prediction, said)) {
    seen.made = false;
    return;
  }
  const Result<std::string> source = asked.experiment.has_launches()
                                         ? kernels_of(asked.experiment)
                                         : Result<std::string>(std::string());
  if (!source) {
    seen.why_unknown = source.error();
    return;
  }
  Runner runner(asked.experiment, *source, {});
  const Result<Answer> answer = answer_of(runner, asked.experiment, prediction, cancel);
  if (answer) seen.right = judge(prediction, said, *answer).right;
  else seen.why_unknown = answer.error();
}

verdict::PredictionEvidence evidence_of(const exercise::PredictionAsked& asked,
                                        const Result<KeptPredictions>& kept,
                                        const std::filesystem::path& course,
                                        const std::atomic<bool>* cancel) {
  verdict::PredictionEvidence seen;
  const Result<Asked> found = find_asked(asked, course);
  if (!found) {
    seen.why_unknown = found.error();
    return seen;
  }
  if (!kept) {
    seen.file_problem = kept.error();
    return seen;
  }
  const Prediction& prediction = found->experiment.predictions[found->prediction];
  const KeptPrediction* const made = kept->find(asked.experiment, asked.question);
  if (made == nullptr || made->kind != prediction.kind) return seen;
  seen.made = true;
  if (asked.has_to_be_right) judge_anew(*found, made->said, cancel, seen);
  return seen;
}

}  // namespace

AskForPrediction predictions_in(std::filesystem::path submission, std::filesystem::path course,
                                const std::atomic<bool>* cancel) {
  return [=](const exercise::PredictionAsked& asked) {
    return evidence_of(asked, read_predictions(submission), course, cancel);
  };
}

Result<bool> check_asked_predictions(const exercise::Exercise& exercise,
                                     const std::filesystem::path& course) {
  for (const exercise::Gate& gate : exercise.gates) {
    if (!gate.prediction) continue;
    const Result<Asked> found = find_asked(*gate.prediction, course);
    if (!found) return Error{fmt::format("The gate \"{}\": {}", gate.name, found.error())};
    const Prediction& prediction = found->experiment.predictions[found->prediction];
    const bool is_counted = prediction.kind == Prediction::Kind::choice ||
                            found->experiment.series[prediction.series].kind != SeriesKind::timed;
    if (gate.prediction->has_to_be_right && !is_counted)
      return Error{
          fmt::format("The gate \"{}\": the answer to \"{}\" is a time, which is not the "
                      "same on every machine; expected a prediction of what is counted.",
                      gate.name, gate.prediction->question)};
  }
  return true;
}

}  // namespace warplab::experiment
