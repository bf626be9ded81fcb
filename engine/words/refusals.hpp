#pragma once
// Refusals: why nothing was run, or why a question about a run has no answer. As in findings.hpp.
#include "words/row.hpp"

namespace warplab::words {

inline constexpr Row kRefusals[] = {
    // refusals
    {Says::extent, "{x} x {y} x {z}"},
    {Says::file_line, "{file}, line {line}"},
    {Says::ptx_line, "PTX line {line}"},
    {Says::not_compiled_yet, "Nothing has been compiled yet."},
    {Says::file_did_not_compile, "{file} did not compile."},
    {Says::file_not_simulated, "{file} cannot be simulated: {why}"},
    {Says::reserved_memory,
     "{where}: a tile of more than 32 threads needs shared memory that a GPU keeps for the system, "
     "and the simulator has none. Take tiles of up to 32 threads, or let the whole block wait, by "
     "__syncthreads() or this_thread_block().sync()."},
    {Says::run_cancelled, "The run was cancelled."},
    {Says::message_is_no_request, "The worker was sent a message that is no request."},
    {Says::variable_too_large, "{name} has {bytes} bytes; at most {most} can be looked at."},
    {Says::process_refused,
     "{process} was refused what it needs: {why}. Is the number of processes limited (`ulimit "
     "-u`)?"},
    {Says::process_gave_up, "{process} gave up: {why}."},
    // refusals: of a launch
    {Says::no_such_kernel, "There is no kernel named {kernel} in {file}; {instead}."},
    {Says::write_extern_c,
     "there is one with a C++ name: write extern \"C\" __global__ void {kernel}(...)"},
    {Says::its_kernels_are, "its kernels are: {names}"},
    {Says::has_no_kernel,
     "it has no kernel, that is, no function (a template does not count) with __global__ before "
     "its type"},
    {Says::block_too_large,
     "{kernel} cannot be launched: a block of {block} has {threads} threads, and a GPU allows 1024 "
     "(at most 1024 x 1024 x 64)."},
    {Says::block_not_required,
     "{kernel} cannot be launched: it asks for blocks of {required} (__block_size__), and the "
     "launch has {block}."},
    {Says::block_beyond_bounds,
     "{kernel} cannot be launched: its __launch_bounds__ allow {threads} a block, and the launch "
     "has {number}."},
    {Says::block_beyond_registers,
     "{kernel} cannot be launched: each thread uses {registers} registers, so a block can have at "
     "most {most} threads, and the launch has {threads}. Make the block smaller, or write "
     "__launch_bounds__({threads}) before the kernel's name: the compiler then uses fewer "
     "registers."},
    {Says::grid_empty, "{kernel} cannot be launched: the grid {grid} of blocks {block} is empty."},
    {Says::grid_not_of_clusters,
     "{kernel} cannot be launched: it asks for clusters of {cluster} blocks (__cluster_dims__), "
     "and a grid of {grid} blocks cannot be divided into those."},
    {Says::grid_too_large,
     "{kernel} cannot be launched: a grid of {grid} blocks is too large (at most 2147483647 x "
     "65535 x 65535)."},
    {Says::launch_too_large,
     "{kernel} cannot be simulated: the launch has more than {threads} threads."},
    {Says::cooperative_too_large,
     "{kernel} cannot be launched cooperatively: its blocks wait for each other, and the largest "
     "GPU holds {most} of them at a time, not {blocks}."},
    {Says::shared_beyond_layout,
     "{kernel} uses {bytes} bytes of __shared__ variables, more than any GPU has or more than can "
     "be laid out."},
    {Says::shared_variables_too_large,
     "{kernel} uses {bytes} bytes of __shared__ variables, and a block may have {most}."},
    {Says::shared_memory_too_large,
     "{kernel} needs {bytes} bytes of shared memory a block, and a GPU has at most {most}."},
    {Says::one_parameter, "{count} parameter"},
    {Says::parameters, "{count} parameters"},
    {Says::parameter_count_differs,
     "{kernel} has {parameters}, and the exercise passes {passed}: compare them with the "
     "starter's."},
    {Says::parameter_size_differs,
     "Parameter {number} of {kernel} has {bytes}, and the exercise passes {what}, which has "
     "{passed}. Compare the order and the types of the parameters with the starter's."},
    {Says::pointer_to, "a pointer to `{buffer}`"},
    {Says::number, "a number"},
    {Says::variables_too_large,
     "The variables outside of all functions, up to {name}, have more than {mebibytes} MiB "
     "together; the simulator has no more for them."},
    {Says::variable_beyond_addresses, "The variable {name} is too large."},
    // refusals: of a question about a run
    {Says::no_launch_to_look_at, "The launch to look at is not one of this run."},
    {Says::no_blocks_to_look_at,
     "The blocks to look at are not those of the launch, in rising order."},
    {Says::no_element_to_watch, "The element to watch is of no buffer."},
    {Says::no_variable_to_fill,
     "The exercise fills a variable {name}, and the file has no __constant__ or __device__ "
     "variable "
     "of that name."},
    {Says::variable_is_too_small,
     "The variable {name} has {count} bytes, and the exercise fills it with {other}."},
    {Says::no_walk, "There is no walk through a block."},
    {Says::walk_cancelled, "The walk was cancelled."},
    {Says::no_launch_to_walk, "The launch to walk through is not one of this run."},
    {Says::no_block_to_walk, "The grid has no such block to walk through."},
    {Says::earlier_launch_does_not_end,
     "A launch before this one does not come to its end, so this one is not reached."},
    {Says::launch_ends_before_block, "In this order the launch ends before the block has begun."},
    {Says::late_order_not_walked, "An order in which writes come late is not walked through."},
    {Says::block_alone_in_order, "A block alone is walked through in order, or in a random order."},
    {Says::block_departs,
     "The block does something else when it is executed again, so it cannot be walked through in "
     "this order."},
    // refusals: of functions and instructions
    {Says::function_does, "{function} {what}."},
    {Says::instruction_does, "{where}: the instruction {instruction} {what}."},
    {Says::too_many_parameter_bytes,
     "takes {bytes} bytes of parameters, and a kernel may take {most}"},
    {Says::passes_too_many_bytes,
     "passes {bytes} bytes of parameters; the simulator has {most} for a thread"},
    {Says::too_many_local_bytes,
     "has {bytes} bytes of local variables; the simulator has {most} for a thread"},
    {Says::not_supported, "is not supported by the simulator"},
    {Says::not_supported_matrix,
     "is not supported by the simulator, which multiplies dense matrices by wmma and mma.sync, of "
     "f16, bf16, tf32, f64 and whole numbers. Take one of these"},
    {Says::not_supported_wgmma,
     "is not supported by the simulator: it is for four warps at a time of one kind of GPU. Take "
     "wmma or mma.sync, which all GPUs here have"},
    {Says::not_supported_discard,
     "is not supported by the simulator: afterwards the 128 bytes that it names may hold anything. "
     "Leave it out"},
    {Says::not_supported_bulk,
     "is not supported by the simulator, which copies in bulk without tensor maps and within a "
     "block. Take cuda::memcpy_async() for a barrier"},
    {Says::operands_missing, "has {number} operands, and needs {least}"},
    {Says::operands_expected, "has {number} operands, {least} expected"},
    {Says::needs_address, "needs an address in brackets"},
    {Says::takes_for_parameter, "takes {name} for a parameter"},
    {Says::reads_past_parameter,
     "reads {bytes} bytes at byte {offset} of {name}, which has {size}"},
    {Says::writes_past_parameter,
     "writes {bytes} bytes at byte {offset} of {name}, which has {size}"},
    {Says::reaches_odd_byte, "reaches byte {offset} of {name}, which is not a multiple of {bytes}"},
    {Says::must_load_into_register, "must load into a register"},
    {Says::stores_nothing_named, "stores a value that is left out"},
    {Says::moves_more_than_register,
     "moves {bytes} bytes with the register {name}, which has {size}"},
    {Says::vector_without_width, "has a vector operand, and no .v2 or .v4"},
    {Says::needs_vector_of, "needs a vector operand of {number} elements"},
    {Says::vector_of_mixed_sizes, "has registers of different sizes in a vector"},
    {Says::needs_registers_of, "needs registers of {bytes} bytes"},
    {Says::moves_vector_to_vector, "moves a vector to a vector"},
    {Says::cannot_make_parts, "cannot make {number} parts of {bytes} bytes"},
    {Says::must_write_registers, "must write registers"},
    {Says::packs_nothing_named, "packs a value that is left out"},
    {Says::needs_parts_of, "needs parts of {bytes} bytes, and {name} has {size}"},
    {Says::must_write_register, "must write a register"},
    {Says::needs_bytes, "needs {bytes} bytes, and {name} has {size}"},
    {Says::passes_no_parameter_variable,
     "passes something that is no .param variable of this function"},
    {Says::calls_no_wide_register, "calls through something that is no 64-bit register"},
    {Says::calls_kernel, "calls the kernel {name}"},
    {Says::passes_other_arguments, "passes other arguments to {name} than it takes"},
    {Says::expects_other_result, "expects another result of {name} than it gives"},
    {Says::takes_negated_predicate, "cannot take a negated predicate here"},
    {Says::needs_constant_table, "needs a constant table"},
    {Says::must_name_label, "must name a label"},
    {Says::jumps_behind_end, "jumps behind the last instruction"},
    {Says::names_no_function, "names no function"},
    {Says::passes_no_parameter, "passes an argument that is no parameter"},
    {Says::is_no_function, "does not name a function"},
    {Says::calls_unknown, "calls {name}, which the simulator does not have"},
    {Says::launches_from_kernel,
     "launches a kernel from a kernel, which the simulator does not do. Let the host launch it "
     "when "
     "this one has ended"},
    {Says::reaches_cluster,
     "reaches a cluster of several blocks, which the simulator does not have"},
    {Says::predicate_as_address, "uses a predicate as an address"},
    {Says::narrow_address, "uses a 32-bit register as an address of global memory"},
    {Says::writes_kernel_parameter, "writes a kernel parameter"},
    {Says::computed_parameter,
     "reaches a parameter through a computed address, which is not supported here"},
    {Says::needs_vector, "needs a vector operand"},
    {Says::needs_wide_registers, "needs 128-bit registers"},
    {Says::needs_register, "needs a register"},
    {Says::too_many_registers, "is one of more than a function may have"},
    {Says::too_many_constants, "names one of more constants than a module may have"},
    {Says::reads_unknown_register, "reads {name}, which the simulator does not have"},
    {Says::reads_in_cluster,
     "reads {name} in a cluster of several blocks, which the simulator does not have"},
    {Says::reads_predicate, "reads a predicate where a number is expected"},
    {Says::reads_wrong_size,
     "reads the {size}-byte register {name} where {bytes} bytes are expected"},
    {Says::reads_as_64_bits, "reads {name} as 64 bits"},
    {Says::address_of_nothing, "takes the address of something that has none"},
    {Says::operand_not_expected, "has an operand of a kind that is not expected here"},
    {Says::expects_predicate, "expects a predicate"},
    {Says::writes_wrong_size, "writes {bytes} bytes to the {size}-byte register {name}"},
    {Says::must_write_predicate, "must write a predicate"},
    {Says::parameter_out_of_reach, "names a parameter that cannot be reached from here"},
};

}  // namespace warplab::words
