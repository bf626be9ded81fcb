#pragma once

// Reference arithmetic: the host's FPU switched to a rounding mode for one operation.

#include <cstdint>

#include "sim/scalar/rounding.hpp"

namespace warplab::sim::scalar::host {

float add(Rounding, float a, float b);
float mul(Rounding, float a, float b);
float fma(Rounding, float a, float b, float c);
float div(Rounding, float a, float b);
float sqrt(Rounding, float x);
double add(Rounding, double a, double b);
double mul(Rounding, double a, double b);
double fma(Rounding, double a, double b, double c);
double div(Rounding, double a, double b);
double sqrt(Rounding, double x);

float round_to_integral(Rounding, float x);
double round_to_integral(Rounding, double x);
long double round_to_integral(Rounding, long double x);
float to_float(Rounding, double x);
float to_float(Rounding, std::int64_t x);
float to_float(Rounding, std::uint64_t x);
double to_double(Rounding, std::int64_t x);
double to_double(Rounding, std::uint64_t x);

}  // namespace warplab::sim::scalar::host
