// SPDX-License-Identifier: AGPL-3.0-or-later

// The four policies: their names, versions, sentences of agreement and texts. The dates are the
// specification's (section 9); the version numbers come from the server, which keeps them with each
// consent.
import type { ComponentType } from 'react';
import type { PolicyName } from '../../../ui/dialogs/policies';
import { textFor, type Site } from '../site';
import { FeesText } from './FeesText';
import { PharmaNetText } from './PharmaNetText';
import { PrivacyText } from './PrivacyText';
import { TermsText } from './TermsText';

export const POLICY_TITLES: Readonly<Record<PolicyName, string>> = {
  privacy: 'Privacy Policy',
  terms: 'Terms of Use',
  pharmanet: 'PharmaNet Consent',
  fees: 'Fee Schedule',
};

const UPDATED: Readonly<Record<PolicyName, string>> = {
  privacy: ', last updated March 3, 2022',
  terms: ', last updated March 4, 2022',
  pharmanet: ', last updated March 3, 2022',
  fees: '',
};

export const AGREEMENTS: Readonly<Record<PolicyName, string>> = {
  privacy: 'I have read and I accept the Privacy Policy.',
  terms: 'I have read and I accept the Terms of Use.',
  pharmanet: 'I consent to the doctors looking up my PharmaNet record.',
  fees: 'I have read the Fee Schedule.',
};

export const TEXTS: Readonly<Record<PolicyName, ComponentType>> = {
  privacy: PrivacyText,
  terms: TermsText,
  pharmanet: PharmaNetText,
  fees: FeesText,
};

/** The terms of an older deployment (specification 000 section 9). */
const TERMS_OF_2020 = 'Last updated: April 08, 2020 - Version 1.1';

/** "Version 2.0, last updated March 3, 2022" */
export function versionOf(policy: PolicyName, { policyVersions, termsOf2020 }: Site): string {
  const current = `Version ${policyVersions[policy]}${UPDATED[policy]}`;
  if (policy !== 'terms') return current;
  // The number of the current terms is written out: the template's name of it stands for either.
  return textFor(termsOf2020, TERMS_OF_2020, `Version 2.0${UPDATED.terms}`);
}
