// SPDX-License-Identifier: AGPL-3.0-or-later

// The parts of the long policies, for the list at the side. legal.test.tsx holds them to the texts.
export const PRIVACY_PARTS: readonly string[] = [
  'What this policy is about',
  'What we collect',
  'Why we collect it',
  'Who sees it',
  'Every access is logged',
  'How long we keep it',
  'How we protect it',
  'Your rights',
];

export const TERMS_PARTS: readonly string[] = [
  'Who may use the service',
  'What the service is',
  'What the service does not cover',
  'Your part',
  'Fees',
  'Limits',
  'Your information',
  'Disputes',
  'Changes',
];
