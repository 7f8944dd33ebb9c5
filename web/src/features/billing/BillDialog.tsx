// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Billing a visit to the plan: the diagnosis (the one remembered for the class
 * of the first medication to begin with), the service code for the patient's
 * age on that day, and the times. After a diagnosis that is new for the class
 * the question follows whether it stands for it from now on.
 */
import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BillWay, DiagnosisView, PrescriptionView, UserView } from '../../api/generated/schema';
import { refresh } from '../../api/refresh';
import { useMe } from '../../api/session';
import { useCommand } from '../../api/useCommand';
import { Dialog } from '../../ui/dialogs/Dialog';
import { Notice } from '../../ui/feedback/states';
import { toast } from '../../ui/feedback/toasts';
import { clinicDay } from '../../ui/format';
import { CancelButton } from '../../ui/forms/CancelButton';
import { ErrorSummary } from '../../ui/forms/faults';
import { HereAgain } from '../../ui/forms/HereAgain';
import { useFaultedForm } from '../../ui/forms/useFaultedForm';
import { ApplyCode } from './ApplyCode';
import css from './billing.module.css';
import { createBill } from './commands';
import { DiagnosisSearch } from './DiagnosisSearch';
import { classDiagnosis } from './queries';
import { SERVICES, serviceFor } from './services';
import { ageOn, typedOf } from './times';
import { missingOf, type VisitValues, visitOf } from './visit';

/** What the dialog needs of a prescription. */
export type Billed = Pick<PrescriptionView, '_id' | 'label' | 'person' | 'medications'> & {
  readonly encounters?: readonly {
    readonly kind: string;
    readonly start: string;
    readonly end: string;
    readonly seenBy?: Doctor | null;
  }[];
  readonly statuses?: readonly { readonly code: string; readonly by?: Doctor | null }[];
};

interface Doctor {
  readonly _id: string;
  readonly FirstName: string;
  readonly LastName: string;
}

/** Who may have seen the patient, the likeliest first: as the record says, then whoever bills. */
function doctors(prescription: Billed, me: UserView): Doctor[] {
  const met = prescription.encounters?.findLast((one) => one.seenBy)?.seenBy;
  const took = prescription.statuses?.find((one) => one.code === 'ACKNOWLEDGED')?.by;
  const own = me.Role === 'ROLE_DOCTOR' ? me.Person : undefined;
  const all = [met, took, own].filter((one) => one !== undefined && one !== null);
  return all.filter((one, at) => all.findIndex((other) => other._id === one._id) === at);
}

interface BillDialogProps {
  readonly prescription: Billed;
  readonly way: BillWay;
  readonly onClose: () => void;
}

/** What is typed. Until somebody does, the remembered diagnosis and the code for the patient's age stand there. */
type Draft = Omit<VisitValues, 'diagnosisCode' | 'serviceCode'> & {
  readonly diagnosisCode: DiagnosisView | null | undefined;
  readonly serviceCode: string | null;
  readonly seenBy: string;
};

const TITLES: Readonly<Record<BillWay, string>> = { phone: 'Bill phone', msg: 'Bill msg' };

