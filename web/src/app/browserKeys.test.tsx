// SPDX-License-Identifier: AGPL-3.0-or-later

/** No field that filters keys or walks with them takes a key that is the browser's: reload, zoom, back, tabs. */
import { MantineProvider, NumberInput } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { JsonTree } from '../features/manage-data/JsonTree';
import { AnswerSearch } from '../features/medical-info/AnswerSearch';
import { SignaturePad } from '../features/prescriptions/review/SignaturePad';
import { PictureEditor } from '../features/suggestions/PictureEditor';
import { takenKeys } from '../testing/browserKeys';
import { ChoiceList } from '../ui/choices/ChoiceList';
import { Combobox, Dropdown, Option, Options, useCombobox } from '../ui/choices/Combobox';
import { ImageViewer } from '../ui/files/ImageViewer';
import { CodeInput } from '../ui/forms/CodeInput';
import { DateOfBirth } from '../ui/forms/DateOfBirth';
import { PasswordField } from '../ui/forms/PasswordField';
import { PhoneBoxes } from '../ui/forms/PhoneBoxes';

const nothing = () => undefined;

function Searched() {
  const combobox = useCombobox();
  return (
    <Combobox store={combobox} onOptionSubmit={nothing}>
      <input {...combobox.box} aria-label="Searched" onFocus={combobox.open} />
      <Dropdown>
        <Options aria-label="Found">
          <Option value="Ramipril">Ramipril</Option>
        </Options>
      </Dropdown>
    </Combobox>
  );
}

function Answered() {
  const [, setTyping] = useState(false);
  return (
    <AnswerSearch
      label="Answered"
      items={['Asthma']}
      isOff={false}
      isKnown={() => false}
      duplicateText="already there"
      onTyping={setTyping}
      onAdd={nothing}
    />
  );
}

const FIELDS: readonly (readonly [string, ReactNode])[] = [
  ['a code', <CodeInput key="" id="code" label="Code" value="123" onChange={nothing} />],
  ['a code that is full', <CodeInput key="" id="code" label="Code" value="123456" onChange={nothing} />],
  ['a phone number', <PhoneBoxes key="" id="cell" label="Cell" value="6045550100" onChange={nothing} />],
  [
    'a password',
    <PasswordField
      key=""
      id="password"
      label="Password"
      autoComplete="off"
      value="secret"
      onChange={nothing}
    />,
  ],
  ['a day of birth', <DateOfBirth key="" id="birth" label="Birth" value="1980-02-03" onChange={nothing} />],
  ['a number', <NumberInput key="" label="Days" value={15} />],
  ['a search', <Searched key="" />],
  [
    'a list to choose from',
    <ChoiceList
      key=""
      label="Chosen"
      text=""
      onText={nothing}
      groups={[{ title: 'Drugs', choices: [{ id: 'one', label: 'One' }] }]}
      onChoose={nothing}
      empty="none"
    />,
  ],
  ['an answer', <Answered key="" />],
  ['a tree', <JsonTree key="" label="Rows" items={[{ name: 'one' }]} from={0} />],
  ['a signature', <SignaturePad key="" strokes={[]} onChange={nothing} />],
];

const CONTROLS = 'input:not([type="hidden"]), select, button, [tabindex="0"], [role="img"]';

test.each(FIELDS)('%s leaves the browser its keys', async (_, field) => {
  const { container } = render(<MantineProvider env="test">{field}</MantineProvider>);
  const controls = [...container.querySelectorAll<HTMLElement>(CONTROLS)];
  expect(controls).not.toHaveLength(0);
  const [first] = controls;
  if (first instanceof HTMLInputElement) await userEvent.click(first);
  for (const control of controls) expect(takenKeys(control), control.outerHTML).toEqual([]);
});

test('the zoom of an image leaves the browser its own', async () => {
  render(
    <MantineProvider env="test">
      <ImageViewer opened onClose={nothing} src="data:," name="A photo" />
    </MantineProvider>,
  );
  const image = await screen.findByRole('group', { name: /^A photo/ });
  // The focus stays in a dialog.
  expect(takenKeys(image).filter((key) => !key.endsWith('Tab'))).toEqual([]);
});

test('a hidden area of a picture leaves the browser its keys', async () => {
  const picture = document.createElement('canvas');
  vi.spyOn(picture, 'toDataURL').mockReturnValue('data:,');
  const blank = { id: 1, x: 0.3, y: 0.3, width: 0.4, height: 0.2 };
  render(
    <MantineProvider env="test">
      <PictureEditor picture={picture} blanks={[blank]} onChange={nothing} />
    </MantineProvider>,
  );
  expect(takenKeys(screen.getByRole('group', { name: /^Hidden area 1/ }))).toEqual([]);
});
