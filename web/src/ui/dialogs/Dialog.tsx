// SPDX-License-Identifier: AGPL-3.0-or-later

// A dialog: title, content, and a footer with the buttons. Focus is held and given back by
// Mantine's Modal, which is fetched while the page is idle or when the first dialog opens.
import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { loadChunk } from '../chunks';
import type { DialogProps } from './DialogFrame';

let loaded: ComponentType<DialogProps> | undefined;

/** Fetches what dialogs are drawn with. Called when the first screen stands, and by the tests. */
export async function loadDialogs(): Promise<void> {
  loaded = await loadChunk(async () => (await import('./DialogFrame')).DialogFrame);
}

const isInDialog = (element: Element) => element.closest('[role="dialog"], [role="alertdialog"]') !== null;

/** Where the focus goes when the row in which something was pressed is gone: to the row that has its place, or the content. */
function placeAfter(pressed: Element | null): () => HTMLElement | null | undefined {
  const row = pressed?.closest('li, tbody tr');
  const list = row?.parentElement;
  if (!pressed || !row || !list) return () => null;
  const controls = (one: Element | undefined) => [...(one?.querySelectorAll<HTMLElement>('a, button') ?? [])];
  const at = [...list.children].indexOf(row);
  const control = controls(row).findIndex((one) => one === pressed);
  return () => {
    const next = list.isConnected ? (list.children[at] ?? [...list.children].at(-1)) : undefined;
    return controls(next)[control] ?? document.querySelector<HTMLElement>('main');
  };
}

/**
 * Gives the focus back to what had it when the dialog opened. Mantine does so for one that stays drawn and
 * is closed, and not for one that goes with what opened it: then the focus would fall to the page.
 */
function useReturnedFocus(opened: boolean): void {
  const origin = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const { activeElement } = document;
    // One that made room for a question and is back again was opened where it was opened first.
    const isElsewhere =
      activeElement !== null && activeElement !== document.body && !isInDialog(activeElement);
    if (isElsewhere || origin.current === null || isInDialog(origin.current)) origin.current = activeElement;
    const before = origin.current;
    const after = placeAfter(before);
    return () => {
      // Whatever closes it may have placed the focus itself by then.
      setTimeout(() => {
        const { activeElement } = document;
        if (activeElement !== null && activeElement !== document.body) return;
        if (!(before instanceof HTMLElement)) return;
        (before.isConnected ? before : after())?.focus({ preventScroll: true });
      }, 0);
    };
  }, [opened]);
}

export function Dialog(props: DialogProps) {
  useReturnedFocus(props.opened);
  const [, setReady] = useState(loaded !== undefined);
  const [failure, setFailure] = useState<Error | null>(null);
  const { opened } = props;
  useEffect(() => {
    if (!opened) return undefined;
    // Also when it is loaded by now: it may have come between the drawing and this.
    let here = true;
    loadDialogs()
      .then(() => {
        if (here) setReady(true);
      })
      .catch((reason: unknown) => {
        if (here) setFailure(reason instanceof Error ? reason : new Error('the dialog cannot be loaded'));
      });
    return () => {
      here = false;
    };
  }, [opened]);
  // A dialog that cannot be drawn must not be a button that does nothing: the screen's failure says so.
  if (failure) throw failure;
  const Frame = loaded;
  return Frame ? <Frame {...props} /> : null;
}
