// SPDX-License-Identifier: AGPL-3.0-or-later

// A policy as a page of its own, so that it can be linked to, printed and found.
import type { PolicyName } from '../../../ui/dialogs/policies';
import { Article } from '../frame/Article';
import { useSite } from '../site';
import { POLICY_TITLES, TEXTS, versionOf } from './policies';

function LegalPage({ policy }: { readonly policy: PolicyName }) {
  const site = useSite();
  const Text = TEXTS[policy];
  return (
    <Article title={POLICY_TITLES[policy]} lead={versionOf(policy, site)}>
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
