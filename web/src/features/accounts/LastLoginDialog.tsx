// SPDX-License-Identifier: AGPL-3.0-or-later

// After sign-in: when and where the account was last used, and the statement that the user is in
// British Columbia now. Hiding it for 24 hours moves that statement to the request (decision 102).
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { LastLogin, UserView } from '../../api/generated/schema';
import { useCommand } from '../../api/useCommand';
import { Dialog } from '../../ui/dialogs/Dialog';
import { Notice } from '../../ui/feedback/states';
import { toastFailure } from '../../ui/feedback/toastFailure';
import { ReasonedButton } from '../../ui/forms/ReasonedButton';
import { formatDateTime } from '../../ui/format';
import { confirmLocation, hideLastLogin } from './commands';
import classes from './accounts.module.css';

interface LastLoginDialogProps {
  readonly opened: boolean;
  readonly user: UserView;
  readonly last: LastLogin | null;
  readonly onDone: () => void;
}

export function LastLoginDialog({ opened, user, last, onDone }: LastLoginDialogProps) {
  const [located, setLocated] = useState(false);
  const [hide, setHide] = useState(false);
  const { busy, run } = useCommand();
  const done = () => {
    const work = async () => {
      if (user.Role === 'ROLE_PATIENT') await confirmLocation();
      if (hide) await hideLastLogin(user._id);
      onDone();
    };
    return run(work, (failure) => toastFailure(failure));
  };
  return (
    <Dialog
      opened={opened}
      onClose={() => undefined}
      closable={false}
      title="Last Login"
      footer={
        <ReasonedButton
          reason={located ? null : 'Tick the location box to continue.'}
          loading={busy}
          onClick={() => void done()}
        >
          OK
        </ReasonedButton>
      }
    >
      {last ? <Facts last={last} /> : <p className={classes['lead']}>This is your first sign-in.</p>}
      <Notice kind="plain">
        Not you? Change your password under <strong>Profile &gt; User Credentials</strong>.
      </Notice>
      <div className={classes['boxes']}>
        <Checkbox
          className={classes['locationBox'] ?? ''}
          label="I confirm that I am at the present time physically located in British Columbia, Canada."
          checked={located}
          onChange={(event) => setLocated(event.currentTarget.checked)}
          data-autofocus
        />
        <Checkbox
          label="Don't show this for the next 24 hours"
          checked={hide}
          onChange={(event) => setHide(event.currentTarget.checked)}
        />
      </div>
    </Dialog>
  );
}

function Facts({ last }: { readonly last: LastLogin }) {
  const facts = [
    ['Date', formatDateTime(last.createdDate)],
    ['IP address', last.ip],
    ['City', last.city],
    ['Region', last.region],
    ['Country', last.country],
  ] as const;
  return (
    <dl className={classes['lastFacts']}>
      {facts
        .filter(([, value]) => value !== null && value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
