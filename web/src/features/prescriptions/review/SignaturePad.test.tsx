// SPDX-License-Identifier: AGPL-3.0-or-later

/** Drawing: pointer moves become strokes in the fixed box, and Clear takes them away. */
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';

import { SignaturePad } from './SignaturePad';
import { isDrawn, pathOf, toBox, type Strokes } from './strokes';

/** Every drawing handed up, newest last. */
let drawings: Strokes[] = [];
const latest = () => drawings.at(-1) ?? [];

function Screen() {
  const [strokes, setStrokes] = useState<Strokes>([]);
  return (
    <MantineProvider env="test">
      <SignaturePad
        strokes={strokes}
        onChange={(next) => {
          drawings.push(next);
          setStrokes(next);
        }}
      />
    </MantineProvider>
  );
}

beforeEach(() => {
  drawings = [];
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(10, 20, 300, 90));
});

test('a stroke is kept as points of the box with their times, and a second one follows it', () => {
  render(<Screen />);
  const pad = screen.getByRole('img', { name: 'Signature, empty' });
  fireEvent.pointerDown(pad, { pointerId: 1, button: 0, clientX: 10, clientY: 20 });
  fireEvent.pointerMove(pad, { pointerId: 1, clientX: 160, clientY: 65 });
  fireEvent.pointerMove(pad, { pointerId: 2, clientX: 200, clientY: 65 });
  fireEvent.pointerUp(pad, { pointerId: 1 });
  fireEvent.pointerMove(pad, { pointerId: 1, clientX: 170, clientY: 65 });
  fireEvent.pointerDown(pad, { pointerId: 1, button: 0, clientX: 310, clientY: 400 });
  expect(latest().map((stroke) => stroke.map(([x, y]) => [x, y]))).toEqual([
    [
      [0, 0],
      [300, 90],
    ],
    [[600, 180]],
  ]);
  expect(
    latest()
      .flat()
      .every(([, , at]) => Number.isInteger(at) && at >= 0),
  ).toBe(true);
});

test('Clear empties the pad', () => {
  render(<Screen />);
  fireEvent.pointerDown(screen.getByRole('img'), { pointerId: 1, button: 0, clientX: 50, clientY: 50 });
  expect(latest()).toHaveLength(1);
  const clear = screen.getByRole('button', { name: 'Clear' });
  clear.focus();
  fireEvent.click(clear);
  expect(latest()).toEqual([]);
  expect(clear).toHaveFocus();
  expect(clear).toHaveAttribute('aria-disabled', 'true');
});

test('a dot is not a signature; a drawn line is', () => {
  expect(isDrawn([[[1, 1, 0]]])).toBe(false);
  expect(isDrawn([Array.from({ length: 8 }, (_, at): [number, number, number] => [at, at, at])])).toBe(true);
  expect(pathOf([[1, 2, 0]])).toBe('M1 2 h0.1');
  expect(toBox({ x: -5, y: 999 }, { left: 0, top: 0, width: 10, height: 10 })).toEqual([0, 180]);
});
