// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * A box with the list of what it finds under it, over the page. The focus stays in the box: arrow keys walk, Enter
 * takes, Escape closes, and readers are told which option is current (the combobox pattern). What is found, and when
 * the list opens, is the caller's business.
 *
 *     const combobox = useCombobox({ isEmpty: !searchable });
 *     <Combobox store={combobox} onOptionSubmit={choose}>
 *       <TextInput {...combobox.box} onFocus={combobox.open} onBlur={combobox.close} ... />
 *       <Dropdown>
 *         <Options aria-label="Pharmacies"><Option value="7">Pine Pharmacy</Option></Options>
 *       </Dropdown>
 *     </Combobox>
 */
import {
  createContext,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  use,
  useCallback,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { isChord } from '../keyboard/chord';
import styles from './Combobox.module.css';

interface Store {
  readonly list: string;
  readonly isOpen: boolean;
  /** The id of the option that Enter takes; none until an arrow key chose one. */
  readonly current: string | null;
  readonly open: () => void;
  readonly close: () => void;
  /** After typing: what was current belongs to another list. */
  readonly reset: () => void;
  /** An option left the list: if it was current, none is. */
  readonly forget: (option: string) => void;
  /** What makes a text box the box of the list. */
  readonly box: SearchBox & { readonly role: 'combobox'; readonly 'aria-expanded': boolean };
  /** The same for a search box, which says by itself what it is, and is not said to be expanded. */
  readonly searchBox: SearchBox;
}

interface SearchBox {
  readonly 'aria-haspopup': 'listbox';
  readonly 'aria-controls': string | undefined;
  readonly 'aria-activedescendant': string | undefined;
  readonly 'data-mantine-stop-propagation': true | undefined;
  readonly autoComplete: 'off';
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

const ComboboxContext = createContext<{ store: Store; onOptionSubmit: (value: string) => void } | null>(null);

function useContextOfBox() {
  const found = use(ComboboxContext);
  if (!found) throw new Error('an option is in a Combobox');
  return found;
}

/** `isEmpty` while there is nothing to say although the box has the focus: then no list is there for anyone. */
export function useCombobox({ isEmpty = false }: { readonly isEmpty?: boolean } = {}): Store {
  const list = useId();
  const [wantsOpen, setOpen] = useState(false);
  const isOpen = wantsOpen && !isEmpty;
  const [current, setCurrent] = useState<string | null>(null);
  const close = () => {
    setOpen(false);
    setCurrent(null);
  };
  const forget = useCallback((option: string) => setCurrent((now) => (now === option ? null : now)), []);
  /** From no option, down begins at the first and up at the last. */
  const walk = (by: 1 | -1) => {
    const options = document.querySelectorAll(`[id="${list}"] [data-option]`);
    const ids = Array.from(options, ({ id }) => id);
    const at = current === null ? -1 : ids.indexOf(current);
    const next = !isOpen || (at === -1 && by === 1) ? 0 : (Math.max(at, 0) + by + ids.length) % ids.length;
    setOpen(true);
    setCurrent(ids[next] ?? null);
    if (options[next]) showInList(options[next]);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || isChord(event)) return;
    if (event.key === 'Escape') close();
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      walk(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && isOpen && current !== null) {
      event.preventDefault();
      document.getElementById(current)?.click();
    }
  };
  const searchBox: SearchBox = {
    'aria-haspopup': 'listbox',
    'aria-controls': isOpen ? list : undefined,
    'aria-activedescendant': isOpen && current !== null ? current : undefined,
    // Escape closes the list, and not the dialog around it.
    'data-mantine-stop-propagation': isOpen || undefined,
    autoComplete: 'off',
    onKeyDown: press,
  };
  return {
    list,
    isOpen,
    current,
    open: () => setOpen(true),
    close,
    reset: () => setCurrent(null),
    forget,
    box: { ...searchBox, role: 'combobox', 'aria-expanded': isOpen },
    searchBox,
  };
}

interface ComboboxProps {
  readonly store: Store;
  readonly onOptionSubmit: (value: string) => void;
  readonly children: ReactNode;
}

export function Combobox({ store, onOptionSubmit, children }: ComboboxProps) {
  return (
    <ComboboxContext value={{ store, onOptionSubmit }}>
      <div className={styles.whole}>{children}</div>
    </ComboboxContext>
  );
}

/** Scrolls the list alone: what is around it, such as a dialog, stays where it is. */
function showInList(option: Element): void {
  const place = option.getBoundingClientRect();
  for (let around = option.parentElement; around; around = around.parentElement) {
    const edge = around.getBoundingClientRect();
    if (around.scrollHeight > around.clientHeight)
      around.scrollTop += Math.min(0, place.top - edge.top) + Math.max(0, place.bottom - edge.bottom);
    if ('dropdown' in around.dataset) return;
  }
}

/** Between box and list, and at least so much to the edge. */
const GAP_PX = 8;

/** A list is no lower than this: with less room around it, what is around it has to scroll. */
const LEAST_PX = 160;

/** The room over and under a box: to the window's edge, or to that of a card which cuts off what leaves it. */
function roomAround(box: HTMLElement): { readonly over: number; readonly under: number } {
  const place = box.getBoundingClientRect();
  let top = 0;
  let bottom = window.innerHeight;
  for (let around = box.parentElement; around && around !== document.body; around = around.parentElement) {
    if (getComputedStyle(around).overflow === 'visible') continue;
    const edge = around.getBoundingClientRect();
    top = Math.max(top, edge.top);
    bottom = Math.min(bottom, edge.bottom);
  }
  return { over: place.top - top, under: bottom - place.bottom };
}

interface DropdownProps {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function Dropdown({ className = '', children }: DropdownProps) {
  const { store } = useContextOfBox();
  const self = useRef<HTMLDivElement>(null);
  const [isAbove, setAbove] = useState(false);
  const isShown = store.isOpen;
  // After every change of what it says: above the box where there is no room under it, and no higher than the room.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- what it says is the caller's
  useLayoutEffect(() => {
    const box = self.current?.parentElement;
    if (!isShown || !self.current || !box) return;
    const { over, under } = roomAround(box);
    const lists = [self.current, ...self.current.querySelectorAll('[role="listbox"]')];
    const scrolled = lists.map(({ scrollTop }) => scrollTop);
    self.current.style.maxHeight = '';
    const whole = self.current.offsetHeight;
    const goesAbove = under < whole + 2 * GAP_PX && over > under;
    const room = Math.max((goesAbove ? over : under) - 2 * GAP_PX, LEAST_PX);
    if (whole > room) self.current.style.maxHeight = `${Math.floor(room)}px`;
    // Measured at its whole height, a list forgets how far it was scrolled.
    for (const [at, list] of lists.entries()) list.scrollTop = scrolled[at] ?? 0;
    setAbove(goesAbove);
  });
  return (
    <div
      ref={self}
      role="presentation"
      className={`${styles.dropdown} ${className}`}
      data-dropdown
      data-above={isAbove || undefined}
      hidden={!isShown}
      // A press beside the options, too, leaves the focus in the box.
      onMouseDown={(event) => event.preventDefault()}
    >
      {children}
    </div>
  );
}

export function Options({ className = '', ...rest }: HTMLAttributes<HTMLDivElement>) {
  const { store } = useContextOfBox();
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the focus stays in the box
    <div {...rest} id={store.list} role="listbox" className={className} />
  );
}

interface OptionProps {
  readonly value: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function Option({ value, className = '', children }: OptionProps) {
  const id = useId();
  const { store, onOptionSubmit } = useContextOfBox();
  const { current, forget } = store;
  const isCurrent = current === id;
  useLayoutEffect(() => () => forget(id), [forget, id]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the keys are the box's: the focus never leaves it
    <div
      id={id}
      role="option"
      aria-selected={isCurrent}
      data-option
      className={`${styles.option} ${className}`}
      onClick={() => onOptionSubmit(value)}
    >
      {children}
    </div>
  );
}

/** Said in the place of options, or under them. */
export function Said({ children }: { readonly children: ReactNode }) {
  return <div className={styles.said}>{children}</div>;
}
