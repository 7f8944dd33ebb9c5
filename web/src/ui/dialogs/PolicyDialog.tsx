// SPDX-License-Identifier: AGPL-3.0-or-later

// A policy to read and to agree with. For somebody who still has to agree, the checkbox stands at the
// end of the text and the reader must get there; with `atOnce` it may be ticked without scrolling.
import { Button, Checkbox } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ReasonedButton } from '../forms/ReasonedButton';
import { Dialog } from './Dialog';
import classes from './PolicyDialog.module.css';

export interface PolicyDialogProps {
  readonly opened: boolean;
  readonly title: string;
  /** "Version 2.0, last updated March 3, 2022" */
  readonly version: string;
  readonly agreement: string;
  readonly agreed: boolean;
  /** Absent for a reader who is signed in: the box is then ticked and fixed. */
  readonly onAgree?: ((agreed: boolean) => void) | undefined;
  readonly atOnce?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function PolicyDialog({
  opened,
  title,
  version,
  agreement,
  agreed,
  onAgree,
  atOnce = false,
  onClose,
  children,
}: PolicyDialogProps) {
  const [end, setEnd] = useState<'ahead' | 'in sight' | 'scrolled to'>(
    atOnce || agreed ? 'in sight' : 'ahead',
  );
  const [ticked, setTicked] = useState(agreed);
  const signedIn = onAgree === undefined;
  const reached = end !== 'ahead';
  const measure = (box: HTMLDivElement | null) => {
    // A text that fits needs no scrolling.
    if (box && box.clientHeight > 0 && box.scrollHeight <= box.clientHeight + 4 && !reached)
      setEnd('in sight');
  };
  const confirm = () => {
    onAgree?.(ticked);
    onClose();
  };
  const reason = reached ? (ticked ? null : 'Tick the box to continue.') : 'Read to the end to continue.';
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      size={720}
      footer={
        signedIn ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <ReasonedButton reason={reason} onClick={confirm}>
            Confirm
          </ReasonedButton>
        )
      }
    >
      <p className={classes['version']}>{version}</p>
      {/* Scrolling by keyboard needs a place for the focus. */}
      <div
        ref={measure}
        className={classes['text']}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
        tabIndex={0}
        role="region"
        aria-label={`${title}, text`}
        onScroll={(event) => {
          const box = event.currentTarget;
          if (!reached && box.scrollTop + box.clientHeight >= box.scrollHeight - 8) setEnd('scrolled to');
        }}
      >
        {children}
        {(reached || signedIn) && (
          <Checkbox
            // It appears below what was the end of the text.
            rootRef={(box: HTMLDivElement | null) => {
              if (end === 'scrolled to') box?.scrollIntoView({ block: 'nearest' });
            }}
            className={classes['agree'] ?? ''}
            label={agreement}
            checked={signedIn || ticked}
            disabled={signedIn}
            onChange={(event) => setTicked(event.currentTarget.checked)}
          />
        )}
      </div>
    </Dialog>
  );
}
