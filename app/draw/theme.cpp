#include "draw/theme.hpp"

namespace warplab::app {
namespace {

constexpr ImU32 rgb(unsigned hex, unsigned alpha = 255) {
  return IM_COL32(hex >> 16 & 255, hex >> 8 & 255, hex & 255, alpha);
}

constexpr Palette kDark{
    .dark = true,
    .background = rgb(0x12151A),
    .panel = rgb(0x1A1E25),
    .editor = rgb(0x161A20),
    .raised = rgb(0x272D37),
    .raised_hover = rgb(0x323A46),
    .border = rgb(0x2B323D),
    .text = rgb(0xDFE4EC),
    .dim = rgb(0xA3ADBB),
    .faint = rgb(0x8590A0),
    .accent = rgb(0x2563C9),
    .accent_hover = rgb(0x3173DF),
    .on_accent = rgb(0xFFFFFF),
    .link = rgb(0x7DB4FF),
    .pass = rgb(0x3FC5A2),
    .fail = rgb(0xFF8F63),
    .warn = rgb(0xF0C24E),
    .info = rgb(0x74B9FF),
    .selection = rgb(0x264B85, 140),
    .current_line = rgb(0xFFFFFF, 9),
    .find_match = rgb(0xB98A1E, 58),
    .bracket = rgb(0x8FA3BF, 110),
    .code_keyword = rgb(0x82AAFF),
    .code_type = rgb(0x6FD3C7),
    .code_cuda = rgb(0xE2A5F0),
    .code_function = rgb(0xDCC98B),
    .code_number = rgb(0xF2AE7C),
    .code_string = rgb(0xB4D58A),
    .code_comment = rgb(0x9BA8BA),
    .code_preprocessor = rgb(0xC99ADF),
    .code_punctuation = rgb(0xAEB8C6),
    .added = rgb(0x2C8F74, 70),
    .removed = rgb(0xC05A2C, 70),
    .changed = rgb(0x3D6FB8, 60),
    .cost = {rgb(0x24584C), rgb(0x4D5A33), rgb(0x7A5A16), rgb(0x8F3D16)},
    .on_cost = {rgb(0xB9F0DF), rgb(0xE9F0C4), rgb(0xFFE6AE), rgb(0xFFD9C6)},
    .series = {rgb(0x56B4E9), rgb(0xE69F00), rgb(0x009E73), rgb(0xF0E442), rgb(0xD55E00)},
};

constexpr Palette kLight{
    .dark = false,
    .background = rgb(0xE9ECF0),
    .panel = rgb(0xFFFFFF),
    .editor = rgb(0xFFFFFF),
    .raised = rgb(0xEDF0F4),
    .raised_hover = rgb(0xDFE4EA),
    .border = rgb(0xD3D9E0),
    .text = rgb(0x1B222D),
    .dim = rgb(0x4D5868),
    .faint = rgb(0x5C6777),
    .accent = rgb(0x1F5FBF),
    .accent_hover = rgb(0x174E9F),
    .on_accent = rgb(0xFFFFFF),
    .link = rgb(0x1554B0),
    .pass = rgb(0x007654),
    .fail = rgb(0x951B20),
    .warn = rgb(0x8A6000),
    .info = rgb(0x0A5EAE),
    .selection = rgb(0x9CC3FF, 110),
    .current_line = rgb(0x000000, 8),
    .find_match = rgb(0xFFD25E, 130),
    .bracket = rgb(0x5B6B82, 80),
    .code_keyword = rgb(0x1F4FC4),
    .code_type = rgb(0x006964),
    .code_cuda = rgb(0x8A2BA6),
    .code_function = rgb(0x7A5800),
    .code_number = rgb(0xA84300),
    .code_string = rgb(0x3A6818),
    .code_comment = rgb(0x566372),
    .code_preprocessor = rgb(0x77359A),
    .code_punctuation = rgb(0x3D4858),
    .added = rgb(0x7FD6BC, 90),
    .removed = rgb(0xFFB08A, 90),
    .changed = rgb(0x9EC5FF, 80),
    .cost = {rgb(0xCDEFE5), rgb(0xE7EDC6), rgb(0xFBE3AE), rgb(0xFCCDB6)},
    .on_cost = {rgb(0x00513F), rgb(0x434B00), rgb(0x5E3D00), rgb(0x7A2600)},
    .series = {rgb(0x0072B2), rgb(0xD55E00), rgb(0x009E73), rgb(0xCC79A7), rgb(0x1B222D)},
};

}  // namespace

ImU32 color_of(const Palette& p, TokenKind kind) {
  switch (kind) {
    case TokenKind::plain: return p.text;
    case TokenKind::keyword: return p.code_keyword;
    case TokenKind::type: return p.code_type;
    case TokenKind::cuda: return p.code_cuda;
    case TokenKind::function: return p.code_function;
    case TokenKind::number: return p.code_number;
    case TokenKind::string: return p.code_string;
    case TokenKind::comment: return p.code_comment;
    case TokenKind::preprocessor: return p.code_preprocessor;
    case TokenKind::punctuation: return p.code_punctuation;
  }
  return p.text;
}

ImU32 line_number_ink(const Palette& p, bool of_caret) { return of_caret ? p.text : p.faint; }

const Palette& palette_of(ThemeChoice theme) { return theme == ThemeChoice::dark ? kDark : kLight; }

ImU32 with_alpha(ImU32 color, float alpha) {
  const auto value = static_cast<ImU32>(alpha * 255.0f + 0.5f);
  return (color & ~IM_COL32_A_MASK) | value << IM_COL32_A_SHIFT;
}

ImVec4 to_vec4(ImU32 color) { return ImGui::ColorConvertU32ToFloat4(color); }

void apply_theme(const Palette& p, float scale) {
  ImGuiStyle style;
  style.WindowPadding = {0, 0};
  style.FramePadding = {9, 5};
  style.ItemSpacing = {8, 6};
  style.ItemInnerSpacing = {7, 5};
  style.CellPadding = {8, 4};
  style.IndentSpacing = 18;
  style.ScrollbarSize = 11;
  style.GrabMinSize = 24;
  style.WindowRounding = 0;
  style.ChildRounding = 0;
  style.FrameRounding = 5;
  style.PopupRounding = 7;
  style.GrabRounding = 5;
  style.ScrollbarRounding = 6;
  style.TabRounding = 5;
  style.WindowBorderSize = 0;
  style.ChildBorderSize = 0;
  style.PopupBorderSize = 1;
  // On a light ground a raised field is hardly seen without an edge.
  style.FrameBorderSize = p.dark ? 0 : 1;
  style.ButtonTextAlign = {0.5f, 0.5f};
  style.ScaleAllSizes(scale);

  const auto set = [&](ImGuiCol_ which, ImU32 color) { style.Colors[which] = to_vec4(color); };
  set(ImGuiCol_Text, p.text);
  set(ImGuiCol_TextDisabled, p.faint);
  set(ImGuiCol_WindowBg, p.background);
  set(ImGuiCol_ChildBg, with_alpha(p.panel, 0));
  set(ImGuiCol_PopupBg, p.dark ? rgb(0x20262F) : rgb(0xFFFFFF));
  set(ImGuiCol_Border, p.dark ? p.border : with_alpha(p.faint, 0.45f));
  set(ImGuiCol_FrameBg, p.raised);
  set(ImGuiCol_FrameBgHovered, p.raised_hover);
  set(ImGuiCol_FrameBgActive, p.raised_hover);
  set(ImGuiCol_ScrollbarBg, with_alpha(p.panel, 0));
  set(ImGuiCol_ScrollbarGrab, with_alpha(p.faint, 0.35f));
  set(ImGuiCol_ScrollbarGrabHovered, with_alpha(p.faint, 0.6f));
  set(ImGuiCol_ScrollbarGrabActive, with_alpha(p.faint, 0.8f));
  set(ImGuiCol_CheckMark, p.link);
  set(ImGuiCol_SliderGrab, p.accent);
  set(ImGuiCol_SliderGrabActive, p.accent_hover);
  set(ImGuiCol_Button, p.raised);
  set(ImGuiCol_ButtonHovered, p.raised_hover);
  set(ImGuiCol_ButtonActive, p.border);
  set(ImGuiCol_Header, with_alpha(p.accent, 0.28f));
  set(ImGuiCol_HeaderHovered, with_alpha(p.accent, 0.20f));
  set(ImGuiCol_HeaderActive, with_alpha(p.accent, 0.36f));
  set(ImGuiCol_Separator, p.border);
  set(ImGuiCol_SeparatorHovered, p.accent);
  set(ImGuiCol_SeparatorActive, p.accent_hover);
  set(ImGuiCol_TableHeaderBg, with_alpha(p.panel, 0));
  set(ImGuiCol_TableBorderStrong, p.border);
  set(ImGuiCol_TableBorderLight, with_alpha(p.border, 0.6f));
  set(ImGuiCol_TableRowBg, with_alpha(p.panel, 0));
  set(ImGuiCol_TableRowBgAlt, with_alpha(p.text, 0.025f));
  set(ImGuiCol_TextSelectedBg, p.selection);
  set(ImGuiCol_NavHighlight, p.link);
  set(ImGuiCol_ModalWindowDimBg, rgb(0x000000, 120));
  ImGui::GetStyle() = style;
}

ImU32 link_color(const Palette& palette, size_t number) {
  // Those of charts: they are told apart by colour-blind readers, too, and the line's number stands
  // beside each.
  return palette.series[number % std::size(palette.series)];
}

}  // namespace warplab::app
