// SPDX-License-Identifier: AGPL-3.0-or-later

// Leaving a field may show a fault and move the button away from under the pointer. A button that keeps
// the focus where it is until the click is done cannot be missed.
import type { MouseEvent } from 'react';

export function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
