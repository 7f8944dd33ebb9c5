// SPDX-License-Identifier: AGPL-3.0-or-later

// The button that closes a form and saves nothing: what was typed is asked about first.
import { Button, type ButtonProps } from '@mantine/core';
import { createContext, type MouseEventHandler, useContext } from 'react';
import { askFirst, type Leave } from './unsaved';

/** Closes all forms of a page; those of a dialog, and no other, where there is one around (DialogFrame.tsx). */
export const Closing = createContext<Leave>((close) => askFirst(close));

interface CancelButtonProps extends ButtonProps {
  readonly onCancel: () => void;
  /** Of a form beside others, for which this is no Cancel. */
  readonly leave?: Leave;
  readonly onMouseDown?: MouseEventHandler;
}

export function CancelButton({
  onCancel,
  leave,
  variant = 'default',
  children = 'Cancel',
  ...rest
}: CancelButtonProps) {
  const closing = useContext(Closing);
  return (
    <Button {...rest} variant={variant} onClick={() => (leave ?? closing)(onCancel)}>
      {children}
    </Button>
  );
}
