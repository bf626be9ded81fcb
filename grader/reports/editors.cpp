// For editors and services that check code: what is wrong, by file and line.
#include <filesystem>

#include "reports/format.hpp"
#include "reports/problems.hpp"
#include "reports/text.hpp"

namespace warplab::grader {
namespace {

std::filesystem::path here() {
  std::error_code error;
  return std::filesystem::current_path(error);
}

std::string gcc(const std::vector<Problem>& problems) { return gcc_text(problems, here()); }
std::string sarif(const std::vector<Problem>& problems) { return sarif_text(problems, here()); }

}  // namespace

extern const Format kGccFormat;
constinit const Format kGccFormat = {.name = "gcc", .all_graded = summary_of, .problems = gcc};
extern const Format kSarifFormat;
constinit const Format kSarifFormat = {.name = "sarif", .problems = sarif};

}  // namespace warplab::grader
