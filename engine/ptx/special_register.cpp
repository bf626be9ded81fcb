#include "ptx/special_register.hpp"

#include <algorithm>
#include <array>

namespace warplab::ptx {
namespace {

constexpr std::array<std::string_view, 8> kVectors = {
    "%tid",       "%ntid",       "%ctaid",         "%nctaid",
    "%clusterid", "%nclusterid", "%cluster_ctaid", "%cluster_nctaid"};

constexpr std::array<std::string_view, 29> kScalars = {"%laneid",
                                                       "%warpid",
                                                       "%nwarpid",
                                                       "%smid",
                                                       "%nsmid",
                                                       "%gridid",
                                                       "%is_explicit_cluster",
                                                       "%cluster_ctarank",
                                                       "%cluster_nctarank",
                                                       "%lanemask_eq",
                                                       "%lanemask_le",
                                                       "%lanemask_lt",
                                                       "%lanemask_ge",
                                                       "%lanemask_gt",
                                                       "%clock",
                                                       "%clock_hi",
                                                       "%clock64",
                                                       "%globaltimer",
                                                       "%globaltimer_lo",
                                                       "%globaltimer_hi",
                                                       "%reserved_smem_offset_begin",
                                                       "%reserved_smem_offset_end",
                                                       "%reserved_smem_offset_cap",
                                                       "%reserved_smem_offset_0",
                                                       "%reserved_smem_offset_1",
                                                       "%total_smem_size",
                                                       "%aggr_smem_size",
                                                       "%dynamic_smem_size",
                                                       "%current_graph_exec"};

bool contains(const auto& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// "%pm3", "%pm3_64", "%envreg31": a known stem and a number.
bool is_numbered(std::string_view name) {
  if (name.starts_with("%pm") && name.ends_with("_64")) name.remove_suffix(3);
  for (const std::string_view stem : {std::string_view("%pm"), std::string_view("%envreg")}) {
    if (!name.starts_with(stem) || name.size() == stem.size() || name.size() > stem.size() + 2)
      continue;
    const std::string_view digits = name.substr(stem.size());
    if (std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; }))
      return true;
  }
  return false;
}

}  // namespace

bool is_special_register(std::string_view name, std::string_view component) {
  if (contains(kVectors, name))
    return component == "x" || component == "y" || component == "z" || component == "w";
  return component.empty() && (contains(kScalars, name) || is_numbered(name));
}

}  // namespace warplab::ptx
