// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What is typed while one line is edited: its directions, its drug, the total to dispense and the reason
 * for a long supply. A total stands only as long as what it was typed for.
 */
import { useState } from 'react';

import { ApiError, type FieldFault } from '../../../api/failures';
import type { MedicationView, Usage } from '../../../api/generated/schema';
import { isUnanswered } from '../../../ui/feedback/failureText';
import { isBlank } from '../../../ui/forms/blank';
import { useFaultedForm } from '../../../ui/forms/useFaultedForm';
import type { ChosenDrug } from './commands';
import { REVIEW, currentUsage, typedTotal, voidsTotal } from './lines';

export type LineEdit = {
  usage: Usage;
  toDispense: string | null;
  drug: ChosenDrug | null;
  /** Why it may cover more than twelve months; null leaves it as it is. */
  supplyReason: string | null;
};

type Values = Usage & {
  drug: ChosenDrug | null;
  /** Null while nobody typed: a total of before stands as long as what it was typed for. */
  toDispense: string | null;
  supplyReason: string;
};

const emptyUsage: Usage = {
  quantity: '',
  quantityOther: null,
  frequency: '',
  frequencyOther: null,
  asNeeded: false,
  duration: '',
  durationOther: null,
  repeat: 0,
  textLine: null,
};

export function useLineEdit(line: MedicationView) {
  const before = currentUsage(line) ?? emptyUsage;
  const reasonBefore = line.changes.at(-1)?.supplyReason ?? '';
  const { values, setValues, faults } = useFaultedForm<Values>(
    `line ${line._id}`,
    { ...before, drug: null, toDispense: null, supplyReason: reasonBefore },
    { part: REVIEW },
  );
  // A total typed here that the directions took away; one of before is `isVoid`.
  const [lost, setLost] = useState(false);
  const { drug, toDispense: typed, supplyReason, ...usage } = values;
  const isVoid = voidsTotal(before, usage, drug !== null && drug.drugId !== line.drugId);
  const total = typed ?? (isVoid ? '' : typedTotal(line));

  const set = (change: Partial<Values>) => {
    setValues(change);
    for (const field of Object.keys(change)) faults.clear(field);
  };
  // What was typed a moment ago was typed for the line as it stood then.
  const forgetTotal = () => {
    if (typed !== null && !isBlank(typed)) setLost(true);
    setValues({ toDispense: null });
  };
  return {
    usage,
    drug,
    supplyReason,
    total,
    /** Whether a total that was typed, here or before, went with what it was typed for. */
    isTotalLost: typed === null && total === '' && (lost || typedTotal(line) !== ''),
    faults,
    setUsage(change: Partial<Usage>) {
      set(change);
      if (voidsTotal(usage, { ...usage, ...change }, false)) forgetTotal();
    },
    /** Null: back to the line's own. */
    setDrug(chosen: ChosenDrug | null) {
      setValues({ drug: chosen });
      forgetTotal();
    },
    setTotal(text: string) {
      set({ toDispense: text });
      setLost(false);
    },
    setReason(text: string) {
      set({ supplyReason: text });
    },
    /** What is sent of it. */
    edit(): LineEdit {
      // Said again with every edit: the server keeps a reason for nothing but what it was given for.
      const keeps = reasonBefore === '' ? null : '';
      return {
        usage,
        toDispense: sentTotal(line, typed, isVoid),
        drug,
        supplyReason: isBlank(supplyReason) ? keeps : supplyReason.trim(),
      };
    },
    /** Shows what the server has against it; what is no refusal is told elsewhere. */
    refuse(failure: unknown) {
      faults.leave.failed(isUnanswered(failure));
      if (!(failure instanceof ApiError)) return;
      faults.set(
        failure.errors.length > 0
          ? failure.errors.map((one) => ({ field: fieldOf(one), message: one.message }))
          : [{ field: 'quantity', message: failure.message }],
      );
    },
  };
}

/** Faults name the field by its whole path; its last part is the control. */
function fieldOf(fault: FieldFault): string {
  return fault.field.split('.').at(-1) ?? fault.field;
}

/** What is sent: null leaves the total to the server, empty text takes a typed one back. */
function sentTotal(line: MedicationView, typed: string | null, isVoid: boolean): string | null {
  if (typed === null) return null;
  const text = typed.trim();
  return text === '' && (isVoid || !line.toDispense.typed) ? null : text;
}
