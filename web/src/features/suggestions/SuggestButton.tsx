// SPDX-License-Identifier: AGPL-3.0-or-later

// The way to a suggestion: a quiet line at the foot of a side bar and in the menu of a phone, never over a
// control of the page. The dialog belongs to the frame, so that it stays when the menu closes. What it
// draws is fetched when it is wanted.
import { IconBulb } from '@tabler/icons-react';
import { createContext, type ReactNode, Suspense, useContext, useState } from 'react';
import { lazyPart } from '../../ui/chunks';
import classes from './suggestions.module.css';

const SuggestDialog = lazyPart(async () => (await import('./SuggestDialog')).SuggestDialog);

const Suggest = createContext<() => void>(() => undefined);

/** Around a frame that has a SuggestButton: shows the dialog. */
export function SuggestProvider({ children }: { readonly children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <Suggest value={() => setOpened(true)}>
      {children}
      {opened && (
        <Suspense>
          <SuggestDialog onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </Suggest>
  );
}

interface SuggestButtonProps {
  /** `icon` where the side bar has no room for words. */
  readonly look: 'line' | 'icon';
  /** Closes the menu that the button is in. */
  readonly onPress?: () => void;
}

export function SuggestButton({ look, onPress }: SuggestButtonProps) {
  const open = useContext(Suggest);
  const text = 'Suggest an improvement';
  return (
    <button
      type="button"
      className={classes['suggest']}
      data-look={look}
      title={look === 'icon' ? text : undefined}
      aria-haspopup="dialog"
      onClick={() => {
        onPress?.();
        open();
      }}
    >
      <IconBulb size={18} aria-hidden="true" />
      <span className={look === 'icon' ? 's-visually-hidden' : undefined}>{text}</span>
    </button>
  );
}
