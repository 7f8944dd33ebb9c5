// SPDX-License-Identifier: AGPL-3.0-or-later

// What somebody may do. Another role ends their sessions.
import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Role, StaffAccount } from '../../../api/generated/schema';
import { Notice } from '../../../ui/feedback/states';
import { ReasonedButton } from '../../../ui/forms/ReasonedButton';
import { Card } from '../../../ui/page/Card';
import { setRole } from './commands';
import { ROLES, roleText } from './labels';
import classes from './staff.module.css';
import { useChange } from './useChange';

export function RoleCard({ account }: { readonly account: StaffAccount }) {
  /** What was chosen and not saved; nothing follows what the account says. */
  const [chosen, setChosen] = useState<{ Role: Role; isAdmin: boolean } | null>(null);
  const { Role: role, isAdmin } = chosen ?? account;
  const { busy, stale, run } = useChange(account, { typed: [role, isAdmin], tellsStale: true });
  const changed = role !== account.Role || isAdmin !== account.isAdmin;
  const save = () =>
    run({
      sends: [account.version, role, isAdmin],
      what: 'role',
      isSaid: (newest) => newest.Role === role && newest.isAdmin === isAdmin,
      words: 'Role changed. They will need to sign in again.',
      work: (key) => setRole(account, { Role: role, isAdmin }, key),
      onDone: () => setChosen(null),
    });
  return (
    <Card title="Role">
      <form
        aria-label="Role"
        className={classes['form']}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (changed) void save();
        }}
      >
        {stale && changed && (
          <Notice kind="warning" title="Someone else changed this account while you were editing.">
            {`The role is now ${roleText(account)}. Your selection has not been lost: save it or discard it.`}
          </Notice>
        )}
        <NativeSelect
          label="Role"
          data={[...ROLES]}
          value={role}
          onChange={(event) => {
            const found = ROLES.find(({ value }) => value === event.currentTarget.value);
            if (found) setChosen({ Role: found.value, isAdmin });
          }}
        />
        <Checkbox
          label="Also has administrator access"
          checked={isAdmin}
          onChange={(event) => setChosen({ Role: role, isAdmin: event.currentTarget.checked })}
        />
        <div className={classes['buttons']}>
          <ReasonedButton type="submit" loading={busy} reason={changed ? null : 'Nothing was changed.'}>
            Save role
          </ReasonedButton>
          {changed && (
            <Button variant="subtle" onClick={() => setChosen(null)}>
              Discard changes
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}
