// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The medical information form as data: the empty record and what is missing. Pure; the server checks the same again, with the
 * same texts (patient side section 5).
 */
import type {
  CurrentMedication,
  MedicalInfo,
  MedicalInfoInput,
  NamedEntry,
  PharmacyView,
} from '../../api/generated/schema';
import { age } from '../../ui/format';
import type { ListAnswer } from './answers';

/** The three answer lists, by the names of the entity's fields. */
type ListName = 'conditions' | 'surgeries' | 'allergies';

export interface MedicalForm {
  sex: string;
  conditions: ListAnswer;
  surgeries: ListAnswer;
  allergies: ListAnswer;
  medications: CurrentMedication[];
  supplements: string[];
  otherItems: string[];
  alcohol: string;
  smoking: string;
  /** Empty when not answered, which nobody is held to. */
  pregnancy: string;
  pharmacy: PharmacyView | null;
}

/** From this age the question on pregnancy is not asked (decision 172). */
const TOO_OLD_TO_ASK = 56;

/** Whether the optional question on pregnancy and breastfeeding is asked of somebody. */
export function asksPregnancy(sex: string | null, birthDate: string | null, now: Date): boolean {
  return sex !== 'Male' && birthDate !== null && age(birthDate, now) < TOO_OLD_TO_ASK;
}

const EMPTY: ListAnswer = { no: false, chosen: [], other: null };

function namesOf(items: NamedEntry[] | null): string[] | null {
  return items === null ? null : items.map((item) => item.name);
}

export function formOf(record: MedicalInfo | undefined, knownSex: string | null): MedicalForm {
  if (record === undefined)
    return {
      sex: knownSex ?? '',
      conditions: EMPTY,
      surgeries: EMPTY,
      allergies: EMPTY,
      medications: [],
      supplements: [],
      otherItems: [],
      alcohol: '',
      smoking: '',
      pregnancy: '',
      pharmacy: null,
    };
  return {
    sex: knownSex ?? record.Sex,
    conditions: {
      no: record.NoMedicalCondition,
      chosen: record.MedicalConditions,
      other: namesOf(record.otherMedicalConditions),
    },
    surgeries: { no: record.NoSurgery, chosen: record.Surgeries, other: record.otherSurgery },
    allergies: {
      no: record.NoAllergy,
      chosen: record.AllergyToMedication,
      other: namesOf(record.otherAllergy),
    },
    medications: record.MedicationsCurrentlyTaken,
    supplements: record.supplements,
    otherItems: record.otherItems,
    alcohol: record.AlcoholHistory,
    smoking: record.SmokingHistory,
    pregnancy: record.PregnancyOrBreastfeeding ?? '',
    pharmacy: record.defaultPharmacy,
  };
}

interface RecordFault {
  field: string;
  message: string;
}

const LISTS: Record<ListName, { field: string; required: string; otherField: string; other: string }> = {
  conditions: {
    field: 'MedicalConditions',
    required: 'Medical condition is required.',
    otherField: 'otherMedicalConditions',
    other: 'Other medical condition is required.',
  },
  surgeries: {
    field: 'Surgeries',
    required: 'Surgery is required.',
    otherField: 'otherSurgery',
    other: 'Other surgery is required.',
  },
  allergies: {
    field: 'AllergyToMedication',
    required: 'Allergy is required.',
    otherField: 'otherAllergy',
    other: 'Other allergy is required.',
  },
};

function listFaults(name: ListName, answer: ListAnswer): RecordFault[] {
  const words = LISTS[name];
  if (answer.no) return [];
  if (answer.begun) return [{ field: words.otherField, message: words.other }];
  if (answer.other !== null && answer.other.length === 0)
    return [{ field: words.otherField, message: words.other }];
  if (answer.chosen.length === 0 && answer.other === null)
    return [{ field: words.field, message: words.required }];
  return [];
}

