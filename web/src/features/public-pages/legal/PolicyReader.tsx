// SPDX-License-Identifier: AGPL-3.0-or-later

// One policy in its dialog, to read or to agree with: title, version and date, text, and the sentence
// of agreement. A link to another policy opens that one and closes this one. Somebody signed in has
// agreed before: the box is then ticked and fixed.
import { useState } from 'react';
import { useSession } from '../../../api/session';
import { PolicyDialog } from '../../../ui/dialogs/PolicyDialog';
import type { PolicyReaderProps } from '../../../ui/dialogs/policies';
import { useSite } from '../site';
import { AGREEMENTS, POLICY_TITLES, TEXTS, versionOf } from './policies';
import { OpenPolicy } from './text';

const nothing = () => undefined;

export function PolicyReader({ policy, agreements, onClose }: PolicyReaderProps) {
  const site = useSite();
  const signedIn = useSession().state === 'in';
  const [shown, setShown] = useState(policy);
  const agreement = agreements?.[shown];
  const Text = TEXTS[shown];
  return (
    <OpenPolicy value={setShown}>
      <PolicyDialog
        key={shown}
        opened
        title={POLICY_TITLES[shown]}
        version={versionOf(shown, site)}
        agreement={AGREEMENTS[shown]}
        agreed={signedIn || agreement?.agreed === true}
        onAgree={signedIn ? undefined : (agreement?.onAgree ?? nothing)}
        atOnce={shown === 'pharmanet'}
        onClose={onClose}
      >
        <Text />
      </PolicyDialog>
    </OpenPolicy>
  );
}
