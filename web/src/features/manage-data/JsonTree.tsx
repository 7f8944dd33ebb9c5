// SPDX-License-Identifier: AGPL-3.0-or-later

// Rows of JSON as a tree that opens and closes: arrows walk and open it, Home and End reach its ends, as
// in every tree of a desktop. One item is in the tab order at a time.
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { isChord } from '../../ui/keyboard/chord';
import classes from './manageData.module.css';
import { type Line, linesOf } from './tree';

interface Props {
  readonly label: string;
  readonly items: readonly unknown[];
  /** Rows before the first. */
  readonly from: number;
}

export function JsonTree({ label, items, from }: Props) {
  // The first row is open, so that its structure is seen at once.
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([String(from + 1)]));
  const lines = linesOf(items, from, open);
  const [current, setCurrent] = useState<string>();
  const at = Math.max(
    0,
    lines.findIndex((line) => line.path === current),
  );
  const list = useRef<HTMLUListElement>(null);
  const go = (to: number) => {
    const line = lines[Math.min(Math.max(to, 0), lines.length - 1)];
    if (line === undefined) return;
    setCurrent(line.path);
    list.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(line.path)}"]`)?.focus();
  };
  const toggle = (line: Line, opens: boolean) => {
    const next = new Set(open);
    if (opens) next.add(line.path);
    else next.delete(line.path);
    setOpen(next);
  };
  const press = (event: KeyboardEvent) => {
    const line = lines[at];
    if (line === undefined) return;
    const acts: Partial<Record<string, () => void>> = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      Home: () => go(0),
      End: () => go(lines.length - 1),
      ArrowRight: () => (line.isOpen === false ? toggle(line, true) : go(at + 1)),
      ArrowLeft: () =>
        line.isOpen === true
          ? toggle(line, false)
          : go(lines.findLastIndex((other, place) => place < at && other.level < line.level)),
      Enter: () => toggle(line, line.isOpen === false),
      ' ': () => toggle(line, line.isOpen === false),
    };
    const act = isChord(event) ? undefined : acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  return (
    <ul ref={list} role="tree" aria-label={label} className={classes['tree']}>
      {lines.map((line, place) => (
        <li
          key={line.path}
          role="treeitem"
          data-path={line.path}
          tabIndex={place === at ? 0 : -1}
          aria-level={line.level}
          aria-expanded={line.isOpen}
          aria-selected={place === at}
          style={{ paddingInlineStart: `${(line.level - 1) * 18}px` }}
          onKeyDown={press}
          onFocus={() => setCurrent(line.path)}
          onClick={() => {
            setCurrent(line.path);
            if (line.isOpen !== undefined) toggle(line, !line.isOpen);
          }}
        >
          <span className={classes['twist']} aria-hidden="true">
            {line.isOpen === undefined ? '' : line.isOpen ? '▾' : '▸'}
          </span>
          {line.name !== undefined && <span className={classes['name']}>{line.name}</span>}
          {line.name !== undefined && ': '}
          <Value line={line} />
        </li>
      ))}
    </ul>
  );
}

function Value({ line }: { readonly line: Line }): ReactNode {
  return <span className={classes['value']}>{line.text}</span>;
}