export function BillDialog({ prescription, way, onClose }: BillDialogProps) {
  const client = useQueryClient();
  const classNumber = prescription.medications[0]?.tc_ahfs_numbers[0];
  const remembered = useQuery(classDiagnosis(classNumber));
  const met = prescription.encounters?.findLast((one) => one.kind === way);
  const begin = met ? typedOf(met.start) : { day: clinicDay(new Date()), time: '' };
  const me = useMe();
  const candidates = doctors(prescription, me);
  const { busy, run, changed } = useCommand();
  const { values, setFieldValue, field, faults } = useFaultedForm<Draft>(
    `${way} ${prescription._id}`,
    {
      diagnosisCode: undefined,
      serviceCode: null,
      seenBy: candidates[0]?._id ?? '',
      serviceDate: begin.day,
      serviceStartTime: begin.time,
      serviceEndTime: met ? typedOf(met.end).time : '',
    },
    { onChange: changed },
  );
  const [exists, setExists] = useState('');
  /** The code that was billed and is not remembered for the class yet. */
  const [toApply, setToApply] = useState<DiagnosisView | null>(null);

  const known = remembered.data?.diagnosisCode
    ? { code: remembered.data.diagnosisCode, description: remembered.data.diagnosis ?? '' }
    : null;
  const diagnosis = values.diagnosisCode === undefined ? known : values.diagnosisCode;
  const age = ageOn(prescription.person.DateOfBirth ?? '', values.serviceDate);
  const serviceCode = values.serviceCode ?? serviceFor(age);
  const patient = `${prescription.person.FirstName} ${prescription.person.LastName}`;

  const save = () => {
    const typed = { ...values, diagnosisCode: diagnosis, serviceCode };
    faults.set(missingOf(typed));
    setExists('');
    const visit = visitOf(typed);
    if (!diagnosis || !visit) return;
    void run(async (key) => {
      const answer = await createBill(
        {
          ...visit,
          personId: prescription.person._id,
          prescriptionId: prescription._id,
          billWay: way,
          seenBy: values.seenBy === '' ? undefined : values.seenBy,
        },
        key,
      );
      if (answer.isExistBill) {
        setExists(answer.message);
        return;
      }
      toast.success(answer.message);
      void refresh(client, 'bill');
      if (classNumber !== undefined && remembered.data?.diagnosisCode === null) setToApply(diagnosis);
      else onClose();
    }, faults.fromError);
  };

  if (toApply && classNumber !== undefined) {
    return (
      <ApplyCode
        diagnosis={toApply}
        classNumber={classNumber}
        medications={prescription.medications.filter((one) => one.tc_ahfs_numbers.includes(classNumber))}
        onClose={() => {
          void client.invalidateQueries({ queryKey: classDiagnosis(classNumber).queryKey });
          onClose();
        }}
      />
    );
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={TITLES[way]}
      footer={
        <Group justify="flex-end" gap="sm">
          <CancelButton onCancel={onClose} />
          <Button type="submit" form="bill-form" loading={busy}>
            Save
          </Button>
        </Group>
      }
    >
      <form
        id="bill-form"
        className={css['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) save();
        }}
      >
        <Text className={css['about'] ?? ''}>
          {`${prescription.label}, ${patient}${age === undefined ? '' : `, age ${age}`}`}
        </Text>
        {exists !== '' && (
          <div role="alert">
            <Notice kind="error" title={exists} />
          </div>
        )}
        <ErrorSummary faults={faults.faults} round={faults.round} />
        <HereAgain of={faults.leave} />
        <DiagnosisSearch
          {...field('diagnosisCode')}
          required
          autoFocus
          value={diagnosis}
          hint={known && diagnosis?.code === known.code ? `Saved for class ${classNumber ?? ''}` : undefined}
        />
        <NativeSelect
          {...field('serviceCode')}
          label="Service code"
          required
          value={serviceCode}
          data={[
            ...(serviceCode === '' ? [{ value: '', label: 'Choose...' }] : []),
            ...SERVICES.map(({ code, label }) => ({ value: code, label })),
          ]}
        />
        {candidates.length > 0 && (
          <NativeSelect
            {...field('seenBy')}
            label="Doctor who saw the patient"
            data={candidates.map((one) => ({
              value: one._id,
              label: `Dr. ${one.FirstName} ${one.LastName}`,
            }))}
          />
        )}
        <div className={css['times']}>
          <TextInput
            {...field('serviceDate')}
            type="date"
            label="Date"
            required
            max={clinicDay(new Date())}
            onChange={(event) => {
              setFieldValue('serviceDate', event.currentTarget.value);
              // The patient may have had another age then.
              setFieldValue('serviceCode', null);
            }}
          />
          <TextInput {...field('serviceStartTime')} type="time" label="Start time" required />
          <TextInput {...field('serviceEndTime')} type="time" label="End time" required />
        </div>
      </form>
    </Dialog>
  );
}
