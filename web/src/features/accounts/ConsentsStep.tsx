// SPDX-License-Identifier: AGPL-3.0-or-later

// Step 4 of the sign-up: four consents, a row each. A policy is agreed to in its own dialog, after
// reading to its end; the communication consent has no text beyond its row.
import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useSettings } from '../../api/queries';
import { type PolicyName, PolicyReader } from '../../ui/dialogs/policies';
import { FieldError } from '../../ui/forms/faults';
import type { StepProps } from './PersonalStep';
import classes from './registration.module.css';
import type { SignUp } from './signUp';

type ConsentField =
  | 'consentCommunication'
  | 'consentPharmaNetPolicy'
  | 'consentPrivacyPolicy'
  | 'consentTermsOfUse';

interface Consent {
  readonly field: ConsentField;
  readonly title: string;
  readonly policy: PolicyName | null;
  readonly summary: string;
}

const CONSENTS: readonly Consent[] = [
  {
    field: 'consentCommunication',
    title: 'Communication',
    policy: null,
    summary: 'I agree to receive updates about my requests by email and text message.',
  },
  {
    field: 'consentPharmaNetPolicy',
    title: 'PharmaNet policy',
    policy: 'pharmanet',
    summary: 'Doctors may review your PharmaNet medication history before deciding.',
  },
  {
    field: 'consentPrivacyPolicy',
    title: 'Privacy policy',
    policy: 'privacy',
    summary: 'March 2022. Health information is kept for a minimum of 16 years.',
  },
  {
    field: 'consentTermsOfUse',
    title: 'Terms of use',
    policy: 'terms',
    summary: 'March 2022. Fees, eligibility and dispute resolution.',
  },
];

/** The titles of the consents that are still missing. */
export function consentsLeft(form: SignUp): string[] {
  return CONSENTS.filter((consent) => !form[consent.field]).map((consent) => consent.title);
}

export function ConsentsStep({ form, set, faults }: StepProps) {
  const { policyVersions } = useSettings();
  const [open, setOpen] = useState<Consent | null>(null);
  const version = (policy: PolicyName | null) =>
    policy === 'privacy' || policy === 'terms' ? `Version ${policyVersions[policy]}, ` : '';
  // The texts link to each other: whichever is read to its end can be agreed to.
  const agreements = Object.fromEntries(
    CONSENTS.flatMap(({ policy, field }) =>
      policy === null
        ? []
        : [[policy, { agreed: form[field], onAgree: (agreed: boolean) => set({ [field]: agreed }) }]],
    ),
  );
  return (
    <>
      <ul className={classes['consents']}>
        {CONSENTS.map((consent) => {
          const fault = faults.faults.find((one) => one.field === consent.field);
          return (
            <li key={consent.field} id={consent.field}>
              <Checkbox
                checked={form[consent.field]}
                // A policy is agreed to where it is read; its box here only shows it.
                onChange={(event) => {
                  if (consent.policy === null) set({ [consent.field]: event.currentTarget.checked });
                  else if (event.currentTarget.checked) setOpen(consent);
                  else set({ [consent.field]: false });
                }}
                aria-label={consent.title}
                aria-describedby={`${consent.field}-summary`}
              />
              <div id={`${consent.field}-summary`} className={classes['summary']}>
                <strong>{consent.title}</strong>
                <span>{`${version(consent.policy)}${consent.summary}`}</span>
                {fault && (
                  <span className="s-field-error">
                    <FieldError message={fault.message} />
                  </span>
                )}
              </div>
              {consent.policy !== null && (
                <Button
                  variant={form[consent.field] ? 'subtle' : 'default'}
                  onClick={() => setOpen(consent)}
                  aria-label={`${form[consent.field] ? 'Read again' : 'Read and agree'}: ${consent.title}`}
                >
                  {form[consent.field] ? 'Read again' : 'Read and agree'}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {open?.policy && (
        <PolicyReader policy={open.policy} agreements={agreements} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
