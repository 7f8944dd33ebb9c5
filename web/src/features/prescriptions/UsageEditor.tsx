// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * A usage on its way into the request: the form, checked only when Add is
 * pressed, with each message cleared as soon as it is right.
 */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Options, Usage } from '../../api/generated/schema';
import { CancelButton } from '../../ui/forms/CancelButton';
import { isBlank } from '../../ui/forms/blank';
import { HereAgain } from '../../ui/forms/HereAgain';
import { differs, useUnsaved } from '../../ui/forms/unsaved';
import css from './UsageForm.module.css';
import { type SitedDrug, siteQuestion } from './sites';
import { UsageForm } from './UsageForm';
import { emptyUsage } from './usage';
import { type UsageFaults, usageFaults, withoutStaleNotes } from './usageEditing';

interface UsageEditorProps {
  idPrefix: string;
  start?: Usage | undefined;
  options: Pick<Options, 'quantities' | 'frequencies' | 'durations'>;
  formulation?: string | undefined;
  /** The drug, where it is asked which eye, ear or nostril it goes into. */
  drug?: SitedDrug | undefined;
  /** Of what they are, where nothing else of it says so. */
  of?: string;
  /** "Add" for a new line, "Save" for a changed one. */
  action: 'Add' | 'Save';
  /** Why it cannot be added yet, such as no strength chosen; shown when pressed. */
  blocked?: string | null;
  /** Told of every change, for who keeps what is not done yet. */
  onTyped?: (usage: Usage) => void;
  onDone: (usage: Usage) => void;
  onCancel: () => void;
}

export function UsageEditor(props: UsageEditorProps) {
  const { idPrefix, options, formulation, action, blocked = null, onDone, onCancel } = props;
  const [usage, setUsage] = useState<Usage>(props.start ?? emptyUsage());
  const [stored] = useState(usage);
  // Of this line of this drug: directions are taken up by no other.
  const subject = JSON.stringify([idPrefix, props.of, props.drug, stored]);
  const leave = useUnsaved(
    props.onTyped === undefined && differs(usage, stored),
    props.onTyped === undefined
      ? { name: `usage ${subject}`, typed: usage, stored, restore: setUsage }
      : null,
  );
  const [checked, setChecked] = useState(false);
  const faults: UsageFaults = checked ? usageFaults(said(usage), props.drug) : {};

  function submit() {
    setChecked(true);
    const words = said(usage);
    const found = usageFaults(words, props.drug);
    const first = Object.keys(found)[0];
    if (first !== undefined) document.getElementById(`${idPrefix}-${first}`)?.focus();
    else if (blocked === null) onDone(withoutStaleNotes(words));
  }

  return (
    <div className={css.form}>
      <HereAgain of={leave} />{' '}
      <UsageForm
        idPrefix={idPrefix}
        usage={usage}
        onChange={(next) => {
          setUsage(next);
          props.onTyped?.(next);
        }}
        faults={faults}
        options={options}
        formulation={formulation}
        question={siteQuestion(props.drug)}
      />
      {checked && blocked !== null ? (
        <p className="s-field-error" role="alert">
          {blocked}
        </p>
      ) : null}
      <div className={css.actions}>
        <Button
          leftSection={action === 'Add' ? <IconPlus size={20} aria-hidden /> : undefined}
          onClick={submit}
        >
          {action}
        </Button>
        <CancelButton leave={leave} variant="subtle" onCancel={onCancel} />
      </div>
    </div>
  );
}

/** Words that nobody sees are none. */
function said(usage: Usage): Usage {
  const seen = (words: string | null) => (words === null || isBlank(words) ? null : words);
  return {
    ...usage,
    quantityOther: seen(usage.quantityOther),
    frequencyOther: seen(usage.frequencyOther),
    durationOther: seen(usage.durationOther),
    textLine: seen(usage.textLine),
  };
}
