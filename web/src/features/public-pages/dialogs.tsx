// SPDX-License-Identifier: AGPL-3.0-or-later

// Dialogs on the public pages. Nothing of what draws them is part of a page's first load: the public
// documents bring it in a room of its own (colours, styles) when the first dialog opens; inside the
// app, where all of that stands already, the room is empty.
import { createContext, type ReactNode, Suspense, useContext, useRef } from 'react';
import { Dialog } from '../../ui/dialogs/Dialog';
import type { DialogProps } from '../../ui/dialogs/DialogFrame';

const DialogWrapperContext = createContext<((dialogs: ReactNode) => ReactNode) | null>(null);

export const DialogWrapperProvider = DialogWrapperContext.Provider;

export function DialogWrapper({ children }: { readonly children: ReactNode }) {
  const around = useContext(DialogWrapperContext);
  return around ? <Suspense>{around(children)}</Suspense> : children;
}

export function PublicDialog({ opened, ...rest }: DialogProps) {
  if (!opened) return null;
  return (
    <DialogWrapper>
      <Dialog opened {...rest} />
    </DialogWrapper>
  );
}

/** Remembers what opened a dialog, and gives the focus back to it. */
export function useReturnFocus(): { readonly keep: () => void; readonly giveBack: () => void } {
  const opener = useRef<HTMLElement | null>(null);
  return {
    keep: () => {
      const { activeElement } = document;
      opener.current = activeElement instanceof HTMLElement ? activeElement : null;
    },
    giveBack: () => {
      requestAnimationFrame(() => opener.current?.focus());
    },
  };
}
