#pragma once
// What registers are called in the student's file, as far as that is certain.
#include <string>
#include <string_view>
#include <vector>

#include "data/steps.hpp"

namespace warplab::lens {

// The names of a kernel's parameters; empty where its definition is not found.
std::vector<std::string> parameter_names(std::string_view source, std::string_view kernel);

// Gives the meanings of a walk's registers names of the file: "#2" becomes that parameter's, and an
// expression the name of the variable that the file initialises with it, in any order of its terms
// and factors. Where several variables have one initialiser, the expression stays.
void name_registers(std::string_view source, data::StepWalk& walk);

}  // namespace warplab::lens
