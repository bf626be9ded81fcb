#pragma once
// The keys of all texts, in the order of engine/words.
#include <cstddef>
#include <cstdint>

namespace warplab::data {

// clang-format off
#define WARPLAB_SAYS(X) \
  /* places */ \
  X(thread) \
  X(thread_of_block) \
  /* a finding as a whole */ \
  X(line_does) \
  X(line_has) \
  X(kernel_does) \
  X(by) \
  X(seen_at) \
  X(as_it_is) \
  /* findings: of an access */ \
  X(reads) \
  X(writes) \
  X(updates) \
  X(atomically_updates) \
  X(one_byte) \
  X(bytes) \
  X(one_element) \
  X(elements) \
  X(one_thread) \
  X(threads) \
  X(byte_of_shared_memory) \
  X(local_array) \
  X(kernel_parameter) \
  X(before_start) \
  X(past_end) \
  X(past_the_end) \
  X(below_zero) \
  X(far_beyond_shared) \
  X(no_dynamic_shared_memory) \
  X(declare_with_size) \
  X(no_shared_memory) \
  X(accesses_where) \
  X(accesses_bytes_where) \
  X(accesses_earlier_heap) \
  X(accesses_buffer_not_given) \
  X(accesses_freed_memory) \
  X(accesses_beyond_local) \
  X(local_index_wrong) \
  X(reads_beyond_parameters) \
  X(changes_parameter) \
  X(copy_parameter_first) \
  X(accesses_no_buffer) \
  X(near_null) \
  X(accesses_sticks_out) \
  X(printf_looks_for_text) \
  X(nothing_there) \
  X(printf_reads_on) \
  X(no_end_of_text) \
  X(outside_heap_blocks) \
  X(beyond_heap_block) \
  X(in_freed_block) \
  X(accesses_misaligned) \
  X(accesses_misaligned_element) \
  X(wide_access_begins_at_second) \
  X(wide_access_begins_at) \
  X(accesses_null_pointer) \
  X(heap_may_be_full) \
  X(writes_input) \
  X(parameters_in_order) \
  X(writes_where) \
  X(writes_constant_memory) \
  X(read_as_unchanging_on_line) \
  X(read_as_unchanging) \
  X(writes_constant_variable) \
  X(writes_constant_variables) \
  X(returns_address_of_variable) \
  X(no_thread_writes_one) \
  X(no_thread_writes) \
  /* findings: of a launch that cannot go on */ \
  X(warp_works_on) \
  X(never_ends_or_one_works_for_many) \
  X(works_most_on_line) \
  X(works_most_on_line_of_runs) \
  X(works_on) \
  X(works_on_of_runs) \
  X(does_each_loop_end) \
  X(waits_for_later_blocks) \
  X(why_later_blocks_never_come) \
  X(recursion_too_deep) \
  X(does_recursion_end) \
  X(assertion_failed) \
  X(runs_into_trap) \
  X(comes_to_breakpoint) \
  X(take_it_out) \
  X(calls_through_no_function) \
  X(jumps_beyond_list) \
  X(uses_wrong_carry) \
  X(continue_carry) \
  X(uses_no_carry) \
  X(begin_carry) \
  X(frees_foreign_address) \
  X(frees_twice) \
  X(free_once) \
  X(printf_called_too_often) \
  X(printf_too_long) \
  X(rest_left_out) \
  X(mask_leaves_out_caller) \
  X(be_in_own_mask) \
  X(masks_differ) \
  X(name_same_mask) \
  /* findings: of barriers */ \
  X(one_thread_waits_in_vain) \
  X(threads_wait_in_vain) \
  X(not_all_reach_barrier) \
  X(because) \
  X(lanes_of_mask_do_not_come) \
  X(thread_returned_before_barrier) \
  X(threads_returned_before_barrier) \
  X(let_all_reach_last_barrier) \
  X(thread_goes_past_barrier) \
  X(threads_go_past_barrier) \
  X(on_line) \
  X(put_barrier_outside_of_line) \
  X(put_barrier_outside) \
  X(thread_ended_without_barrier) \
  X(threads_ended_without_barrier) \
  X(put_barrier_before_return) \
  X(wait_at_this_barrier_elsewhere) \
  X(wait_at_other_barrier) \
  X(put_one_where_all_pass) \
  X(warp_names_other_barrier) \
  X(make_team_of_warps) \
  X(uses_barrier_beyond_16) \
  X(barriers_are_16) \
  X(barrier_waits_for_odd_number) \
  X(number_must_fit_block) \
  X(number_must_fit_rounded_block) \
  X(barrier_numbers_differ) \
  X(name_same_number) \
  /* findings: of barrier objects */ \
  X(object_in_shared_memory) \
  X(object_at_byte) \
  X(object_count_bad) \
  X(object_count_range) \
  X(object_made_twice) \
  X(object_init_once) \
  X(object_not_there) \
  X(object_init_first) \
  X(object_too_many_arrivals) \
  X(object_no_complete) \
  X(object_foreign_token) \
  X(object_token_of_one) \
  X(object_token_of) \
  X(object_touched) \
  X(only_functions_touch_object) \
  X(object_misses_arrivals) \
  X(object_of_pipeline) \
  X(object_made_meanwhile) \
  X(object_sync_after_init) \
  X(object_not_shared) \
  /* findings: of asynchronous copies */ \
  X(starts_copy_to) \
  X(writing_there) \
  X(writing_it) \
  X(reading_it) \
  X(copy_meanwhile) \
  X(copy_of_line_meanwhile) \
  X(copy_object_wait_first) \
  X(copy_needs_barrier) \
  X(copy_wait_first) \
  X(copy_wait_first_and_barrier) \
  X(copy_commit) \
  X(copy_commit_and_barrier) \
  /* findings: of values that nobody wrote */ \
  X(computes_address_from) \
  X(branches_on) \
  X(passes_to_atomic) \
  X(stores_as_result) \
  X(atomically_updates_value_from) \
  X(stores_in_element) \
  X(of_shuffle_line) \
  X(of_shuffle) \
  X(lane_does_not_exist) \
  X(lane_has_ended) \
  X(lane_not_in_mask) \
  X(lane_elsewhere) \
  X(of_function_without_return) \
  X(of_function_without_return_on_line) \
  X(let_every_path_return) \
  X(of_variable_not_set) \
  X(give_value_where_declared) \
  X(give_value_where_declared_on_line) \
  X(of_too_large_quotient) \
  X(quotient_undefined) \
  X(of_division_by_zero) \
  X(check_divisor) \
  X(of_variable_without_value) \
  X(of_heap_without_value) \
  X(of_local_without_value) \
  X(give_each_element_value) \
  X(of_element_no_thread_wrote) \
  X(of_element_nobody_wrote) \
  X(read_on_line) \
  X(updates_it) \
  X(uses_it) \
  /* findings: of races */ \
  X(thread_of_same_block) \
  X(race_same_line) \
  X(race_other_line) \
  X(race_unknown_line) \
  X(race_same_value) \
  X(race_same_value_line) \
  X(race_one_instruction) \
  X(race_from_elsewhere_line) \
  X(race_from_elsewhere) \
  X(lines_and) \
  X(make_accesses_atomic) \
  X(update_atomically) \
  X(element_each) \
  X(one_for_block) \
  X(one_for_launch) \
  X(flag_orders_nothing_block) \
  X(flag_orders_nothing) \
  X(sizes_not_atomic) \
  X(barrier_torn) \
  X(barrier_does_not_order) \
  X(syncthreads_not_on_every_path) \
  X(relies_on_lockstep) \
  X(read_then_sync_then_write) \
  X(sync_between) \
  X(atomic_only_in_block) \
  X(nothing_orders) \
  X(no_barrier_orders_blocks) \
  X(store_beside_atomic) \
  X(read_beside_atomic) \
  X(read_and_stored_between) \
  X(clear_earlier_else_atomic) \
  X(make_every_access_atomic) \
  X(add_atomically_or_sync) \
  X(sync_or_add_atomically) \
  X(use_atomic_update) \
  X(line_leaves_bounds_too) \
  X(one_thread_an_element) \
  X(no_syncthreads_between) \
  X(arrays_overlap) \
  X(write_elsewhere_or_read_later) \
  X(one_thread_or_atomic) \
  /* programs: what the host does */ \
  X(never_freed) \
  X(never_freed_times) \
  X(call_failed) \
  X(output_lost) \
  X(synchronize_first) \
  X(launch_failed) \
  X(error_is_sticky) \
  X(goes_past_end) \
  X(goes_to_host_memory) \
  X(goes_to_device_memory) \
  X(frees_what_is_none) \
  X(frees_memory_twice) \
  X(touches_freed_memory) \
  X(host_touches_device_memory) \
  X(copy_it_first) \
  X(pointer_is_of_host) \
  X(copies_unwritten)
// clang-format on

enum class Says : uint16_t {
#define X(id) id,
  WARPLAB_SAYS(X)
#undef X
};
#define X(id) +1
inline constexpr size_t kSaysCount = 0 WARPLAB_SAYS(X);
#undef X

}  // namespace warplab::data
