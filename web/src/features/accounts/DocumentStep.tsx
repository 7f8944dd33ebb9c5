// SPDX-License-Identifier: AGPL-3.0-or-later

// The health document, in the sign-up and on the profile: BC Services Card, else Canadian health card,
// else passport. An earlier answer clears the later ones; private pay hides the numbers.
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useOptions, useSettings } from '../../api/queries';
import { Notice } from '../../ui/feedback/states';
import { ImageField } from '../../ui/files/ImageField';
import { ChoiceCards } from '../../ui/forms/ChoiceCards';
import { choicesOrNone } from '../../ui/forms/choose';
import type { PartProps } from './CredentialFields';
import { withoutSeparators } from './checks';
import type { DocumentParts } from './documents';
import { countryList } from './queries';
import classes from './registration.module.css';

type DocumentProps = PartProps<DocumentParts>;

const YES_NO = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const;

const NO_BC = { BCCardNumber: '', confirmBCCardNumber: '' } as const;
const NO_HEALTH = { HealthCardNumber: '', confirmHealthCardNumber: '', HealthCardProvince: '' } as const;
const NO_PASSPORT = { PassportNumber: '', confirmPassportNumber: '', PassportCountryId: '' } as const;

const answerOf = (value: string): 'yes' | 'no' => (value === 'yes' ? 'yes' : 'no');

interface DocumentStepProps extends DocumentProps {
  /** Pictures of the card are wanted; asked of everybody where the deployment says so. */
  readonly pictures?: boolean;
}

export function DocumentStep({ form, set, faults, pictures = false }: DocumentStepProps) {
  const settings = useSettings();
  const elsewhere = settings.otherProvinces && form.hasBcCard === 'no';
  return (
    <>
      <Checkbox
        label="Private pay: I will pay without a provincial health card"
        checked={form.isPrivatePay}
        onChange={(event) => {
          const isPrivatePay = event.currentTarget.checked;
          faults.clear();
          set({ isPrivatePay });
        }}
      />
      {!form.isPrivatePay && (
        <>
          <ChoiceCards
            id="hasBcCard"
            label="Do you have a BC Services Card?"
            value={form.hasBcCard}
            choices={YES_NO}
            error={faults.error('hasBcCard')}
            onChange={(value) =>
              set({
                hasBcCard: answerOf(value),
                hasHealthCard: '',
                hasPassport: '',
                ...NO_BC,
                ...NO_HEALTH,
                ...NO_PASSPORT,
              })
            }
          />
          {form.hasBcCard === 'yes' && (
            <NumberPair
              form={form}
              set={set}
              faults={faults}
              field="BCCardNumber"
              copy="confirmBCCardNumber"
              label="BC Services Card number"
            />
          )}
          {form.hasBcCard === 'no' && !settings.otherProvinces && (
            <Notice kind="info">
              Without a BC Services Card you can use {settings.product} as private pay: tick the box above.
            </Notice>
          )}
          {elsewhere && <Elsewhere form={form} set={set} faults={faults} />}
          {(pictures || settings.cardUpload) && <CardPictures form={form} set={set} faults={faults} />}
        </>
      )}
    </>
  );
}

