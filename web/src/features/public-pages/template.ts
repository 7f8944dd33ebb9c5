// SPDX-License-Identifier: AGPL-3.0-or-later

// The settings as the names they have in the server's template. Used when the pages are drawn at
// build, where nothing is known of the deployment yet. A setting that a page uses and that is not
// here shows as "undefined", which the build refuses.
import type { Site } from './site';

const value = (name: string): string => `{{ ${name} }}`;
const amounts = (list: string): string[] => [0, 1, 2, 3, 4].map((at) => value(`${list}[${at}]`));

const names = {
  product: value('product'),
  clinicName: value('clinicName'),
  supportEmail: value('supportEmail'),
  hours: value('hours'),
  idleSeconds: value('idleSeconds'),
  // A captcha is no part of what is drawn.
  automatic: true,
  // A flag is its bare name: see `either` and <When>.
  unlimited: 'unlimited',
  termsOf2020: 'termsOf2020',
  fees: {
    withCard: amounts('fees.withCard'),
    withoutCard: amounts('fees.withoutCard'),
    privatePay: amounts('fees.privatePay'),
    additional: value('fees.additional'),
  },
  serviceFees: {
    labOrRadiology: value('serviceFees.labOrRadiology'),
    sickNote: value('serviceFees.sickNote'),
    driverMedical: value('serviceFees.driverMedical'),
    sleepAssessment: value('serviceFees.sleepAssessment'),
  },
  policyVersions: {
    privacy: value('policyVersions.privacy'),
    terms: value('policyVersions.terms'),
    pharmanet: value('policyVersions.pharmanet'),
    fees: value('policyVersions.fees'),
  },
  loginUrl: value('loginUrl or "/login"'),
  registrationUrl: value('registrationUrl or "/registration"'),
  reviewUrl: value('reviewUrl'),
  // Inside the loop that <EachClinic> writes.
  clinics: [{ name: value('clinic.name'), address: value('clinic.address'), phone: value('clinic.phone') }],
  // Inside the loop that <EachDoctor> writes.
  doctors: [{ name: value('doctor.name'), initials: value('doctor.initials') }],
  landing: {
    medications: value('landing.medications'),
    pharmacies: value('landing.pharmacies'),
    locations: value('landing.locations'),
    years: value('landing.years'),
  },
};

export const TEMPLATE: Site = JSON.parse(JSON.stringify(names));
