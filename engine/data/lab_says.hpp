#pragma once
// The keys of what the lab itself says: why there is no answer or no mark, and why the hardware
// does what a finding or a gate complains of. In the order of words/failures.hpp and
// words/explanations.hpp; as in data/gate_says.hpp, no worker can say them.
#include <cstddef>
#include <cstdint>
#include <utility>

#include "data/gate_says.hpp"

namespace warplab::data {

// clang-format off
#define WARPLAB_LAB_SAYS(X) \
  /* a process that was asked, and what of it */ \
  X(the_start) \
  X(the_gpu_start) \
  X(the_compiler) \
  X(the_simulation) \
  X(the_recording) \
  X(the_look_at_accesses) \
  X(the_run_of_block) \
  X(the_step) \
  X(the_look_up_of_variable) \
  X(the_look_up_of_writer) \
  X(the_look_up_of_written) \
  X(the_copy) \
  X(the_loading) \
  X(the_gpu_run) \
  X(the_sharing) \
  X(the_keeping) \
  X(the_preparation) \
  X(the_timed_run) \
  X(the_reading) \
  X(the_question_for_clock) \
  /* it gave no answer */ \
  X(stopped_after) \
  X(stopped_after_computing) \
  X(given_up_silent) \
  X(cancelled) \
  X(by_signal) \
  X(with_exit_status) \
  X(crashed) \
  X(ended_from_outside) \
  X(ended_perhaps_by_limit) \
  X(no_memory_granted) \
  X(memory_not_granted) \
  X(needed_more_memory) \
  X(stack_not_granted) \
  X(ran_out_of_stack) \
  /* it could not be asked */ \
  X(program_cannot_be_run) \
  X(program_place_unknown) \
  X(no_socket) \
  X(no_place_for_errors) \
  X(too_many_buffers) \
  X(too_many_launches) \
  X(shape_too_large) \
  X(memory_too_small) \
  X(memory_not_shared) \
  X(no_such_buffer) \
  X(step_gave_nothing) \
  X(step_of_other_walk) \
  X(written_of_other_buffer) \
  X(worker_mirrors_nothing) \
  X(worker_keeps_nothing) \
  /* why there is no mark */ \
  X(sentence_at) \
  X(out_of_time) \
  X(compiling) \
  X(reading_block_shape) \
  X(looking_for_values) \
  X(the_references_run) \
  X(compiler_cannot_take) \
  X(does_not_compile) \
  X(reference_is_not_there) \
  X(reference_does_not_compile) \
  X(reference_failed) \
  X(reference_is_wrong) \
  X(it_ended_early) \
  X(exercise_at_fault) \
  X(hidden_checks_not_made) \
  X(not_graded_interrupted) \
  /* the student's file */ \
  X(a_cuda_kernel) \
  X(what_window_writes) \
  X(file_of_other_encoding) \
  X(file_is_binary) \
  X(file_is_one_line) \
  X(file_is_empty) \
  X(file_is_missing) \
  X(file_is_not_ordinary) \
  X(file_not_opened) \
  X(file_not_read) \
  X(megabytes) \
  X(file_is_too_large) \
  X(text_is_too_large) \
  X(file_is_folder) \
  X(file_is_outside) \
  X(folder_is_link) \
  X(file_is_link) \
  X(file_has_names) \
  /* the shape of a block */ \
  X(block_not_numbers) \
  X(block_side_out_of_range) \
  X(block_has_too_many_threads) \
  /* on a GPU */ \
  X(not_compiled_for_gpu) \
  X(driver_holds_gpu) \
  X(no_library) \
  X(file_cannot_be_read) \
  X(reference_file) \
  X(yardstick_file) \
  X(simulator_found_it_wrong) \
  X(not_timed_without_reference) \
  X(failed_on_gpu) \
  X(loading_it) \
  X(overran_on_gpu) \
  X(gpu_disagrees) \
  X(wrong_when_timed) \
  /* what one access costs */ \
  X(line_number) \
  X(this_instruction) \
  X(one_sector) \
  X(sectors) \
  X(moves_sectors) \
  X(moves_local_sectors) \
  X(it) \
  X(them) \
  X(lanes_share_bytes) \
  X(would_hold_bytes) \
  X(fewer_could_not) \
  X(one_pass) \
  X(passes) \
  X(takes_fewest_passes) \
  X(takes_passes_for_updates) \
  X(takes_passes_for_words) \
  X(no_two_lanes_meet) \
  X(lanes_meet) \
  /* a race, run in two orders */ \
  X(one_order) \
  X(orders) \
  X(same_answer) \
  X(threads_in_order) \
  X(in_named_order) \
  X(two_answers) \
  X(two_answers_differ) \
  /* explanations: what a launch does with memory */ \
  X(why_sectors) \
  X(look_sectors) \
  X(why_requests) \
  X(look_requests) \
  X(why_bytes) \
  X(look_bytes) \
  X(why_global_atomics) \
  X(look_global_atomics) \
  X(why_shared_requests) \
  X(look_shared_requests) \
  X(why_shared_passes) \
  X(look_shared_passes) \
  X(why_bank_conflicts) \
  X(look_bank_conflicts) \
  X(why_shared_atomics) \
  X(look_shared_atomics) \
  X(why_local) \
  X(look_local) \
  X(why_constant) \
  X(look_constant) \
  X(why_parameters) \
  X(look_parameters) \
  /* explanations: what a launch executes */ \
  X(why_instructions) \
  X(look_instructions) \
  X(why_busiest) \
  X(look_busiest) \
  X(why_lanes) \
  X(look_lanes) \
  X(why_divergence) \
  X(look_divergence) \
  X(why_barriers) \
  X(look_barriers) \
  X(why_exchanges) \
  X(look_exchanges) \
  X(why_through_shared) \
  X(look_through_shared) \
  X(why_other_memory) \
  X(look_other_memory) \
  X(why_time) \
  X(look_time) \
  /* explanations: what a kernel does wrong */ \
  X(why_out_of_bounds) \
  X(look_out_of_bounds) \
  X(why_misaligned) \
  X(look_misaligned) \
  X(why_null_pointer) \
  X(look_null_pointer) \
  X(why_read_only_write) \
  X(look_read_only_write) \
  X(why_uninitialized) \
  X(look_uninitialized) \
  X(why_never_written) \
  X(look_never_written) \
  X(why_race) \
  X(look_race) \
  X(why_warp_synchronous) \
  X(look_warp_synchronous) \
  X(why_barrier_divergence) \
  X(look_barrier_divergence) \
  X(why_deadlock) \
  X(look_deadlock) \
  X(why_step_limit) \
  X(look_step_limit) \
  X(why_stack_overflow) \
  X(look_stack_overflow) \
  X(why_device_assert) \
  X(look_device_assert) \
  X(why_trap) \
  X(look_trap) \
  X(why_undefined_behavior) \
  X(look_undefined_behavior) \
  X(why_unsupported) \
  X(look_unsupported) \
  X(why_launch_failure) \
  X(look_launch_failure) \
  X(why_host_code) \
  X(look_host_code) \
  X(why_program_launches) \
  X(look_program_launches) \
  X(why_occupancy) \
  X(look_occupancy) \
  X(why_overlap) \
  X(look_overlap) \
  X(why_output_limit) \
  X(look_output_limit) \
  X(why_note) \
  X(look_note) \
  /* explanations: gates over the whole run */ \
  X(why_compiles) \
  X(look_compiles) \
  X(why_terminates) \
  X(look_terminates) \
  X(why_correct) \
  X(look_correct) \
  X(why_same_on_gpu) \
  X(look_same_on_gpu) \
  X(why_plausible_time) \
  X(look_plausible_time)
// clang-format on

enum class LabSays : uint16_t {
  before_first = 8191,  // far behind those of data/gate_says.hpp
#define X(id) id,
  WARPLAB_LAB_SAYS(X)
#undef X
};
inline constexpr uint16_t kFirstLabSays = 8192;
#define X(id) +1
inline constexpr size_t kLabSaysCount = 0 WARPLAB_LAB_SAYS(X);
#undef X
static_assert(kFirstGateSays + kGateSaysCount < kFirstLabSays);

constexpr Says key_of(LabSays says) { return static_cast<Says>(says); }
constexpr bool operator==(Says a, LabSays b) { return a == key_of(b); }

inline SayingArgument argument(LabSays says) { return argument(key_of(says)); }
template <class... Arguments>
Saying say(LabSays says, Arguments&&... arguments) {
  return say(key_of(says), std::forward<Arguments>(arguments)...);
}

}  // namespace warplab::data