function Elsewhere({ form, set, faults }: DocumentProps) {
  const options = useOptions();
  const countries = useQuery({ ...countryList(), enabled: form.hasPassport === 'yes' });
  return (
    <>
      <ChoiceCards
        id="hasHealthCard"
        label="Do you have a Canadian health card?"
        value={form.hasHealthCard}
        choices={YES_NO}
        error={faults.error('hasHealthCard')}
        onChange={(value) =>
          set({ hasHealthCard: answerOf(value), hasPassport: '', ...NO_HEALTH, ...NO_PASSPORT })
        }
      />
      {form.hasHealthCard === 'yes' && (
        <>
          <NumberPair
            form={form}
            set={set}
            faults={faults}
            field="HealthCardNumber"
            copy="confirmHealthCardNumber"
            label="Canadian health card number"
          />
          <NativeSelect
            id="HealthCardProvince"
            label="Province of the health card"
            className={classes['short'] ?? ''}
            value={form.HealthCardProvince}
            error={faults.error('HealthCardProvince')}
            data={choicesOrNone(options.data?.provinces ?? [])}
            onChange={(event) => set({ HealthCardProvince: event.currentTarget.value })}
          />
        </>
      )}
      {form.hasHealthCard === 'no' && (
        <ChoiceCards
          id="hasPassport"
          label="Do you have a passport?"
          value={form.hasPassport}
          choices={YES_NO}
          error={faults.error('hasPassport')}
          onChange={(value) => set({ hasPassport: answerOf(value), ...NO_PASSPORT })}
        />
      )}
      {form.hasPassport === 'yes' && (
        <>
          <NumberPair
            form={form}
            set={set}
            faults={faults}
            field="PassportNumber"
            copy="confirmPassportNumber"
            label="Passport number"
          />
          <NativeSelect
            id="PassportCountryId"
            label="Country of the passport"
            className={classes['short'] ?? ''}
            value={form.PassportCountryId}
            error={faults.error('PassportCountryId')}
            data={choicesOrNone(
              (countries.data ?? []).map((country) => ({ value: country._id, label: country.Name })),
            )}
            onChange={(event) => set({ PassportCountryId: event.currentTarget.value })}
          />
        </>
      )}
      {form.hasPassport === 'no' && (
        <Notice kind="info">
          Without any of these documents you can register as private pay: tick the box above.
        </Notice>
      )}
    </>
  );
}

interface NumberPairProps extends DocumentProps {
  readonly field: 'BCCardNumber' | 'HealthCardNumber' | 'PassportNumber';
  readonly copy: 'confirmBCCardNumber' | 'confirmHealthCardNumber' | 'confirmPassportNumber';
  readonly label: string;
}

const PAIR_NAMES = {
  BCCardNumber: 'BC Services Card Number',
  HealthCardNumber: 'Canadian Health Card Number',
  PassportNumber: 'Passport Number',
} as const;

function NumberPair({ form, set, faults, field, copy, label }: NumberPairProps) {
  const change = (name: keyof DocumentParts, value: string) => set({ [name]: value });
  const name = PAIR_NAMES[field];
  const compare = () => {
    if (form[copy] === '' || withoutSeparators(form[copy]) === withoutSeparators(form[field])) return;
    faults.add({ field: copy, message: `Confirm ${name} doesn't match ${name}` });
  };
  return (
    <>
      <TextInput
        id={field}
        label={label}
        className={classes['short'] ?? ''}
        autoComplete="off"
        value={form[field]}
        error={faults.error(field)}
        onChange={(event) => change(field, event.currentTarget.value)}
        onBlur={compare}
      />
      <TextInput
        id={copy}
        label={`Confirm ${label}`}
        className={classes['short'] ?? ''}
        autoComplete="off"
        value={form[copy]}
        error={faults.error(copy)}
        onChange={(event) => change(copy, event.currentTarget.value)}
        onBlur={compare}
      />
    </>
  );
}

function CardPictures({ form, set, faults }: DocumentProps) {
  const refuse = (field: string) => (message: string) => faults.add({ field, message });
  return (
    <>
      <ImageField
        id="healthDocument"
        label="Photo of your card"
        hint="A PNG or JPEG picture, or a PDF."
        pdf
        camera="environment"
        file={form.healthDocument}
        error={faults.error('healthDocument')}
        onChange={(healthDocument) => set({ healthDocument })}
        onRefuse={refuse('healthDocument')}
      />
      <ImageField
        id="healthDocumentBack"
        label="Back of the card (optional)"
        pdf
        camera="environment"
        file={form.healthDocumentBack}
        error={faults.error('healthDocumentBack')}
        onChange={(healthDocumentBack) => set({ healthDocumentBack })}
        onRefuse={refuse('healthDocumentBack')}
      />
    </>
  );
}
