#pragma once
// Gates and answers: the text of each saying. What stands in braces is one of its arguments, the
// first name the first argument.
#include "words/row.hpp"

namespace warplab::words {

inline constexpr GateRow kGates[] = {
    // gates that are not checked
    {GateSays::not_compiled, "there is no kernel that compiles."},
    {GateSays::not_started, "the kernel could not be started."},
    {GateSays::not_ended, "the kernel was stopped before it ended."},
    {GateSays::not_checked, "Not checked: "},
    {GateSays::run_ended_early, "the run at {where} ended early."},
    {GateSays::run_ended_for_cost,
     "the run at {where} ended early, because a kernel that is known to be wrong may not take so "
     "much work."},
    {GateSays::not_every_run, "not every run was made."},
    {GateSays::no_races_after_unwritten,
     "races are no longer looked for once a value that nobody wrote has been found."},
    {GateSays::no_unwritten_after_races,
     "values that nobody wrote are no longer looked for once a race has been found."},
    {GateSays::too_much_to_search, "one of the runs did too much to be searched for races."},
    {GateSays::limit_not_computed, "its limit, {limit}, cannot be computed for this kernel."},
    {GateSays::metric_not_computed, "{metric} cannot be computed for this kernel."},
    {GateSays::nothing_to_look_at, "the kernel has no {what} to look at."},
    {GateSays::counters_prove_nothing,
     "the answer is wrong at {where}, so the counters of that run prove nothing."},
    {GateSays::hidden_not_made,
     "Not checked, because the file does not pass the exercise's own checks."},
    {GateSays::prediction_not_known, "what was predicted is not known here."},
    {GateSays::prediction_not_judged, "it could not be judged."},
    {GateSays::no_gpu_here, "{why}."},
    {GateSays::limit_for_other_gpu, "the limit is for the {gpu}, and this is the {other}."},
    {GateSays::not_timed, "it was not timed."},
    {GateSays::rival_not_timed, "the {rival} was not timed."},
    {GateSays::time_not_true, "the time cannot be true."},
    {GateSays::time_unstable, "unstable, run it again. {why}"},
    {GateSays::time_of_rival_unstable, "unstable, run it again. The {rival}: {why}"},
    {GateSays::not_modelled, "it could not be modelled for the {gpu}. {why}"},
    {GateSays::nothing_to_compare,
     "it could not be modelled for the {gpu}. There is nothing to compare it with."},
    // gates: beside others
    {GateSays::space, " "},
    {GateSays::full_stop, "."},
    {GateSays::line_leaves_bounds_mend_first,
     "Line {line} also leaves the bounds, see \"in bounds\": mend that first."},
    {GateSays::one_run, "{count} run"},
    {GateSays::some_runs, "{count} runs"},
    {GateSays::passes_one_searched_in_part,
     "It passes in {passed}; {others} with much to look at was searched only in part."},
    {GateSays::passes_some_searched_in_part,
     "It passes in {passed}; {others} with much to look at were searched only in part."},
    {GateSays::reported_only, "{value}; only reported."},
    {GateSays::reported_beside_ideal, "{value}, ideal {ideal}; only reported."},
    {GateSays::must_pass_at_sizes,
     "That is at {where}; at the graded size it passes, but it must pass at other sizes, too."},
    {GateSays::must_pass_at_ragged_sizes,
     "That is at {where}, where limits are {room} times as wide; at the graded size it passes, but "
     "it must pass at other sizes, too."},
    {GateSays::that_is_at, "That is at {where}."},
    {GateSays::counts_once_gate_passes, "It passes, and its points count once \"{gate}\" passes."},
    {GateSays::counts_once_right, "It passes, and its points count once the answer is right."},
    // gates: counted
    {GateSays::value_at_most, "{value}, at most {limit}."},
    {GateSays::value_at_least, "{value}, at least {limit}."},
    {GateSays::value_alone, "{value}."},
    {GateSays::must_be_at_least, "{metric} is {value} and must be at least {limit}"},
    {GateSays::may_be_at_most, "{metric} is {value} and may be at most {limit}"},
    {GateSays::line_contributes_most, "; line {line} contributes most"},
    {GateSays::reads_of_memory, "reads of {space} memory"},
    {GateSays::writes_to_memory, "writes to {space} memory"},
    {GateSays::atomics_on_memory, "atomics on {space} memory"},
    {GateSays::loads, "loads"},
    {GateSays::stores, "stores"},
    {GateSays::atomics, "atomics"},
    {GateSays::does_updates, "updates"},
    {GateSays::line_wastes_bytes,
     "Line {line} {does} {asked} bytes and moves {moved}: {percent} % of it is useful."},
    {GateSays::line_has_conflicts,
     "Line {line}: its {what} take {passes} passes each instead of {ideal}, because of bank "
     "conflicts."},
    {GateSays::first_may_draw_all,
     "If threads draw their work on line {line}, the first may draw nearly all of it. Let blockIdx "
     "and threadIdx decide which thread does what."},
    {GateSays::registers_spill,
     "The registers of a thread do not suffice, so the compiler keeps some of its values in local "
     "memory. Let fewer values be needed at a time: shorter arrays, loops that are unrolled less, "
     "or blocks for which more registers are left. ({sectors} sectors of 32 bytes, if each warp "
     "stores and loads them once.)"},
    {GateSays::line_accesses_outside,
     "Fix \"in bounds\" first (line {line}): this number will then be right."},
    {GateSays::line_repeats_writes,
     "On line {line} several threads write the same value to the same element, and that is most of "
     "what is counted here. Give each element to one thread."},
    {GateSays::line_repeats_writes_in_matrix,
     "On line {line} several threads write the same value to the same element, and that is most of "
     "what is counted here. Give each element to one thread: does the condition check the last "
     "column, too, or only the end of the whole matrix?"},
    {GateSays::some_count_as_many,
     "Line {line} has {made} of them, counted as {counted}: some take as long as many simple ones. "
     "Those are fences beyond the block, sleeps, malloc(), prefetches and divisions of whole "
     "numbers."},
    {GateSays::wrong_answer_says_little,
     "This number is not judged until the answer is right ({where})."},
    // gates: why a line moves too much
    {GateSays::few_lanes_at_work,
     "On line {line} only {lanes} of the {all} lanes of a warp work at a time. Lanes that work one "
     "after the other, or that have to try again, need an access each."},
    {GateSays::for_each_lane_at_a_time, "{bytes} for each lane at a time"},
    {GateSays::for_each_lane_on_average, "{bytes} for each lane on average"},
    {GateSays::parts_of_elements,
     "On line {line} a warp {does} {bytes}, and each time moves the sectors of the whole elements: "
     "access whole elements."},
    {GateSays::scattered_accesses,
     "Line {line} {does} {asked} bytes at a time and moves {moved}. Let neighbouring threads "
     "access neighbouring elements."},
    {GateSays::unaligned_accesses,
     "Line {line} {does} {asked} bytes at a time and moves {moved}, as it begins or ends in the "
     "middle of a sector. Let what a warp accesses begin at a multiple of 32 bytes (8 floats or 4 "
     "doubles)."},
    {GateSays::used_but_too_many,
     "What line {line} moves is used, but there are too many {what}: {advice}."},
    {GateSays::few_lanes_take_part,
     "On line {line} a warp {does} {bytes} at a time, as only one or a few of its lanes take part. "
     "Let all of them take part, or do without this access."},
    {GateSays::element_takes_several,
     "On line {line} a warp {does} {bytes}, so an element takes several {what}: access whole "
     "elements."},
    {GateSays::together_but_too_many,
     "On line {line} the lanes of a warp work together, but there are too many {what}: {advice}."},
    {GateSays::narrow_accesses,
     "On line {line} a warp {does} {bytes}. Let each thread take 4 or 16 bytes at once, as an "
     "unsigned or a uint4."},
    {GateSays::load_once, "load each element once, and keep in a variable what is used again"},
    {GateSays::store_once, "store each element once, when its value is complete"},
    {GateSays::update_once, "collect in a variable first, and update each element once"},
    // gates: times
    {GateSays::not_yet, "Not yet: "},
    {GateSays::with_full_stop, "{numbers}."},
    {GateSays::rival_takes, "{time}, where the {rival} takes {other}: {fraction} of its speed"},
    {GateSays::copy_takes,
     "{time} for {megabytes} MB, where our copy of as many bytes takes {copy}: {fraction} of its "
     "bandwidth"},
    {GateSays::reference, "reference"},
    {GateSays::reference_kernel, "reference kernel"},
    {GateSays::yardstick, "yardstick"},
    {GateSays::time_between, "{time}, between {low} and {high}"},
    {GateSays::speed_between, "{value} of the {rival}'s speed, between {low} and {high}"},
    {GateSays::time_it_may_be, "{time}, but it may be {low} to {high}"},
    {GateSays::speed_it_may_be, "{value} of the {rival}'s speed, but it may be {low} to {high}"},
    {GateSays::goal_of_time, "{limit} or less"},
    {GateSays::goal_of_speed, "{limit} of the {rival}'s speed or more"},
    {GateSays::model_says, "the model of a {gpu} (version {version}) says {range}"},
    {GateSays::model_says_so, "The model of a {gpu} (version {version}) says {range}."},
    {GateSays::model_cannot_tell,
     "the goal is {goal}. The model of a {gpu} says {range}, so it cannot decide."},
    {GateSays::model_beside, "The model of a {gpu} says {range}."},
    {GateSays::model_is_wrong,
     "The model of a {gpu} says {range}, and what was measured lies outside of that: the model is "
     "wrong about this kernel."},
    {GateSays::too_fast_for_memory,
     "Too fast to be true: {time} for {megabytes} MB. That would be {bandwidth} GB/s, and the "
     "memory of this GPU moves {most} GB/s at most: it cannot have read all of its input and "
     "written all of its output."},
    {GateSays::too_fast_for_copy,
     "Too fast to be true: {times} times as fast as a copy of as many bytes. Not all of them can "
     "have been moved."},
    // gates: predictions
    {GateSays::not_predicted,
     "\"{question}\" was not predicted in the experiment \"{experiment}\" before its answer was "
     "shown. Open the experiment, and answer the question first."},
    {GateSays::predicted_wrong,
     "What was predicted for \"{question}\" in the experiment \"{experiment}\" is not what comes "
     "out. The experiment shows why."},
    // wrong answers
    {GateSays::verify_says, "{says} ({where})."},
    {GateSays::flag_stays_set,
     "{flag} is still set after {count} rounds ({where}), so the host would launch for ever. Set "
     "it only where something has changed."},
    {GateSays::answer_unwritten,
     "{answer} was written by no thread and should be {expected} ({where})"},
    {GateSays::answer_wrong, "{answer} is {actual} and should be {expected} ({where})"},
    {GateSays::written_by, "Written by {writer}"},
    {GateSays::written_by_on_line, "Written by {writer} on line {line}"},
    {GateSays::wrote_it_after, ", {reads}"},
    {GateSays::last_launch_did_not_write, "The last launch did not write it"},
    {GateSays::updated_by_several, "Several threads updated it"},
    {GateSays::updated_by_several_on_line, "Several threads updated it on line {line}"},
    {GateSays::elements_wrong, "; {wrong} of {all} elements are wrong"},
    {GateSays::some_elements_wrong, "{wrong} of {all} elements are wrong"},
    {GateSays::elements_wrong_then, "; {wrong} of {all} elements are wrong then"},
    {GateSays::written_by_no_thread, "written by no thread"},
    {GateSays::depends_on_order,
     "{answer} depends on the order in which threads run: it is {expected} when {usual}, and "
     "{actual} when {order} ({where}){more}. {advice}"},
    {GateSays::wrong_when_launched_again,
     "{answer} is right at the first launch of the kernel, and wrong at the next one: it is "
     "{actual} "
     "and should be {expected} ({where}){more}. A variable outside of all functions keeps what the "
     "previous launch left in it. Reset it before the kernel ends (the last thread that uses it "
     "can "
     "do that), or do without it."},
    {GateSays::order_of_warps, "one warp runs after the other"},
    {GateSays::order_reversed, "the last block, warp and lane go first"},
    {GateSays::order_lockstep, "all warps read before any of them writes"},
    {GateSays::order_lockstep_reversed,
     "all warps read before any of them writes, and the last lane goes first"},
    {GateSays::order_lanes_apart,
     "each lane of a warp runs ahead of the next one, the first lane first"},
    {GateSays::order_lanes_apart_reversed,
     "each lane of a warp runs ahead of the one before it, the last lane first"},
    {GateSays::order_delayed,
     "a warp stops between reading and writing, and others go on meanwhile"},
    {GateSays::order_random, "warps take turns at random (order {order})"},
    {GateSays::order_early, "what a thread reads may be what was there earlier"},
    {GateSays::order_late,
     "what a thread writes reaches others late, and not in the order in which it wrote"},
    {GateSays::no_order_promised,
     "A GPU promises no order of blocks, warps and lanes. Write the kernel so that its answer does "
     "not depend on which comes first, or let threads wait for what they need."},
    {GateSays::reads_in_any_order,
     "A thread's volatile and relaxed reads may happen in any order. A thread that has seen a flag "
     "or counter needs a __threadfence() before it reads what the flag announces, or has to read "
     "the flag with memory_order_acquire; and a thread that has looked once may have to look "
     "again. Where two threads each raise a flag and then look at the other's, no release or "
     "acquire makes one of them see the other: put a __threadfence() between raising and looking, "
     "or use memory_order_seq_cst for both."},
    {GateSays::writes_in_any_order,
     "A thread's volatile and relaxed writes, and atomics that order nothing, reach other threads "
     "in any order. Put a __threadfence() between what it writes first and the flag or counter "
     "that announces it, or write the flag with memory_order_release and read it with "
     "memory_order_acquire; __threadfence_block() and thread_scope_block do so only among the "
     "threads of one block. The elements of one vector access have no order either."},
    {GateSays::no_order_of_lanes,
     "No order is promised for the 32 lanes of a warp either. One may read before another has "
     "written, although both are on the same line. Put __syncwarp() between writing and reading, "
     "or __syncthreads() where more than one warp takes part. A thread that waits for another one "
     "has to look again and again until the other has come."},
    {GateSays::accesses_in_between,
     "Between two accesses of one thread, other threads can make theirs. If two threads both read "
     "the old value before either of them writes a new one, an update is lost: use one atomic for "
     "the whole update, such as atomicAdd(), or repeat atomicCAS() until it succeeds; with a lock, "
     "read and write while you hold it. A flag or counter that announces a value comes after it: "
     "write the value first, then a __threadfence(), then the flag."},
    // wrong answers: where they may come from
    {GateSays::parameter_has_other_type,
     "Parameter {number} of {kernel} has the type {type}, but the exercise passes another one: "
     "{all}."},
    {GateSays::parameter_in_other_place,
     "Parameter {number} of {kernel} is called {name}, and the exercise passes {name} in another "
     "place: {all}."},
    {GateSays::kernel_is_given,
     "{kernel} is given: it stands complete in the file that you started from, and is to stay as "
     "it is there."},
    {GateSays::stores_nothing,
     "{kernel} stores nothing in any buffer. The compiler leaves out what has no effect, such as "
     "storing an element in itself."},
    {GateSays::blocks_all_do_the_same,
     "{kernel} makes no use of {direction}, so the {extent} all do the same."},
    {GateSays::threads_all_do_the_same,
     "{kernel} makes no use of {direction}, so the {extent} of a block all do the same."},
    {GateSays::places_do_the_same,
     "{kernel} makes no use of {directions}, so threads that differ in nothing else do the same."},
    {GateSays::quotient_is_zero,
     "Line {line}: {quotient} is 0, as it divides whole numbers. Write {better}."},
    {GateSays::comparison_comes_first,
     "Line {line}: {sign} comes before &. Write {masked} in brackets."},
    {GateSays::table_has_no_values,
     "`{name}` (line {line}) is all zeros, as nothing gives it values. Write them where it is "
     "declared."},
    {GateSays::shuffle_beyond_warp,
     "Line {line} shuffles over 32 lanes or more, and a warp has 32. Let each warp add by itself, "
     "and then add what the warps have by shared memory."},
    {GateSays::local_variable_shared,
     "Line {line} shares the address of `{name}`, and each thread has a `{name}` of its own. "
     "Declare it __shared__."},
    {GateSays::macro_needs_brackets,
     "Line {line}: the macro {name} needs ( ) around all of it and around each parameter. What "
     "stands beside it is computed with only a part of it otherwise."},
    {GateSays::read_while_others_add,
     "Line {line} reads {name} while other blocks may still add to it, and a fence waits for "
     "nobody. Read it in a later launch, or let the last block do it."},
    {GateSays::first_thread_of_block,
     "Line {line} does not give each thread a number of its own. Write {right}."},
    {GateSays::stride_of_one_block,
     "Line {line} goes on by blockDim.{part}, so blocks repeat each other's elements. Go on by "
     "blockDim.{part} * gridDim.{part}."},
    {GateSays::size_of_pointer,
     "Line {line}: sizeof({name}) is the size of a pointer, 8 bytes, however long the array is. "
     "Pass its length."},
    {GateSays::increment_wraps,
     "Line {line}: the second argument of atomicInc() is the most that it counts to before it "
     "begins at 0 again. To add 1, write atomicAdd(p, 1)."},
    {GateSays::least_from_zero,
     "Line {line}: {name} begins at 0, and nothing positive is smaller. Begin with the largest "
     "number, or with an element."},
    {GateSays::sum_in_lane_zero,
     "Line {line} takes the sum from lane 31, and __shfl_down_sync() brings it to lane 0."},
    {GateSays::leaves_when_locked,
     "Line {line}: a thread that does not get the lock leaves its work out. Let it try again until "
     "it gets it."},
    {GateSays::lock_lets_all_in,
     ". Line {line} also ends for threads that have not got the lock: go on where atomicCAS(lock, "
     "0, 1), or atomicExch(lock, 1), has returned 0"},
    {GateSays::remainder_keeps_sign,
     ". A remainder has the sign of what is divided: add the divisor first, as in (i - 1 + n) % n"},
    {GateSays::char_is_negative, ". A char above 127 is negative: make `{name}` an unsigned char"},
    {GateSays::swap_not_repeated,
     "Line {line}: atomicCAS() does nothing where another thread came first, and nobody looks. "
     "Repeat it until it returns what was expected."},
    {GateSays::shared_arrays_are_one,
     "`{first}` and `{second}` are one memory: each extern __shared__ array begins at the same "
     "place (line {line}). Declare one, and let the second begin where the first ends."},
    {GateSays::shape_wraps,
     "Each value is right but for multiples of 2^{bits}: it went through {bits} bits. Make an "
     "operand wider before the operation, as in (long long)a * b."},
    {GateSays::shape_whole_numbers,
     "What is behind the decimal point is lost everywhere. Are whole numbers divided, or is a "
     "value kept in an int? Write (float)a / b."},
    {GateSays::shape_edge,
     "Only the {edge} is wrong. Does a thread there read or write beyond its row or column?"},
    {GateSays::shape_transposed,
     "What stands at [row][column] belongs at [column][row]. Rows and columns are exchanged where "
     "it is read or written."},
    {GateSays::shape_shifted,
     "Element i has the value that belongs at {place}. Is an index off by one?"},
    {GateSays::shape_times,
     "Each wrong value is {times} times too large. Is it added {times} times, or by {times} "
     "threads?"},
    {GateSays::shape_part,
     "Each wrong value is 1/{times} of what it should be. Do only some of the threads add their "
     "part?"},
    {GateSays::shape_first_pass,
     "The first {count} elements, one for each thread, are right, and all behind them are wrong. "
     "What must be set anew in each pass of the loop?"},
    {GateSays::shape_last_one,
     "Only the last element is wrong. Does a condition stop one too early, or a division round "
     "down?"},
    {GateSays::shape_first_one,
     "Only the first element is wrong. Does a loop or an index begin one too late?"},
    {GateSays::shape_end,
     "Only the last {count} elements are wrong. Does a division round down, so that they belong to "
     "no thread?"},
    {GateSays::shape_block_borders,
     "Only elements near the borders of blocks are wrong. A thread there needs what belongs to the "
     "neighbouring block: load it as well (a halo)."},
    {GateSays::shape_blocks_alike,
     "Every block gives the same values. Does an index leave out blockIdx?"},
    {GateSays::shape_every_other,
     "Only every {step}th element is right. Does each thread do {step} elements, and store one?"},
    {GateSays::loop_does_not_end, "The loop in line {line} does not seem to end"},
    {GateSays::loop_was_stopped, "It was stopped after {millions} million instructions."},
    {GateSays::does_it_change,
     ". Does its condition change, or does every thread do everybody's work?"},
    {GateSays::condition_always_holds,
     ": `{name}` is of type {type}, so `{condition}` is always true"},
    {GateSays::barrier_in_lock,
     ": line {line} waits for all threads, and only the one that has the lock is there. Take the "
     "__syncthreads() out of the lock"},
    {GateSays::compares_with_old_value,
     ": `{name}` is never read again, so the comparison fails for ever once another thread has "
     "been there. Set it to what atomicCAS() returned"},
    {GateSays::zero_stays_zero, ": `{name}` becomes 0 and stays 0. Let the loop end at 0"},
    {GateSays::looks_once,
     ": `{name}` is read once before the loop, and what other threads write is not seen. Read it "
     "as volatile or by an atomic"},
    {GateSays::does_not_change, ": nothing in it changes `{name}`"},
    {GateSays::mend_race_first, ". It comes of a race: mend that first (see \"race free\")"},
    {GateSays::exercise_passes, "The exercise passes {arguments}."},
    {GateSays::exercise_launches, "The exercise launches {kernel}: give yours that name."},
    {GateSays::kernel_is_missing, "There is no kernel named {kernel} in {file}: {why}."},
    // of a program's host code
    {GateSays::no_kernel_launched,
     "No kernel was launched ({where}). The work of this exercise is the GPU's: launch one with "
     "name<<<blocks, threads>>>(...)."},
    {GateSays::kernel_not_launched, "No kernel named {kernel} was launched."},
    {GateSays::launched_on_line, "It was launched on line {line}."},
    {GateSays::host_ended_by_signal,
     "The host's code was ended by signal {number}, {name} ({where}). Most often a pointer leads "
     "to memory that the host does not have."},
    {GateSays::host_ended_by_exit,
     "The program ended with exit code {code}, expected {expected} ({where})."},
    {GateSays::host_computes_on,
     "The host's code was stopped after {seconds} s of computing ({where}). Does each of its loops "
     "end?"},
    {GateSays::host_took_memory,
     "The program was ended: it took more memory than it may ({where})."},
    {GateSays::host_cannot_go_on, "{sentence} ({where})"},
    {GateSays::host_function_missing,
     "The file has no function {function}() that others can call: write extern \"C\" in front of "
     "it, as the starter does."},
    {GateSays::host_has_main,
     "The file has a main() of its own, and this exercise calls {function}(): take main() out."},
    {GateSays::host_does_not_link, "The program does not link: {why}"},
    {GateSays::text_differs,
     "Line {line} of {what} is \"{actual}\" and should be \"{expected}\" ({where})."},
    {GateSays::text_ends_early,
     "{what} ends before line {line}, which should be \"{expected}\" ({where})."},
    {GateSays::text_goes_on,
     "Line {line} of {what} is \"{actual}\", and there should be none ({where})."},
    {GateSays::file_not_written, "The program does not write {file} ({where})."},
};

}  // namespace warplab::words
