// A page around an animated SVG: a button to pause it, and a slider for its time.
#include <fmt/format.h>

#include "io/draw/movie_script.hpp"
#include "io/text/markup.hpp"
#include "tensio/pictures/movie.hpp"

namespace tensio {

std::string movie_html(const System& system, const MovieText& movie) {
  const std::string title = system.title.empty() ? "A net of masses and springs" : system.title;
  return fmt::format(
             "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
             "'unsafe-inline'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             "<meta name=\"color-scheme\" content=\"light dark\">\n"
             "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n",
             io::kMovieScriptHash, io::escaped(title), io::kMoviePageStyle) +
         movie.svg +
         fmt::format(
             "<p class=\"bar\" hidden><button type=\"button\">Pause</button> <input type=\"range\" "
             "min=\"0\" max=\"{:.6g}\" step=\"any\" value=\"0\" aria-label=\"time of the "
             "movie\"></p>\n<script>{}</script>\n</body>\n</html>\n",
             movie.seconds, io::kMovieScript);
}

}  // namespace tensio
