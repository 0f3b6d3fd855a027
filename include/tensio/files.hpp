// Scene files, files of other programs, runs and tables.
#pragma once

#include "tensio/files/export.hpp"
#include "tensio/files/import.hpp"
#include "tensio/files/recording.hpp"
#include "tensio/files/scene_file.hpp"
#include "tensio/files/snapshot.hpp"
#include "tensio/files/table.hpp"
