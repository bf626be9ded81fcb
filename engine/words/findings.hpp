#pragma once
// Findings: the text of each saying. What stands in braces is one of its arguments, the first name
// the first argument; {who} and {element} are those of the finding around it.
#include "words/row.hpp"

namespace warplab::words {

inline constexpr Row kFindings[] = {
    // places
    {Says::thread, "thread ({x},{y},{z})"},
    {Says::thread_of_block, "{thread} of block ({x},{y},{z})"},
    // a finding as a whole
    {Says::line_does, "Line {line} {what}"},
    {Says::line_has, "Line {line}: {what}"},
    {Says::kernel_does, "The kernel {what}"},
    {Says::by, ", by {who}"},
    {Says::seen_at, " ({where})"},
    {Says::as_it_is, "{text}"},
    // findings: of an access
    {Says::reads, "reads"},
    {Says::writes, "writes"},
    {Says::updates, "updates"},
    {Says::atomically_updates, "atomically updates"},
    {Says::one_byte, "{count} byte"},
    {Says::bytes, "{count} bytes"},
    {Says::one_element, "{count} element"},
    {Says::elements, "{count} elements"},
    {Says::one_thread, "{count} thread"},
    {Says::threads, "{count} threads"},
    {Says::byte_of_shared_memory, "byte {byte} of shared memory"},
    {Says::local_array, "a local array, struct or class"},
    {Says::kernel_parameter, "a kernel parameter"},
    {Says::before_start, "{elements} before the start of {name} ({extent})"},
    {Says::past_end, "{elements} past the end of {name} ({extent})"},
    {Says::past_the_end, "past the end of {name} ({extent})"},
    {Says::below_zero, ", which is where an unsigned index that went below 0 leads"},
    {Says::far_beyond_shared, "far beyond all shared arrays"},
    {Says::no_dynamic_shared_memory,
     "by {who}, but the launch gives the kernel no dynamic shared memory"},
    {Says::declare_with_size, ": declare {name} with its size, without extern"},
    {Says::no_shared_memory, "but the kernel has no shared memory"},
    {Says::accesses_where, "{accesses} {element}, {where}"},
    {Says::accesses_bytes_where, "{accesses} {bytes}, {where}"},
    {Says::accesses_earlier_heap,
     "{accesses} {bytes} of the heap that malloc() gave to an earlier launch"},
    {Says::accesses_buffer_not_given,
     "{accesses} {element}, but this launch was not given `{name}`"},
    {Says::accesses_freed_memory, "{accesses} {element}, but `{name}` has been freed before"},
    {Says::accesses_beyond_local,
     "{accesses} {bytes} beyond the local arrays of the thread (those that are declared in the "
     "kernel, without __shared__)"},
    {Says::local_index_wrong, ": an index is negative, or past the end of its array"},
    {Says::reads_beyond_parameters, "reads beyond the parameters of the kernel"},
    {Says::changes_parameter,
     "{accesses} a parameter of the kernel, which cannot be changed through a pointer"},
    {Says::copy_parameter_first, ": copy it into a variable of your own first"},
    {Says::accesses_no_buffer,
     "{accesses} {bytes} at address {address}, which belongs to no buffer"},
    {Says::near_null,
     ": it lies close to a null pointer. malloc() and new return one when the heap is full, for "
     "example because nothing is freed"},
    {Says::accesses_sticks_out, "{accesses} {bytes} at {element}, of which {beyond} lie {where}"},
    {Says::printf_looks_for_text, "where printf looks for a text, at address {address}"},
    {Says::nothing_there, ": nothing of the kernel's is there"},
    {Says::printf_reads_on, "where printf goes on reading a text"},
    {Says::no_end_of_text, ": it has no '\\0' at its end"},
    {Says::outside_heap_blocks, "outside of every block that malloc() returned"},
    {Says::beyond_heap_block,
     "{from} bytes from the start of a block of malloc() that has {bytes}"},
    {Says::in_freed_block, "in a block that was freed"},
    {Says::accesses_misaligned,
     "{accesses} {bytes} at address {address}, which is not a multiple of {size}"},
    {Says::accesses_misaligned_element,
     "{accesses} {bytes} at {element}, an address which is not a multiple of {size}"},
    {Says::wide_access_begins_at_second,
     ": an access this wide may only begin at every second element of {name}, counted from the "
     "first"},
    {Says::wide_access_begins_at,
     ": an access this wide may only begin at every {number}th element of {name}, counted from the "
     "first"},
    {Says::accesses_null_pointer, "{accesses} {bytes} through a null pointer (address {address})"},
    {Says::heap_may_be_full,
     ": malloc() and new give one when the heap is full, as when nothing is freed"},
    {Says::writes_input,
     "{accesses} {element}, but `{name}` is an input of this exercise, which kernels only read"},
    {Says::parameters_in_order,
     ": if the line names another array, are the parameters in the order of the starter?"},
    {Says::writes_where, "writes {element}, {where}"},
    {Says::writes_constant_memory, "writes {element}, which is constant memory"},
    {Says::read_as_unchanging_on_line,
     "which line {line} reads as data that never changes (const __restrict__ or __ldg())"},
    {Says::read_as_unchanging,
     "which the kernel reads as data that never changes (const __restrict__ or __ldg())"},
    {Says::writes_constant_variable,
     "Line {line} writes a __constant__ variable, which kernels can only read: write to a "
     "__device__ variable or a buffer instead. First by {who}."},
    {Says::writes_constant_variables,
     "Line {line} writes a __constant__ variable, which kernels can only read: write to a "
     "__device__ variable or a buffer instead (so do {others} other lines). First by {who}."},
    {Says::returns_address_of_variable,
     "Line {line} returns the address of a variable that ends with its function (see the "
     "compiler's warning). Fix that first."},
    {Says::no_thread_writes_one, "No thread writes {element}"},
    {Says::no_thread_writes,
     "No thread writes {element} and {more} more of the {all} elements of {name}"},
    // findings: of a launch that cannot go on
    {Says::warp_works_on,
     "is still running in {threads} of the warp of {who} after the work of {work} simple "
     "instructions, which is as much as a warp may do"},
    {Says::never_ends_or_one_works_for_many,
     ": either this never ends, or one thread does the work of many"},
    {Says::works_most_on_line,
     "Line {line}: most of the work is done here. The warps of {kernel} have done the work of "
     "{work} simple instructions together, which is as much as they may, and are still running"},
    {Says::works_most_on_line_of_runs,
     "Line {line}: most of the work is done here. The warps of {kernel} have done the work of "
     "{work} simple instructions together, in this run and those before it, which is as much as "
     "they may, and are still running"},
    {Says::works_on,
     "The warps of {kernel} have done the work of {work} simple instructions together, which is as "
     "much as they may, and are still running"},
    {Says::works_on_of_runs,
     "The warps of {kernel} have done the work of {work} simple instructions together, in this run "
     "and those before it, which is as much as they may, and are still running"},
    {Says::does_each_loop_end,
     ": does each loop end, and does each thread do only its own part of the work?"},
    {Says::waits_for_later_blocks, "waits for blocks that have not begun"},
    {Says::why_later_blocks_never_come,
     ": a GPU runs only as many blocks at a time as fit on it, and the next ones begin when some "
     "of these end, so this never ends. Divide the work into two launches, or let a block wait "
     "only for blocks with smaller numbers"},
    {Says::recursion_too_deep, "calls functions inside functions too deeply"},
    {Says::does_recursion_end, ": does the recursion ever end?"},
    {Says::assertion_failed, "device assertion `{condition}` failed"},
    {Says::runs_into_trap,
     "runs into a trap, by {who}: that is __trap(), or what the compiler makes of code that can "
     "never work, such as an access through a null pointer or an atomic on a variable of the "
     "thread's own"},
    {Says::comes_to_breakpoint,
     "comes to a breakpoint (brkpt), at which the kernel fails unless a debugger watches it"},
    {Says::take_it_out, "; take it out"},
    {Says::copies_odd_bulk,
     "copies in bulk from, to or by what is no multiple of 16 bytes, which is undefined"},
    {Says::copy_multiples_of_16,
     ": begin at multiples of 16 bytes, take a multiple of them, and copy the rest by itself"},
    {Says::matrix_without_whole_warp,
     "works on a matrix although {count} of the 32 threads of its warp are missing"},
    {Says::matrix_needs_warp,
     ": a warp holds a matrix together, so all 32 must come; give the block a multiple of 32 "
     "threads, and let none of them return before"},
    {Says::matrix_of_each_lane, "names another matrix, or another stride, than others of its warp"},
    {Says::name_one_matrix,
     ": the whole warp loads or stores one matrix, so the address must not depend on the lane"},
    {Says::matrix_is_misaligned,
     "loads or stores a matrix at an address that is no multiple of 32 bytes"},
    {Says::align_matrix, ": what comes of that is undefined; begin at a multiple of 32 bytes"},
    {Says::matrix_stride_is_odd,
     "loads or stores a matrix with a stride of {stride} elements, so that its rows are no "
     "multiple of 16 bytes apart"},
    {Says::take_matrix_stride,
     ": what comes of that is undefined; take a multiple of {elements} elements"},
    {Says::waits_for_grid_alone,
     "waits for the whole grid in a launch that is not cooperative, where grid.sync() traps"},
    {Says::launch_cooperatively,
     ": launch it by cudaLaunchCooperativeKernel(), or write cooperative = true in the exercise"},
    {Says::calls_through_no_function,
     "calls through a pointer that is not the address of a function"},
    {Says::jumps_beyond_list, "jumps to place {place} of a list of {size}, which ends at {last}"},
    {Says::uses_wrong_carry,
     "takes the carry of an addition for the borrow of a subtraction, or the other way round"},
    {Says::continue_carry, ": continue add.cc and mad.cc with addc or madc, sub.cc with subc"},
    {Says::uses_no_carry, "uses a carry that no instruction just before has set"},
    {Says::begin_carry, ": begin with add.cc, sub.cc or mad.cc"},
    {Says::frees_foreign_address, "frees address {address}, which malloc() did not return"},
    {Says::frees_twice, "frees a block that has been freed already"},
    {Says::free_once, ": free each block once"},
    {Says::printf_called_too_often,
     "printf has been called so often that the rest of its text is left out"},
    {Says::printf_too_long, "printf has printed {bytes} bytes"},
    {Says::rest_left_out, "; the rest is left out"},
    {Says::mask_leaves_out_caller,
     "calls a warp function with the mask {mask}, which leaves out the calling lane {lane}"},
    {Says::be_in_own_mask, ": every lane that calls must be in its own mask"},
    {Says::masks_differ,
     "calls a warp function with the mask {mask} while lane {lane} of that mask calls it with "
     "{other}"},
    {Says::name_same_mask, ": all lanes of a mask must name the same mask"},
    // findings: of barriers
    {Says::one_thread_waits_in_vain, "{threads} waits at this barrier for threads that never come"},
    {Says::threads_wait_in_vain, "{threads} wait at this barrier for threads that never come"},
    {Says::not_all_reach_barrier, "not all threads reach this barrier"},
    {Says::because, ": {why}"},
    {Says::lanes_of_mask_do_not_come, "it names lanes in its mask that do not reach it"},
    {Says::thread_returned_before_barrier,
     "a thread of the block has returned on line {line} before this barrier, {who}. GPUs count "
     "threads that have ended as arrived, so this works"},
    {Says::threads_returned_before_barrier,
     "{threads} threads of the block have returned on line {line} before this barrier, {who} "
     "first. GPUs count threads that have ended as arrived, so this works"},
    {Says::let_all_reach_last_barrier,
     "; but these threads can no longer help with what comes after it. It is safer to let all "
     "threads go on to the last barrier, and to put the work, not the barriers, into an `if`"},
    {Says::thread_goes_past_barrier,
     "a thread of the block, {who}, goes past it{where} and ends while the others wait. What "
     "happens then is undefined in CUDA, since a barrier is for all threads of a block or for "
     "none"},
    {Says::threads_go_past_barrier,
     "{threads} threads of the block, {who} first, go past it{where} and end while the others "
     "wait. What happens then is undefined in CUDA, since a barrier is for all threads of a block "
     "or for none"},
    {Says::on_line, " on line {line}"},
    {Says::put_barrier_outside_of_line,
     ": put it outside of the `if` or loop of line {line}, where every thread passes"},
    {Says::put_barrier_outside, ": put it outside of any `if` or loop, where every thread passes"},
    {Says::thread_ended_without_barrier,
     "{who} waits here, and a thread of the block stored something and then ended without it. What "
     "happens then is undefined in CUDA, since a barrier is for all threads of a block or for "
     "none"},
    {Says::threads_ended_without_barrier,
     "{who} waits here, and {threads} threads of the block stored something and then ended without "
     "it. What happens then is undefined in CUDA, since a barrier is for all threads of a block or "
     "for none"},
    {Says::put_barrier_before_return,
     ": put it outside of any `if` or loop, where every thread passes before it returns"},
    {Says::wait_at_this_barrier_elsewhere,
     "{who} waits here, and other threads of the block come to it in another call or branch. A "
     "barrier is for all threads of a block, so what happens then is undefined in CUDA"},
    {Says::wait_at_other_barrier,
     "{who} waits here, and other threads of the block wait at the barrier of line {line}. A "
     "barrier is for all threads of a block, so what happens then is undefined in CUDA"},
    {Says::put_one_where_all_pass, ": put one where all of them pass, outside of the `if` or loop"},
    {Says::warp_names_other_barrier,
     "names another barrier, or another number of threads, than other threads of its warp do in "
     "the same instruction"},
    {Says::make_team_of_warps,
     ": a warp comes to a barrier as a whole, so a team that waits by itself must be made of whole "
     "warps"},
    {Says::uses_barrier_beyond_16, "uses barrier {number}"},
    {Says::barriers_are_16, "; there are 16, numbered from 0"},
    {Says::barrier_waits_for_odd_number, "waits at a barrier for {threads} threads"},
    {Says::number_must_fit_block,
     "; the number must be a multiple of 32, more than 0 and at most the {most} of the block"},
    {Says::number_must_fit_rounded_block,
     "; the number must be a multiple of 32, more than 0 and at most the {most} of the block, "
     "rounded up"},
    {Says::barrier_numbers_differ,
     "waits at barrier {number} for {threads} threads while others wait there for {others}"},
    {Says::name_same_number, ": all must name the same number"},
    // findings: of barrier objects
    {Says::object_in_shared_memory, "in shared memory"},
    {Says::object_at_byte, "at byte {byte} of {name}"},
    {Says::object_count_bad, "initializes the barrier object {name} for {count} arrivals"},
    {Says::object_count_range, "; the number must be from 1 to {most}"},
    {Says::object_made_twice,
     "initializes the barrier object {name}, which has been initialized already"},
    {Says::object_init_once, ": let one thread call init(), once"},
    {Says::object_not_there,
     "uses the barrier object {name}, which no thread has initialized yet, or which has ended"},
    {Says::object_init_first,
     ": let one thread call init(), and put __syncthreads() between that and the first use"},
    {Says::object_too_many_arrivals,
     "arrives {count} times at the barrier object {name}, whose phase needs {missing} more"},
    {Says::object_no_complete,
     "completes the phase of the barrier object {name} with an arrival that must not complete it "
     "(noComplete)"},
    {Says::object_foreign_token,
     "waits at the barrier object {name} with a token that is not of its current phase or the one "
     "before"},
    {Says::object_token_of_one,
     ": a thread waits with the token of its own last arrival there, and a phase is over after "
     "{count} arrival, the number that init() is given (do more threads arrive?)"},
    {Says::object_token_of,
     ": a thread waits with the token of its own last arrival there, and a phase is over after "
     "{count} arrivals, the number that init() is given (do more threads arrive?)"},
    {Says::object_touched, "{accesses} the barrier object {name} like ordinary memory"},
    {Says::only_functions_touch_object, ": only the functions of a barrier may touch it"},
    {Says::object_misses_arrivals,
     "the barrier object {name} has got {arrived} of the {all} arrivals that its phase needs"},
    {Says::object_of_pipeline,
     "; what consumer_wait() waits for arrives by producer_commit(), and what producer_acquire() "
     "waits for by consumer_release()"},
    {Says::object_made_meanwhile,
     "{user} uses the barrier object {name} while {maker} may still be initializing it"},
    {Says::object_sync_after_init, ": put __syncthreads() after init()"},
    {Says::object_not_shared,
     "uses a barrier object that is not in shared memory, where alone it can be"},
    // findings: of asynchronous copies
    {Says::starts_copy_to, "starts an asynchronous copy to"},
    {Says::writing_there, "writing there"},
    {Says::writing_it, "writing it"},
    {Says::reading_it, "reading it"},
    {Says::copy_meanwhile,
     "{user} {does} {element} while the asynchronous copy may still be {doing}"},
    {Says::copy_of_line_meanwhile,
     "{user} {does} {element} while the asynchronous copy of line {line} may still be {doing}"},
    {Says::copy_object_wait_first,
     "wait first at the barrier object {name}, which the copy arrives at"},
    {Says::copy_needs_barrier,
     ": the thread that started it has waited for it, but no barrier follows that wait; put "
     "__syncthreads() after {wait}, not before it"},
    {Says::copy_wait_first, ": wait for the copy first ({wait})"},
    {Says::copy_wait_first_and_barrier,
     ": wait for the copy first ({wait}), and then at a barrier for the thread that started it"},
    {Says::copy_commit,
     ": it has not been committed, and {wait} waits only for what has been; put {commit} after the "
     "copy, then {wait}"},
    {Says::copy_commit_and_barrier,
     ": it has not been committed, and {wait} waits only for what has been; put {commit} after the "
     "copy, then {wait}, and then at a barrier for the thread that started it"},
    // findings: of values that nobody wrote
    {Says::computes_address_from, "computes an address from"},
    {Says::branches_on, "branches on"},
    {Says::passes_to_atomic, "passes to an atomic a value that comes from"},
    {Says::stores_as_result, "stores as a result a value that comes from"},
    {Says::atomically_updates_value_from, "atomically updates a value that comes from"},
    {Says::stores_in_element, "stores in {element} a value that comes from"},
    {Says::of_shuffle_line,
     "{does} the shuffle of line {line} that reads lane {lane} of the warp, by {who}"},
    {Says::of_shuffle, "{does} a shuffle that reads lane {lane} of the warp, by {who}"},
    {Says::lane_does_not_exist,
     ": the block has no thread for that lane; let lanes read only from lanes that exist"},
    {Says::lane_has_ended,
     ": that lane has ended before and gives no value; let every lane reach the shuffle before it "
     "returns"},
    {Says::lane_not_in_mask,
     ": that lane is not in the mask of the shuffle and gives no value; name it in the mask"},
    {Says::lane_elsewhere,
     ": that lane is in the mask but does not come to the shuffle; let all lanes of the mask reach "
     "the same call"},
    {Says::of_function_without_return,
     "{does} a function that {who} left at its closing brace, without a `return`"},
    {Says::of_function_without_return_on_line,
     "{does} a function that {who} left at its closing brace, on line {line}, without a `return`"},
    {Says::let_every_path_return, "; let every path through it return a value"},
    {Says::of_variable_not_set, "{does} `{name}`, which {who} has not set before"},
    {Says::give_value_where_declared, "; give it a value where it is declared"},
    {Says::give_value_where_declared_on_line,
     "; give it a value where it is declared, on line {line}"},
    {Says::of_too_large_quotient, "{does} {dividend} {sign} -1, which {who} computes{where}"},
    {Says::quotient_undefined, ": the quotient does not fit its type, so the result is undefined"},
    {Says::of_division_by_zero, "{does} {dividend} {sign} 0, which {who} computes{where}"},
    {Says::check_divisor,
     ": the result of a division by zero is undefined, so check the divisor first"},
    {Says::of_variable_without_value, "{does} a variable that has no value yet"},
    {Says::of_heap_without_value,
     "{does} memory from malloc() or new{read}, into which nobody has put a value"},
    {Says::of_local_without_value,
     "{does} {element}{read}, in which {who} has stored nothing at that place"},
    {Says::give_each_element_value,
     "; give each element or member a value first. Each thread has one of its own, and an array "
     "that the threads of the block share needs __shared__ before it"},
    {Says::of_element_no_thread_wrote,
     "{does} {element}{read}, which no thread of the block has written before {who} {uses}"},
    {Says::of_element_nobody_wrote,
     "{does} {element}{read}, which nobody has written before {who} {uses}"},
    {Says::read_on_line, ", read on line {line}"},
    {Says::updates_it, "updates it"},
    {Says::uses_it, "uses it"},
    // findings: of races
    {Says::thread_of_same_block, "{thread} of the same block"},
    {Says::race_same_line, "{first} {does} {element}, and {second} {other} it on the same line"},
    {Says::race_other_line, "{first} {does} {element}, and line {line}: {second} {other} it"},
    {Says::race_unknown_line, "{first} {does} {element}, and {second} {other} it"},
    {Says::race_same_value,
     "{first} and {second} write the same value to {element} with nothing to order them; nobody "
     "reads it meanwhile, so it does no harm, but one of them is enough"},
    {Says::race_same_value_line,
     "{first} and {second} (line {line}) write the same value to {element} with nothing to order "
     "them; nobody reads it meanwhile, so it does no harm, but one of them is enough"},
    {Says::race_one_instruction,
     "{first} and {second} write different values to {element} in one instruction, and which of "
     "them stays is left to chance"},
    {Says::race_from_elsewhere_line,
     "; line {line} also leaves the bounds of {name} (see \"in bounds\"), and so reaches {element} "
     "by mistake: fix that first"},
    {Says::race_from_elsewhere,
     "; one of them also leaves the bounds of {name} (see \"in bounds\"), and so reaches {element} "
     "by mistake: fix that first"},
    {Says::lines_and, "lines {lines} and {last}"},
    {Says::make_accesses_atomic, "; make every access to it on {lines} atomic"},
    {Says::update_atomically, "; update it with atomicAdd() or another atomic"},
    {Says::element_each, "; give each thread an element of its own"},
    {Says::one_for_block,
     "; it is one variable for all threads of the block, because of __shared__: leave that out if "
     "each thread needs its own, or make it an array"},
    {Says::one_for_launch,
     "; it is one variable for all threads of the launch, because of __device__: declare it inside "
     "the function and without that if each thread needs its own, or make it an array"},
    {Says::flag_orders_nothing_block,
     ", and the flag that line {line} waits for does not order them: volatile and relaxed "
     "accesses, and functions such as atomicAdd(), order nothing else. Put __threadfence_block() "
     "before the flag is stored and after the loop that waits for it, or use cuda::atomic_ref with "
     "memory_order_release for the store and memory_order_acquire in the loop"},
    {Says::flag_orders_nothing,
     ", and the flag that line {line} waits for does not order them: volatile and relaxed "
     "accesses, and functions such as atomicAdd(), order nothing else. Put __threadfence() before "
     "the flag is stored and after the loop that waits for it, or use cuda::atomic_ref with "
     "memory_order_release for the store and memory_order_acquire in the loop"},
    {Says::sizes_not_atomic,
     ", but one does so with {bytes} bytes and the other with {others}, and only accesses of one "
     "size are atomic to each other: use the same type for both"},
    {Says::barrier_torn,
     "; not all threads reach the barrier in line {line} (see \"terminates\"), so that it orders "
     "nothing: mend that first"},
    {Says::barrier_does_not_order,
     "; the barrier on line {line} does not order them: not both of them take part in it, or it is "
     "not on every path from one to the other"},
    {Says::syncthreads_not_on_every_path,
     "; the __syncthreads() on line {line} is not on every path from one to the other. If both are "
     "in a loop, one more is needed at the end of it, before the next iteration begins"},
    {Says::relies_on_lockstep, ", which relies on the warp executing in lockstep"},
    {Says::read_then_sync_then_write,
     ": read into a variable first, then __syncthreads(), then write (within one warp __syncwarp() "
     "is enough)"},
    {Says::sync_between,
     ": put a __syncthreads() between them (within one warp __syncwarp() is enough)"},
    {Says::atomic_only_in_block,
     ", but an atomic whose scope is the block, or less (_block, thread_scope_block, "
     "thread_scope_thread, or the cluster, which is one block here), is atomic only within its own "
     "block; use one whose scope is the device, such as atomicAdd() without _block or "
     "thread_scope_device"},
    {Says::nothing_orders, ", with nothing to order them"},
    {Says::no_barrier_orders_blocks, ", and no barrier can order different blocks"},
    {Says::store_beside_atomic,
     ": the atomic function has stored its result already, so leave out the plain access beside "
     "it"},
    {Says::read_beside_atomic,
     ": what is read beside an atomic function may be out of date when that comes. It reads, "
     "changes and stores in one step: atomicAdd(&x, value), say, adds to what is there, and needs "
     "nothing that was read before"},
    {Says::read_and_stored_between,
     ": line {line} reads it and line {storing} stores what comes of that, and others may do so in "
     "between: let atomicAdd() or another atomic do all of it in one step"},
    {Says::clear_earlier_else_atomic,
     ": if one clears what others add to, do that in an earlier launch; else make every access to "
     "it on {lines} atomic"},
    {Says::make_every_access_atomic, ": make every access to it on {lines} atomic"},
    {Says::add_atomically_or_sync,
     ": if both add to it, use atomicAdd() or another atomic; if one comes after the other, put a "
     "__syncthreads() between them"},
    {Says::sync_or_add_atomically,
     ": if one comes after the other, put a __syncthreads() between them; if both add to it, use "
     "atomicAdd() or another atomic"},
    {Says::use_atomic_update, ": update it with atomicAdd() or another atomic"},
    {Says::line_leaves_bounds_too,
     ": this line also leaves the bounds (see \"in bounds\"). Mend that first: after the end of a "
     "row the next one begins"},
    {Says::one_thread_an_element,
     ": give each element to one thread; does its index use every part of blockIdx and threadIdx "
     "that differs between threads, and do threads beyond the end of a row leave it alone?"},
    {Says::no_syncthreads_between, ", with no __syncthreads() between them: put one there"},
    {Says::arrays_overlap,
     ". If {name} holds several arrays, they overlap here: let each begin where the one before it "
     "ends"},
    {Says::write_elsewhere_or_read_later,
     ": write to another buffer, or read it in a later launch"},
    {Says::one_thread_or_atomic, ": give each element to one thread, or use an atomic"},
    // programs: what the host does
    {Says::never_freed, "never freed: {bytes}"},
    {Says::never_freed_times, "never freed: {bytes} in {times} allocations"},
    {Says::call_failed, "{call} fails with {error}: {why}"},
    {Says::output_lost, "{bytes} that kernels print are never shown"},
    {Says::synchronize_first, ": the program ends without cudaDeviceSynchronize()"},
    {Says::launch_failed, "the launch of {kernel} fails with {error}: {why}"},
    {Says::error_is_sticky,
     "an earlier kernel has failed, and nothing works on the device any more"},
    {Says::goes_past_end, "{call} of {bytes} goes {over} past the end of {name} ({size})"},
    {Says::goes_to_host_memory,
     "{call} is told that its {side} is on the device, and it is memory of the host"},
    {Says::goes_to_device_memory,
     "{call} is told that its {side} is on the host, and it is memory of the device ({name})"},
    {Says::frees_what_is_none, "{call} is given an address that no allocation has returned"},
    {Says::frees_memory_twice, "{call} frees {name} a second time"},
    {Says::touches_freed_memory, "{call} is given {name}, which has been freed before"},
    {Says::host_touches_device_memory, "the host accesses {name}, which is memory of the device"},
    {Says::copy_it_first, ": copy it with cudaMemcpy first"},
    {Says::pointer_is_of_host,
     "{accesses} {bytes} at address {address}, which is memory of the host"},
    {Says::copies_unwritten, "{call} copies {bytes} of {name} that nobody has written"},
};

}  // namespace warplab::words
