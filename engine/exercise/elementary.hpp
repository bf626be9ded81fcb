#pragma once
// exp, log and pow whose last bit is the same on every machine. The C library's are not: they are
// right within a unit or so of the last place, and each library and processor chooses which.
// Computed in pairs of doubles (some 100 bits) with nothing but operations that IEEE 754 rounds,
// then rounded once. Source of the pairs: Dekker, "A Floating-Point Technique for Extending the
// Available Precision", Numerische Mathematik 18 (1971), with a fused multiply-add for the product.

namespace warplab::exercise {

// Overflow is infinity, as in C.
double exponential(double x);
// Natural. Of 0 it is -infinity, of a negative number NaN.
double logarithm(double x);
// All special cases as those of pow() in C.
double power(double base, double exponent);

}  // namespace warplab::exercise
