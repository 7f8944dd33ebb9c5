// SPDX-License-Identifier: AGPL-3.0-or-later

// A section of a page that is read until somebody presses Edit; then it is a form with Save and Cancel.
// Only one section of a page is open at a time: the others say so.
import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { CancelButton } from '../forms/CancelButton';
import { ErrorSummary, type Faults } from '../forms/faults';
import { HereAgain } from '../forms/HereAgain';
import { keepFocus } from '../forms/keepFocus';
import { ReasonedButton } from '../forms/ReasonedButton';
import { type ProfileStatus, SaveStatus } from '../forms/SaveStatus';
import { Card } from './Card';
import classes from './EditCard.module.css';
import { FoldingCard } from './FoldingCard';

interface EditCardProps {
  readonly title: string;
  /** What is in it, for a phone's row. */
  readonly summary: string;
  readonly editing: boolean;
  /** Another section is open. */
  readonly blocked: boolean;
  readonly onEdit: () => void;
  readonly onCancel: () => void;
  readonly onSave: () => void;
  readonly status: ProfileStatus | null;
  readonly faults: Faults;
  readonly shown: ReactNode;
  readonly form: ReactNode;
}

export function EditCard({
  title,
  summary,
  editing,
  blocked,
  onEdit,
  onCancel,
  onSave,
  status,
  faults,
  shown,
  form,
}: EditCardProps) {
  const fields = useRef<HTMLDivElement>(null);
  const edit = useRef<HTMLButtonElement>(null);
  const was = useRef(editing);
  // On a phone the section stays open after the work in it.
  const [wasOpen, setWasOpen] = useState(editing);
  if (editing && !wasOpen) setWasOpen(true);
  // The button that was pressed is gone: the focus goes to where the work is, and back afterwards.
  useEffect(() => {
    if (was.current === editing) return;
    was.current = editing;
    if (editing)
      fields.current
        ?.querySelector<HTMLElement>(':is(input:not([readonly]), select, button):not([disabled])')
        ?.focus();
    else edit.current?.focus();
  }, [editing]);
  if (!editing) {
    return (
      <FoldingCard
        title={title}
        summary={summary}
        startsOpen={wasOpen}
        action={
          <span className={classes['action']}>
            <SaveStatus status={status} />
            <ReasonedButton
              ref={edit}
              variant="default"
              aria-label={`Edit: ${title}`}
              reason={blocked ? 'Save or cancel the open section first.' : null}
              onClick={onEdit}
            >
              Edit
            </ReasonedButton>
          </span>
        }
      >
        {shown}
      </FoldingCard>
    );
  }
  return (
    <form
      noValidate
      aria-label={title}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onSave();
      }}
    >
      <Card
        title={title}
        footer={
          <>
            {/* What may be saved is not called unsaved. */}
            <SaveStatus
              status={status === 'changed' && faults.leave.isUnanswered() ? 'unanswered' : status}
            />
            <span className={classes['buttons']}>
              <CancelButton
                disabled={status === 'updating'}
                onMouseDown={keepFocus}
                leave={faults.leave}
                onCancel={onCancel}
              />
              <Button type="submit" loading={status === 'updating'} onMouseDown={keepFocus}>
                Save
              </Button>
            </span>
          </>
        }
      >
        <ErrorSummary faults={faults.faults} round={faults.round} />
        <HereAgain of={faults.leave} />
        <div ref={fields} className={classes['fields']}>
          {form}
        </div>
      </Card>
    </form>
  );
}
