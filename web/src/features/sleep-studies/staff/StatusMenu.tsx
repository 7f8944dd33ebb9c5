// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Sets what the staff know of an order. Only the statuses that are allowed now
 * are offered; money and fax say by themselves what is paid, faxed and refunded.
 * Somebody else's change in the meantime is shown and not overwritten.
 */
import { Button, NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { SleepAssessmentView, SleepStatus } from '../../../api/generated/schema';
import { useCommand } from '../../../api/useCommand';
import { Dialog } from '../../../ui/dialogs/Dialog';
import { toastFailure } from '../../../ui/feedback/toastFailure';
import { toast } from '../../../ui/feedback/toasts';
import { statusStyle } from '../../../ui/status/statuses';
import { newerThan, cacheSleepOrder, setSleepStatus } from './commands';
import css from './staff.module.css';

export function StatusMenu({ order }: { order: SleepAssessmentView }) {
  const client = useQueryClient();
  const { busy, run } = useCommand();
  const [chosen, setChosen] = useState<SleepStatus | null>(null);
  const [conflict, setConflict] = useState<SleepAssessmentView | null>(null);
  if (order.canSet.length === 0) return null;
  const stillAllowed = chosen !== null && conflict !== null && conflict.canSet.includes(chosen);

  const save = async (from: SleepAssessmentView, status: SleepStatus | null) => {
    if (status === null) return;
    await run(
      async (key) => {
        cacheSleepOrder(client, await setSleepStatus(from, status, key));
        setChosen(null);
        setConflict(null);
        toast.success('Sleep Referral updated successfully.');
      },
      (failure) => {
        const newer = newerThan(failure);
        if (newer) setConflict(newer);
        else toastFailure(failure, from);
      },
      [from.version, status],
    );
  };

  return (
    <form
      className={css.status}
      onSubmit={(event) => {
        event.preventDefault();
        void save(order, chosen);
      }}
    >
      <NativeSelect
        aria-label={`New status of ${order.label}`}
        value={chosen ?? ''}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setChosen(order.canSet.find((code) => code === value) ?? null);
        }}
        data={[
          { value: '', label: 'Change status…' },
          ...order.canSet.map((code) => ({ value: code, label: settingText(code) })),
        ]}
      />
      {chosen !== null ? (
        <Button type="submit" loading={busy}>
          Save
          <span className="s-visually-hidden"> the status of {order.label}</span>
        </Button>
      ) : null}
      {conflict ? (
        <Dialog
          opened
          onClose={() => {
            cacheSleepOrder(client, conflict);
            setConflict(null);
          }}
          title={`${order.label} was changed by someone else`}
          footer={
            <>
              <Button
                variant="default"
                data-autofocus
                onClick={() => {
                  cacheSleepOrder(client, conflict);
                  setConflict(null);
                  setChosen(null);
                }}
              >
                Keep theirs
              </Button>
              <Button loading={busy} disabled={!stillAllowed} onClick={() => void save(conflict, chosen)}>
                Apply mine again
              </Button>
            </>
          }
        >
          <dl className={css.versions}>
            <div>
              <dt>Theirs</dt>
              <dd>{statusStyle(conflict.status).label}</dd>
            </div>
            <div>
              <dt>Mine</dt>
              <dd>{settingText(chosen ?? '')}</dd>
            </div>
          </dl>
          {stillAllowed ? null : <p>Your status can no longer be applied. Nothing was overwritten.</p>}
        </Dialog>
      ) : null}
    </form>
  );
}

/** What choosing a status means. */
function settingText(code: string): string {
  return code === 'FAXED' ? 'Sent by other means' : statusStyle(code).label;
}
