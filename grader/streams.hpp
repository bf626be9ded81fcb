#pragma once
// Standard input, output and error, which a shell, a service or a full disk may have closed.
#include <string>

namespace warplab::grader {

// Call first. Gives each of the three that is closed a place, so that no file of ours takes its
// number, and lets writing to a closed pipe or beyond a file's size limit be an error of that write
// instead of the end of the program.
void secure_streams();

// "grader: SENTENCE" on standard error, if there is one.
void complain(const std::string& sentence);
// The same, and the exit status of a grader that could not do its job.
int fail(const std::string& sentence);

// On standard output, at once. Every command answers by this alone, so that none can forget that
// nobody may be able to read it.
void print(const std::string& text);
// Something of it could not be written: there is no use in going on only to print more.
bool output_is_broken();
// Call last. `code`, or a sentence and the exit code of an answer that could not be written.
int end_output(int code);

}  // namespace warplab::grader
