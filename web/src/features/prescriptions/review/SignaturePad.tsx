// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Where the doctor draws the signature with pen, finger or mouse, for this one
 * prescription (decision 138). It hands up strokes and keeps none: no stored
 * picture is ever pasted. The keyboard way is a different control, beside it.
 */
import { Button } from '@mantine/core';
import { useEffect, useRef, type PointerEvent } from 'react';

import styles from './signature.module.css';
import { SIGNATURE_BOX, beginStroke, extendStroke, pathOf, toBox, type Point, type Strokes } from './strokes';

type Props = {
  strokes: Strokes;
  onChange: (strokes: Strokes) => void;
  /** A stroke ended. */
  onStroke?: () => void;
  disabled?: boolean;
};

export function SignaturePad({ strokes, onChange, onStroke, disabled = false }: Props) {
  const drawing = useRef<number | null>(null);
  const started = useRef(0);
  const live = useRef(strokes);
  useEffect(() => {
    live.current = strokes;
  }, [strokes]);

  const point = (event: PointerEvent<SVGSVGElement>): Point => {
    const pad = event.currentTarget.getBoundingClientRect();
    const [x, y] = toBox({ x: event.clientX, y: event.clientY }, pad);
    return [x, y, Math.max(0, Math.round(event.timeStamp - started.current))];
  };
  const put = (next: Strokes) => {
    live.current = next;
    onChange(next);
  };

  return (
    <div className={`s-paper ${styles.pad ?? ''}`}>
      <svg
        className={styles.surface}
        viewBox={`0 0 ${SIGNATURE_BOX.width} ${SIGNATURE_BOX.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={strokes.length === 0 ? 'Signature, empty' : 'Signature, drawn'}
        onPointerDown={(event) => {
          if (disabled || drawing.current !== null || event.button !== 0) return;
          event.preventDefault();
          if (live.current.length === 0) started.current = event.timeStamp;
          drawing.current = event.pointerId;
          event.currentTarget.setPointerCapture?.(event.pointerId);
          put(beginStroke(live.current, point(event)));
        }}
        onPointerMove={(event) => {
          if (drawing.current !== event.pointerId) return;
          put(extendStroke(live.current, point(event)));
        }}
        onPointerUp={(event) => {
          if (drawing.current !== event.pointerId) return;
          drawing.current = null;
          onStroke?.();
        }}
        onPointerCancel={(event) => {
          if (drawing.current === event.pointerId) drawing.current = null;
        }}
      >
        <line className={styles.rule} x1="24" x2="576" y1="138" y2="138" />
        {strokes.map((stroke, index) => (
          // A stroke is only ever appended, so its place is its identity.
          <path key={`${index}-${stroke[0]?.[2] ?? 0}`} className={styles.ink} d={pathOf(stroke)} />
        ))}
      </svg>
      <Button
        className={styles.clear ?? ''}
        variant="subtle"
        size="compact-sm"
        disabled={disabled}
        // Not disabled while it is empty: whoever pressed it would lose the place.
        data-disabled={strokes.length === 0 || undefined}
        aria-disabled={strokes.length === 0 || undefined}
        onClick={() => {
          if (strokes.length > 0) put([]);
        }}
      >
        Clear
      </Button>
    </div>
  );
}
