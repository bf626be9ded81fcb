#include "experiment/kept.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "verdict/plan/read_source.hpp"

namespace warplab::experiment {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr int kSchema = 1;
// Several for each experiment of a long course.
constexpr size_t kMostKept = 1000;

struct KindName {
  Prediction::Kind kind;
  std::string_view name;
};
constexpr KindName kKinds[] = {
    {Prediction::Kind::number, "number"},
    {Prediction::Kind::order, "order"},
    {Prediction::Kind::choice, "choice"},
    {Prediction::Kind::curve, "curve"},
};

Json said_of(const KeptPrediction& kept) {
  switch (kept.kind) {
    case Prediction::Kind::number: return kept.said.number;
    case Prediction::Kind::order: return kept.said.order;
    case Prediction::Kind::choice: return kept.said.choice;
    case Prediction::Kind::curve: return kept.said.curve;
  }
  return nullptr;
}

std::optional<size_t> place(const Json& value) {
  if (!value.is_number_unsigned()) return std::nullopt;
  const auto number = value.get<uint64_t>();
  return number < kMostKept ? std::optional<size_t>(number) : std::nullopt;
}

// Whether `said` has the form of its kind.
bool read_said(const Json& said, KeptPrediction& kept) {
  switch (kept.kind) {
    case Prediction::Kind::number:
      if (said.is_number()) kept.said.number = said.get<double>();
      return said.is_number();
    case Prediction::Kind::choice:
      kept.said.choice = place(said).value_or(0);
      return place(said).has_value();
    case Prediction::Kind::order:
      if (!said.is_array() || said.size() > kMostOptions) return false;
      for (const Json& one : said) {
        if (!place(one)) return false;
        kept.said.order.push_back(*place(one));
      }
      return true;
    case Prediction::Kind::curve:
      if (!said.is_array() || said.size() > kMostValues) return false;
      for (const Json& one : said) {
        if (!one.is_number()) return false;
        kept.said.curve.push_back(one.get<double>());
      }
      return true;
  }
  return false;
}

std::string text_in(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

std::optional<KeptPrediction> read_one(const Json& object) {
  if (!object.is_object()) return std::nullopt;
  KeptPrediction kept;
  kept.experiment = text_in(object, "experiment");
  kept.prediction = text_in(object, "prediction");
  kept.date = text_in(object, "date");
  const std::string kind = text_in(object, "kind");
  const auto* const row = std::find_if(std::begin(kKinds), std::end(kKinds),
                                       [&](const KindName& one) { return one.name == kind; });
  if (row == std::end(kKinds) || kept.experiment.empty() || kept.prediction.empty())
    return std::nullopt;
  kept.kind = row->kind;
  const auto right = object.find("right"), said = object.find("said");
  kept.right = right != object.end() && right->is_boolean() && right->get<bool>();
  if (said == object.end() || !read_said(*said, kept)) return std::nullopt;
  return kept;
}

std::optional<SeenAnswer> read_seen(const Json& object) {
  if (!object.is_object()) return std::nullopt;
  SeenAnswer seen;
  seen.experiment = text_in(object, "experiment");
  seen.date = text_in(object, "date");
  const auto without = object.find("without_prediction");
  if (seen.experiment.empty() || without == object.end() || !without->is_boolean())
    return std::nullopt;
  seen.without_prediction = without->get<bool>();
  return seen;
}

}  // namespace

const SeenAnswer* KeptPredictions::seen_of(std::string_view experiment) const {
  const auto found = std::find_if(seen.begin(), seen.end(), [&](const SeenAnswer& one) {
    return one.experiment == experiment;
  });
  return found == seen.end() ? nullptr : &*found;
}

const KeptPrediction* KeptPredictions::find(std::string_view experiment,
                                            std::string_view prediction) const {
  const auto found = std::find_if(all.begin(), all.end(), [&](const KeptPrediction& one) {
    return one.experiment == experiment && one.prediction == prediction;
  });
  return found == all.end() ? nullptr : &*found;
}

bool KeptPredictions::add(KeptPrediction made) {
  if (find(made.experiment, made.prediction) || all.size() >= kMostKept) return false;
  all.push_back(std::move(made));
  return true;
}

Result<KeptPredictions> parse_predictions(std::string_view text, const std::string& file) {
  const Json document = Json::parse(text, nullptr, false);
  const auto list = document.is_object() ? document.find("predictions") : document.end();
  if (!document.is_object() || list == document.end() || !list->is_array() ||
      list->size() > kMostKept)
    return Error{
        fmt::format("{}: expected {{\"schema\": {}, \"predictions\": [...]}}, as the "
                    "window writes it",
                    file, kSchema)};
  KeptPredictions kept;
  for (const Json& one : *list) {
    std::optional<KeptPrediction> read = read_one(one);
    if (!read)
      return Error{
          fmt::format("{}: predictions[{}]: expected \"experiment\", \"prediction\", "
                      "\"kind\" and \"said\", as the window writes them",
                      file, kept.all.size())};
    kept.all.push_back(std::move(*read));
  }
  // Not in files of before answers were hidden.
  const auto seen = document.find("seen");
  if (seen == document.end()) return kept;
  if (!seen->is_array() || seen->size() > kMostKept)
    return Error{fmt::format("{}: \"seen\": expected a list, as the window writes it", file)};
  for (const Json& one : *seen) {
    std::optional<SeenAnswer> read = read_seen(one);
    if (!read)
      return Error{
          fmt::format("{}: seen[{}]: expected \"experiment\" and "
                      "\"without_prediction\", as the window writes them",
                      file, kept.seen.size())};
    kept.seen.push_back(std::move(*read));
  }
  return kept;
}

Result<KeptPredictions> read_predictions(const fs::path& folder) {
  // A stranger's file, as the kernels beside it: no link leads to another student's predictions.
  const verdict::Submitted submitted = verdict::read_submitted(folder, kPredictionsFile);
  if (!submitted.is_there) return KeptPredictions{};
  if (!submitted.text) return Error{submitted.text.error()};
  return parse_predictions(*submitted.text, (folder / kPredictionsFile).string());
}

std::string text_of(const KeptPredictions& kept) {
  Json list = Json::array();
  for (const KeptPrediction& one : kept.all) {
    const auto* const row =
        std::find_if(std::begin(kKinds), std::end(kKinds),
                     [&](const KindName& name) { return name.kind == one.kind; });
    list.push_back({{"experiment", one.experiment},
                    {"prediction", one.prediction},
                    {"kind", row->name},
                    {"said", said_of(one)},
                    {"right", one.right},
                    {"date", one.date}});
  }
  Json seen = Json::array();
  for (const SeenAnswer& one : kept.seen)
    seen.push_back({{"experiment", one.experiment},
                    {"without_prediction", one.without_prediction},
                    {"date", one.date}});
  const Json document = {
      {"schema", kSchema}, {"predictions", std::move(list)}, {"seen", std::move(seen)}};
  return document.dump(1, ' ', true, Json::error_handler_t::replace) + "\n";
}

Result<bool> write_predictions(const fs::path& folder, const KeptPredictions& kept) {
  // Whole or not at all: a new file takes the old one's place.
  const fs::path file = folder / kPredictionsFile;
  fs::path fresh = file;
  fresh += fmt::format(".{}", ::getpid());
  std::error_code error;
  {
    std::ofstream out(fresh);
    out << text_of(kept);
    if (!out.flush()) {
      fs::remove(fresh, error);
      return Error{fmt::format("{}: cannot be written", file.string())};
    }
  }
  fs::rename(fresh, file, error);
  if (error) return Error{fmt::format("{}: cannot be written: {}", file.string(), error.message())};
  return true;
}

PredictionStatus status_of(const Experiment& experiment, const KeptPredictions& kept) {
  PredictionStatus status;
  for (const Prediction& prediction : experiment.predictions) {
    ++status.asked;
    const KeptPrediction* const made = kept.find(experiment.slug, prediction.name);
    if (!made) continue;
    ++status.made;
    if (made->right) ++status.right;
  }
  return status;
}

}  // namespace warplab::experiment
