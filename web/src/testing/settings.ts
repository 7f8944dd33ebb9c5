// SPDX-License-Identifier: AGPL-3.0-or-later

// For component tests: the settings of a deployment, and somebody who is signed in.
import type { PersonView, PublicSettings, UserView } from '../api/generated/schema';

export const testSettings: PublicSettings = {
  product: 'Salal',
  clinicName: 'Harbour Lane Medical',
  environment: 'test',
  mode: 'undefined',
  automatic: true,
  captchaSiteKey: null,
  captchaScriptUrl: null,
  stripeKey: null,
  stripeScriptUrl: null,
  walletEnabled: false,
  free: false,
  unlimited: false,
  cancelPrescription: true,
  billing: true,
  pharmaNet: false,
  otherProvinces: true,
  cardUpload: false,
  profileUpload: false,
  idleSeconds: 300,
  undoSeconds: 10,
  supportEmail: 'support@example.com',
  hours: '',
  feeRule: 'schedule',
  fees: { withCard: [50], withoutCard: [150], privatePay: [150], additional: 10 },
  policyVersions: { privacy: '2.0', terms: '2.0', pharmanet: '2.0', fees: '2.0' },
  version: '0',
  partnerClinic: { name: 'Harbour Lane Medical', address: '', phone: '' },
  officeRegistration: 'open',
  loginUrl: null,
  registrationUrl: null,
  reviewUrl: null,
  partnerHomeUrl: null,
  embedded: false,
  termsOf2020: false,
  clinics: [],
  landing: { medications: '7000+', pharmacies: '1000+', locations: '2+', years: '20+' },
  serviceFees: { labOrRadiology: 20, sickNote: 65, driverMedical: 150, sleepAssessment: 20 },
  timeZone: { name: 'America/Vancouver', offsets: [] },
};

const person: PersonView = {
  _id: 'person-1',
  version: 1,
  FirstName: 'Marguerite',
  LastName: 'Tremblay',
  DateOfBirth: '1968-06-14',
  PhoneNumber: '6045550142',
  PhoneVerified: true,
  BestPhoneNumber: '6045550143',
  Email: 'marguerite@example.com',
  Address: '4417 Larkspur Street',
  City: 'Burnaby',
  Province: 'BC',
  PostalCode: 'V5G 2K8',
  isPrivatePay: false,
  preferredPharmacy: null,
  oscarDemographicId: null,
  eligibility: null,
  sex: null,
  CreatedAt: '2026-11-01T18:00:00Z',
  HealthDocuments: [],
  flags: [],
  nameLocked: false,
  profileImageKey: null,
  signatureImageKey: null,
};

export function testUser(change: Partial<UserView> = {}): UserView {
  return {
    _id: 'user-1',
    Email: 'marguerite@example.com',
    Role: 'ROLE_PATIENT',
    isAdmin: false,
    isFirstLoginShow1: false,
    hasMedicalInfo: true,
    Person: person,
    practitioner: null,
    preferences: { theme: 'system', shortcuts: true },
    ...change,
  };
}

export const testPerson = person;
