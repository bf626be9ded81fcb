#pragma once
// Exercises and zips of tests' own.
#include <doctest/doctest.h>
#include <zip.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "exercise/exercise.hpp"
#include "temporary_folder.hpp"

namespace made_up {

std::vector<warplab::exercise::Entry> exercises();

using Entries = std::vector<std::pair<std::string, std::string>>;

void make_zip(const std::filesystem::path& file, const Entries& entries);

}  // namespace made_up
