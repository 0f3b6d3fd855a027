// Hilbert's curve through space: nodes that are close along it are close in space.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace tensio {

/// The place along Hilbert's curve of a cell of a grid with 2^bits cells along each of `axes` axes,
/// 0 .. 2^(axes bits) - 1: cells in sequence share a side.
std::uint64_t hilbert_key(std::array<std::uint32_t, 3> cell, int axes, int bits);

/// The place of each node along the curve through the box around all of them. Cells have equal
/// sides; axes along which the box is thinner than 1/1024 of its length are left out, so that a
/// flat net has a curve in its plane. Integers from a few exact or correctly rounded operations,
/// hence the same on every machine.
std::vector<std::uint64_t> curve_keys(int dimension, std::span<const double> position);

}  // namespace tensio
