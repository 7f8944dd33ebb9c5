// SPDX-License-Identifier: AGPL-3.0-or-later

// The drawn dialog, apart from Dialog.tsx so that the first load of a page does not carry it.
import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Closing } from '../forms/CancelButton';
import { askFirst, unsavedNow } from '../forms/unsaved';
import classes from './Dialog.module.css';
import { useEscape } from './escape';

export interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly size?: string | number;
  readonly footer?: ReactNode;
  /** False when only a decision may close it: no cross, no Escape, no click outside. */
  readonly closable?: boolean;
  readonly fullScreen?: boolean;
  /** Its own words ask about what was typed in it. */
  readonly asksItself?: boolean;
  readonly children: ReactNode;
}

/** As long as the second press of a double click takes at most. */
const DOUBLE_CLICK_MS = 500;

/** Whether a dialog has been open for a while: the second press of the double click that opened it lands beside it. */
function useSettled(opened: boolean): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    if (!opened) return undefined;
    const timer = setTimeout(() => setSettled(true), DOUBLE_CLICK_MS);
    return () => {
      clearTimeout(timer);
      setSettled(false);
    };
  }, [opened]);
  return settled;
}

export function DialogFrame({
  opened,
  onClose,
  title,
  size = 520,
  footer,
  closable = true,
  fullScreen = false,
  asksItself = false,
  children,
}: DialogProps) {
  const settled = useSettled(opened);
  const before = useRef<ReadonlySet<unknown>>(new Set());
  useLayoutEffect(() => {
    if (opened) before.current = unsavedNow();
  }, [opened]);
  const close = (then: () => void) => (asksItself ? then() : askFirst(then, before.current));
  useEscape(opened, () => {
    if (closable) close(onClose);
  });
  return (
    <Modal
      opened={opened}
      onClose={() => close(onClose)}
      title={title}
      size={size}
      fullScreen={fullScreen}
      withCloseButton={closable}
      closeOnEscape={false}
      closeOnClickOutside={closable && settled}
      classNames={{
        header: classes['header'] ?? '',
        title: classes['title'] ?? '',
        body: classes['body'] ?? '',
      }}
    >
      <Closing value={close}>
        <div className={classes['words']}>{children}</div>
        {footer !== undefined && (
          <div className={classes['footer']} data-no-print>
            {footer}
          </div>
        )}
      </Closing>
    </Modal>
  );
}
