// docs/EXPERIMENTS.md makes an experiment from nothing. Its files are taken from the page and
// loaded, so that what an instructor copies works.
#include <unistd.h>

#include <fstream>
#include <map>
#include <sstream>

#include "experiment/check.hpp"
#include "sample_experiment.hpp"

using namespace warplab;
using namespace warplab::experiment;
namespace fs = std::filesystem;

namespace {

const fs::path kPage = fs::path(WARPLAB_SOURCE_DIR) / "docs/EXPERIMENTS.md";

// A line with nothing but `my-course/...`, then a fenced block: a file's name and content.
std::map<std::string, std::string> files_of_page() {
  std::istringstream in(text_of(kPage));
  std::map<std::string, std::string> files;
  std::string line, name;
  bool inside = false;
  while (std::getline(in, line)) {
    if (!inside && line.starts_with("`my-course/exercises/02-every-second/") && line.ends_with("`"))
      name = line.substr(1, line.size() - 2);
    else if (!name.empty() && line.starts_with("```")) {
      inside = !inside;
      if (!inside) name.clear();
    } else if (inside) {
      files[name] += line + "\n";
    }
  }
  return files;
}

}  // namespace

TEST_CASE("the experiment that the authors' page makes loads, and its claim is as the page says") {
  const fs::path root =
      fs::path(WARPLAB_BINARY_DIR) / ("experiment-test/page-" + std::to_string(getpid()));
  for (const auto& [name, content] : files_of_page()) {
    fs::create_directories((root / name).parent_path());
    std::ofstream(root / name) << content;
  }
  const auto experiment = load(root / "my-course/exercises/02-every-second");
  REQUIRE_MESSAGE(experiment, experiment.error());
  const auto source = kernels_of(*experiment);
  REQUIRE(source);
  Runner runner(*experiment, *source, {});
  REQUIRE(experiment->claims.size() == 1);
  const verdict::CheckItem item = check_claim(runner, *experiment, experiment->claims[0]);
  CHECK(item.outcome == verdict::CheckItem::Outcome::passed);
  const std::string shown = item.subject + ": " + item.message;
  CHECK_MESSAGE(text_of(kPage).find(shown) != std::string::npos, shown);
  fs::remove_all(root);
}
