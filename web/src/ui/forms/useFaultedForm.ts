// SPDX-License-Identifier: AGPL-3.0-or-later

// A form with several fields: Mantine keeps its values, faults.tsx what the server has against them. A
// field has one name: that of its value, of its control, and of the fault that the server answers.
import { useForm } from '@mantine/form';
import { type ChangeEvent, type ReactNode, useState } from 'react';
import { useFaults } from './faults';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What a control of Mantine takes. */
interface FieldProps<Value> {
  readonly id: string;
  readonly value: Value;
  readonly error: ReactNode;
  readonly onChange: (given: Value | ChangeEvent<Control>) => void;
}

const nothing = () => undefined;
const asTyped = (values: unknown) => values;

interface Options<Values> {
  /** Told of every change, for what depends on what would be sent (the key of a command). */
  readonly onChange?: () => void;
  /** False for filters, a period, a sign-in: nothing is lost with them, and nobody is asked before one leaves. */
  readonly asks?: boolean;
  /** What the values say, where they may differ and say the same. */
  readonly meaning?: (values: Values) => unknown;
  /** The part of a page that it belongs to (`askAboutPart`). */
  readonly part?: string;
}

/**
 * What was typed stays until it is set anew, also when it was refused. `name` tells the form, with its subject, from the
 * others of its address, to keep it over the end of a session (keeping.ts); null where nothing of it is kept.
 */
export function useFaultedForm<Values extends object>(
  name: string | null,
  initialValues: Values,
  options: Options<Values> = {},
) {
  const { onChange = nothing, asks = true, meaning = asTyped, part } = options;
  const { values, setValues, setFieldValue, getInputProps } = useForm({
    mode: 'controlled',
    initialValues,
    onValuesChange: onChange,
  });
  const [stored, setStored] = useState(initialValues);
  const faults = useFaults(
    asks
      ? {
          typed: values,
          stored,
          meaning,
          ...(part === undefined ? {} : { part }),
          keep: name === null ? null : { name, restore: setValues },
        }
      : null,
  );
  /** The control of one field; a change takes its fault back. */
  const field = <Name extends keyof Values & string>(name: Name): FieldProps<Values[Name]> => ({
    id: name,
    value: values[name],
    error: faults.error(name),
    onChange: (given) => {
      getInputProps(name).onChange(given);
      faults.clear(name);
    },
  });
  return { values, setValues, setFieldValue, field, faults, setStored };
}
