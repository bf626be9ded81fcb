#include "compile/nvcc_log.hpp"

#include <algorithm>

#include "compile/compiler_log.hpp"
#include "compile/explain.hpp"
#include "compile/header_set.hpp"

namespace warplab::compile {

std::vector<Diagnostic> explain_nvcc(std::string log, const Source& source,
                                     const std::string& folder) {
  for (size_t at = 0; (at = log.find(folder, at)) != std::string::npos;)
    log.erase(at, folder.size());
  const HeaderSet headers;
  const KnownFile is_known = [&](std::string_view file) { return file == source.file_name; };
  std::vector<Diagnostic> all = explain(parse_log(log, is_known), {source, {}, headers});
  const auto lines = static_cast<int>(std::ranges::count(source.text, '\n')) + 1;
  keep_places_in(all, source.file_name, lines, is_known);
  return all;
}

}  // namespace warplab::compile
