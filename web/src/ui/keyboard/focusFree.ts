// SPDX-License-Identifier: AGPL-3.0-or-later

/** Whether a screen may place the focus: it is nowhere, at the content as such, or still at what led here, beside it. */
export function isFocusFree(): boolean {
  const { activeElement } = document;
  const around = activeElement?.closest('main, [role="dialog"]') ?? null;
  return around === null || (around === activeElement && around.localName === 'main');
}
