// SPDX-License-Identifier: AGPL-3.0-or-later

// The numbers of somebody who prescribes or bills: the College's is printed on prescriptions, the one at
// MSP stands on claims and is never printed.
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { StaffAccount } from '../../../api/generated/schema';
import { Notice } from '../../../ui/feedback/states';
import { isUnanswered } from '../../../ui/feedback/failureText';
import { formatPhone } from '../../../ui/format';
import { ErrorSummary, useFaults } from '../../../ui/forms/faults';
import { HereAgain } from '../../../ui/forms/HereAgain';
import { ReasonedButton } from '../../../ui/forms/ReasonedButton';
import { Card, Facts } from '../../../ui/page/Card';
import { type Numbers, setNumbers } from './commands';
import classes from './staff.module.css';
import { useChange } from './useChange';

const FIELDS: readonly { readonly field: keyof Numbers; readonly label: string; readonly hint?: string }[] = [
  { field: 'collegeNumber', label: 'College number', hint: 'Printed on prescriptions' },
  { field: 'billingNumber', label: 'MSP number', hint: 'On claims, never printed' },
  { field: 'phone', label: 'Telephone' },
  { field: 'fax', label: 'Fax' },
];

function numbersOf(account: StaffAccount): Numbers {
  return {
    collegeNumber: account.collegeNumber ?? '',
    billingNumber: account.billingNumber ?? '',
    phone: formatPhone(account.phone),
    fax: formatPhone(account.fax),
  };
}

/** A telephone number is stored as it is written here, however it was typed. */
function isSameNumber(one: string, other: string): boolean {
  const plain = (text: string) => text.replaceAll(/[^0-9A-Za-z]/g, '').replace(/^1(?=\d{10}$)/, '');
  return plain(one) === plain(other);
}

export function NumbersCard({ account }: { readonly account: StaffAccount }) {
  const kept = numbersOf(account);
  const [typed, setTyped] = useState<Partial<Numbers>>({});
  const now = { ...kept, ...typed };
  const { busy, stale, run } = useChange(account, { typed: now, tellsStale: true });
  const faults = useFaults({
    typed: now,
    stored: kept,
    keep: { name: `numbers ${account._id}`, restore: setTyped },
  });
  const differing = FIELDS.filter(({ field }) => now[field] !== kept[field]);
  if (account.own) {
    return (
      <Card title="Numbers">
        <Facts items={FIELDS.map(({ field, label }) => [label, kept[field]])} />
      </Card>
    );
  }
  const save = async () => {
    faults.set([]);
    await run({
      sends: [account.version, now],
      what: 'numbers',
      isSaid: (newest) => FIELDS.every(({ field }) => isSameNumber(numbersOf(newest)[field], now[field])),
      words: 'Numbers saved.',
      work: (key) => setNumbers(account, now, key),
      onDone: () => setTyped({}),
      onFailed: (failure) => faults.leave.failed(isUnanswered(failure)),
      onRefused: (failure) => faults.fromError(failure),
    });
  };
  return (
    <Card title="Numbers">
      <form
        aria-label="Numbers"
        noValidate
        className={classes['form']}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (differing.length > 0) void save();
        }}
      >
        <ErrorSummary faults={faults.faults} round={faults.round} />
        <HereAgain of={faults.leave} />
        {stale && differing.length > 0 && (
          <Notice kind="warning" title="Someone else changed this account while you were editing.">
            {`Current value: ${differing.map(({ field, label }) => `${label} ${kept[field] || 'none'}`).join(', ')}. What you typed has not been lost: save it or discard it.`}
          </Notice>
        )}
        <div className={classes['fields']}>
          {FIELDS.map(({ field, label, hint }) => (
            <TextInput
              key={field}
              id={field}
              label={label}
              {...(hint === undefined ? {} : { description: hint })}
              autoComplete="off"
              value={now[field]}
              error={faults.error(field)}
              onChange={(event) => {
                setTyped({ ...typed, [field]: event.currentTarget.value });
                faults.clear(field);
              }}
            />
          ))}
        </div>
        <div className={classes['buttons']}>
          <ReasonedButton
            type="submit"
            loading={busy}
            reason={differing.length > 0 ? null : 'Nothing was changed.'}
          >
            Save numbers
          </ReasonedButton>
          {differing.length > 0 && (
            <Button
              variant="subtle"
              onClick={() => {
                setTyped({});
                faults.set([]);
              }}
            >
              Discard changes
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}
