// The wire types, by the names the server's openapi.json gives them. Nothing here is invented by
// the client; a name or field that changes there changes here.

export type Role = 'ROLE_PATIENT' | 'ROLE_DOCTOR' | 'ROLE_OFFICE' | 'ROLE_CUSTOMERSERVICE' | 'ROLE_ADMIN';

export interface PublicSettings {
  product: string;
  clinicName: string;
  environment: 'dev' | 'auto' | 'test' | 'prod';
  mode: 'client' | 'office' | 'undefined';
  automatic: boolean;
  captchaSiteKey: string | null;
  captchaScriptUrl: string | null;
  stripeKey: string | null;
  stripeScriptUrl: string | null;
  walletEnabled: boolean;
  free: boolean;
  unlimited: boolean;
  cancelPrescription: boolean;
  billing: boolean;
  otherProvinces: boolean;
  cardUpload: boolean;
  profileUpload: boolean;
  idleSeconds: number | null;
  supportEmail: string;
  hours: string;
  feeRule: 'schedule' | 'first-and-subsequent' | 'private-pay-flat';
  fees: { withCard: number[]; withoutCard: number[]; additional: number };
  policyVersions: { privacy: string; terms: string; pharmanet: string; fees: string };
  version: string;
  partnerClinic: { name: string; address: string; phone: string };
}

export interface Options {
  sexes: string[];
  medicalConditions: string[];
  surgeries: string[];
  allergies: string[];
  alcohol: string[];
  smoking: string[];
  provinces: string[];
  quantities: string[];
  frequencies: string[];
  durations: string[];
  agreement: string[];
  consents: { key: string; label: string }[];
  prescriptionStatuses: { code: string; label: string }[];
}

export interface Country {
  _id: string;
  Name: string;
}

export interface PharmacyView {
  _id: string;
  name: string;
  address: string;
  city: string;
  fax: string;
  fax_number: string;
  phone1: string;
}

export interface HealthDocument {
  _id: string;
  Type: string;
  DocumentNumber: string;
  Province: string;
  status: 'valid' | 'invalid' | 'pending' | null;
  other: string | null;
}

export interface PersonView {
  _id: string;
  FirstName: string;
  LastName: string;
  DateOfBirth: string | null;
  PhoneNumber: string;
  PhoneVerified: boolean;
  BestPhoneNumber: string;
  Email: string;
  Address: string;
  City: string;
  Province: string;
  PostalCode: string;
  isPrivatePay: boolean;
  preferredPharmacy: PharmacyView | null;
  oscarDemographicId: string | null;
  eligibility: string | null;
  sex: string | null;
  CreatedAt: string;
  HealthDocuments: HealthDocument[];
  flags: string[];
}

export interface UserView {
  _id: string;
  Email: string;
  Role: Role;
  isAdmin: boolean;
  isFirstLoginShow1: boolean;
  hasMedicalInfo: boolean;
  Person: PersonView;
  practitioner?: { collegeNumber: string | null; phone: string | null; fax: string | null } | null;
}

export interface LastLogin {
  createdDate: string;
  ip: string | null;
  city: string | null;
  region: string | null;
  country: string | null;
}

export interface SignInAnswer {
  verifymfa: boolean;
  via: 'sms' | 'authenticator' | null;
  enrol?: { secret: string; otpauthUrl: string } | null;
  token?: string | null;
  user?: UserView | null;
  lastLogin?: LastLogin | null;
  showLastLogin?: boolean | null;
  storedCode?: string | null;
}

export interface TokenAnswer {
  token: string;
  user: UserView;
  Email: string;
}

export interface PatientListRecord {
  _id: string;
  Email: string;
  CreatedAt: string;
  Person: {
    _id: string;
    FirstName: string;
    LastName: string;
    DateOfBirth: string | null;
    HealthDocuments: { DocumentNumber: string }[];
  };
  pending: number;
}

export interface PagedList<T> {
  items: T[];
  nextCursor: string | null;
  total: number;
}

export type PatientPage = PagedList<PatientListRecord>;

export interface EligibilityAnswer {
  status: 'valid' | 'invalid' | 'pending';
  other: string | null;
  title: 'Eligible' | 'Not Eligible' | 'Pending Eligibility';
  text: string;
}

export interface Usage {
  quantity: string;
  quantityOther: string | null;
  frequency: string;
  frequencyOther: string | null;
  asNeeded: boolean;
  duration: string;
  durationOther: string | null;
  repeat: number;
  textLine: string | null;
}

export interface Ingredient {
  ingredient_name: string;
  strength: string;
  strength_unit: string;
}

export interface DrugFilter {
  status: 'CROSS_OUT' | 'DO_NOT_SHOW_UP';
  reason: string;
}

export interface CurrentMedication {
  name: string;
  drugId?: string | null;
  ingredients?: Ingredient[];
  administrations?: string[];
  formulations?: string[];
  usages: Usage[];
}

export interface NamedItem {
  _id: string;
  name: string;
}

export interface MedicalInfo {
  _id?: string;
  Person?: string;
  Sex: string;
  MedicalConditions: string[];
  otherMedicalConditions: NamedItem[] | null;
  NoMedicalCondition: boolean;
  Surgeries: string[];
  otherSurgery: string[] | null;
  NoSurgery: boolean;
  AllergyToMedication: string[];
  otherAllergy: NamedItem[] | null;
  NoAllergy: boolean;
  MedicationsCurrentlyTaken: CurrentMedication[];
  supplements: string[];
  otherItems: string[];
  AlcoholHistory: string;
  SmokingHistory: string;
  defaultPharmacy: PharmacyView | null;
  CreatedAt?: string;
}

