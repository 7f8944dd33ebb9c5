// SPDX-License-Identifier: AGPL-3.0-or-later

// The words of the browser's tab: the page's name, and "Error: " before it while the page shows a refused form.
import { useEffect } from 'react';

const PRODUCT = 'Salal';

let name = '';
/** How many refusals are on screen: one that is mended leaves the others' word. */
let refusals = 0;

function show(): void {
  document.title = `${refusals > 0 ? 'Error: ' : ''}${name === '' ? PRODUCT : `${name} · ${PRODUCT}`}`;
}

/** Names the page. */
export function useTabTitle(title: string): void {
  useEffect(() => {
    name = title;
    show();
  }, [title]);
}

/** Says in the tab's title that a form of the page was refused, while `refused`. */
export function useErrorTitle(refused: boolean): void {
  useEffect(() => {
    if (!refused) return undefined;
    refusals += 1;
    show();
    return () => {
      refusals -= 1;
      show();
    };
  }, [refused]);
}
