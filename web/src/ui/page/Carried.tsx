// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * A part that stands elsewhere at another width and is drawn once: turning a tablet carries it over, with what is typed
 * in it and what is open.
 */
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

/** What holds the part wherever it stands. */
export function useCarrier(): HTMLElement {
  const [carrier] = useState(() => {
    const made = document.createElement('div');
    made.style.display = 'contents';
    return made;
  });
  return carrier;
}

interface CarriedProps {
  readonly by: HTMLElement;
  readonly children: ReactNode;
}

/** After every place it may stand in. */
export function Carried({ by, children }: CarriedProps) {
  return <>{createPortal(children, by)}</>;
}

/** Where it stands now. */
export function CarriedHere({ by }: { readonly by: HTMLElement }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.append(by), [by]);
  return <div ref={place} />;
}
