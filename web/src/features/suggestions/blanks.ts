// SPDX-License-Identifier: AGPL-3.0-or-later

// The blanked parts of a picture: rectangles in parts of its width and height, so that they stay where
// they are whatever size it is shown at.

export interface Blank {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The smallest side of a blanked part, and how far one press of a key goes. */
const MIN_SIDE = 0.01;
const STEP = 0.02;

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** The part between two corners, whichever was first. */
export function blankBetween(
  id: number,
  from: { readonly x: number; readonly y: number },
  to: { readonly x: number; readonly y: number },
): Blank {
  const [left, right] = [within(Math.min(from.x, to.x), 0, 1), within(Math.max(from.x, to.x), 0, 1)];
  const [top, bottom] = [within(Math.min(from.y, to.y), 0, 1), within(Math.max(from.y, to.y), 0, 1)];
  return { id, x: left, y: top, width: right - left, height: bottom - top };
}

/** Whether a drag was long enough to be meant. */
export function isMeant(blank: Blank): boolean {
  return blank.width >= MIN_SIDE && blank.height >= MIN_SIDE / 2;
}

/** Moved as a whole; it stays inside the picture. */
export function moveBlank(blank: Blank, byX: number, byY: number): Blank {
  return {
    ...blank,
    x: within(blank.x + byX, 0, 1 - blank.width),
    y: within(blank.y + byY, 0, 1 - blank.height),
  };
}

/** With its right and lower edge moved. */
export function resizeBlank(blank: Blank, byX: number, byY: number): Blank {
  return {
    ...blank,
    width: within(blank.width + byX, MIN_SIDE, 1 - blank.x),
    height: within(blank.height + byY, MIN_SIDE, 1 - blank.y),
  };
}

/**
 * What a key does to a blanked part: the arrows move it, with Shift they move its right and lower edge,
 * Delete takes it away (null). Other keys do nothing (undefined). A tall picture has shorter steps down.
 */
export function afterKey(blank: Blank, key: string, shift: boolean, ratio: number): Blank | null | undefined {
  if (key === 'Delete' || key === 'Backspace') return null;
  const steps: Record<string, readonly [number, number]> = {
    ArrowLeft: [-STEP, 0],
    ArrowRight: [STEP, 0],
    ArrowUp: [0, -STEP * ratio],
    ArrowDown: [0, STEP * ratio],
  };
  const step = steps[key];
  if (!step) return undefined;
  return (shift ? resizeBlank : moveBlank)(blank, step[0], step[1]);
}