export interface DrugView {
  _id: string;
  name: string;
  drug_identification_number: string;
  drug_code: string;
  administrations: string[];
  formulations: string[];
  ingredients: Ingredient[];
  tc_ahfs_numbers: string[];
  atc_numbers: string[];
  schedules: string[];
  company_name: string;
  class_name: string;
  filter: DrugFilter[];
  needsDoctor: boolean;
}

export interface DrugName {
  name: string;
  strengths: string[];
  forms: string[];
  count: number;
  filter: DrugFilter[];
  selectable: boolean;
  matched: 'name' | 'ingredient' | 'brand' | 'din';
}

export interface DrugNameList {
  items: DrugName[];
  didYouMean: string[];
  total: number;
}

export interface MedicationInput {
  drugId: string | null;
  name: string;
  administrations: string[];
  formulations: string[];
  ingredients: Ingredient[];
  usages: Usage[];
}

export interface RequestDraft {
  medications: MedicationInput[];
  pharmacy: { _id: string } | null;
  loadCurrent: boolean;
  step: string | null;
}

export interface DraftAnswer {
  content: RequestDraft | null;
  version: number;
  updatedAt: string | null;
}

export interface PersonRef {
  _id: string;
  FirstName: string;
  LastName: string;
}

export interface MedicationChange {
  at: string;
  by: PersonRef | null;
  kind: 'requested' | 'usage' | 'drug';
  name: string;
  administrations: string[];
  formulations: string[];
  ingredients: Ingredient[];
  usage: Usage | null;
}

export interface ToDispense {
  computed: string | null;
  figures: string | null;
  words: string | null;
  unit: string;
  typed: boolean;
  needsTyping: boolean;
  note: string | null;
}

export interface MedicationView {
  _id: string;
  version: number;
  drugId: string | null;
  name: string;
  administrations: string[];
  formulations: string[];
  ingredients: Ingredient[];
  tc_ahfs_numbers: string[];
  filter: DrugFilter[];
  usages: Usage[];
  changes: MedicationChange[];
  status: 'Approved' | 'Rejected' | null;
  decidedBy: PersonRef | null;
  decidedAt: string | null;
  toDispense: ToDispense;
  allergyMatch: string[];
  textLine: string;
}

export type StatusCode =
  | 'CREATED'
  | 'PENDING'
  | 'ACKNOWLEDGED'
  | 'APPROVED'
  | 'REJECTED'
  | 'FAXED'
  | 'REFUNDED'
  | 'CANCELED';

export interface StatusEntry {
  code: StatusCode;
  text: string;
  at: string;
  by: PersonRef | null;
  detail: string | null;
}

export interface FeeQuote {
  amount: number;
  lines: { text: string; amount: number }[];
  rule: string;
  withCard: boolean;
}

export interface PaymentView {
  _id: string;
  method: 'card' | 'wallet';
  state: 'intended' | 'charged' | 'unknown' | 'declined' | 'capturing';
  chargeAmount: number | null;
  chargedAt: string | null;
  refundAmount: number | null;
  refundedAt: string | null;
  chargeId: string | null;
  card: { name: { given_name: string; surname: string }; brand: string; last4: string } | null;
  message: string | null;
}

export interface FaxView {
  state: 'queued' | 'sending' | 'sent' | 'delivered' | 'failed' | 'unknown';
  toNumber: string;
  pharmacyName: string;
  at: string;
  pages: number | null;
  attempts: number;
  /** 1 for the first copy. */
  copy: number;
  reason: string | null;
}

export interface PrescriptionView {
  _id: string;
  number: number;
  label: string;
  version: number;
  person: {
    _id: string;
    FirstName: string;
    LastName: string;
    DateOfBirth: string | null;
    Address: string;
    City: string;
    Province: string;
    PostalCode: string;
    BestPhoneNumber: string;
  };
  medications: MedicationView[];
  pharmacy: PharmacyView;
  drPharmacy: PharmacyView | null;
  status: StatusCode;
  statuses: StatusEntry[];
  text: string | null;
  createdAt: string;
  feeDue: number;
  fee: FeeQuote;
  payment: PaymentView | null;
  refundable: number;
  refundState: 'intended' | 'done' | 'unknown' | 'failed' | null;
  fax: FaxView | null;
  signature: { signedBy: PersonRef; signedAt: string; documentSha256: string; forInk: boolean } | null;
  printed: { by: PersonRef; at: string } | null;
  canSign: string | null;
  canFax: string | null;
  canRefund: boolean;
  canCancel: boolean;
  canPay: boolean;
  canDecide: boolean;
  canPrescribe: boolean;
}

export interface MedicationNumberAnswer {
  success: boolean;
  left: number;
  message: string;
}

export interface PaymentOrder {
  orderID: string;
  approveUrl: string;
}

export interface PaymentChargeAnswer {
  paymentId: string;
  state: PaymentView['state'];
  chargeAmount: number;
}

export interface Invoice {
  header: { clinic: string; address: string; phone: string };
  payer: string;
  address: string;
  charge: number;
  chargedAt: string;
  paymentType: string;
  refund: number | null;
  refundedAt: string | null;
  balance: number;
  label: string;
}

export interface InboxEntry {
  _id: string;
  subject: string;
  message: string;
  from: PersonRef | null;
  /** The patient it is about. */
  about: PersonRef | null;
  createdAt: string;
  updatedAt: string;
  isRead: boolean;
  prescription: string | null;
  status: string | null;
  tags: string[];
}

export type InboxPageAnswer = PagedList<InboxEntry>;

export interface ChangedEvent {
  kind: 'prescription' | 'message' | 'fax' | 'medicalinfo';
  id: string;
}
