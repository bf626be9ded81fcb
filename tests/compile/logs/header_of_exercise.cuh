#pragma once
constexpr int kValues = 9;
