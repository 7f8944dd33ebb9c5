// SPDX-License-Identifier: AGPL-3.0-or-later

// A button and the dialog it opens, with the words both share.
import { type ReactNode, useState } from 'react';
import { PublicDialog, useReturnFocus } from '../dialogs';

interface MoreDialogProps {
  readonly title: string;
  readonly className?: string | undefined;
  /** What the button is called, when its own words do not say it. */
  readonly label?: string;
  readonly button: ReactNode;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

export function MoreDialog({ title, className, label, button, footer, children }: MoreDialogProps) {
  const [open, setOpen] = useState(false);
  const focus = useReturnFocus();
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        aria-label={label}
        data-prints={label === undefined || undefined}
        onClick={() => {
          focus.keep();
          setOpen(true);
        }}
      >
        {button}
      </button>
      <PublicDialog
        opened={open}
        onClose={() => {
          setOpen(false);
          focus.giveBack();
        }}
        title={title}
        footer={footer}
      >
        {children}
      </PublicDialog>
    </>
  );
}
