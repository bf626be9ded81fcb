#include "reports/card.hpp"

namespace warplab::grader {

extern const CardFormat kAutolab, kClassroom50, kExercism, kGithubClassroom, kGradescope, kJunit,
    kPrairieLearn, kSubmitty, kTap;

namespace {

constexpr const CardFormat* kCardFormats[] = {&kGradescope,   &kGithubClassroom, &kClassroom50,
                                              &kPrairieLearn, &kAutolab,         &kSubmitty,
                                              &kExercism,     &kJunit,           &kTap};

}  // namespace

std::span<const CardFormat* const> card_formats() { return kCardFormats; }

}  // namespace warplab::grader
