// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The signature as the server keeps it: strokes of points [x, y, milliseconds
 * since the first touch], in a fixed box, so that the same hand on a phone and
 * on a desk gives the same drawing (decision 138). No drawing on screen here.
 */

export type Point = [x: number, y: number, milliseconds: number];
export type Strokes = Point[][];

/** The box the coordinates live in, in drawing units. */
export const SIGNATURE_BOX = { width: 600, height: 180 } as const;

/** A pointer position within the pad, brought into the box and rounded to tenths. */
export function toBox(
  at: { x: number; y: number },
  pad: { left: number; top: number; width: number; height: number },
): [number, number] {
  const x = ((at.x - pad.left) / pad.width) * SIGNATURE_BOX.width;
  const y = ((at.y - pad.top) / pad.height) * SIGNATURE_BOX.height;
  return [clamp(x, SIGNATURE_BOX.width), clamp(y, SIGNATURE_BOX.height)];
}

function clamp(value: number, most: number): number {
  return Math.round(Math.min(most, Math.max(0, value)) * 10) / 10;
}

/** A drawing with a further stroke begun. */
export function beginStroke(strokes: Strokes, point: Point): Strokes {
  return [...strokes, [point]];
}

/** A drawing with its last stroke led on; points that did not move are left out. */
export function extendStroke(strokes: Strokes, point: Point): Strokes {
  const last = strokes[strokes.length - 1];
  if (!last) return strokes;
  const before = last[last.length - 1];
  if (before && before[0] === point[0] && before[1] === point[1]) return strokes;
  return [...strokes.slice(0, -1), [...last, point]];
}

/** Whether there is enough of it to be a signature: a tap or two is none. */
export function isDrawn(strokes: Strokes): boolean {
  return strokes.reduce((points, stroke) => points + stroke.length, 0) >= 8;
}

/** A stroke as an SVG path. */
export function pathOf(stroke: Point[]): string {
  return stroke
    .map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`)
    .join(stroke.length === 1 ? '' : ' ')
    .concat(stroke.length === 1 ? ' h0.1' : '');
}
