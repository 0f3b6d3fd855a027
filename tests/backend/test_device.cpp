// The host as a device: its memory is apart from that of the program, and passes are loops, forward
// and backward in turn, so that a pass that reads what it writes at other nodes is found.
#include "backend/test_device.hpp"

#include <cstring>
#include <map>
#include <string>

#include "backend/cuda/device_passes.hpp"

namespace tensio::testing {

const bool kCountsTraffic = true;

DeviceTraffic& DeviceTraffic::of_all() {
  static DeviceTraffic traffic;
  return traffic;
}

namespace {

template <int D>
class HostLauncher : public Device<D> {
 public:
  std::string name() const override { return "the host"; }
  std::size_t free_bytes() const override { return std::size_t{1} << 30; }
  void* allocate(std::size_t bytes) override {
    DeviceTraffic& all = DeviceTraffic::of_all();
    all.allocated += bytes;
    all.most_allocated = std::max(all.most_allocated, all.allocated);
    void* const memory = ::operator new(bytes, std::align_val_t{64});
    // What is read before it is written must not look right.
    std::memset(memory, 0xff, bytes);
    sizes_[memory] = bytes;
    return memory;
  }
  void release(void* memory) noexcept override {
    DeviceTraffic::of_all().allocated -= sizes_[memory];
    ::operator delete(memory, std::align_val_t{64});
  }
  void clear(void* memory, std::size_t bytes) override { std::memset(memory, 0, bytes); }
  void copy(const void* from, void* to, std::size_t bytes) override {
    std::memcpy(to, from, bytes);
  }
  void to_device(const void* from, void* to, std::size_t bytes) override {
    DeviceTraffic::of_all().to_device += bytes;
    std::memcpy(to, from, bytes);
  }
  void to_host(const void* from, void* to, std::size_t bytes) override {
    DeviceTraffic::of_all().to_host += bytes;
    std::memcpy(to, from, bytes);
  }

 protected:
  template <class Body>
  void each(int count, const Body& body) {
    if (++DeviceTraffic::of_all().passes % 2 == 0)
      for (int i = 0; i < count; ++i) body(i);
    else
      for (int i = count; i-- > 0;) body(i);
  }

 private:
  std::map<void*, std::size_t> sizes_;
};

}  // namespace

template <int D>
std::unique_ptr<Device<D>> make_test_device() {
  return std::make_unique<DevicePasses<D, HostLauncher<D>>>();
}
template std::unique_ptr<Device<2>> make_test_device<2>();
template std::unique_ptr<Device<3>> make_test_device<3>();

}  // namespace tensio::testing
