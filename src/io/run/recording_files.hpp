// The names of the files in a run's folder.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tensio::io {

inline constexpr const char* kSceneFile = "scene.json";
inline constexpr const char* kHistoryFile = "history.csv";
inline constexpr const char* kProbesFile = "probes.csv";
inline constexpr const char* kEventsFile = "events.csv";
inline constexpr const char* kEnergyPlot = "energy.svg";
inline constexpr const char* kProbesPlot = "probes.svg";
inline constexpr const char* kFrameFolder = "frames";
inline constexpr const char* kFrameList = "frames.pvd";
inline constexpr const char* kFrameArchive = "frames.npz";
inline constexpr const char* kPositionFile = "position.npy";
inline constexpr const char* kVelocityFile = "velocity.npy";
inline constexpr const char* kTimeFile = "time.npy";
inline constexpr const char* kTensionFile = "tension.npy";
inline constexpr const char* kBrokenFile = "broken.npy";
inline constexpr const char* kRestLengthFile = "rest_length.npy";
inline constexpr const char* kPlasticFile = "plastic_elongation.npy";
inline constexpr const char* kHardeningFile = "hardening_force.npy";
inline constexpr const char* kViscousFile = "viscous_tension.npy";
inline constexpr const char* kEventCountFile = "events_applied.npy";

std::string in_folder(const std::string& folder, std::string_view name);
std::string checkpoint_name(std::uint64_t number);
/// The number in a name that frame_name() or checkpoint_name() made.
std::optional<std::uint64_t> frame_number(std::string_view name);
std::optional<std::uint64_t> checkpoint_number(std::string_view name);

/// Throws Error (io) where the folder of the frames is a symbolic link.
void refuse_linked_frames(const std::string& folder);
/// Removes what a write that was cut short left in a run's folder.
void remove_temporaries(const std::string& folder);
/// Removes the frames from this number on.
void remove_frames(const std::string& folder, std::uint64_t from);

}  // namespace tensio::io
