#include "course/read_ahead.hpp"

#include <future>
#include <memory>
#include <utility>

namespace warplab::app {
namespace {

namespace fs = std::filesystem;

using Exercises = Result<std::vector<exercise::Entry>>;
using Experiments = Result<std::vector<experiment::Entry>>;

// The destructor of `done` waits for the thread, so that it never outlives the program.
struct Ahead {
  std::promise<Exercises> exercises;
  std::promise<Experiments> experiments;
  std::future<void> done;
};

template <class Entries>
auto first_from(std::shared_ptr<Ahead> ahead, std::future<Entries> answer, const fs::path& folder,
                std::function<Entries(const fs::path&)> load) {
  // A std::function is copied, and there is one answer.
  auto kept = std::make_shared<std::future<Entries>>(std::move(answer));
  return [ahead = std::move(ahead), kept = std::move(kept), folder,
          load = std::move(load)](const fs::path& from) -> Entries {
    return from == folder && kept->valid() ? kept->get() : load(from);
  };
}

}  // namespace

CourseLoaders read_ahead(const fs::path& folder, CourseLoaders loaders) {
  auto ahead = std::make_shared<Ahead>();
  auto exercises = ahead->exercises.get_future();
  auto experiments = ahead->experiments.get_future();
  // One after the other, as Course asks for them.
  ahead->done = std::async(std::launch::async, [at = ahead.get(), folder, loaders] {
    at->exercises.set_value(loaders.exercises(folder));
    at->experiments.set_value(loaders.experiments(folder));
  });
  return {first_from(ahead, std::move(exercises), folder, std::move(loaders.exercises)),
          first_from(ahead, std::move(experiments), folder, std::move(loaders.experiments))};
}

}  // namespace warplab::app
