// SPDX-License-Identifier: AGPL-3.0-or-later

// Changing how a medication of the basket is taken.
import { IconPill } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { Options, RequestedMedication, Usage } from '../../api/generated/schema';
import { MedicationTitle } from '../../features/prescriptions/MedicationTitle';
import { UsageEditor } from '../../features/prescriptions/UsageEditor';
import { lastUsage } from '../../features/prescriptions/usage';
import css from './request.module.css';

interface EditUsageProps {
  readonly medication: RequestedMedication;
  readonly options: Options;
  readonly onDone: (usage: Usage) => void;
  readonly onCancel: () => void;
}

export function EditUsage({ medication, options, onDone, onCancel }: EditUsageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={css['card']} aria-labelledby="edited-medication">
      <header className={css['cardHead']}>
        <IconPill size={22} aria-hidden="true" />
        <h2 id="edited-medication" ref={heading} tabIndex={-1}>
          <MedicationTitle medication={medication} />
        </h2>
      </header>
      <div className={css['cardBody']}>
        <UsageEditor
          idPrefix="edit"
          action="Save"
          start={lastUsage(medication.usages)}
          options={options}
          formulation={medication.formulations[0]}
          drug={medication}
          onDone={onDone}
          onCancel={onCancel}
        />
      </div>
    </section>
  );
}
