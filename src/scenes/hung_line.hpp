// A line of nodes from the origin along x, straight or sagging: what chains and ropes are made of.
#pragma once

#include "scenes/kinds.hpp"

namespace tensio::scenes {

/// `count` springs of equal rest length, `length` together, between ends `span` apart: on an arc of
/// a circle where they are longer than that, so that all have their rest length; else straight.
/// One spring set, without a name and a stiffness; groups first, last, ends, middle.
System hung_line(int count, double length, double span, int dimension);

/// Adds the options of such a line; `count` is the one with the number of springs.
template <class Options>
void add_line_options(Table<Options>& table, const char* count_name, int Options::*count,
                      const char* length_help) {
  table.add({count_name, "", "number of springs in line"}, count, kFromOne);
  table.add_length("length", length_help, &Options::length);
  table.add({"span", "m", "of the ends, drawn; less than the length: it sags"}, &Options::span,
            kFromZero);
}
/// The kind of such a line, with the name of its spring set.
Generator line_kind(const char* name, const char* summary, const char* spring_set);

}  // namespace tensio::scenes
