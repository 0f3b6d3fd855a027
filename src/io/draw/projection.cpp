// From where a net is seen, and where its points then lie.
#include "io/draw/projection.hpp"

#include "core/sine.hpp"

namespace tensio::io {

namespace {

double inner_product(const Vector& a, const Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

}  // namespace

bool y_is_up(const System& system, Up up) {
  if (system.dimension != 3) return false;
  if (up != Up::automatic) return up == Up::y;
  return system.gravity[1] < 0 && system.gravity[0] == 0 && system.gravity[2] == 0;
}

Projection::Projection(int dimension, View view, const std::optional<Camera>& camera, bool y_up) {
  if (dimension == 2) return;
  up_axis_ = y_up ? 1 : 2;
  // Sines and cosines of the angles aside (azimuth) and above (elevation).
  double aside = 0, ahead = 1, above = 0, level = 1;
  if (camera) {
    const double azimuth = camera->azimuth / 360, elevation = camera->elevation / 360;
    aside = sine_of_turns(azimuth);
    ahead = sine_of_turns(azimuth + 0.25);
    above = sine_of_turns(elevation);
    level = sine_of_turns(elevation + 0.25);
  } else if (view == View::top) {
    above = 1;
    level = 0;
  } else if (view == View::side) {
    aside = 1;
    ahead = 0;
  } else if (view == View::iso) {
    // 28 degrees aside and 37 above, by right triangles of whole numbers.
    aside = 8.0 / 17;
    ahead = 15.0 / 17;
    above = 3.0 / 5;
    level = 4.0 / 5;
  }
  right_ = {ahead, aside, 0};
  up_ = {-above * aside, above * ahead, level};
  near_ = {level * aside, -level * ahead, above};
  if (!y_up) return;
  // The same in axes of which the third points upwards: x, -z, y.
  for (Vector* v : {&right_, &up_, &near_}) *v = {(*v)[0], (*v)[2], -(*v)[1]};
}

Point Projection::operator()(const Vector& v) const {
  return {inner_product(right_, v), inner_product(up_, v), inner_product(near_, v)};
}

Point Projection::axis(std::size_t axis) const { return {right_[axis], up_[axis], near_[axis]}; }

bool Projection::sees_ground() const {
  constexpr double kLeast = 0.08, kMost = 0.97;  // sines of 5 and 76 degrees
  return near_[up_axis_] > kLeast && near_[up_axis_] < kMost;
}

}  // namespace tensio::io
