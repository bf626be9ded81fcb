#pragma once
// The tables of a journal, and how those of an older Warp Lab become today's. Only the journal's
// files include this.
#include <sqlite3.h>

#include <filesystem>

#include "base/result.hpp"

namespace warplab::course {

// Makes the tables where there are none, or changes those of an older schema with everything that
// is in them; all or nothing. The Error is a sentence: of a newer Warp Lab, or another program's.
Result<bool> bring_up_to_date(sqlite3* handle, const std::filesystem::path& file);

// What SQLite says of its last error.
Error error_of(sqlite3* handle, const std::filesystem::path& file);

}  // namespace warplab::course
