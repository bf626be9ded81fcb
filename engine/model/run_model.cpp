#include "model/run_model.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "model/data_dependence.hpp"
#include "model/estimate.hpp"
#include "model/occupancy.hpp"

namespace warplab::model {
namespace {

MachineCode code_of(const KernelCode& code, const std::string& kernel) {
  const auto found = code.find(kernel);
  return found == code.end() ? MachineCode{} : found->second;
}

}  // namespace

RunModel::RunModel(std::vector<data::LaunchTrace> traces, std::vector<size_t> trace_of,
                   const KernelCode& code)
    : trace_of_(std::move(trace_of)), why_not_(why_unreliable(traces, trace_of_)) {
  for (data::LaunchTrace& trace : traces) traces_.push_back(split(std::move(trace)));
  for (const SplitTrace& trace : traces_) {
    const MachineCode machine = code_of(code, trace.rest.kernel);
    Prepared& prepared = prepared_.emplace_back();
    prepared.rest = prepare(trace.rest, machine);
    for (const data::LaunchTrace& one : trace.apart)
      prepared.apart.push_back(prepare(one, machine));
  }
}

std::vector<LaunchModel> RunModel::on(const Gpu& gpu, const KernelCode& code) const {
  std::vector<LaunchModel> by_trace;
  for (size_t t = 0; t < prepared_.size(); ++t) {
    const uint64_t registers = code_of(code, traces_[t].rest.kernel).registers;
    std::vector<LaunchModel> apart;
    for (const PreparedLaunch& one : prepared_[t].apart)
      apart.push_back(estimate(one, gpu, registers));
    by_trace.push_back(with_apart(estimate(prepared_[t].rest, gpu, registers), traces_[t], apart));
  }
  std::vector<LaunchModel> models;
  for (size_t launch = 0; launch < trace_of_.size(); ++launch) {
    models.push_back(by_trace[trace_of_[launch]]);
    if (why_not_[launch].empty()) continue;
    models.back() = {};
    models.back().gpu = gpu.name;
    models.back().occupancy = by_trace[trace_of_[launch]].occupancy;
    models.back().why_not = why_not_[launch];
  }
  return models;
}

bool RunModel::depends_on_registers(const Gpu& gpu) const {
  return std::ranges::any_of(prepared_, [&](const Prepared& prepared) {
    const PreparedLaunch& launch = prepared.rest;
    const data::LaunchTrace& trace = *launch.trace;
    const uint64_t more =
        std::min(launch.registers + launch.registers / 2 + 8, gpu.most_registers_per_thread);
    const auto blocks = [&](uint64_t registers) {
      return occupancy(gpu, {trace.block.volume(), registers, trace.shared_bytes},
                       trace.grid.volume())
          .blocks;
    };
    return blocks(more) != blocks(0);
  });
}

LaunchModel together(std::span<const LaunchModel> launches) {
  if (launches.empty()) return {};
  LaunchModel all = *std::ranges::max_element(launches, {}, &LaunchModel::time_us);
  all.possible = true;
  for (const LaunchModel& one : launches) {
    if (one.possible) continue;
    if (all.possible) all.why_not = one.why_not;
    all.possible = false;
  }
  all.time_us = all.low_us = all.high_us = all.l2_bytes = all.dram_bytes = all.operations = 0;
  std::fill(std::begin(all.parts_us), std::end(all.parts_us), 0.0);
  for (const LaunchModel& one : launches) {
    all.time_us += one.time_us;
    all.low_us += one.low_us;
    all.high_us += one.high_us;
    all.l2_bytes += one.l2_bytes;
    all.dram_bytes += one.dram_bytes;
    all.operations += one.operations;
    for (size_t p = 0; p < kPartCount; ++p) all.parts_us[p] += one.parts_us[p];
  }
  return all;
}

Roofs roofs_of(const Gpu& gpu) {
  const double per_second = gpu.clock_mhz * 1e6;
  const double multiprocessors = static_cast<double>(gpu.multiprocessors);
  return {gpu.dram_gbps * gpu.dram_mixed_part * 1e9, gpu.l2_bytes_per_clk * per_second,
          2 * gpu.single_lanes * multiprocessors * per_second,
          2 * gpu.double_lanes * multiprocessors * per_second};
}

}  // namespace warplab::model