/** What is missing, in the order of the screen. */
export function recordFaults(form: MedicalForm): RecordFault[] {
  const faults: RecordFault[] = [];
  if (!form.sex) faults.push({ field: 'Sex', message: 'Gender is required.' });
  faults.push(...listFaults('conditions', form.conditions));
  faults.push(...listFaults('surgeries', form.surgeries));
  faults.push(...listFaults('allergies', form.allergies));
  if (!form.alcohol) faults.push({ field: 'AlcoholHistory', message: 'Alcohol history is required.' });
  if (!form.smoking) faults.push({ field: 'SmokingHistory', message: 'Smoking history is required.' });
  if (!form.pharmacy) faults.push({ field: 'defaultPharmacy', message: 'Preferred pharmacy is required.' });
  return faults;
}

function named(names: string[] | null, before: NamedEntry[] | null | undefined): NamedEntry[] | null {
  if (names === null) return null;
  return names.map((name) => ({
    _id: before?.find((item) => item.name === name)?._id ?? name.toLowerCase(),
    name,
  }));
}

/** The record to save; a new one each time (decision 62). */
export function recordOf(form: MedicalForm, before: MedicalInfo | undefined): MedicalInfoInput {
  return {
    Sex: form.sex,
    MedicalConditions: form.conditions.chosen,
    otherMedicalConditions: named(form.conditions.other, before?.otherMedicalConditions),
    NoMedicalCondition: form.conditions.no,
    Surgeries: form.surgeries.chosen,
    otherSurgery: form.surgeries.other,
    NoSurgery: form.surgeries.no,
    AllergyToMedication: form.allergies.chosen,
    otherAllergy: named(form.allergies.other, before?.otherAllergy),
    NoAllergy: form.allergies.no,
    MedicationsCurrentlyTaken: form.medications,
    supplements: form.supplements,
    otherItems: form.otherItems,
    AlcoholHistory: form.alcohol,
    SmokingHistory: form.smoking,
    PregnancyOrBreastfeeding: form.pregnancy || null,
    defaultPharmacy: form.pharmacy,
  };
}

/** What each part of the form is called on the screen. */
const TITLES: Readonly<Record<keyof MedicalForm, string>> = {
  sex: 'Gender',
  conditions: 'Medical conditions',
  surgeries: 'Surgical history',
  allergies: 'Allergy to medications',
  medications: 'Medication currently taken',
  supplements: 'Supplements',
  otherItems: 'Other items',
  alcohol: 'Alcohol',
  smoking: 'Smoking',
  pregnancy: 'Pregnancy and breastfeeding',
  pharmacy: 'Preferred pharmacy',
};

export interface MergedForm {
  readonly form: MedicalForm;
  /** Parts only they changed: taken over. */
  readonly theirs: readonly string[];
  /** Parts both changed: mine are in the form. */
  readonly both: readonly string[];
}

/** Brings two changes of one record together, part by part. */
export function mergeForms(base: MedicalForm, mine: MedicalForm, theirs: MedicalForm): MergedForm {
  const taken: string[] = [];
  const both: string[] = [];
  // Words that were only begun are no change; they stay in the box whoever's answer is taken.
  const told = (answer: unknown) =>
    JSON.stringify(answer, (key, value: unknown) => (key === 'begun' ? undefined : value));
  const same = (one: unknown, other: unknown) => told(one) === told(other);
  const part = <K extends keyof MedicalForm>(name: K): Pick<MedicalForm, K> => {
    const kept = { [name]: mine[name] } as Pick<MedicalForm, K>;
    if (same(theirs[name], base[name]) || same(theirs[name], mine[name])) return kept;
    if (!same(mine[name], base[name])) {
      both.push(TITLES[name]);
      return kept;
    }
    taken.push(TITLES[name]);
    return { [name]: theirs[name] } as Pick<MedicalForm, K>;
  };
  const list = <K extends ListName>(name: K) => {
    const merged = part(name)[name];
    return { [name]: mine[name].begun ? { ...merged, begun: true } : merged } as Pick<MedicalForm, K>;
  };
  const form: MedicalForm = {
    ...part('sex'),
    ...list('conditions'),
    ...list('surgeries'),
    ...list('allergies'),
    ...part('medications'),
    ...part('supplements'),
    ...part('otherItems'),
    ...part('alcohol'),
    ...part('smoking'),
    ...part('pregnancy'),
    ...part('pharmacy'),
  };
  return { form, theirs: taken, both };
}
