// The commands; each returns the exit code and lets Error and OutputError pass.
#pragma once

#include "args/args.hpp"

namespace tensio::cli {

int solve_command(const Args& args);
int run_command(const Args& args);
int resume_command(const Args& args);
int modes_command(const Args& args);
int follow_command(const Args& args);
int check_command(const Args& args);
int info_command(const Args& args);
int draw_command(const Args& args);
int convert_command(const Args& args);
int compare_command(const Args& args);
int movie_command(const Args& args);
int new_command(const Args& args);
int bench_command(const Args& args);
int studio_command(const Args& args);
int verify_command(const Args& args);
int sections_command(const Args& args);

}  // namespace tensio::cli
