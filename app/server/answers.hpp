#pragma once
// What an editor is told of a graded file, in the forms of the Language Server Protocol 3.17.
// Values in, JSON out: nothing here runs or waits. Lines are from 0 there and from 1 here.
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "results/line_costs.hpp"
#include "results/messages.hpp"

namespace warplab::app {

// A file as it was graded.
struct GradedFile {
  std::string source;
  std::string exercise;  // its name; empty: the file belongs to none
  std::filesystem::path exercises, submission;
  std::vector<Message> messages;
  std::vector<LineCost> costs;
  std::map<int, std::string> why;  // by line: why the hardware does so
};

GradedFile graded_file(const verdict::ExerciseResult& result, std::string source);

inline constexpr const char* kSeeWhy = "warplab.see_why";

// The `diagnostics` of a document.
nlohmann::json diagnostics_of(const GradedFile& graded, const std::string& uri);

// Markdown about `line` of `text`, or null. What was counted holds for lines that are still as they
// were graded.
nlohmann::json hover_of(const GradedFile& graded, std::string_view text, int line);

// "8x: see why" above lines that move at least twice what they need.
nlohmann::json lenses_of(const GradedFile& graded, std::string_view text, const std::string& uri);

// The end of a line, in the units of UTF-16 that the protocol counts; 0: there is no such line.
int utf16_length(std::string_view text);
std::string_view line_in(std::string_view text, int line);

// "file:///a%20b.cu" is /a b.cu; empty: the document is no file.
std::filesystem::path path_of_uri(std::string_view uri);

}  // namespace warplab::app
