// Sine, cosine, exponential and powers of our own: the machine's may differ in the last bit.
//
// All are computed in sums of two doubles and rounded once, so that the result is the double
// nearest to the true value, but for a few numbers in a million.
#pragma once

namespace tensio {

double sine(double x);
double cosine(double x);
double exponential(double x);

/// base^exponent: by repeated multiplication where the exponent is a whole number up to 64. Not a
/// number where the base is negative and the exponent is not whole.
double power(double base, double exponent);

}  // namespace tensio
