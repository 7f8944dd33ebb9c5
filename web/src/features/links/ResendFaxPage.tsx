// SPDX-License-Identifier: AGPL-3.0-or-later

/** One more copy of the prescription to the pharmacy, without signing in, after a question. */
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';

import { newIdempotencyKey } from '../../api/client';
import { ApiError } from '../../api/failures';
import { Dialog } from '../../ui/dialogs/Dialog';
import { unansweredText, wordsOf } from '../../ui/feedback/failureText';
import { ErrorState, Loading, Notice } from '../../ui/feedback/states';
import { CancelButton } from '../../ui/forms/CancelButton';
import { useRouteParam } from '../../ui/links/AppLink';
import { resendFax } from './commands';
import { resendState } from './queries';
import { Assistance, EXPIRED, Expired, LinkFrame, useClosing } from './LinkFrame';
import { InfoDialog } from './InfoDialog';
import styles from './links.module.css';

export function ResendFaxPage() {
  const id = useRouteParam('sfaxDetailsID');
  const state = useQuery(resendState(id));
  const key = useRef(newIdempotencyKey());
  const resend = useMutation({ mutationFn: () => resendFax(id, key.current) });
  const [closed, close] = useClosing();
  const gone = [state.error, resend.error].some((one) => one instanceof ApiError && one.status === 404);
  const { data } = state;
  const asking = data?.allowed === true && !resend.isSuccess && !gone && !closed;
  return (
    <LinkFrame title={gone ? EXPIRED : 'Send my prescription again'} closed={closed}>
      {state.isPending && <Loading text="Loading..." rows={2} />}
      {state.isError && !gone && <ErrorState error={state.error} onRetry={() => void state.refetch()} />}
      {data && !data.allowed && (
        <div className={styles.message}>
          <Notice kind="info" title="Not now">
            {data.reason}
          </Notice>
          <p>
            Questions: <Assistance />
          </p>
          <div className={styles.buttons}>
            <Button variant="default" onClick={close}>
              Close
            </Button>
          </div>
        </div>
      )}
      <Dialog
        opened={asking}
        onClose={close}
        title="Resend prescription"
        closable={!resend.isPending}
        footer={
          <>
            <CancelButton onCancel={close} disabled={resend.isPending} data-autofocus />
            <Button loading={resend.isPending} onClick={() => resend.mutate()}>
              Yes
            </Button>
          </>
        }
      >
        {resend.isError && (
          <Notice kind="error" title={unansweredText(resend.error) ?? 'Error on refaxing'} live>
            {unansweredText(resend.error) === null && wordsOf(resend.error)}
          </Notice>
        )}
        <p>Are you sure you want to resend your prescription to the pharmacy by fax?</p>
        <p className={styles.quiet}>
          {data?.left === 1
            ? 'This is the last time you can resend it this way: each prescription can only be sent to the pharmacy 2 more times.'
            : 'Please note: each prescription can only be sent to the pharmacy 2 more times.'}
        </p>
      </Dialog>
      <InfoDialog opened={resend.isSuccess && !closed} title="On its way" onClose={close}>
        <p>Prescription resent successfully!</p>
      </InfoDialog>
      {gone && (
        <Expired
          next="If your pharmacy still does not have your prescription, sign in and message the clinic: we can send it again."
          onClose={close}
        />
      )}
    </LinkFrame>
  );
}
