// SPDX-License-Identifier: AGPL-3.0-or-later

// A policy as a page of its own, so that it can be linked to, printed and found.
import type { PolicyName } from '../../../ui/dialogs/policies';
import { Article } from '../frame/Article';
import { headingsOf } from '../frame/Contents';
import { useSite } from '../site';
import { PRIVACY_PARTS, TERMS_PARTS } from './parts';
import { POLICY_TITLES, TEXTS, versionOf } from './policies';

/** Those that are too long to be seen at once. */
const PARTS: Readonly<Partial<Record<PolicyName, readonly string[]>>> = {
  privacy: PRIVACY_PARTS,
  terms: TERMS_PARTS,
};

function LegalPage({ policy }: { readonly policy: PolicyName }) {
  const site = useSite();
  const Text = TEXTS[policy];
  const parts = PARTS[policy];
  return (
    <Article
      title={POLICY_TITLES[policy]}
      lead={versionOf(policy, site)}
      {...(parts && { contents: headingsOf(parts) })}
    >
      <Text />
    </Article>
  );
}

export function PrivacyPage() {
  return <LegalPage policy="privacy" />;
}
export function TermsPage() {
  return <LegalPage policy="terms" />;
}
export function PharmaNetPage() {
  return <LegalPage policy="pharmanet" />;
}
