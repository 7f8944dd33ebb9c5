// SPDX-License-Identifier: AGPL-3.0-or-later

/** What is looked at: period, doctor, payment, comparison. Beside one another on a desk, in a drawer on a phone. */
import { Button, Checkbox, NativeSelect, SegmentedControl } from '@mantine/core';
import { IconCalendar, IconFilter } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import type { InsightView } from '../../api/generated/schema';
import { Drawer } from '../../ui/dialogs/Drawer';
import { type Days, lastDays, LENGTHS, lengthOf, lengthShown, type Sight, USUAL_DAYS } from './address';
import css from './insight.module.css';
import { PeriodDialog } from './PeriodDialog';
import { daysText, rangeText } from './words';

interface FiltersProps {
  readonly sight: Sight;
  readonly onSight: (sight: Sight) => void;
  readonly view: InsightView | undefined;
  readonly today: string;
  readonly isPhone: boolean;
  /** What is said instead of the filters on a phone. */
  readonly missing: ReactNode;
}

export function Filters(props: FiltersProps) {
  const { sight, onSight, view, today, isPhone } = props;
  const [isChoosing, setChoosing] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const days = daysShown(sight, view, today);
  const choose = () => setChoosing(true);
  return (
    <>
      {isPhone ? (
        <div className={css['phoneFilters']}>
          <RangeButton days={days} onPress={choose} />
          <Button
            variant="default"
            leftSection={<IconFilter size={18} aria-hidden="true" />}
            onClick={() => setOpen(true)}
          >
            Filter
          </Button>
          <p>{props.missing ?? saidText(props)}</p>
        </div>
      ) : (
        <div className={css['filters']} role="group" aria-label="Filters">
          <PeriodField {...props} onOther={choose} />
          <div className={css['field']}>
            <span className={css['label']} aria-hidden="true">
              From and to
            </span>
            <RangeButton days={days} onPress={choose} />
          </div>
          <DoctorField {...props} />
          <PayerField {...props} />
          <CompareField {...props} days={days} />
        </div>
      )}
      {isPhone && (
        <Drawer opened={isOpen} onClose={() => setOpen(false)} position="bottom" size={430} title="Filter">
          <div className={css['drawer']}>
            <PeriodField
              {...props}
              onOther={() => {
                setOpen(false);
                choose();
              }}
            />
            <DoctorField {...props} />
            <PayerField {...props} />
            <CompareField {...props} days={days} />
            <Button fullWidth onClick={() => setOpen(false)}>
              Show
            </Button>
          </div>
        </Drawer>
      )}
      {isChoosing && (
        <PeriodDialog
          days={days}
          today={today}
          onClose={() => setChoosing(false)}
          onDays={(chosen) => {
            setChoosing(false);
            onSight({ ...sight, days: chosen });
          }}
        />
      )}
    </>
  );
}

/** The usual period is the server's; until it has answered, this clock's. */
function daysShown({ days }: Sight, view: InsightView | undefined, today: string): Days {
  if (days !== null) return days;
  const usual = lastDays(USUAL_DAYS, today);
  return view !== undefined && lengthOf(view) === USUAL_DAYS ? { from: view.from, to: view.to } : usual;
}

function RangeButton({ days, onPress }: { readonly days: Days; readonly onPress: () => void }) {
  const text = rangeText(days.from, days.to);
  return (
    <Button
      variant="default"
      className={css['range'] ?? ''}
      aria-label={`${text}, change the period`}
      rightSection={<IconCalendar size={18} aria-hidden="true" />}
      onClick={onPress}
    >
      {text}
    </Button>
  );
}

function PeriodField({ sight, onSight, today, onOther }: FiltersProps & { readonly onOther: () => void }) {
  const id = useId();
  const shown = lengthShown(sight, today);
  return (
    <div className={css['field']}>
      <span className={css['label']} id={id}>
        Period
      </span>
      <SegmentedControl
        aria-labelledby={id}
        value={shown === null ? 'other' : String(shown)}
        onChange={(value) => {
          const length = LENGTHS.find((one) => String(one) === value);
          if (length === undefined) onOther();
          else onSight({ ...sight, days: length === USUAL_DAYS ? null : lastDays(length, today) });
        }}
        data={[
          ...LENGTHS.map((length) => ({ value: String(length), label: daysText(length) })),
          { value: 'other', label: 'Other' },
        ]}
      />
    </div>
  );
}

const ALL = '';

function DoctorField({ sight, onSight, view }: FiltersProps) {
  const doctors = view?.doctors ?? [];
  const isKnown = sight.doctor === null || doctors.some(({ _id: id }) => id === sight.doctor);
  return (
    <NativeSelect
      className={css['select'] ?? ''}
      label="Doctor"
      value={sight.doctor ?? ALL}
      onChange={({ currentTarget: { value } }) => onSight({ ...sight, doctor: value === ALL ? null : value })}
      data={[
        { value: ALL, label: 'All doctors' },
        ...doctors.map(({ _id: value, name: label }) => ({ value, label })),
        // Someone of the address who has decided nothing, or whose name has not come yet.
        ...(isKnown ? [] : [{ value: sight.doctor ?? '', label: 'One doctor' }]),
      ]}
    />
  );
}

function PayerField({ sight, onSight }: FiltersProps) {
  return (
    <NativeSelect
      className={css['select'] ?? ''}
      label="Payment"
      value={sight.payer ?? ALL}
      onChange={({ currentTarget: { value } }) =>
        onSight({ ...sight, payer: value === 'card' || value === 'private' ? value : null })
      }
      data={[
        { value: ALL, label: 'All payments' },
        { value: 'card', label: 'With BC Services Card' },
        { value: 'private', label: 'Private' },
      ]}
    />
  );
}

function CompareField({ sight, onSight, days }: FiltersProps & { readonly days: Days }) {
  const length = lengthOf(days);
  return (
    <Checkbox
      className={css['compare'] ?? ''}
      label={`Compare with the ${length === 1 ? 'day' : daysText(length)} before`}
      checked={sight.compares}
      onChange={({ currentTarget }) => onSight({ ...sight, compares: currentTarget.checked })}
    />
  );
}

/** "All doctors, all payments. No patient’s name." */
function saidText({ sight, view }: FiltersProps): string {
  const doctor = view?.doctors.find(({ _id: id }) => id === sight.doctor)?.name;
  const who = sight.doctor === null ? 'All doctors' : (doctor ?? 'One doctor');
  const how =
    sight.payer === null ? 'all payments' : sight.payer === 'card' ? 'with BC Services Card' : 'private';
  return `${who}, ${how}. No patient’s name.`;
}
