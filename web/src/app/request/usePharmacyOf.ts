// The pharmacy a draft names. The draft keeps only its id; the preferred pharmacy stands in until
// another one is chosen.
import { useQuery } from '@tanstack/react-query';
import { useMe } from '../../api/session';
import type { PharmacyView, RequestDraft } from '../../api/types';
import { pharmacyList } from '../../features/pharmacies/calls';

export interface DraftPharmacy {
  readonly loading: boolean;
  readonly pharmacy: PharmacyView | null;
}

function isWhole(value: object | null): value is PharmacyView {
  return value !== null && 'name' in value && 'fax' in value;
}

export function usePharmacyOf(draft: RequestDraft, usual: PharmacyView | null): DraftPharmacy {
  const me = useMe();
  const preferred = me.Person.preferredPharmacy ?? usual;
  const wanted = draft.pharmacy;
  const near = wanted === null ? preferred : isWhole(wanted) ? wanted : same(wanted._id, preferred, usual);
  const list = useQuery({ ...pharmacyList(), enabled: wanted !== null && near === null });
  if (near !== null || wanted === null) return { loading: false, pharmacy: near };
  return {
    loading: list.isPending,
    pharmacy: list.data?.find((one) => one._id === wanted._id) ?? preferred,
  };
}

function same(id: string, ...known: (PharmacyView | null)[]): PharmacyView | null {
  return known.find((one) => one?._id === id) ?? null;
}
