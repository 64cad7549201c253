/** Red, green and blue, 0 to 255. */
export type Color = readonly [number, number, number];

/** Without one of the three kinds of cones: protanopia, deuteranopia, tritanopia (Machado, Oliveira and Fernandes 2009). */
const WITHOUT_A_CONE = [
  [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
] as const;

type Vector = readonly [number, number, number];
type Matrix = readonly [Vector, Vector, Vector];

/** The contrast of two colours as WCAG 2.2 has it, from 1 to 21. */
export function contrast(one: Color, other: Color): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

/** How far apart the nearest two of some colours are in Oklab (black and white are 1 apart), to eyes that lack most for it. */
export function apartForAll(colors: readonly Color[]): number {
  const sights = [linear, ...WITHOUT_A_CONE.map((matrix) => (color: Color) => inRange(times(matrix, linear(color))))];
  const distances = sights.flatMap((see) => {
    const seen = colors.map((color) => oklab(see(color)));
    return seen.flatMap((one, index) => seen.slice(index + 1).map((other) => distance(one, other)));
  });
  return Math.min(...distances);
}

function luminance(color: Color): number {
  const [red, green, blue] = linear(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear([red, green, blue]: Color): Vector {
  const one = (value: number): number =>
    value <= 10.31475 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  return [one(red), one(green), one(blue)];
}

function times([first, second, third]: Matrix, vector: Vector): Vector {
  const row = (numbers: Vector): number => numbers[0] * vector[0] + numbers[1] * vector[1] + numbers[2] * vector[2];
  return [row(first), row(second), row(third)];
}

function inRange([red, green, blue]: Vector): Vector {
  const one = (value: number): number => Math.min(1, Math.max(0, value));
  return [one(red), one(green), one(blue)];
}

function oklab(rgb: Vector): Vector {
  const [long, medium, short] = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    rgb,
  );
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    [Math.cbrt(long), Math.cbrt(medium), Math.cbrt(short)],
  );
}

function distance(one: Vector, other: Vector): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}
