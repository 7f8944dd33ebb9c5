// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * "The pharmacy did not get it", without signing in. Opening the page reports
 * nothing: only the press on the button does, so that programs which follow
 * the links of e-mails report nothing either (decision 57).
 */
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';

import { newIdempotencyKey } from '../../api/client';
import { ApiError } from '../../api/failures';
import { unansweredText, wordsOf } from '../../ui/feedback/failureText';
import { ErrorState, Loading, Notice } from '../../ui/feedback/states';
import { formatDateTime } from '../../ui/format';
import { useRouteParam } from '../../ui/links/AppLink';
import { reportNotReceived } from './commands';
import { notReceivedState } from './queries';
import { Assistance, EXPIRED, Expired, LinkFrame, useClosing } from './LinkFrame';
import { InfoDialog } from './InfoDialog';
import styles from './links.module.css';

type Outcome = 'open' | 'sent' | 'already' | 'expired';

function outcomeOf(failure: unknown): Outcome {
  if (!(failure instanceof ApiError)) return 'open';
  if (failure.status === 404) return 'expired';
  return failure.code === 'ALREADY_REPORTED' ? 'already' : 'open';
}

export function NotReceivedPage() {
  const id = useRouteParam('prescriptionId');
  const state = useQuery(notReceivedState(id));
  const key = useRef(newIdempotencyKey());
  const report = useMutation({ mutationFn: () => reportNotReceived(id, key.current) });
  const [closed, close] = useClosing();
  const found = state.data?.isExpired ? 'expired' : state.data?.isReplied ? 'already' : 'open';
  const done = report.isSuccess ? 'sent' : outcomeOf(report.error);
  const outcome = done === 'open' ? found : done;
  const early = state.data?.possibleAt ?? null;
  return (
    <LinkFrame title={outcome === 'expired' ? EXPIRED : 'Prescription not received'} closed={closed}>
      {state.isPending && <Loading text="Loading..." rows={2} />}
      {state.isError && <ErrorState error={state.error} onRetry={() => void state.refetch()} />}
      {state.data && outcome === 'open' && (
        <div className={styles.message}>
          {early === null ? (
            <>
              <p>
                If your pharmacy does not have your prescription yet, tell our front desk. We’ll call the
                pharmacy and send it again if needed.
              </p>
              {report.isError && (
                <Notice kind="error" title={unansweredText(report.error) ?? 'Error'} live>
                  {unansweredText(report.error) === null && wordsOf(report.error)}
                </Notice>
              )}
              <div className={styles.buttons}>
                <Button loading={report.isPending} onClick={() => report.mutate()}>
                  My pharmacy did not receive it
                </Button>
                <Button variant="default" onClick={close} disabled={report.isPending}>
                  Close
                </Button>
              </div>
            </>
          ) : (
            <>
              <Notice kind="info" title="It may still be on its way">
                {`A fax can take up to 24 hours. You can tell us after ${formatDateTime(early)}.`}
              </Notice>
              <div className={styles.buttons}>
                <Button variant="default" onClick={close}>
                  Close
                </Button>
              </div>
            </>
          )}
        </div>
      )}
      <InfoDialog
        opened={outcome === 'sent' && !closed}
        title="Thanks, we’ve told the front desk"
        onClose={close}
      >
        <p>Your request has been succesfully sent to our front desk.</p>
      </InfoDialog>
      <InfoDialog opened={outcome === 'already' && !closed} title="Already reported" onClose={close}>
        <p>You’ve already reported that this prescription did not arrive.</p>
        <p>
          Questions: <Assistance />
        </p>
      </InfoDialog>
      {outcome === 'expired' && (
        <Expired
          next="If your pharmacy still does not have your prescription, sign in to see where it is, or message the clinic from there."
          onClose={close}
        />
      )}
    </LinkFrame>
  );
}
