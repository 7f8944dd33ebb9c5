// SPDX-License-Identifier: AGPL-3.0-or-later

// An image at the size of the screen, and at 2.5 times that (constant image.zoom). Works with the
// mouse, a finger and the keyboard: + and - zoom, the arrows move, 0 goes back, Escape closes.
import { Button } from '@mantine/core';
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { Dialog } from '../dialogs/Dialog';
import { isChord } from '../keyboard/chord';
import classes from './files.module.css';

/** Specification 000 section 2: the image viewer zooms 2.5 times. */
const ZOOM = 2.5;
const STEP_PX = 60;

interface ImageViewerProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** An address that the page may show: a blob of a file that was read with the session. */
  readonly src: string;
  /** What the image shows, or the file's name. */
  readonly name: string;
}

export function ImageViewer({ opened, onClose, src, name }: ImageViewerProps) {
  const [large, setLarge] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const from = useRef<{ x: number; y: number } | null>(null);
  const close = () => {
    setLarge(false);
    onClose();
  };
  const move = (x: number, y: number) => frame.current?.scrollBy({ left: x, top: y });
  const press = (event: KeyboardEvent) => {
    // With Ctrl the same keys are the browser's zoom.
    if (isChord(event)) return;
    const does: Record<string, () => void> = {
      '+': () => setLarge(true),
      '=': () => setLarge(true),
      '-': () => setLarge(false),
      '0': () => setLarge(false),
      ArrowLeft: () => move(-STEP_PX, 0),
      ArrowRight: () => move(STEP_PX, 0),
      ArrowUp: () => move(0, -STEP_PX),
      ArrowDown: () => move(0, STEP_PX),
    };
    const act = does[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    // A finger scrolls by itself; the mouse takes hold of the image.
    if (!from.current || event.pointerType !== 'mouse') return;
    move(from.current.x - event.clientX, from.current.y - event.clientY);
    from.current = { x: event.clientX, y: event.clientY };
  };
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={name}
      size={960}
      footer={
        <>
          <Button
            variant="default"
            leftSection={
              large ? (
                <IconZoomOut size={18} aria-hidden="true" />
              ) : (
                <IconZoomIn size={18} aria-hidden="true" />
              )
            }
            aria-pressed={large}
            onClick={() => setLarge(!large)}
          >
            {large ? 'Full image' : 'Zoom in 2.5 times'}
          </Button>
          <Button onClick={close}>Close</Button>
        </>
      }
    >
      {/* Scrolled and zoomed by keyboard: it needs a place for the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons do the same */}
      <div
        ref={frame}
        className={classes['frame']}
        data-large={large || undefined}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
        tabIndex={0}
        role="group"
        aria-label={`${name}. Plus and minus zoom, the arrow keys move.`}
        onKeyDown={press}
        onPointerDown={(event) => {
          from.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          from.current = null;
        }}
        onPointerLeave={() => {
          from.current = null;
        }}
        onDoubleClick={() => setLarge(!large)}
      >
        <img src={src} alt={name} draggable={false} style={large ? { width: `${ZOOM * 100}%` } : undefined} />
      </div>
    </Dialog>
  );
}
