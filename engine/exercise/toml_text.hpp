#pragma once
// TOML that is written by the program: what the short form of a description stands for. Only this
// room includes this header.
#include <toml++/toml.h>

#include <string>
#include <string_view>

namespace warplab::exercise {

std::string quoted_toml(std::string_view text);

// A value in one line, as it could stand in a file: { kind = "ramp", start = 1 }.
std::string inline_toml(const toml::node& value);

// Moves the value that `text` stands for into `into`, under `key`. It is as if it stood on `line`
// of the file, so that mistakes in it are told there.
void put_toml(toml::table& into, std::string_view key, size_t line, std::string_view text);
// The same at place `index` of a list.
void insert_toml(toml::array& into, size_t index, size_t line, std::string_view text);

}  // namespace warplab::exercise
