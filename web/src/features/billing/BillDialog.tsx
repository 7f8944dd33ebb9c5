// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Billing a visit to the plan: the diagnosis (the one remembered for the class
 * of the first medication to begin with), the service code for the patient's
 * age on that day, and the times. After a diagnosis that is new for the class
 * the question follows whether it stands for it from now on.
 */
import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { newIdempotencyKey } from '../../api/client';
import { useMe } from '../../api/session';
import type { DiagnosisView, PrescriptionView, UserView } from '../../api/types';
import { Dialog } from '../../ui/dialogs/Dialog';
import { Notice } from '../../ui/feedback/states';
import { toast } from '../../ui/feedback/toasts';
import { clinicDay } from '../../ui/format';
import { ErrorSummary, useFaults } from '../../ui/forms/faults';
import { ApplyCode } from './ApplyCode';
import css from './billing.module.css';
import { type BillWay, billKeys, classDiagnosis, createBill } from './calls';
import { DiagnosisSearch } from './DiagnosisSearch';
import { SERVICES, serviceFor } from './services';
import { ageOn, momentOf, typedOf } from './times';

/** What the dialog needs of a prescription. */
type Billed = Pick<PrescriptionView, '_id' | 'label' | 'person' | 'medications'> & {
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

const TITLES: Readonly<Record<BillWay, string>> = { phone: 'Bill phone', msg: 'Bill msg' };

export function BillDialog({ prescription, way, onClose }: BillDialogProps) {
  const client = useQueryClient();
  const classNumber = prescription.medications[0]?.tc_ahfs_numbers[0];
  const remembered = useQuery(classDiagnosis(classNumber));
  const [chosen, setChosen] = useState<DiagnosisView | null | undefined>(undefined);
  const met = prescription.encounters?.findLast((one) => one.kind === way);
  const begin = met ? typedOf(met.start) : { day: clinicDay(new Date()), time: '' };
  const [day, setDay] = useState(begin.day);
  const [start, setStart] = useState(begin.time);
  const [end, setEnd] = useState(met ? typedOf(met.end).time : '');
  const me = useMe();
  const candidates = doctors(prescription, me);
  const [seenBy, setSeenBy] = useState(candidates[0]?._id ?? '');
  const [service, setService] = useState<string | null>(null);
  const [exists, setExists] = useState('');
  const [busy, setBusy] = useState(false);
  /** The code that was billed and is not remembered for the class yet. */
  const [toApply, setToApply] = useState<DiagnosisView | null>(null);
  const faults = useFaults();
  const click = useRef(newIdempotencyKey());

  const known = remembered.data?.diagnosisCode
    ? { code: remembered.data.diagnosisCode, description: remembered.data.diagnosis ?? '' }
    : null;
  // Until somebody types, the remembered code stands in the box.
  const diagnosis = chosen === undefined ? known : chosen;
  const age = ageOn(prescription.person.DateOfBirth ?? '', day);
  const serviceCode = service ?? serviceFor(age);
  const patient = `${prescription.person.FirstName} ${prescription.person.LastName}`;

  const save = async () => {
    const startTime = momentOf(day, start);
    const endTime = momentOf(day, end);
    const missing = [
      ...(diagnosis ? [] : [{ field: 'diagnosisCode', message: 'Please choose a diagnosis.' }]),
      ...(startTime ? [] : [{ field: 'serviceStartTime', message: 'Enter the start time of the visit.' }]),
      ...(endTime ? [] : [{ field: 'serviceEndTime', message: 'Enter the end time of the visit.' }]),
    ];
    faults.set(missing);
    setExists('');
    if (!diagnosis || !startTime || !endTime) return;
    setBusy(true);
    try {
      const billObj = {
        personId: prescription.person._id,
        prescriptionId: prescription._id,
        diagnosisCode: diagnosis.code,
        serviceCode,
        serviceStartTime: startTime,
        serviceEndTime: endTime,
        billWay: way,
        ...(seenBy === '' ? {} : { seenBy }),
      };
      const answer = await createBill(billObj, click.current);
      if (answer.isExistBill) {
        click.current = newIdempotencyKey();
        setExists(answer.message);
        return;
      }
      toast.success(answer.message);
      void client.invalidateQueries({ queryKey: ['bill'] });
      if (classNumber !== undefined && remembered.data?.diagnosisCode === null) setToApply(diagnosis);
      else onClose();
    } catch (failure) {
      click.current = newIdempotencyKey();
      faults.fromError(failure);
    } finally {
      setBusy(false);
    }
  };

  if (toApply && classNumber !== undefined) {
    return (
      <ApplyCode
        diagnosis={toApply}
        classNumber={classNumber}
        medications={prescription.medications.filter((one) => one.tc_ahfs_numbers.includes(classNumber))}
        onClose={() => {
          void client.invalidateQueries({ queryKey: billKeys.classCode(classNumber) });
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
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
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
          if (!busy) void save();
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
        <DiagnosisSearch
          id="diagnosisCode"
          required
          autoFocus
          value={diagnosis}
          hint={known && diagnosis?.code === known.code ? `Saved for class ${classNumber ?? ''}` : undefined}
          error={faults.error('diagnosisCode')}
          onChange={(next) => {
            setChosen(next);
            faults.clear('diagnosisCode');
          }}
        />
        <NativeSelect
          id="serviceCode"
          label="Service code"
          required
          value={serviceCode}
          error={faults.error('serviceCode')}
          data={[
            ...(serviceCode === '' ? [{ value: '', label: 'Choose...' }] : []),
            ...SERVICES.map(({ code, label }) => ({ value: code, label })),
          ]}
          onChange={(event) => {
            setService(event.currentTarget.value);
            faults.clear('serviceCode');
          }}
        />
        {candidates.length > 0 && (
          <NativeSelect
            id="seenBy"
            label="Doctor who saw the patient"
            value={seenBy}
            error={faults.error('seenBy')}
            data={candidates.map((one) => ({
              value: one._id,
              label: `Dr. ${one.FirstName} ${one.LastName}`,
            }))}
            onChange={(event) => {
              setSeenBy(event.currentTarget.value);
              faults.clear('seenBy');
            }}
          />
        )}
        <div className={css['times']}>
          <TextInput
            id="serviceDate"
            type="date"
            label="Date"
            required
            max={clinicDay(new Date())}
            value={day}
            onChange={(event) => {
              setDay(event.currentTarget.value);
              setService(null);
            }}
          />
          <TextInput
            id="serviceStartTime"
            type="time"
            label="Start time"
            required
            value={start}
            error={faults.error('serviceStartTime')}
            onChange={(event) => {
              setStart(event.currentTarget.value);
              faults.clear('serviceStartTime');
            }}
          />
          <TextInput
            id="serviceEndTime"
            type="time"
            label="End time"
            required
            value={end}
            error={faults.error('serviceEndTime')}
            onChange={(event) => {
              setEnd(event.currentTarget.value);
              faults.clear('serviceEndTime');
            }}
          />
        </div>
      </form>
    </Dialog>
  );
}
