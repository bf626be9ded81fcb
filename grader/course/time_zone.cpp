#include "course/time_zone.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <system_error>

namespace warplab::course {
namespace {

// The rules of a zone are those of the system's database, which the C library reads for the zone
// of the process. That is UTC at all other times.
class ZoneOfProcess {
 public:
  explicit ZoneOfProcess(const std::string& file) { set(":" + file); }
  ZoneOfProcess(const ZoneOfProcess&) = delete;
  ZoneOfProcess& operator=(const ZoneOfProcess&) = delete;
  ~ZoneOfProcess() { set("UTC0"); }
  static int64_t seconds_east_at(int64_t time) {
    const std::time_t seconds = time;
    std::tm local{};
    return ::localtime_r(&seconds, &local) ? local.tm_gmtoff : 0;
  }

 private:
  static void set(const std::string& zone) {
    ::setenv("TZ", zone.c_str(), 1);
    ::tzset();
  }
};

std::optional<int64_t> offset_in(const std::string& name) {
  int hours = 0, minutes = 0, read = 0;
  if (name == "UTC" || name == "Z") return 0;
  if (name.size() != 6 || (name[0] != '+' && name[0] != '-') ||
      std::sscanf(name.c_str() + 1, "%2d:%2d%n", &hours, &minutes, &read) != 2 || read != 5 ||
      hours < 0 || hours > 14 || minutes < 0 || minutes >= 60)
    return std::nullopt;
  return (hours * 3600 + minutes * 60) * (name[0] == '-' ? -1 : 1);
}

}  // namespace

Result<TimeZone> TimeZone::named(const std::string& name) {
  TimeZone zone;
  zone.name_ = name;
  if (const std::optional<int64_t> offset = offset_in(name)) {
    zone.offset_ = *offset;
    return zone;
  }
  const bool is_a_name =
      !name.empty() && name[0] != '/' && name.find("..") == std::string::npos &&
      name.find_first_not_of(
          "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/_+-") ==
          std::string::npos;
  const std::filesystem::path database = "/usr/share/zoneinfo";
  std::error_code ignored;
  if (!is_a_name || !std::filesystem::is_regular_file(database / name, ignored))
    return Error{fmt::format(
        "this machine knows no time zone \"{}\"; expected \"Europe/Berlin\", \"UTC\" or "
        "\"+01:00\"{}",
        name,
        std::filesystem::is_directory(database, ignored) ? "" : " (tzdata is not installed)")};
  zone.file_ = (database / name).string();
  return zone;
}

int64_t TimeZone::utc_of(int64_t wall) const {
  if (file_.empty()) return wall - offset_;
  constexpr int64_t kDay = 86400;
  const ZoneOfProcess zone(file_);
  const int64_t before = ZoneOfProcess::seconds_east_at(wall - kDay),
                after = ZoneOfProcess::seconds_east_at(wall + kDay);
  for (const int64_t offset : {std::max(before, after), std::min(before, after)})
    if (ZoneOfProcess::seconds_east_at(wall - offset) == offset) return wall - offset;
  return wall - before;
}

}  // namespace warplab::course
