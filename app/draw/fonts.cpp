#include "draw/fonts.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>
#if WARPLAB_IMGUI_FREETYPE
#include <imgui_freetype.h>
#endif

#include "common/embedded.hpp"
#include "draw/system_fonts.hpp"

namespace warplab::app {
namespace {

// What statements and sources are written with. Ranges are pairs of first and last, 0 ends the
// list.
constexpr ImWchar kLetters[] = {0x0020, 0x017F,  // Latin
                                0x0391, 0x03C9,  // Greek
                                0x0400, 0x045F,  // Cyrillic
                                0x2010, 0x2027,  // dashes, quotation marks, dots
                                0x2030, 0x203A, 0x20AC, 0x20AC, 0x2122, 0x2122, 0x1E9E,
                                0x1E9E, 0x02C6, 0x02DC, 0xFFFD, 0xFFFD, 0};
constexpr ImWchar kSymbols[] = {
    0x2070, 0x209C,                  // raised and lowered digits
    0x2190, 0x21B5,                  // arrows
    0x21D0, 0x21D5, 0x2200, 0x2265,  // mathematics
    0x2308, 0x230B, 0x2500, 0x257F,  // lines and corners of pictures in text
    0x2580, 0x25A1, 0x25B2, 0x25CF,  // blocks and dots
    0x2713, 0x2717, 0};

enum class Face { regular, strong, italic, mono, mono_strong };

const char* file_of(Face face) {
  switch (face) {
    case Face::regular: return "fonts/Inter-Regular.otf";
    case Face::strong: return "fonts/Inter-SemiBold.otf";
    case Face::italic: return "fonts/Inter-Italic.otf";
    case Face::mono: return "fonts/JetBrainsMono-Regular.ttf";
    case Face::mono_strong: return "fonts/JetBrainsMono-Bold.ttf";
  }
  return "";
}

void add_face(ImFontAtlas& atlas, Face face, float pixels, const ImWchar* ranges, bool merge) {
  const std::string_view data = embedded_file(file_of(face));
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;  // the program's own bytes, never freed
  config.MergeMode = merge;
  config.OversampleH = config.OversampleV = 1;
  config.PixelSnapH = true;
  config.EllipsisChar = 0x2026;
  // ImGui's interface is not const-correct; with FontDataOwnedByAtlas off the bytes are only read.
  atlas.AddFontFromMemoryTTF(const_cast<char*>(data.data()), static_cast<int>(data.size()), pixels,
                             &config, ranges);
}

ImFont* add_font(ImFontAtlas& atlas, Face face, float pixels, bool symbols) {
  pixels = std::round(pixels);
  add_face(atlas, face, pixels, kLetters, false);
  // Inter has few of the symbols; JetBrains Mono has them all.
  if (symbols)
    add_face(atlas, face == Face::mono_strong ? face : Face::mono, pixels, kSymbols, true);
  return atlas.Fonts.back();
}

// What ImGui's letters have room for.
constexpr char32_t kLastLetter = sizeof(ImWchar) == 2 ? 0xFFFF : 0x10FFFF;

// Fonts of the system, mapped as long as an atlas may be built from them.
class FurtherLetters {
 public:
  explicit FurtherLetters(std::vector<char32_t> letters) {
    for (const SystemFont& font : system_fonts_for(std::move(letters))) {
      Mapped mapped;
      const int file = ::open(font.file.c_str(), O_RDONLY | O_CLOEXEC);
      struct stat about {};
      if (file >= 0 && ::fstat(file, &about) == 0 && about.st_size > 0) {
        mapped.size = static_cast<size_t>(about.st_size);
        mapped.data = ::mmap(nullptr, mapped.size, PROT_READ, MAP_PRIVATE, file, 0);
      }
      if (file >= 0) ::close(file);
      if (!mapped.data || mapped.data == MAP_FAILED) continue;
      mapped.index = font.index;
      for (const char32_t letter : font.letters) {
        mapped.ranges.push_back(static_cast<ImWchar>(letter));
        mapped.ranges.push_back(static_cast<ImWchar>(letter));
      }
      mapped.ranges.push_back(0);
      fonts_.push_back(std::move(mapped));
    }
  }
  ~FurtherLetters() {
    for (const Mapped& font : fonts_) ::munmap(font.data, font.size);
  }
  FurtherLetters(const FurtherLetters&) = delete;
  FurtherLetters& operator=(const FurtherLetters&) = delete;

  void add_to_last(ImFontAtlas& atlas, float pixels) const {
    for (const Mapped& font : fonts_) {
      ImFontConfig config;
      config.FontDataOwnedByAtlas = false;
      config.MergeMode = true;
      config.FontNo = font.index;
      config.OversampleH = config.OversampleV = 1;
      config.PixelSnapH = true;
      atlas.AddFontFromMemoryTTF(font.data, static_cast<int>(font.size), std::round(pixels),
                                 &config, font.ranges.data());
    }
  }

 private:
  struct Mapped {
    void* data = nullptr;
    size_t size = 0;
    int index = 0;
    std::vector<ImWchar> ranges;
  };
  std::vector<Mapped> fonts_;
};

}  // namespace

Fonts build_fonts(ImFontAtlas& atlas, float pixels, const std::set<char32_t>& further) {
  std::vector<char32_t> letters;
  std::copy_if(further.begin(), further.end(), std::back_inserter(letters),
               [](char32_t letter) { return letter <= kLastLetter; });
  const auto further_letters = std::make_shared<FurtherLetters>(std::move(letters));
  const FurtherLetters& others = *further_letters;
  atlas.Clear();
  atlas.Flags |= ImFontAtlasFlags_NoPowerOfTwoHeight;
  atlas.TexGlyphPadding = 1;
#if WARPLAB_IMGUI_FREETYPE
  atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
  atlas.FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
#endif
  Fonts fonts;
  fonts.mapped = further_letters;
  fonts.text = add_font(atlas, Face::regular, pixels, true);  // the first one is ImGui's default
  others.add_to_last(atlas, pixels);
  fonts.small = add_font(atlas, Face::regular, pixels * 0.87f, false);
  fonts.strong = add_font(atlas, Face::strong, pixels, true);
  fonts.small_strong = add_font(atlas, Face::strong, pixels * 0.87f, false);
  fonts.emphasis = add_font(atlas, Face::italic, pixels, false);
  fonts.title = add_font(atlas, Face::strong, pixels * 1.5f, false);
  fonts.heading = add_font(atlas, Face::strong, pixels * 1.2f, false);
  fonts.code = add_font(atlas, Face::mono, pixels, true);
  others.add_to_last(atlas, pixels);
  fonts.code_small = add_font(atlas, Face::mono, pixels * 0.87f, true);
  others.add_to_last(atlas, pixels * 0.87f);
  fonts.code_tiny = add_font(atlas, Face::mono, pixels * 0.75f, true);
  fonts.code_strong = add_font(atlas, Face::mono_strong, pixels, false);
  atlas.Build();
  return fonts;
}

}  // namespace warplab::app
