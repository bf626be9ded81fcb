#include "sample_timing.hpp"

namespace warplab::test {

verdict::GateResult left_out_gate(const std::string& name, const std::string& why) {
  verdict::GateResult made;
  made.name = name;
  made.metric = "copy_fraction";
  made.source = verdict::Source::measured;
  made.applies = false;
  made.limit = 0.41;
  made.limit_is_minimum = true;
  made.unit = "of a copy";
  made.says = verdict::not_checked(data::as_it_is(why + "."));
  return made;
}

verdict::Timing sample_timing(double median_us, const std::string& variant) {
  verdict::Timing timing;
  timing.variant = variant;
  timing.where = "rows 4096, cols 4096";
  timing.bytes = 134217728;
  for (int i = 0; i < 30; ++i)
    timing.kernel.samples_us.push_back(median_us * (1 + 0.004 * ((i * 7) % 11 - 5)));
  timing.kernel.time_us = summarize(timing.kernel.samples_us);
  timing.kernel.copy_us = {37.2, 37.4, 37.6, 37.9};
  timing.kernel.clock_mhz = 1980;
  timing.kernel.rounds = 1;
  timing.kernel.discarded = 2;
  timing.copy_fraction = 37.6 / median_us;
  if (median_us == 79.7) timing.copy_fraction = 0.471;
  return timing;
}

verdict::ExerciseResult timed_result(double median_us) {
  verdict::ExerciseResult result;
  result.backend = "cuda";
  result.verdict = verdict::Status::pass;
  result.score = 1;
  verdict::GateResult correct;
  correct.name = correct.metric = "correct";
  correct.status = verdict::Status::pass;
  verdict::GateResult fast;
  fast.name = "as fast as the memory";
  fast.metric = "copy_fraction";
  fast.source = verdict::Source::measured;
  fast.gpu = "NVIDIA H200";
  fast.unit = "of a copy";
  fast.limit = 0.41;
  fast.limit_is_minimum = true;
  fast.value = 37.6 / median_us;
  fast.status = *fast.value >= 0.41 ? verdict::Status::pass : verdict::Status::fail;
  fast.says = data::as_it_is("Measured.");
  if (fast.status == verdict::Status::fail) result.verdict = verdict::Status::fail;
  result.gates = {correct, fast};
  verdict::GpuReport report;
  report.name = "NVIDIA H200";
  report.uuid = "GPU-1";
  report.driver_version = 13000;
  result.timings = {sample_timing(median_us)};
  result.timings[0].gpu = report.name;
  result.gpu = report;
  verdict::VariantCounters counted;
  counted.where = "rows 2048, cols 2048, seed 1";
  counted.completed = counted.correct = true;
  auto& total = counted.total;
  total[sim::Counter::global_load_requests] = 131072;
  total[sim::Counter::global_load_sectors] = 524288;
  total[sim::Counter::global_load_bytes] = 16777216;
  total[sim::Counter::global_store_requests] = 131072;
  total[sim::Counter::global_store_sectors] = 4194304;
  total[sim::Counter::global_store_bytes] = 16777216;
  total[sim::Counter::shared_load_requests] = 131072;
  total[sim::Counter::shared_load_wavefronts] = 4194304;
  total[sim::Counter::shared_load_bank_conflicts] = 4063232;
  result.counters = {counted};
  return result;
}

}  // namespace warplab::test
