// SPDX-License-Identifier: AGPL-3.0-or-later

/** What administrators do to the catalogue and to the rules on classes of drugs. */
import { api, formOf, withKey } from '../../api/client';
import type { CatalogueDrug, MedicationFilterView, SaveDrug } from '../../api/generated/schema';

export function saveDrug(drug: SaveDrug, key: string): Promise<CatalogueDrug> {
  return api('put', '/api/drug', { body: drug, headers: withKey(key) });
}

/** Back to what Health Canada says; a drug that was added by hand leaves. */
export function revertDrug({ id, version }: Pick<CatalogueDrug, 'id' | 'version'>, key: string) {
  return api('put', '/api/drug/revert', { body: { id, version }, headers: withKey(key) });
}

/** Answers for the default set. */
export function answerOffer(accept: boolean, key: string) {
  return api('put', '/api/medication-filter/default', { body: { accept }, headers: withKey(key) });
}

export interface NewFilter {
  readonly tc_ahfs_number: string;
  readonly status: MedicationFilterView['status'];
  readonly activeList: readonly string[];
  readonly atcList?: readonly string[];
  readonly matchedIngredients: readonly string[];
  readonly schedules: readonly string[];
}

export function addFilter(filter: NewFilter, key: string): Promise<MedicationFilterView> {
  return api('post', '/api/medication-filter', {
    body: {
      tc_ahfs_number: filter.tc_ahfs_number,
      status: filter.status,
      activeList: [...filter.activeList],
      atcList: filter.atcList && [...filter.atcList],
      matchedIngredients: [...filter.matchedIngredients],
      schedules: [...filter.schedules],
    },
    headers: withKey(key),
  });
}

export async function deleteFilter(id: string, key: string): Promise<void> {
  await api('delete', '/api/medication-filter/{id}', { params: { path: { id } }, headers: withKey(key) });
}

export function importFilters(file: File, key: string) {
  return api('post', '/api/medication-filter/import-data', {
    body: { file },
    bodySerializer: formOf,
    headers: withKey(key),
  });
}
