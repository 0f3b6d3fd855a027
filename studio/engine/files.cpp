// The scene as text, in the formats of other programs, and as hashes.
#include <algorithm>

#include "engine.hpp"

namespace tensio::studio {

val Engine::save(bool shape) {
  return guarded([&] {
    val result = val::object();
    result.set("text", write_system(shape ? started(now()) : document()));
    return result;
  });
}

Snapshot Engine::shown() {
  Snapshot state = now();
  if (shown_.empty() && !state.tension.empty()) return state;
  if (document().node_count() == 0) return state;
  Reading reading = read();
  state.time = reading.time;
  state.position = std::move(reading.position);
  state.tension = std::move(reading.tension);
  return state;
}

val Engine::keep_frame() {
  return guarded([&] {
    kept_frames_.push_back(shown());
    return val::object();
  });
}

val Engine::export_bytes(const std::string& ending, const val& options) {
  return guarded([&] {
    const ExportKind* kind = export_kind_of("net" + ending);
    if (!kind) throw Error("no format has the ending `" + ending + "`");
    ExportOptions as_shown;
    as_shown.up = Up::z;
    if (has(options, "azimuth"))
      as_shown.camera = Camera{number(options, "azimuth"), number(options, "elevation")};
    std::vector<Snapshot> frames = std::move(kept_frames_);
    kept_frames_.clear();
    // The net may have other nodes since they were kept.
    const std::size_t axes = document().nodes.position.size();
    std::erase_if(frames, [&](const Snapshot& one) { return one.position.size() != axes; });
    if (frames.empty()) frames.push_back(shown());
    const Exported made =
        exported(document(), StoredFrames(std::move(frames)), kind->format, as_shown);
    val result = val::object();
    result.set("bytes", typed(std::vector<std::uint8_t>(made.bytes.begin(), made.bytes.end())));
    result.set("notes", list(made.notes));
    return result;
  });
}

val Engine::copy(const val& given) {
  return guarded([&] {
    val operation = val::object();
    operation.set("nodes", given);
    std::vector<int> keep = integers(operation, "nodes");
    std::sort(keep.begin(), keep.end());
    System part = document();
    val gone = val::array();
    for (int node = 0; node < part.node_count(); ++node)
      if (!std::binary_search(keep.begin(), keep.end(), node)) gone.call<void>("push", val(node));
    Edits edits(part, read().position);
    val removal = val::object();
    removal.set("op", std::string("deleteNodes"));
    removal.set("nodes", gone);
    edits.apply(removal);
    // Only what is of the nodes and springs.
    System fragment;
    fragment.dimension = part.dimension;
    fragment.nodes = part.nodes;
    fragment.nodes.name.clear();
    fragment.materials = part.materials;
    fragment.springs = part.springs;
    for (SpringSet& set : fragment.springs) set.name.clear();
    fragment.units = part.units;
    val result = val::object();
    result.set("text", write_system(fragment));
    return result;
  });
}

val Engine::formats() const {
  val result = val::array();
  for (const FileFormat& format : file_formats()) {
    val item = val::object();
    item.set("name", format.name);
    item.set("title", format.title);
    item.set("endings", list(format.endings));
    item.set("reads", format.reads);
    item.set("writes", format.writes);
    result.call<void>("push", item);
  }
  return result;
}

val Engine::hashes() {
  return guarded([&] {
    const Reading reading = read();
    val result = val::object();
    result.set("state", in_hex(hash_of(reading.velocity, hash_of(reading.position, 0))));
    result.set("scene", in_hex(hash_of(write_system(document()))));
    return result;
  });
}

}  // namespace tensio::studio
