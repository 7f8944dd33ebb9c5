// SPDX-License-Identifier: AGPL-3.0-or-later

// Keys that are the browser's: a field that filters keys or walks with them leaves these alone.
import { fireEvent } from '@testing-library/react';

const PLAIN = ['Tab', ...Array.from({ length: 12 }, (_, at) => `F${at + 1}`)];
const WITH_CTRL = ['r', 'l', 't', 'w', 'f', 'c', 'v', 'z', '0', '1', '5', '+', '-', 'Home', 'End'];
const WITH_ALT = ['ArrowLeft', 'ArrowRight', 'Home', 'd', '1'];

/** The browser's keys that the element keeps from the browser; none, where all is well. */
export function takenKeys(element: Element): string[] {
  const presses = [
    ...PLAIN.map((key) => ({ name: key, init: { key } })),
    { name: 'Shift+Tab', init: { key: 'Tab', shiftKey: true } },
    ...WITH_CTRL.flatMap((key) => [
      { name: `Ctrl+${key}`, init: { key, ctrlKey: true } },
      { name: `Cmd+${key}`, init: { key, metaKey: true } },
    ]),
    ...WITH_ALT.map((key) => ({ name: `Alt+${key}`, init: { key, altKey: true } })),
  ];
  // Answers false when the default was prevented.
  return presses.filter(({ init }) => !fireEvent.keyDown(element, init)).map(({ name }) => name);
}
