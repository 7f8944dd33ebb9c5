// SPDX-License-Identifier: AGPL-3.0-or-later

// The public settings of an invented deployment, for tests.
import type { PublicSettings } from '../api/generated/schema';

export const SITE: PublicSettings = JSON.parse(
  JSON.stringify({
    product: 'Salal',
    clinicName: 'Harbour Lane Medical',
    environment: 'dev',
    mode: 'undefined',
    automatic: false,
    free: false,
    unlimited: false,
    termsOf2020: false,
    supportEmail: 'support@salal.example',
    hours: 'Requests can be submitted 24/7. Doctors message patients 7am to 10pm, 7 days a week.',
    feeRule: 'schedule',
    fees: {
      withCard: [50, 60, 70, 80, 90],
      withoutCard: [150, 160, 170, 180, 190],
      privatePay: [150, 160, 170, 180, 190],
      additional: 10,
    },
    serviceFees: { labOrRadiology: 20, sickNote: 65, driverMedical: 150, sleepAssessment: 20 },
    policyVersions: { privacy: '2.0', terms: '2.0', pharmanet: '2.0', fees: '2.0' },
    loginUrl: null,
    registrationUrl: null,
    reviewUrl: null,
    clinics: [
      {
        name: 'Harbour Lane Medical',
        address: '200-1450 Harbour Lane, Vancouver, BC',
        phone: '604-555-0110',
      },
      { name: 'Southvale Medical', address: '2288 Southvale Drive, Burnaby, BC', phone: '604-555-0136' },
    ],
    doctors: [],
    landing: { medications: '7000+', pharmacies: '1000+', locations: '2+', years: '20+' },
  }),
);
