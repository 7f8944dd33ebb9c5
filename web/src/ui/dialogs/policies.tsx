// SPDX-License-Identifier: AGPL-3.0-or-later

// The way to the policies' dialogs. A screen asks for a policy by name; the app says what reads it
// out, so that forms can show a policy without knowing where its text lives.
import { createContext, type ReactNode, Suspense, useContext } from 'react';

export type PolicyName = 'privacy' | 'terms' | 'pharmanet' | 'fees';

interface Agreement {
  readonly agreed: boolean;
  readonly onAgree: (agreed: boolean) => void;
}

export interface PolicyReaderProps {
  readonly policy: PolicyName;
  /** What becomes of a Confirm, by policy: texts link to each other, and each can be agreed to. */
  readonly agreements?: Partial<Readonly<Record<PolicyName, Agreement>>>;
  readonly onClose: () => void;
}

const Reading = createContext<((props: PolicyReaderProps) => ReactNode) | null>(null);

export const PolicyReaderProvider = Reading.Provider;

/** Opens one policy to read or to agree with. */
export function PolicyReader(props: PolicyReaderProps) {
  const read = useContext(Reading);
  return <Suspense>{read?.(props)}</Suspense>;
}
