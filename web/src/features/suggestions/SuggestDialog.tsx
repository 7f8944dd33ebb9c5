// SPDX-License-Identifier: AGPL-3.0-or-later

// Suggesting an improvement: first it says what would be in the picture and who sees it, then the
// picture is taken, parts of it are blanked, and a text says what is meant.
import { Button, Textarea } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { newIdempotencyKey } from '../../api/client';
import { useMe } from '../../api/session';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog';
import { Dialog } from '../../ui/dialogs/Dialog';
import { Notice } from '../../ui/feedback/states';
import { toast } from '../../ui/feedback/toasts';
import { isBlank } from '../../ui/forms/blank';
import { ErrorSummary, useFaults } from '../../ui/forms/faults';
import type { Blank } from './blanks';
import { reportProblem } from './commands';
import { PictureEditor } from './PictureEditor';
import { takePicture, withBlanks } from './screenshot';
import classes from './suggestions.module.css';

const WHAT_TO_WRITE =
  'Please enter text in the text box below to explain the suggestion you have for us. Then click the Submit button. Thanks.';
const SENT = 'Problem reported successfully!';
const MAX_CHARACTERS = 5000;

type Step = 'asking' | 'taking' | 'writing';

export function SuggestDialog({ onClose }: { readonly onClose: () => void }) {
  const me = useMe();
  const faults = useFaults();
  const [step, setStep] = useState<Step>('asking');
  const [picture, setPicture] = useState<HTMLCanvasElement | null>(null);
  const [failed, setFailed] = useState(false);
  const [blanks, setBlanks] = useState<readonly Blank[]>([]);
  const [message, setMessage] = useState('');
  const [busy, setBusy] = useState(false);
  const [leaving, setLeaving] = useState(false);
  // The key of the last press and what it sent: the same press again is the same suggestion.
  const pressed = useRef<{ readonly what: string; readonly key: string } | null>(null);

  const take = async () => {
    setStep('taking');
    try {
      setPicture(await takePicture());
      setFailed(false);
    } catch {
      setFailed(true);
    }
    setStep('writing');
  };
  const submit = async () => {
    if (busy) return;
    if (isBlank(message)) {
      faults.set([{ field: 'message', message: WHAT_TO_WRITE }]);
      return;
    }
    setBusy(true);
    try {
      const address = picture === null ? null : withBlanks(picture, blanks);
      const what = JSON.stringify([message, address?.length, blanks]);
      const key = pressed.current?.what === what ? pressed.current.key : newIdempotencyKey();
      pressed.current = { what, key };
      await reportProblem({ message, picture: address, personId: me.Person._id }, key);
      toast.success(SENT);
      onClose();
    } catch (failure) {
      faults.fromError(failure);
      setBusy(false);
    }
  };
  const leave = () => {
    if (busy) return;
    if (isBlank(message) && blanks.length === 0) onClose();
    else setLeaving(true);
  };

  return (
    <>
      <Dialog
        opened={!leaving}
        onClose={leave}
        title="Suggest an improvement"
        size={step === 'writing' && picture !== null ? 860 : 560}
        footer={
          step === 'writing' ? (
            <>
              <Button variant="default" disabled={busy} onClick={leave}>
                Cancel
              </Button>
              <Button loading={busy} onClick={() => void submit()}>
                Submit
              </Button>
            </>
          ) : (
            <>
              <Button variant="default" disabled={step === 'taking'} onClick={() => setStep('writing')}>
                Continue without a picture
              </Button>
              <Button
                loading={step === 'taking'}
                leftSection={<IconCamera size={18} aria-hidden="true" />}
                onClick={() => void take()}
              >
                Take a picture
              </Button>
            </>
          )
        }
      >
        {step === 'writing' ? (
          <div className={classes['form']}>
            <ErrorSummary faults={faults.faults} round={faults.round} />
            {failed && (
              <Notice kind="warning">
                The picture could not be taken. You can still send your suggestion without it.
              </Notice>
            )}
            {picture && <PictureEditor picture={picture} blanks={blanks} onChange={setBlanks} />}
            <Textarea
              id="message"
              label="Your suggestion"
              description={WHAT_TO_WRITE}
              required
              autosize
              minRows={4}
              maxRows={10}
              maxLength={MAX_CHARACTERS}
              value={message}
              error={faults.error('message')}
              onChange={(event) => {
                setMessage(event.currentTarget.value);
                faults.clear('message');
              }}
            />
          </div>
        ) : (
          <div className={classes['form']}>
            <p>A screenshot of this page helps us understand your suggestion.</p>
            <Notice kind="info" title="The screenshot shows everything on this page">
              It may show your name and your health information. You will see the picture before it is sent,
              and can hide any part of it. Only administrators can open it.
            </Notice>
          </div>
        )}
      </Dialog>
      {/* Mounted when it is wanted: one that waits would take the same Escape for itself. */}
      {leaving && (
        <ConfirmDialog
          opened
          title="Discard this suggestion?"
          question="What you wrote and the picture will be lost."
          safeLabel="Keep writing"
          dangerLabel="Discard"
          onConfirm={onClose}
          onClose={() => setLeaving(false)}
        />
      )}
    </>
  );
}
