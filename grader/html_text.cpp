#include "html_text.hpp"

#include <fmt/format.h>

#include "base/printable.hpp"

namespace warplab {

std::string html_text(std::string_view text) {
  std::string safe;
  for (const char c : printable_lines(text)) switch (c) {
      case '&': safe += "&amp;"; break;
      case '<': safe += "&lt;"; break;
      case '>': safe += "&gt;"; break;
      case '"': safe += "&quot;"; break;
      case '\'': safe += "&#39;"; break;
      default: safe += c;
    }
  return safe;
}

const char* const kPageStyle = R"(
:root{color-scheme:light dark;--ink:#1c1c1e;--soft:#5d5f66;--line:#d5d7dc;--bar:#3066be;--bad:#b3261e;--paper:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#e8e8ea;--soft:#a3a6ad;--line:#3c3f45;--bar:#7aa5ea;--bad:#f2877f;--paper:#16171a}}
body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.25rem .6rem .25rem 0;border-bottom:1px solid var(--line);vertical-align:top}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}td.n{white-space:nowrap}.soft{color:var(--soft)}
pre{overflow:auto;margin:0;font:13px/1.4 ui-monospace,monospace;white-space:pre}
.wide{overflow-x:auto}
@media (max-width:40rem){.aside{display:none}}
@media print{body{max-width:none}pre{white-space:pre-wrap;overflow:visible}h2,h3,h4{break-after:avoid}tr,figure,svg{break-inside:avoid}}
)";

std::string page_head(std::string_view title, std::string_view style) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width\">"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src "
      "data:; style-src 'unsafe-inline'\"><title>{}</title><style>{}{}</style></head><body>",
      html_text(title), kPageStyle, style);
}

}  // namespace warplab
