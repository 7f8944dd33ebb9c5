// A dialog of the house: title, words, and a foot with the buttons. Focus is held and given back by
// Mantine's Modal.
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Dialog.module.css';

export interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly size?: string | number;
  readonly foot?: ReactNode;
  /** False when only a decision may close it: no cross, no Escape, no click outside. */
  readonly closable?: boolean;
  readonly fullScreen?: boolean;
  readonly children: ReactNode;
}

export function Dialog({ opened, onClose, title, size = 520, foot, closable = true, fullScreen = false, children }: DialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      fullScreen={fullScreen}
      withCloseButton={closable}
      closeOnEscape={closable}
      closeOnClickOutside={closable}
      classNames={{ header: classes['header'] ?? '', title: classes['title'] ?? '', body: classes['body'] ?? '' }}
    >
      <div className={classes['words']}>{children}</div>
      {foot !== undefined && <div className={classes['foot']}>{foot}</div>}
    </Modal>
  );
}
