// SPDX-License-Identifier: AGPL-3.0-or-later

// Privacy Policy, Terms of Use, Fee Schedule: in reach on every page, signed in or not. A plain click
// opens the policy over the page; opened in a new tab, or without scripts, they are pages.
import { type MouseEvent, useState } from 'react';
import { PolicyReader } from '../../../ui/dialogs/policies';
import { paths } from '../../../ui/links/paths';
import { DialogWrapper, useReturnFocus } from '../dialogs';

const POLICIES = [
  { policy: 'privacy', label: 'Privacy Policy', href: paths.privacy() },
  { policy: 'terms', label: 'Terms of Use', href: paths.terms() },
  { policy: 'fees', label: 'Fee Schedule', href: paths.price() },
] as const;

type Shown = (typeof POLICIES)[number]['policy'];

/** A click that wants this tab, and nothing else. */
export function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

export function PolicyLinks({ className }: { readonly className?: string | undefined }) {
  const [open, setOpen] = useState<Shown | null>(null);
  const focus = useReturnFocus();
  return (
    <>
      <ul className={className} data-no-print>
        {POLICIES.map(({ policy, label, href }) => (
          <li key={policy}>
            <a
              href={href}
              aria-haspopup="dialog"
              onClick={(event) => {
                if (!isPlain(event)) return;
                event.preventDefault();
                focus.keep();
                setOpen(policy);
              }}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
      {open && (
        <DialogWrapper>
          <PolicyReader
            policy={open}
            onClose={() => {
              setOpen(null);
              focus.giveBack();
            }}
          />
        </DialogWrapper>
      )}
    </>
  );
}
