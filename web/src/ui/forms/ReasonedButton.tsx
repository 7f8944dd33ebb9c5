// SPDX-License-Identifier: AGPL-3.0-or-later

// A button that says why it cannot be used. It stays in the tab order so that the reason is heard;
// pressing it then does nothing.
import { Button, type ButtonProps } from '@mantine/core';
import { type MouseEvent, type ReactNode, type Ref, useId } from 'react';
import classes from './ReasonedButton.module.css';

interface ReasonedButtonProps extends ButtonProps {
  /** Why it cannot be used now; null when it can. */
  readonly reason: string | null;
  readonly onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  /** For keepFocus. */
  readonly onMouseDown?: (event: MouseEvent) => void;
  readonly type?: 'button' | 'submit';
  readonly side?: 'right' | 'below';
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function ReasonedButton({
  reason,
  onClick,
  type = 'button',
  side = 'right',
  children,
  ...rest
}: ReasonedButtonProps) {
  const id = useId();
  const off = reason !== null;
  return (
    <span className={classes['pair']} data-side={side}>
      <Button
        {...rest}
        type={type}
        aria-disabled={off || undefined}
        aria-describedby={off ? id : undefined}
        onClick={(event) => {
          if (off) event.preventDefault();
          else onClick?.(event);
        }}
      >
        {children}
      </Button>
      {off && (
        <span id={id} className={classes['reason']}>
          {reason}
        </span>
      )}
    </span>
  );
}
