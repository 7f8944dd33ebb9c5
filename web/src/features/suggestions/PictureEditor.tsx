// SPDX-License-Identifier: AGPL-3.0-or-later

// The picture before it goes: parts are blanked by drawing over them, or with a button and the arrow
// keys. It knows nothing of where the picture goes.
import { Button, CloseButton } from '@mantine/core';
import { IconSquarePlus } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react';
import { announce } from '../../ui/feedback/announce';
import { isChord } from '../../ui/keyboard/chord';
import { afterKey, type Blank, blankBetween, isMeant, moveBlank, resizeBlank } from './blanks';
import classes from './suggestions.module.css';

interface Drag {
  readonly kind: 'draw' | 'move' | 'resize';
  readonly from: { readonly x: number; readonly y: number };
  /** The part as it was when the drag began. */
  readonly was: Blank;
}

interface PictureEditorProps {
  readonly picture: HTMLCanvasElement;
  readonly blanks: readonly Blank[];
  readonly onChange: (blanks: readonly Blank[]) => void;
}

export function PictureEditor({ picture, blanks, onChange }: PictureEditorProps) {
  const address = useMemo(() => picture.toDataURL('image/png'), [picture]);
  const sheet = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);
  const [drawn, setDrawn] = useState<Blank | null>(null);
  const lastId = useRef(0);
  /** The part that takes the focus as soon as it is drawn. */
  const toFocus = useRef<number | null>(null);
  const nextId = () => {
    lastId.current += 1;
    return lastId.current;
  };

  const focusIfNew = (part: HTMLElement | null, blank: Blank) => {
    if (!part || toFocus.current !== blank.id) return;
    toFocus.current = null;
    part.focus();
  };
  const replace = (blank: Blank) => onChange(blanks.map((one) => (one.id === blank.id ? blank : one)));
  const remove = (id: number) => {
    onChange(blanks.filter((one) => one.id !== id));
    announce('Hidden area removed');
    frame.current?.focus();
  };
  const place = (event: PointerEvent) => {
    const box = sheet.current?.getBoundingClientRect();
    if (!box) return { x: 0, y: 0 };
    return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
  };

  const begin = (event: PointerEvent<HTMLDivElement>) => {
    // A finger on the picture scrolls it; it takes hold of parts only.
    if (event.button !== 0 || event.pointerType === 'touch') return;
    const from = place(event);
    drag.current = { kind: 'draw', from, was: blankBetween(nextId(), from, from) };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const take = (event: PointerEvent<HTMLElement>, blank: Blank, kind: 'move' | 'resize') => {
    event.stopPropagation();
    drag.current = { kind, from: place(event), was: blank };
    sheet.current?.setPointerCapture(event.pointerId);
  };
  const go = (event: PointerEvent<HTMLDivElement>) => {
    const held = drag.current;
    if (!held) return;
    const to = place(event);
    const [byX, byY] = [to.x - held.from.x, to.y - held.from.y];
    if (held.kind === 'draw') setDrawn(blankBetween(held.was.id, held.from, to));
    else replace(held.kind === 'move' ? moveBlank(held.was, byX, byY) : resizeBlank(held.was, byX, byY));
  };
  const end = () => {
    drag.current = null;
    if (drawn && isMeant(drawn)) onChange([...blanks, drawn]);
    setDrawn(null);
  };

  /** A part in the middle of what is seen, ready to be moved with the arrow keys. */
  const add = () => {
    const view = frame.current;
    const whole = sheet.current;
    if (!view || !whole) return;
    const height = Math.min(0.2, (view.clientHeight / whole.clientHeight) * 0.2);
    const middle = (view.scrollTop + view.clientHeight / 2) / whole.clientHeight;
    const blank = moveBlank({ id: nextId(), x: 0.3, y: 0, width: 0.4, height }, 0, middle - height / 2);
    toFocus.current = blank.id;
    onChange([...blanks, blank]);
    announce('Area hidden. The arrow keys move it; with Shift they change its size.');
  };
  const press = (event: KeyboardEvent, blank: Blank) => {
    if (event.target !== event.currentTarget || isChord(event)) return;
    const next = afterKey(blank, event.key, event.shiftKey, picture.width / picture.height);
    if (next === undefined) return;
    event.preventDefault();
    if (next === null) remove(blank.id);
    else replace(next);
  };

  return (
    <div className={classes['editor']}>
      <div className={classes['tools']}>
        <Button variant="default" leftSection={<IconSquarePlus size={18} aria-hidden="true" />} onClick={add}>
          Hide an area
        </Button>
        <p>Draw over anything you want to hide, or add a box and move it with the mouse or arrow keys.</p>
      </div>
      {/* Long pages scroll, also by keyboard. */}
      <div
        ref={frame}
        className={classes['frame']}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
        tabIndex={0}
        role="group"
        aria-label="Picture of the page"
      >
        <div
          ref={sheet}
          className={classes['sheet']}
          onPointerDown={begin}
          onPointerMove={go}
          onPointerUp={end}
          onPointerCancel={end}
        >
          <img src={address} alt="The page as it will be sent" draggable={false} />
          {blanks.map((blank, at) => (
            // A part is moved and resized with keys, which no element of HTML does.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- said in its label
            <div
              key={blank.id}
              ref={(part) => focusIfNew(part, blank)}
              className={classes['blank']}
              style={box(blank)}
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- moved by keyboard
              tabIndex={0}
              role="group"
              aria-label={`Hidden area ${at + 1}. Arrow keys move it, with Shift they change its size, Delete removes it.`}
              onKeyDown={(event) => press(event, blank)}
              onPointerDown={(event) => take(event, blank, 'move')}
            >
              <CloseButton
                className={classes['remove'] ?? ''}
                size="sm"
                aria-label={`Remove hidden area ${at + 1}`}
                onPointerDown={(event) => event.stopPropagation()}
                onClick={() => remove(blank.id)}
              />
              <span
                className={classes['corner']}
                aria-hidden="true"
                onPointerDown={(event) => take(event, blank, 'resize')}
              />
            </div>
          ))}
          {drawn && <div className={classes['blank']} style={box(drawn)} />}
        </div>
      </div>
    </div>
  );
}

function box({ x, y, width, height }: Blank) {
  return { left: `${x * 100}%`, top: `${y * 100}%`, width: `${width * 100}%`, height: `${height * 100}%` };
}
