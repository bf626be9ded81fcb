#!/usr/bin/env python3
"""Draws the rate field that exercises/61-ising-checkerboard ships: a planet with a ring, by formulas alone.

Usage: docs/images/planet.py exercises/61-ising-checkerboard/planet.png
"""
import math
import struct
import sys
import zlib

SIDE = 256
# The planet's radius and the ring's inner and outer one, in half widths; the ring is seen from a little above.
RADIUS, RING_FROM, RING_TO, FLAT = 0.46, 0.60, 0.92, 0.27
TURN = math.radians(-18)
LIGHT = (-0.55, -0.45, 0.70)  # from the upper left, of length 1


def ring(x, y):
    """How bright the ring is at this place; 0 where there is none."""
    along = math.hypot(x, y / FLAT)
    if not RING_FROM <= along <= RING_TO:
        return 0.0
    gap = abs(along - 0.78) < 0.015
    return 0.12 if gap else 0.62 + 0.25 * math.sin(40 * along)


def planet(x, y):
    """How bright the planet is at this place; None beside it."""
    inside = RADIUS * RADIUS - x * x - y * y
    if inside < 0:
        return None
    z = math.sqrt(inside)
    light = max(0.0, (LIGHT[0] * x + LIGHT[1] * y + LIGHT[2] * z) / RADIUS)
    bands = 0.85 + 0.15 * math.sin(22 * y + 2 * math.sin(3 * x))
    return 0.10 + 0.90 * light * bands


def bright(column, row):
    u = (column + 0.5) / SIDE * 2 - 1
    v = (row + 0.5) / SIDE * 2 - 1
    x = u * math.cos(TURN) - v * math.sin(TURN)
    y = u * math.sin(TURN) + v * math.cos(TURN)
    body, band = planet(x, y), ring(x, y)
    if body is not None and not (band and y > 0):
        return body
    return band if band else 0.04


def chunk(kind, data):
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))


def main():
    rows = b"".join(
        b"\0" + bytes(min(255, round(255 * bright(column, row))) for column in range(SIDE)) for row in range(SIDE))
    header = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 0, 0, 0, 0)
    with open(sys.argv[1], "wb") as out:
        out.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) +
                  chunk(b"IEND", b""))


if __name__ == "__main__":
    main()
