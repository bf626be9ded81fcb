#pragma once
// What is said of a source beside the compiler's messages: of statements that mean something else
// than they look like, a kernel that is not there, names that are taken, what a compiler refuses.
#include <cstdint>
#include <span>
#include <string_view>

namespace warplab::compile {

enum class Remark : uint8_t {
  stores_in_condition,
  ends_if,
  ends_loop,
  compares_outcome,
  is_no_power,
  adds_nothing,
  subtracts_nothing,
  is_no_fraction,
  kernel_has_no_body,
  kernel_is_of_device,
  kernel_is_template,
  calls_kernel,
  is_array_of_host,
  has_no_address,
  is_word_of_language,
  is_name_of_lab,
  file_is_too_large,
  file_is_binary,
  capability_is_unknown,
  has_too_much_ptx,
  gave_up,
};

// With {name} where something is filled in.
std::string_view sentence_of(Remark remark);
std::span<const std::string_view> remark_sentences();

}  // namespace warplab::compile
