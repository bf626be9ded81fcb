#pragma once
// What one access costs, and why the hardware does what a finding or a gate complains of, and where
// to look. What happened, with the numbers of a run, the finding or gate says itself.
#include "words/row.hpp"

namespace warplab::words {

inline constexpr LabRow kExplanations[] = {
    // what one access costs
    {LabSays::line_number, "Line {line}"},
    {LabSays::this_instruction, "This instruction"},
    {LabSays::one_sector, "{count} sector"},
    {LabSays::sectors, "{count} sectors"},
    {LabSays::moves_sectors, "{who} moves {sectors} for {bytes}: {percent} of {them} is used."},
    {LabSays::moves_local_sectors,
     "{who} moves {sectors} of local memory for {bytes}: {percent} of {them} is used."},
    {LabSays::it, "it"},
    {LabSays::them, "them"},
    {LabSays::lanes_share_bytes, " {lanes} lanes share these bytes."},
    {LabSays::would_hold_bytes, " {sectors} would hold the same bytes."},
    {LabSays::fewer_could_not, " Fewer could not hold these bytes."},
    {LabSays::one_pass, "{count} pass"},
    {LabSays::passes, "{count} passes"},
    {LabSays::takes_fewest_passes,
     "{who} takes {passes} over the banks of shared memory: fewer are not possible."},
    {LabSays::takes_passes_for_updates,
     "{who} takes {passes} over the banks of shared memory, where {ideal} would do. {lanes} lanes "
     "update words of bank {bank}, one after the other."},
    {LabSays::takes_passes_for_words,
     "{who} takes {passes} over the banks of shared memory, where {ideal} would do. {words} "
     "different words lie in bank {bank}, which gives one in a pass."},
    {LabSays::no_two_lanes_meet, " No two of its lanes update the same address."},
    {LabSays::lanes_meet, " {most} of its {lanes} lanes update one address, one after the other."},
    // a race, run in two orders
    {LabSays::one_order, "{count} order"},
    {LabSays::orders, "{count} orders"},
    {LabSays::same_answer,
     "The same answer came out in the {orders} of threads that were tried. It is a race all the "
     "same: a GPU may take another order, and the compiler may assume that there is no race."},
    {LabSays::threads_in_order, "with the threads in order"},
    {LabSays::in_named_order, "in the order \"{order}\""},
    {LabSays::two_answers,
     "The same run gives two answers: {element} is {first} {order}, and {second} {other} "
     "({where})."},
    {LabSays::two_answers_differ,
     "The same run gives two answers: {element} is {first} {order}, and {second} {other} "
     "({where}); {different} of {total} elements differ."},
    // what a launch does with memory
    {LabSays::why_sectors,
     "Global memory is moved in sectors of 32 bytes, and a sector is moved whole even if one lane "
     "asks for one byte of it. A warp is cheapest when its lanes stand beside one another in "
     "memory, and dearest when each is in a sector of its own."},
    {LabSays::look_sectors,
     "Look at the index in the marked line: the term with threadIdx.x must move by one element "
     "from lane to lane."},
    {LabSays::why_requests,
     "Each memory instruction of a warp is one request, which takes a place in the load and store "
     "units whatever it moves. The same bytes in fewer instructions leave these units free for "
     "others."},
    {LabSays::look_requests,
     "Look for values that each round of a loop loads again, and for lanes that have left: both "
     "make requests that bring nothing new."},
    {LabSays::why_bytes,
     "Every byte that a lane asks for has to come through the memory system, even when another "
     "lane had it a moment ago. What a thread needs twice belongs in a register, and what a block "
     "needs twice in shared memory."},
    {LabSays::look_bytes,
     "Look for the same element in the indices of two lines, or of one line in two rounds of a "
     "loop."},
    {LabSays::why_global_atomics,
     "An atomic reads, changes and writes its word as one step, so two atomics on one address "
     "never overlap. A whole warp on one address therefore takes 32 turns."},
    {LabSays::look_global_atomics,
     "Add up in a register or in shared memory first, and make one atomic for each warp or block."},
    {LabSays::why_shared_requests,
     "Each access to shared memory is an instruction of the warp, although no global memory moves. "
     "Registers are faster still and need no instruction of their own."},
    {LabSays::look_shared_requests,
     "Look for words of the tile that the same thread reads again and again: keep them in a "
     "variable."},
    {LabSays::why_shared_passes,
     "Shared memory has 32 banks, each of which gives one word of 4 bytes in a pass. A request "
     "takes as many passes as the fullest bank has different words; accesses of 8 and 16 bytes "
     "need two and four at least."},
    {LabSays::look_shared_passes,
     "Look at how many words each lane reads, and at the bank of each: the number of the word "
     "modulo 32."},
    {LabSays::why_bank_conflicts,
     "Each of 32 banks gives one word in a pass, and lanes that want different words of one bank "
     "wait for one another. That happens when they step by a multiple of 32 words, as down the "
     "column of a tile 32 wide."},
    {LabSays::look_bank_conflicts,
     "Look at the index of the fastest dimension: a tile with one column more, tile[32][33], puts "
     "each row into other banks."},
    {LabSays::why_shared_atomics,
     "An atomic on shared memory changes one word at a time in each bank. Lanes that update one "
     "word, or words of one bank, take turns."},
    {LabSays::look_shared_atomics,
     "Give each warp, or each lane, a place of its own, and add up the places at the end."},
    {LabSays::why_local,
     "Local memory is global memory that belongs to one thread, although its name sounds close. "
     "The compiler uses it for arrays whose index it cannot work out, and for variables that find "
     "no register."},
    {LabSays::look_local,
     "Look for a small array inside the kernel: with loops of fixed length it can stay in "
     "registers."},
    {LabSays::why_constant,
     "Constants come through a cache that gives one address to the whole warp at once. Lanes that "
     "ask for different addresses are served one after the other."},
    {LabSays::look_constant,
     "Look at the index of the constant: it should not depend on threadIdx."},
    {LabSays::why_parameters,
     "A kernel's arguments lie in constant memory, from where each is loaded by an instruction. "
     "The compiler loads them once, unless the kernel hides that they do not change."},
    {LabSays::look_parameters, "Look for arguments that are passed as large structures."},
    // what a launch executes
    {LabSays::why_instructions,
     "A warp issues one instruction at a time for all its lanes, whether it computes a result or "
     "an index. Instructions that all rounds of a loop repeat count most."},
    {LabSays::look_instructions,
     "Look at the loop that runs most often, and move out of it what does not change."},
    {LabSays::why_busiest,
     "A launch is over when its last warp is done, so one warp or block with most of the work "
     "keeps the GPU waiting. Work that is spread evenly ends at the same time everywhere."},
    {LabSays::look_busiest,
     "Look for a condition that gives a loop to one thread, one warp or one block."},
    {LabSays::why_lanes,
     "The 32 lanes of a warp share one instruction, and a lane that has left or is masked off "
     "leaves its part idle. Full warps do the most for each instruction."},
    {LabSays::look_lanes,
     "Look at the conditions with threadIdx: the threads that go on should be neighbours that fill "
     "whole warps."},
    {LabSays::why_divergence,
     "When the lanes of a warp disagree at a branch, the warp takes both ways one after the other. "
     "Lanes of the other way wait each time."},
    {LabSays::look_divergence,
     "Look at the condition in the marked line: it should be the same for 32 neighbours."},
    {LabSays::why_barriers,
     "At a barrier every warp of the block waits for the slowest one. Each barrier empties the "
     "pipeline that other warps had filled."},
    {LabSays::look_barriers,
     "Look for barriers between steps that touch different words; keep those that separate a write "
     "from another thread's read."},
    {LabSays::why_exchanges,
     "A shuffle or vote hands values from lane to lane without any memory. It still is an "
     "instruction that all lanes named in its mask must reach."},
    {LabSays::look_exchanges,
     "Look at how many exchanges one result takes: 32 values need five steps."},
    {LabSays::why_through_shared,
     "Threads of a block hand values to each other in shared memory: an array that is declared "
     "with __shared__, of which the block has one. Some threads store in it, all wait at "
     "__syncthreads(), and others load from it."},
    {LabSays::look_through_shared,
     "Look for the __shared__ array, and at what is stored there and loaded from there."},
    {LabSays::why_other_memory,
     "What one thread alone needs belongs in a variable, which the compiler keeps in a register. "
     "Global memory beside what the exercise is about costs sectors like any other."},
    {LabSays::look_other_memory,
     "Look at what the marked line loads or stores: a value that changes often can stay in a "
     "variable, and be stored once."},
    {LabSays::why_time,
     "A kernel takes as long as the busiest part of the GPU: the memory that it moves, its "
     "instructions, or the waiting between them. Fewer sectors help where memory is the limit, and "
     "more independent work where the kernel waits."},
    {LabSays::look_time,
     "Look at the counters first: sectors beyond the ideal, bank conflicts, and idle lanes."},
    // what a kernel does wrong
    {LabSays::why_out_of_bounds,
     "A GPU does not check an index; it accesses whatever lies at that address. That may be "
     "another buffer, which then holds wrong values, or no memory at all, which ends the program."},
    {LabSays::look_out_of_bounds,
     "Look at the index, and at the condition in front of the access: the last block of a "
     "rounded-up grid has threads without an element."},
    {LabSays::why_misaligned,
     "An access of 4, 8 or 16 bytes must begin at a multiple of its size, since the hardware moves "
     "it as one piece. A GPU ends the kernel at any other address."},
    {LabSays::look_misaligned,
     "Look at casts such as reinterpret_cast<float4*>, and at the offset that is added before "
     "them."},
    {LabSays::why_null_pointer,
     "Address 0 belongs to no buffer. A GPU ends the kernel when a lane touches it."},
    {LabSays::look_null_pointer,
     "Look at where the pointer gets its value before the marked line: malloc() and new return a "
     "null pointer when the heap is full."},
    {LabSays::why_read_only_write,
     "Inputs are shared by all threads, and by the checks that come afterwards. A thread that "
     "changes one changes what others read, in an order that nobody knows."},
    {LabSays::look_read_only_write,
     "Look at the left side of the assignment: it may name the wrong buffer, or the parameters may "
     "be in another order than the starter's."},
    {LabSays::why_uninitialized,
     "Memory and registers hold whatever was left there by others. So a result that depends on a "
     "value nobody wrote may be right today and wrong tomorrow."},
    {LabSays::look_uninitialized,
     "Look for the first write of that variable or element: it may be missing, or in a branch that "
     "not every thread takes."},
    {LabSays::why_never_written,
     "A GPU runs only what the grid covers, and each thread writes only what its index says. An "
     "element that no thread is in charge of keeps its old content."},
    {LabSays::look_never_written,
     "Look at the index, which may leave elements without a thread, and for threads that leave "
     "early."},
    {LabSays::why_race,
     "Threads run in an order that the hardware chooses anew each time. When one writes what "
     "another reads or writes and nothing orders them, the result depends on who comes first."},
    {LabSays::look_race,
     "Look at both lines named: __syncthreads() between them orders a block, an atomic orders an "
     "update."},
    {LabSays::why_warp_synchronous,
     "Since Volta the lanes of a warp need not run in step: each has its own program counter. "
     "Another lane is sure to see what one lane writes only after __syncthreads() or, within one "
     "warp, __syncwarp()."},
    {LabSays::look_warp_synchronous,
     "Put __syncthreads() between the write and the read, __syncwarp() where all of them are in "
     "one warp, or hand the value over with a shuffle."},
    {LabSays::why_barrier_divergence,
     "__syncthreads() counts the threads that arrive, and all of the block must arrive at the same "
     "one. Threads that have left or wait at another barrier make the rest wait for ever, or go on "
     "too early."},
    {LabSays::look_barrier_divergence,
     "Look for a return or an if around the barrier whose condition differs between threads."},
    {LabSays::why_deadlock,
     "Each of these threads waits for something that only another waiting thread could do. A GPU "
     "would hang until it is reset."},
    {LabSays::look_deadlock,
     "Look at who should wake them: a barrier that not all reach, or a lock that nobody releases."},
    {LabSays::why_step_limit,
     "The kernel did far more work than the exercise can need, so it was stopped. Most often a "
     "loop never meets its condition."},
    {LabSays::look_step_limit,
     "Look at the loop in the marked line, and at whether its variable ever reaches the value that "
     "ends it."},
    {LabSays::why_stack_overflow,
     "Each thread has a small stack of its own, for calls that could not be inlined. Recursion "
     "uses it up quickly, since thousands of threads need theirs at once."},
    {LabSays::look_stack_overflow,
     "Look for a function that calls itself, and for large arrays in it."},
    {LabSays::why_device_assert,
     "assert() ends the whole kernel when its condition is false in one thread. Nothing that was "
     "computed by then can be trusted."},
    {LabSays::look_device_assert,
     "Look at the values in the condition, in the thread that is named."},
    {LabSays::why_trap,
     "The kernel reached an instruction that ends it at once. The compiler also puts one in places "
     "that a program can reach only by mistake."},
    {LabSays::look_trap,
     "Look for __trap(), for atomics on variables of the thread's own, and for a function without "
     "a return."},
    {LabSays::why_undefined_behavior,
     "The language or the hardware does not say what happens here. Each compiler and each GPU may "
     "do something else, and the result need not be the same twice."},
    {LabSays::look_undefined_behavior,
     "Look at the operation in the marked line, and at the values for which it is not defined."},
    {LabSays::why_unsupported,
     "The simulator does not know an instruction that this kernel uses. A GPU may well know it, so "
     "nothing is said about whether the kernel is right."},
    {LabSays::look_unsupported,
     "Look for inline assembly and for rare functions in the marked line."},
    {LabSays::why_launch_failure,
     "A launch asks for threads, registers and shared memory, and each GPU has limits for them. "
     "Beyond a limit it does not start the kernel at all."},
    {LabSays::look_launch_failure,
     "Look at the shape of the block, and at the arrays that are __shared__."},
    {LabSays::why_host_code,
     "The host gives a kernel its memory, its data and its launch, and nobody else looks at what "
     "a call returns. What it forgets costs memory, or shows much later and elsewhere."},
    {LabSays::look_host_code,
     "Look for a cudaFree() of each cudaMalloc(), and at the error that each call returns."},
    {LabSays::why_program_launches,
     "Each launch takes some microseconds before its first thread runs. Many small launches cost "
     "more than one that does the same work."},
    {LabSays::look_program_launches,
     "Look at the loop around the launch: could one grid take all that its rounds take?"},
    {LabSays::why_occupancy,
     "A multiprocessor hides the latency of memory by other warps, of which it has places for a "
     "fixed number. Threads, registers and shared memory of a block decide how many are taken."},
    {LabSays::look_occupancy,
     "Look at the threads of a block and at how many blocks there are for each multiprocessor."},
    {LabSays::why_overlap,
     "Copies and kernels overlap when they stand in different streams and the host's memory is "
     "pinned. In one stream each waits for the one before it."},
    {LabSays::look_overlap,
     "Look at the stream of each copy and launch, and at how the host's memory was allocated."},
    {LabSays::why_output_limit,
     "printf() of a kernel writes into a buffer of fixed size that is read after the launch. What "
     "does not fit is lost."},
    {LabSays::look_output_limit,
     "Print from one thread only: if (threadIdx.x == 0 && blockIdx.x == 0)."},
    {LabSays::why_note,
     "This is no fault. It is said because the line does something that is easy to misread."},
    {LabSays::look_note, "Look at the marked line, and decide whether it does what you meant."},
    // --gates over the whole run
    {LabSays::why_compiles,
     "Nothing can be run before the compiler understands the file. One slip often makes several "
     "messages, of which the first is the true one."},
    {LabSays::look_compiles, "Look at the first message, at its line and at the line above it."},
    {LabSays::why_terminates,
     "A launch is over when every thread has ended, and only then does its result count. A kernel "
     "that is stopped leaves its buffers half done."},
    {LabSays::look_terminates, "Look at the finding that ended it."},
    {LabSays::why_correct,
     "Every element of the answer is compared with one that was computed in another way. Wrong "
     "elements often lie in a pattern: one row, one tile, everything beyond some index."},
    {LabSays::look_correct,
     "Look at which elements are wrong, and at the thread and line that wrote the first of them."},
    {LabSays::why_same_on_gpu,
     "The kernel gave another answer on the GPU than in the simulator. That happens when the "
     "answer depends on the order of threads, or on values that nobody wrote."},
    {LabSays::look_same_on_gpu,
     "Look for a value that two threads exchange without a barrier or an atomic."},
    {LabSays::why_plausible_time,
     "No GPU moves data faster than its memory does. A shorter time means that work was left out "
     "where it could be measured."},
    {LabSays::look_plausible_time, "Look for results of an earlier launch that are used again."},
};

}  // namespace warplab::words
