// SPDX-License-Identifier: AGPL-3.0-or-later

// What the policies' texts are made of. In a dialog a heading is of the third order and a link opens
// the other policy in place of this one; on a page of its own a heading is of the second order and a
// link leads to the other page.
import { createContext, type ReactNode, useContext } from 'react';
import type { PolicyName } from '../../../ui/dialogs/policies';
import { paths } from '../../../ui/links/paths';
import { placeOf } from '../frame/Contents';

const Open = createContext<((policy: PolicyName) => void) | null>(null);

export const OpenPolicy = Open.Provider;

const PAGES: Readonly<Record<PolicyName, string>> = {
  privacy: paths.privacy(),
  terms: paths.terms(),
  pharmanet: paths.pharmaNetConsent(),
  fees: paths.price(),
};

export function PolicyLink({
  policy,
  children,
}: {
  readonly policy: PolicyName;
  readonly children: ReactNode;
}) {
  const open = useContext(Open);
  if (!open)
    return (
      <a className="s-link" href={PAGES[policy]}>
        {children}
      </a>
    );
  return (
    <button type="button" className="s-link" data-prints onClick={() => open(policy)}>
      {children}
    </button>
  );
}

export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const isInDialog = useContext(Open) !== null;
  return (
    <>
      {isInDialog ? <h3>{title}</h3> : <h2 id={placeOf(title)}>{title}</h2>}
      {children}
    </>
  );
}
