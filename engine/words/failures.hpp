#pragma once
// Why there is no answer, no mark or no time: what the lab says of its workers, files and GPUs. As
// in findings.hpp.
#include "words/row.hpp"

namespace warplab::words {

inline constexpr LabRow kFailures[] = {
    // a process that was asked, and what of it
    {LabSays::the_start, "The start of the worker"},
    {LabSays::the_gpu_start, "The start of the GPU worker"},
    {LabSays::the_compiler, "The compiler, at work on {file},"},
    {LabSays::the_simulation, "The simulation"},
    {LabSays::the_recording, "The recording"},
    {LabSays::the_look_at_accesses, "The look at memory accesses"},
    {LabSays::the_run_of_block, "The run of a block"},
    {LabSays::the_step, "A step"},
    {LabSays::the_look_up_of_variable, "The look-up of a variable"},
    {LabSays::the_look_up_of_writer, "The look-up of a writer"},
    {LabSays::the_look_up_of_written, "The look-up of what was written"},
    {LabSays::the_copy, "The copy of a worker"},
    {LabSays::the_loading, "The loading of kernels"},
    {LabSays::the_gpu_run, "The run on the GPU"},
    {LabSays::the_sharing, "The sharing of a picture"},
    {LabSays::the_keeping, "The keeping of buffers"},
    {LabSays::the_preparation, "The preparation of the GPU"},
    {LabSays::the_timed_run, "The timed run on the GPU"},
    {LabSays::the_reading, "The reading of a buffer"},
    {LabSays::the_question_for_clock, "The question for the GPU's clock"},
    // it gave no answer
    {LabSays::stopped_after, "{what} was stopped after {time}."},
    {LabSays::stopped_after_computing, "{what} was stopped after {time} of processor time."},
    {LabSays::given_up_silent,
     "{what} was given up: for {time} its process has neither computed nor answered; something has "
     "stopped it."},
    {LabSays::cancelled, "{what} was cancelled."},
    {LabSays::by_signal, "signal {number}, {name}"},
    {LabSays::with_exit_status, "exit status {number}"},
    {LabSays::crashed, "{what} crashed ({ending})."},
    {LabSays::ended_from_outside,
     "{what} was ended from outside ({ending}); the system may be short of memory."},
    {LabSays::ended_perhaps_by_limit,
     "{what} was ended from outside ({ending}); processes may have so much processor time here "
     "(`ulimit -t`), or the system is short of memory."},
    {LabSays::no_memory_granted, "{what} ran out of memory: the system does not grant it more."},
    {LabSays::memory_not_granted,
     "{what} may have {bytes} of memory, and the system does not grant it so much."},
    {LabSays::needed_more_memory, "{what} needed more than {bytes} of memory."},
    {LabSays::stack_not_granted,
     "{what} ran out of stack: it may have {bytes}, and the system grants it {granted} (`ulimit "
     "-s`)."},
    {LabSays::ran_out_of_stack, "{what} ran out of stack: something in it is nested too deeply."},
    // it could not be asked
    {LabSays::program_cannot_be_run, "The worker program {program} cannot be run: {why}."},
    {LabSays::program_place_unknown,
     "The worker program {program} cannot be run: {why} (/proc is not mounted, and is needed)."},
    {LabSays::no_socket, "No socket for the worker: {why}."},
    {LabSays::no_place_for_errors, "The worker has nowhere to say what is wrong: {why}."},
    {LabSays::too_many_buffers, "There are {number} buffers; a run has at most {most}."},
    {LabSays::too_many_launches, "There are {number} launches; a run has at most {most}."},
    {LabSays::shape_too_large, "The shape of {name} needs more bytes than there are addresses."},
    {LabSays::memory_too_small,
     "The memory of {name} has {bytes} bytes; its shape needs {needed}."},
    {LabSays::memory_not_shared, "The memory of {name} cannot be shared: {why}."},
    {LabSays::no_such_buffer, "There is no buffer {number}."},
    {LabSays::step_gave_nothing, "A step gave no state."},
    {LabSays::step_of_other_walk, "A step gave a state that is none of its walk."},
    {LabSays::written_of_other_buffer, "What was written is of another buffer."},
    {LabSays::worker_mirrors_nothing, "This GPU worker mirrors nothing."},
    {LabSays::worker_keeps_nothing, "This GPU worker keeps nothing."},
    // why there is no mark
    {LabSays::sentence_at, "{sentence} ({where})"},
    {LabSays::out_of_time,
     "The {seconds} s that an exercise may take here were over at {doing}. No limit of the "
     "kernel's own was reached, so this says nothing about it: the machine is slow or busy. Grade "
     "it again, or give it more time (--timeout)."},
    {LabSays::compiling, "compiling"},
    {LabSays::reading_block_shape, "reading the block shape"},
    {LabSays::looking_for_values, "looking for variables without a value"},
    {LabSays::the_references_run, "the reference's run of {where}"},
    {LabSays::compiler_cannot_take,
     "{failure} NVRTC cannot take something in this file. Take parts of it out until it compiles, "
     "and write the part that you took out last in another way."},
    {LabSays::does_not_compile, "It does not compile. {why}"},
    {LabSays::reference_is_not_there, "The reference: {why}"},
    {LabSays::reference_does_not_compile,
     "The reference {file} of {exercise} does not compile. {why}"},
    {LabSays::reference_failed, "The reference {file} of {exercise} failed at {where}: {why}"},
    {LabSays::reference_is_wrong, "The reference {file} of {exercise} is wrong at {where}: {why}"},
    {LabSays::it_ended_early, "it ended early."},
    {LabSays::exercise_at_fault, "{failure} The exercise is at fault, not what was handed in."},
    {LabSays::hidden_checks_not_made, "The instructor's own checks could not be made."},
    {LabSays::not_graded_interrupted, "Not graded: the run was interrupted."},
    // the student's file
    {LabSays::a_cuda_kernel, "a CUDA kernel"},
    {LabSays::what_window_writes, "what the window writes"},
    {LabSays::file_of_other_encoding, "{file} is saved as {encoding}; save it as UTF-8."},
    {LabSays::file_is_binary,
     "{file} is a binary file (byte {byte} is {value}); expected the text of {expected}."},
    {LabSays::file_is_one_line,
     "{file} ends its lines with a carriage return alone, as old Macs did, and is one long line to "
     "the compiler. Save it with line ends of Unix (LF) or Windows (CR LF)."},
    {LabSays::file_is_empty, "{file} is empty; expected {expected}."},
    {LabSays::file_is_missing, "{file} is missing; expected it in {folder}."},
    {LabSays::file_is_not_ordinary, "{file} is not an ordinary file; expected {expected}."},
    {LabSays::file_not_opened, "{file} cannot be opened: {why}."},
    {LabSays::file_not_read, "{file} cannot be read: {why}."},
    {LabSays::megabytes, "{count} MB"},
    {LabSays::file_is_too_large, "{file} has {size}; a kernel file may have at most {most} MB."},
    {LabSays::text_is_too_large, "{file} has {size}; it may have at most {most} MB."},
    {LabSays::file_is_folder, "{file} is a folder; expected a file with {expected}."},
    {LabSays::file_is_outside, "{file} is not in the submission."},
    {LabSays::folder_is_link,
     "The folder {folder} is a link; hand in the folder itself, with {file} in it."},
    {LabSays::file_is_link, "{file} is a link; hand in the file itself."},
    {LabSays::file_has_names,
     "{file} is a file with {names} names (a hard link); hand in a copy that is yours alone."},
    // the shape of a block
    {LabSays::block_not_numbers,
     "{variable} has {bytes} bytes; expected one to three whole numbers of 4 bytes, as "
     "WARPLAB_BLOCK(32, 8, 1); makes them."},
    {LabSays::block_side_out_of_range,
     "WARPLAB_BLOCK asks for a block of {block}; {axis} may be 1 to {most}."},
    {LabSays::block_has_too_many_threads,
     "WARPLAB_BLOCK asks for a block of {block}, that is {threads} threads; at most {most} are "
     "allowed."},
    // on a GPU
    {LabSays::not_compiled_for_gpu, "{file} does not compile for the {gpu}. {why}"},
    {LabSays::driver_holds_gpu,
     "The driver has not released the GPU {gpu}: a process on it was killed and does not end. It "
     "is not used any more; the machine has to be restarted."},
    {LabSays::no_library, "cuBLAS is not there, or cannot be used."},
    {LabSays::file_cannot_be_read, "{what}: {why}"},
    {LabSays::reference_file, "The reference"},
    {LabSays::yardstick_file, "The yardstick"},
    {LabSays::simulator_found_it_wrong,
     "the simulator found it wrong, so it was not run on the GPU."},
    {LabSays::not_timed_without_reference, "an exercise without a reference kernel is not timed."},
    {LabSays::failed_on_gpu,
     "The simulator found nothing wrong, and on the {gpu} it failed at {where}: {why}"},
    {LabSays::loading_it, "loading it"},
    {LabSays::overran_on_gpu,
     "On the {gpu} something was written beyond the end of {buffer} ({where}), which the simulator "
     "did not see."},
    {LabSays::gpu_disagrees,
     "The GPU and the simulator disagree: {element} is {actual} on the {gpu} and {expected} in the "
     "simulator ({where})."},
    {LabSays::wrong_when_timed,
     "The answer of a timed run is wrong: {element} is {actual} and should be {expected} "
     "({where}). Every timed run has new input, and all of its answer is checked."},
};

}  // namespace warplab::words
