// Drawings, plots, pages and movies.
#pragma once

#include "tensio/pictures/draw.hpp"
#include "tensio/pictures/modes_picture.hpp"
#include "tensio/pictures/movie.hpp"
#include "tensio/pictures/page.hpp"
#include "tensio/pictures/plot.hpp"
#include "tensio/pictures/viewer.hpp"
