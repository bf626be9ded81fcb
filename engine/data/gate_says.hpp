#pragma once
// The keys of what the verdict says of gates and answers, in the order of words/gates.hpp. They are
// no keys of data/says.hpp, so that a worker, which nobody trusts, cannot say them.
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "data/saying.hpp"

namespace warplab::data {

// clang-format off
#define WARPLAB_GATE_SAYS(X) \
  /* gates that are not checked */ \
  X(not_compiled) \
  X(not_started) \
  X(not_ended) \
  X(not_checked) \
  X(run_ended_early) \
  X(run_ended_for_cost) \
  X(not_every_run) \
  X(no_races_after_unwritten) \
  X(no_unwritten_after_races) \
  X(too_much_to_search) \
  X(limit_not_computed) \
  X(metric_not_computed) \
  X(nothing_to_look_at) \
  X(counters_prove_nothing) \
  X(hidden_not_made) \
  X(prediction_not_known) \
  X(prediction_not_judged) \
  X(no_gpu_here) \
  X(limit_for_other_gpu) \
  X(not_timed) \
  X(rival_not_timed) \
  X(time_not_true) \
  X(time_unstable) \
  X(time_of_rival_unstable) \
  X(not_modelled) \
  X(nothing_to_compare) \
  /* gates: beside others */ \
  X(space) \
  X(full_stop) \
  X(line_leaves_bounds_mend_first) \
  X(one_run) \
  X(some_runs) \
  X(passes_one_searched_in_part) \
  X(passes_some_searched_in_part) \
  X(reported_only) \
  X(reported_beside_ideal) \
  X(must_pass_at_sizes) \
  X(must_pass_at_ragged_sizes) \
  X(that_is_at) \
  X(counts_once_gate_passes) \
  X(counts_once_right) \
  /* gates: counted */ \
  X(value_at_most) \
  X(value_at_least) \
  X(value_alone) \
  X(must_be_at_least) \
  X(may_be_at_most) \
  X(line_contributes_most) \
  X(reads_of_memory) \
  X(writes_to_memory) \
  X(atomics_on_memory) \
  X(loads) \
  X(stores) \
  X(atomics) \
  X(does_updates) \
  X(line_wastes_bytes) \
  X(line_has_conflicts) \
  X(first_may_draw_all) \
  X(registers_spill) \
  X(line_accesses_outside) \
  X(line_repeats_writes) \
  X(line_repeats_writes_in_matrix) \
  X(some_count_as_many) \
  X(wrong_answer_says_little) \
  /* gates: why a line moves too much */ \
  X(few_lanes_at_work) \
  X(for_each_lane_at_a_time) \
  X(for_each_lane_on_average) \
  X(parts_of_elements) \
  X(scattered_accesses) \
  X(unaligned_accesses) \
  X(used_but_too_many) \
  X(few_lanes_take_part) \
  X(element_takes_several) \
  X(together_but_too_many) \
  X(narrow_accesses) \
  X(load_once) \
  X(store_once) \
  X(update_once) \
  /* gates: times */ \
  X(not_yet) \
  X(with_full_stop) \
  X(rival_takes) \
  X(copy_takes) \
  X(reference) \
  X(reference_kernel) \
  X(yardstick) \
  X(time_between) \
  X(speed_between) \
  X(time_it_may_be) \
  X(speed_it_may_be) \
  X(goal_of_time) \
  X(goal_of_speed) \
  X(model_says) \
  X(model_says_so) \
  X(model_cannot_tell) \
  X(model_beside) \
  X(model_is_wrong) \
  X(too_fast_for_memory) \
  X(too_fast_for_copy) \
  /* gates: predictions */ \
  X(not_predicted) \
  X(predicted_wrong) \
  /* wrong answers */ \
  X(verify_says) \
  X(flag_stays_set) \
  X(answer_unwritten) \
  X(answer_wrong) \
  X(written_by) \
  X(written_by_on_line) \
  X(wrote_it_after) \
  X(last_launch_did_not_write) \
  X(updated_by_several) \
  X(updated_by_several_on_line) \
  X(elements_wrong) \
  X(some_elements_wrong) \
  X(elements_wrong_then) \
  X(written_by_no_thread) \
  X(depends_on_order) \
  X(wrong_when_launched_again) \
  X(order_of_warps) \
  X(order_reversed) \
  X(order_lockstep) \
  X(order_lockstep_reversed) \
  X(order_lanes_apart) \
  X(order_lanes_apart_reversed) \
  X(order_delayed) \
  X(order_random) \
  X(order_early) \
  X(order_late) \
  X(no_order_promised) \
  X(reads_in_any_order) \
  X(writes_in_any_order) \
  X(no_order_of_lanes) \
  X(accesses_in_between) \
  /* wrong answers: where they may come from */ \
  X(parameter_has_other_type) \
  X(parameter_in_other_place) \
  X(kernel_is_given) \
  X(stores_nothing) \
  X(blocks_all_do_the_same) \
  X(threads_all_do_the_same) \
  X(places_do_the_same) \
  X(quotient_is_zero) \
  X(comparison_comes_first) \
  X(table_has_no_values) \
  X(shuffle_beyond_warp) \
  X(local_variable_shared) \
  X(macro_needs_brackets) \
  X(read_while_others_add) \
  X(swap_not_repeated) \
  X(first_thread_of_block) \
  X(stride_of_one_block) \
  X(size_of_pointer) \
  X(increment_wraps) \
  X(least_from_zero) \
  X(sum_in_lane_zero) \
  X(leaves_when_locked) \
  X(lock_lets_all_in) \
  X(remainder_keeps_sign) \
  X(char_is_negative) \
  X(shared_arrays_are_one) \
  X(shape_wraps) \
  X(shape_whole_numbers) \
  X(shape_edge) \
  X(shape_transposed) \
  X(shape_shifted) \
  X(shape_times) \
  X(shape_part) \
  X(shape_first_pass) \
  X(shape_last_one) \
  X(shape_first_one) \
  X(shape_end) \
  X(shape_block_borders) \
  X(shape_blocks_alike) \
  X(shape_every_other) \
  /* what a finding comes of */ \
  X(loop_does_not_end) \
  X(loop_was_stopped) \
  X(does_it_change) \
  X(condition_always_holds) \
  X(barrier_in_lock) \
  X(compares_with_old_value) \
  X(zero_stays_zero) \
  X(looks_once) \
  X(does_not_change) \
  X(mend_race_first) \
  X(exercise_passes) \
  X(exercise_launches) \
  X(kernel_is_missing) \
  /* of a program's host code */ \
  X(no_kernel_launched) \
  X(kernel_not_launched) \
  X(launched_on_line) \
  X(host_ended_by_signal) \
  X(host_ended_by_exit) \
  X(host_computes_on) \
  X(host_took_memory) \
  X(host_cannot_go_on) \
  X(host_function_missing) \
  X(host_has_main) \
  X(host_does_not_link) \
  X(text_differs) \
  X(text_ends_early) \
  X(text_goes_on) \
  X(file_not_written)
// clang-format on

enum class GateSays : uint16_t {
  before_first = 4095,  // far behind those of data/says.hpp
#define X(id) id,
  WARPLAB_GATE_SAYS(X)
#undef X
};
inline constexpr uint16_t kFirstGateSays = 4096;
#define X(id) +1
inline constexpr size_t kGateSaysCount = 0 WARPLAB_GATE_SAYS(X);
#undef X
static_assert(kSaysCount < kFirstGateSays);

constexpr Says key_of(GateSays says) { return static_cast<Says>(says); }
constexpr bool operator==(Says a, GateSays b) { return a == key_of(b); }

inline SayingArgument argument(GateSays says) { return argument(key_of(says)); }
template <class... Arguments>
Saying say(GateSays says, Arguments&&... arguments) {
  return say(key_of(says), std::forward<Arguments>(arguments)...);
}

}  // namespace warplab::data
