// Opens one policy to read or to agree with: its title, version and date, its text and the sentence
// of agreement. The texts are beside this file, one each.
import { useSettings } from '../../../api/queries';
import { PolicyDialog } from '../../../ui/dialogs/PolicyDialog';
import { FeesText } from './FeesText';
import { PharmaNetText } from './PharmaNetText';
import { PrivacyText } from './PrivacyText';
import { TermsText } from './TermsText';

export type PolicyName = 'privacy' | 'terms' | 'pharmanet' | 'fees';

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

const AGREEMENTS: Readonly<Record<PolicyName, string>> = {
  privacy: 'I have read and I accept the Privacy Policy.',
  terms: 'I have read and I accept the Terms of Use.',
  pharmanet: 'I consent to the doctors looking up my PharmaNet record.',
  fees: 'I have read the Fee Schedule.',
};

const TEXTS = { privacy: PrivacyText, terms: TermsText, pharmanet: PharmaNetText, fees: FeesText };

export interface PolicyReaderProps {
  readonly policy: PolicyName;
  readonly agreed?: boolean;
  readonly onAgree?: (agreed: boolean) => void;
  readonly onClose: () => void;
}

export function PolicyReader({ policy, agreed = true, onAgree, onClose }: PolicyReaderProps) {
  const { policyVersions } = useSettings();
  const Text = TEXTS[policy];
  return (
    <PolicyDialog
      opened
      title={POLICY_TITLES[policy]}
      version={`Version ${policyVersions[policy]}${UPDATED[policy]}`}
      agreement={AGREEMENTS[policy]}
      agreed={agreed}
      onAgree={onAgree}
      atOnce={policy === 'pharmanet'}
      onClose={onClose}
    >
      <Text />
    </PolicyDialog>
  );
}
