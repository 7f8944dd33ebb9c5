// SPDX-License-Identifier: AGPL-3.0-or-later

/** A list of answers as it is filled in: by keys, by the usual ones, in own words, and with none of them. */
import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { Announcer } from '../../ui/feedback/announce';
import { keptIsFor, wipeKept } from '../../ui/forms/keeping';
import { keepUnsaved } from '../../ui/forms/unsaved';
import { AnswerList } from './AnswerList';
import { answerNo, type ListAnswer } from './answers';

let answered: ListAnswer = answerNo(false);

function Asked() {
  const [answer, setAnswer] = useState(answered);
  return (
    <AnswerList
      field="MedicalConditions"
      otherField="otherMedicalConditions"
      legend="Medical conditions"
      label="Add a condition"
      items={['Asthma', 'Diabetes', 'Gout', 'Ménière disease']}
      usual={['Asthma', 'Diabetes']}
      answer={answer}
      errorOf={() => undefined}
      duplicateText="Medical condition is already existed!"
      notFoundText="Medical condition not found"
      onChange={(next) => {
        answered = next;
        setAnswer(next);
      }}
    />
  );
}

const show = () =>
  render(
    <MantineProvider env="test">
      <Announcer />
      <Asked />
    </MantineProvider>,
  );

beforeEach(() => {
  answered = answerNo(false);
  show();
});

const box = () => screen.getByRole('combobox', { name: 'Add a condition' });

test('what is typed is found, however it is accented, and taken by Enter', async () => {
  const user = userEvent.setup();
  await user.type(box(), 'MENIERE');
  const found = screen.getByRole('option', { name: 'Ménière disease' });
  expect(box()).toHaveAttribute('aria-activedescendant', found.id);
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('option', { name: 'Add “MENIERE” in your own words' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await user.keyboard('{ArrowUp}{Enter}');
  expect(answered).toEqual({ no: false, chosen: ['Ménière disease'], other: null, begun: false });
  expect(box()).toHaveValue('');
  expect(box()).toHaveFocus();
  expect(screen.getByText('Ménière disease added.')).toBeInTheDocument();
});

test('a usual one is one press; the next has the focus; what is removed is said', async () => {
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Asthma' }));
  expect(answered.chosen).toEqual(['Asthma']);
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Diabetes' })).toHaveFocus();
  });
  await user.click(screen.getByRole('button', { name: 'Remove Asthma' }));
  expect(answered.chosen).toEqual([]);
  expect(screen.getByText('Asthma removed.')).toBeInTheDocument();
  await waitFor(() => {
    expect(box()).toHaveFocus();
  });
});

test('what is not in the list is added in own words, once', async () => {
  const user = userEvent.setup();
  await user.type(box(), 'Raynaud syndrome');
  expect(screen.getByText(/^Medical condition not found\./)).toBeVisible();
  expect(answered).toEqual({ no: false, chosen: [], other: null, begun: true });
  await user.keyboard('{Enter}');
  expect(answered).toEqual({ no: false, chosen: [], other: ['Raynaud syndrome'], begun: false });
  await user.type(box(), 'raynaud SYNDROME{Enter}');
  expect(screen.getByText('Medical condition is already existed!')).toBeVisible();
  expect(answered.other).toEqual(['Raynaud syndrome']);
});

test('words that were left in the box are said not to be added', async () => {
  const user = userEvent.setup();
  await user.type(box(), 'gout');
  // Its place is kept while the list is open: the press that leaves the box moves nothing.
  const pending = screen.getByText('“gout” is not added yet.');
  expect(pending).not.toBeVisible();
  await user.tab();
  expect(screen.getByText('“gout” is not added yet.')).toBe(pending);
  expect(pending).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(answered).toEqual({ no: false, chosen: ['Gout'], other: null, begun: false });
});

test('Enter takes what starts a word; letters in the middle of one choose nothing', async () => {
  const user = userEvent.setup();
  await user.type(box(), 'sth');
  expect(screen.getByRole('option', { name: 'Asthma' })).toHaveAttribute('aria-selected', 'false');
  const own = screen.getByRole('option', { name: 'Add “sth” in your own words' });
  expect(box()).toHaveAttribute('aria-activedescendant', own.id);
  await user.keyboard('{Enter}');
  expect(answered).toEqual({ no: false, chosen: [], other: ['sth'], begun: false });
  await user.type(box(), 'dis{Enter}');
  expect(answered.chosen).toEqual(['Ménière disease']);
});

test('words that were begun outlast what is added and removed, and go with None of these', async () => {
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Asthma' }));
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Diabetes' })).toHaveFocus();
  });
  await user.type(box(), 'peanuts');
  await user.click(screen.getByRole('button', { name: 'Remove Asthma' }));
  await user.click(screen.getByRole('button', { name: 'Diabetes' }));
  expect(answered).toEqual({ no: false, chosen: ['Diabetes'], other: null, begun: true });
  await user.click(screen.getByLabelText('None of these'));
  expect(answered).toEqual({ no: true, chosen: [], other: null });
  expect(box()).toHaveValue('');
  expect(screen.queryByRole('button', { name: 'Add' })).toBeNull();
  await user.click(screen.getByLabelText('None of these'));
  await user.click(screen.getByRole('button', { name: 'Asthma' }));
  expect(box()).toHaveValue('');
  expect(answered).toEqual({ no: false, chosen: ['Asthma'], other: null });
});

test('none of these clears and disables the rest', async () => {
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Asthma' }));
  await user.click(screen.getByLabelText('None of these'));
  expect(answered).toEqual({ no: true, chosen: [], other: null });
  expect(box()).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Diabetes' })).toBeNull();
  await user.click(screen.getByLabelText('None of these'));
  expect(box()).toBeEnabled();
});

test('what was typed in the box when the session ended is there again, and the list knows of it', async () => {
  keptIsFor('me');
  await userEvent.type(box(), 'Migraine');
  act(() => keepUnsaved('me'));
  cleanup();
  answered = answerNo(false);
  keptIsFor('me');
  show();
  expect(box()).toHaveValue('Migraine');
  expect(answered).toMatchObject({ begun: true });
  expect(screen.getByText(/What you typed before you were signed out/)).toBeInTheDocument();
  wipeKept();
});
