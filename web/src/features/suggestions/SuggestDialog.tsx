// SPDX-License-Identifier: AGPL-3.0-or-later

// Suggesting an improvement: first it says what would be in the picture and who sees it, then the
// picture is taken, parts of it are blanked, and a text says what is meant.
import { Button, Textarea } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useState } from 'react';
import { useMe } from '../../api/session';
import { useCommand } from '../../api/useCommand';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog';
import { Dialog } from '../../ui/dialogs/Dialog';
import { Notice } from '../../ui/feedback/states';
import { MAYBE_DONE } from '../../ui/feedback/failureText';
import { toast } from '../../ui/feedback/toasts';
import { isBlank } from '../../ui/forms/blank';
import { ErrorSummary } from '../../ui/forms/faults';
import { HereAgain } from '../../ui/forms/HereAgain';
import { useFaultedForm } from '../../ui/forms/useFaultedForm';
import type { Blank } from './blanks';
import { reportProblem } from './commands';
import { PictureEditor } from './PictureEditor';
import { takePicture, withBlanks } from './screenshot';
import classes from './suggestions.module.css';

const WHAT_TO_WRITE =
  'Please enter text in the text box below to explain the suggestion you have for us. Then click the Submit button. Thanks.';
const SENT = 'Problem reported successfully!';
const MAX_CHARACTERS = 5000;

type Step =
  | { readonly at: 'asking' | 'taking' }
  | { readonly at: 'writing'; readonly picture: HTMLCanvasElement | null; readonly failed: boolean };

interface Values {
  readonly message: string;
  readonly blanks: readonly Blank[];
}

const EMPTY: Values = { message: '', blanks: [] };

export function SuggestDialog({ onClose }: { readonly onClose: () => void }) {
  const me = useMe();
  const [step, setStep] = useState<Step>({ at: 'asking' });
  const [leaving, setLeaving] = useState(false);
  const { busy, run, changed } = useCommand();
  const { values, setValues, field, faults } = useFaultedForm('suggestion', EMPTY, { onChange: changed });
  const { message, blanks } = values;
  const picture = step.at === 'writing' ? step.picture : null;

  const take = async () => {
    // Of another picture, where the text was typed before.
    setValues({ blanks: [] });
    setStep({ at: 'taking' });
    try {
      setStep({ at: 'writing', picture: await takePicture(), failed: false });
    } catch {
      setStep({ at: 'writing', picture: null, failed: true });
    }
  };
  const submit = () => {
    if (isBlank(message)) {
      faults.set([{ field: 'message', message: WHAT_TO_WRITE }]);
      return;
    }
    void run(async (key) => {
      const address = picture === null ? null : withBlanks(picture, blanks);
      await reportProblem({ message, picture: address, personId: me.Person._id }, key);
      toast.success(SENT);
      onClose();
    }, faults.fromError);
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
        asksItself
        size={picture === null ? 560 : 860}
        footer={
          step.at === 'writing' ? (
            <>
              <Button variant="default" disabled={busy} onClick={leave}>
                Cancel
              </Button>
              <Button loading={busy} onClick={submit}>
                Submit
              </Button>
            </>
          ) : (
            <>
              <Button
                variant="default"
                disabled={step.at === 'taking'}
                onClick={() => setStep({ at: 'writing', picture: null, failed: false })}
              >
                Continue without a picture
              </Button>
              <Button
                loading={step.at === 'taking'}
                leftSection={<IconCamera size={18} aria-hidden="true" />}
                onClick={() => void take()}
              >
                Take a picture
              </Button>
            </>
          )
        }
      >
        {step.at === 'writing' ? (
          <div className={classes['form']}>
            <ErrorSummary faults={faults.faults} round={faults.round} />
            <HereAgain of={faults.leave} />
            {step.failed && (
              <Notice kind="warning">
                The picture couldn’t be taken. You can still send your suggestion without it.
              </Notice>
            )}
            {picture && (
              <PictureEditor
                picture={picture}
                blanks={blanks}
                onChange={(next) => setValues({ blanks: next })}
              />
            )}
            <Textarea
              {...field('message')}
              label="Your suggestion"
              description={WHAT_TO_WRITE}
              required
              autosize
              minRows={4}
              maxRows={10}
              maxLength={MAX_CHARACTERS}
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
      {leaving && (
        <ConfirmDialog
          opened
          title="Discard this suggestion?"
          question={faults.leave.isUnanswered() ? MAYBE_DONE : 'What you wrote and the picture will be lost.'}
          safeLabel="Keep writing"
          dangerLabel="Discard"
          onConfirm={onClose}
          onClose={() => setLeaving(false)}
        />
      )}
    </>
  );
}
