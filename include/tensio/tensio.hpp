// Everything a program needs to use Tensio.
#pragma once

#include "tensio/error.hpp"
#include "tensio/files.hpp"
#include "tensio/grade.hpp"
#include "tensio/grade_code.hpp"
#include "tensio/gradient.hpp"
#include "tensio/many.hpp"
#include "tensio/model.hpp"
#include "tensio/motion.hpp"
#include "tensio/pictures.hpp"
#include "tensio/scenes.hpp"
#include "tensio/solve.hpp"
#include "tensio/verify.hpp"
#include "tensio/version.hpp"
#include "tensio/words.hpp"
