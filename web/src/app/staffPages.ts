// SPDX-License-Identifier: AGPL-3.0-or-later

// The screens of the clinic's people, each a chunk of its own. The list itself is loaded with the first.
import type { ComponentType } from 'react';

const screens = {
  labExceptions: async () => (await import('./labs/LabExceptionsPage')).LabExceptionsPage,
  faxDesk: async () => (await import('../features/fax/FaxDeskPage')).FaxDeskPage,
  clinicQueue: async () => (await import('../features/operations/ClinicQueuePage')).ClinicQueuePage,
  queue: async () => (await import('./queue/WorkQueuePage')).WorkQueuePage,
  manageDrug: async () => (await import('../features/drugs/ManageDrugsPage')).ManageDrugsPage,
  manageData: async () => (await import('../features/manage-data/ManageDataPage')).ManageDataPage,
  medicationFilter: async () => (await import('../features/drugs/MedicationFilterPage')).MedicationFilterPage,
  audit: async () => (await import('../features/audit/AuditPage')).AuditPage,
  officeInvite: async () => (await import('../features/accounts/OfficeInvitePage')).OfficeInvitePage,
  staff: async () => (await import('../features/accounts/staff/StaffPage')).StaffPage,
  staffAccount: async () => (await import('../features/accounts/staff/StaffAccountPage')).StaffAccountPage,
  operations: async () => (await import('../features/operations/OperationsPage')).OperationsPage,
  problems: async () => (await import('../features/suggestions/ProblemsPage')).ProblemsPage,
  patients: async () => (await import('../features/people/PatientsPage')).PatientsPage,
  patient: async () => (await import('./patient/PatientPage')).PatientPage,
  personalInfoEdit: async () => (await import('./personal-info/PersonalInfoEditPage')).PersonalInfoEditPage,
  medicationIcd: async () => (await import('../features/billing/MedicationIcdPage')).MedicationIcdPage,
  teleFile: async () => (await import('../features/billing/TeleFilePage')).TeleFilePage,
  manageTele: async () => (await import('../features/billing/ManageTelePage')).ManageTelePage,
  remittance: async () => (await import('../features/billing/RemittancePage')).RemittancePage,
  editInvoice: async () => (await import('../features/billing/InvoicesPage')).InvoicesPage,
  invoice: async () => (await import('../features/billing/InvoicePage')).InvoicePage,
  invoiceEdit: async () => (await import('../features/billing/InvoiceEditPage')).InvoiceEditPage,
} satisfies Record<string, () => Promise<ComponentType>>;

export type StaffPage = keyof typeof screens;

/** The module of a screen, as the router takes it. */
export async function loadPage(screen: StaffPage): Promise<{ readonly default: ComponentType }> {
  return { default: await screens[screen]() };
}
