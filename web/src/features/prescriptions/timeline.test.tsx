// SPDX-License-Identifier: AGPL-3.0-or-later

import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CopyView, FaxView, PrescriptionView } from '../../api/generated/schema';
import { setClinicClock } from '../../ui/format';
import { MedicationsCard, StatusCard } from './DetailCards';
import { OutcomeNotice } from './OutcomeNotice';
import { RequestStatus } from './RequestStatus';
import { medication, prescription } from './review/test-data';
import { StaffRequestStatus } from './StaffRequestStatus';
import { atLength } from './stepWords';
import { hasFaxFailed, inShort, isLive, requestSummary, timelineOf } from './timeline';

vi.mock('../../ui/links/AppLink', () => ({ ButtonLink: () => null }));

const NOW = new Date('2026-11-21T20:00:00Z');

function faxed(change: Partial<FaxView>): PrescriptionView {
  const at = '2026-11-21T18:00:00Z';
  return prescription('1', [medication('m', 'RAMIPRIL', { status: 'Approved' })], {
    status: 'FAXED',
    statuses: [
      { code: 'FAXED', text: 'Faxed to pharmacy', at, by: null, detail: null },
      { code: 'PENDING', text: 'Pending', at, by: null, detail: null },
    ],
    fax: {
      state: 'delivered',
      toNumber: '6045550131',
      _id: 'fax-1',
      recipientName: 'Tidewater Pharmacy',
      at,
      pages: 2,
      attempts: 1,
      reason: null,
      copy: 1,
      undelivered: false,
      ...change,
    },
  });
}

function withVoid(state: string, at: string | null): PrescriptionView {
  const gone = { at, askedAt: '2026-11-21T18:50:00Z', forPatient: 'You asked for another pharmacy.' };
  const copy = { _id: 'c1', number: 1, way: 'fax', state, void: gone };
  return { ...faxed({}), copies: [copy as unknown as CopyView] };
}

describe('a decision that was undone', () => {
  const entry = (code: 'CREATED' | 'PENDING' | 'APPROVED', minute: number) => ({
    code,
    text: code,
    at: `2026-11-21T18:0${minute}:00Z`,
    by: null,
    detail: null,
  });
  const undone = prescription('1', [medication('m', 'RAMIPRIL')], {
    status: 'PENDING',
    statuses: [entry('PENDING', 4), entry('APPROVED', 3), entry('PENDING', 2), entry('CREATED', 1)],
    feeDue: 5000,
  });

  it('is no step of the patient, who paid once', () => {
    const steps = (words: Parameters<typeof timelineOf>[1]) =>
      timelineOf(undone, words).map(({ label, state }) => `${label}: ${state}`);
    expect(steps(inShort(undone, NOW))).toEqual([
      'Sent: done',
      'Paid: current',
      'Being reviewed: todo',
      'Decided: todo',
      'At your pharmacy: todo',
    ]);
    expect(steps(atLength(undone, true))).toEqual([
      'Created: done',
      'Pending: current',
      'Acknowledged: todo',
      'Approved: todo',
      'Faxed to pharmacy: todo',
    ]);
  });

  it('is told to staff as what it was', () => {
    const steps = timelineOf(undone, atLength(undone, false));
    const told = steps.map(({ label, when }) => {
      const { container, unmount } = render(<>{when}</>);
      const text = `${label} ${container.textContent}`;
      unmount();
      return text;
    });
    expect(told[2]).toMatch(/^Approved .* · Undone since$/);
    expect(told[3]).toMatch(/^Pending/);
    expect(told).toHaveLength(7);
  });
});

describe('the sentence with the time of the promise', () => {
  const clock = [
    { from: '2026-01-01T08:00:00Z', minutes: -480 },
    { from: '2026-03-08T10:00:00Z', minutes: -420 },
    { from: '2026-11-01T09:00:00Z', minutes: -480 },
  ];
  afterEach(() => setClinicClock(clock.slice(0, 1)));

  it.each([
    ['by the evening', '2026-06-02T18:00:00Z', '2026-06-03T03:05:00Z', 'by 8:05 PM today'],
    ['over night', '2026-06-02T18:00:00Z', '2026-06-03T15:55:00Z', 'by 8:55 AM tomorrow'],
    ['in days', '2026-06-02T18:00:00Z', '2026-06-05T15:55:00Z', 'by 8:55 AM on Jun 05, 2026'],
    ['before a short day', '2026-03-08T07:30:00Z', '2026-03-09T06:30:00Z', 'by 11:30 PM tomorrow'],
    ['over a short day', '2026-03-08T07:30:00Z', '2026-03-09T07:30:00Z', 'by 12:30 AM on Mar 09, 2026'],
    ['within a long day', '2026-11-01T07:30:00Z', '2026-11-02T07:30:00Z', 'by 11:30 PM today'],
    ['after a long day', '2026-11-01T07:30:00Z', '2026-11-02T08:30:00Z', 'by 12:30 AM tomorrow'],
  ])('names its day as a patient does: %s', (_, now, promisedBy, words) => {
    setClinicClock(clock);
    const waits = prescription('1', [medication('m', 'RAMIPRIL')], { status: 'PENDING', promisedBy });
    const { title } = requestSummary(waits, new Date(now));
    expect(title.replaceAll('\u00a0', ' ')).toBe(`A doctor should answer ${words}`);
  });
});

describe('a refund on the way of a request', () => {
  it('is said with the reason that was written for the patient', () => {
    const payment = { refundAmount: 50, card: { brand: 'visa', last4: '4242' } };
    const detail = '$50.00 to visa 4242. A mistake of ours. We are sorry.';
    const refunded = prescription('1', [medication('m', 'RAMIPRIL', { status: 'Rejected' })], {
      status: 'REFUNDED',
      statuses: [{ code: 'REFUNDED', text: 'Refunded', at: '2026-11-21T18:00:00Z', by: null, detail }],
      payment: payment as PrescriptionView['payment'],
    });
    render(<>{timelineOf(refunded, atLength(refunded, true)).at(-1)?.when}</>);
    expect(screen.getByText(/to Visa ending 4242\. A mistake of ours\. We are sorry\.$/)).toBeInTheDocument();
  });
});

describe('the steps on the dashboard', () => {
  const labels = (request: PrescriptionView) =>
    timelineOf(request, inShort(request, NOW)).map((step) => step.label);

  it('are those of somebody who waits', () => {
    const line = [medication('m', 'RAMIPRIL')];
    const rest = ['Being reviewed', 'Decided', 'At your pharmacy'];
    expect(labels(prescription('1', line))).toEqual(['Paid', ...rest]);
    expect(labels(prescription('1', line, { feeDue: 0 }))).toEqual(['Received', ...rest]);
  });

  it('never say that a fax arrived before its pharmacy confirmed it', () => {
    expect(labels(faxed({})).at(-1)).toBe('At your pharmacy');
    expect(labels(faxed({ state: 'sent' })).at(-1)).toBe('Faxed to pharmacy');
  });

  it('never say so of a fax that another machine answered', () => {
    const doubt = { reason: 'Another machine answered.' };
    const request = faxed(doubt);
    expect(labels(request).at(-1)).toBe('Faxed to pharmacy');
    expect(requestSummary(faxed({}), NOW).title).toMatch(/ has it$/);
    expect(requestSummary(request, NOW).title).toBe('Your prescription was faxed');
    const part = (change: Partial<FaxView>) => ({
      ...faxed(change),
      medications: [
        medication('m', 'RAMIPRIL', { status: 'Approved' }),
        medication('n', 'METFORMIN', { status: 'Approved' }),
        medication('o', 'LORAZEPAM', { status: 'Rejected' }),
      ],
    });
    expect(requestSummary(part({}), NOW).title).toBe('Most of your request is at the pharmacy');
    expect(requestSummary(part(doubt), NOW).title).toBe('Most of your request is approved');
  });
});

describe('a fax on the way of a request', () => {
  it('is done once it was faxed', () => {
    const arrived = faxed({});
    expect(timelineOf(arrived, atLength(arrived, true)).at(-1)).toMatchObject({ state: 'done' });
    expect(hasFaxFailed(arrived)).toBe(false);
    expect(isLive(arrived)).toBe(false);
  });

  it('that failed is no step done, and stays on the dashboard until a copy arrived', () => {
    const failed = faxed({ state: 'failed', undelivered: true, reason: 'The line was busy.' });
    expect(timelineOf(failed, inShort(failed, NOW)).at(-1)).toMatchObject({
      label: 'Fax to pharmacy',
      state: 'failed',
      who: 'Not delivered',
    });
    expect(requestSummary(failed, NOW)).toEqual({
      title: 'The fax did not go through',
      text: 'Our staff are working on it.',
    });
    expect(isLive(failed)).toBe(true);
    const again = faxed({ state: 'sent', copy: 2, undelivered: true });
    expect(timelineOf(again, atLength(again, true)).at(-1)).toMatchObject({
      state: 'failed',
      who: 'Being sent again',
    });
  });

  it('that has nowhere to go asks its patient', () => {
    const pharmacyRefused = 'This pharmacy is no longer in the list.';
    const gone = prescription('1', [medication('m', 'RAMIPRIL', { status: 'Approved' })], {
      status: 'APPROVED',
      canNamePharmacy: true,
      pharmacyRefused,
    });
    expect(requestSummary(gone, NOW)).toEqual({
      title: 'Please choose another pharmacy',
      text: pharmacyRefused,
    });
    const named = { ...gone, askedPharmacy: gone.pharmacy };
    expect(requestSummary(named, NOW).title).toBe('Your request is approved');
  });

  it('is said to be there once its pharmacy confirmed it, and before that to be on its way', () => {
    const { container, rerender } = render(<OutcomeNotice prescription={faxed({})} forPatient />);
    expect(container).toHaveTextContent(/ has your prescription\..* received the fax on Nov 21, 2026/);
    expect(container).toHaveTextContent(/Call ahead before you pick it up\.$/);
    expect(container).not.toHaveTextContent(/should arrive/);
    rerender(<OutcomeNotice prescription={faxed({ state: 'sent' })} forPatient />);
    expect(container).toHaveTextContent(/was faxed to .*It should arrive within 24 hours/);
  });

  it('that failed stands alone: nobody reads that it was faxed', () => {
    render(<RequestStatus prescription={faxed({ state: 'failed', undelivered: true })} />);
    expect(screen.queryByText('Faxed to pharmacy')).toBeNull();
    expect(screen.getByText('Fax failed')).toBeInTheDocument();
  });

  it('that failed is no fax that anybody has, wherever the patient reads of it', () => {
    const failed = faxed({ state: 'failed', undelivered: true });
    const [line] = failed.medications;
    const rejected = medication('n', 'Zopiclone', { status: 'Rejected' });
    const inPart = { ...failed, medications: [...(line ? [line] : []), rejected] };
    const { container } = render(
      <MantineProvider env="test">
        <OutcomeNotice prescription={inPart} forPatient />
        <MedicationsCard prescription={inPart} forPatient />
        <StatusCard prescription={inPart} forPatient />
      </MantineProvider>,
    );
    expect(container).toHaveTextContent('The fax did not go through.Our staff are working on it.');
    expect(screen.getAllByText(/did not go through/)).toHaveLength(1);
    expect(screen.getAllByText(/working on it/)).toHaveLength(1);
    expect(container).not.toHaveTextContent(/faxed to|sends it|has it/i);
  });

  it('whose copy is being voided is no fax to call ahead about', () => {
    const voiding = withVoid('voiding', null);
    const { container } = render(<OutcomeNotice prescription={voiding} forPatient />);
    const words = 'Your clinic is changing this prescription. Please wait before you call the pharmacy.';
    expect(container).toHaveTextContent(words);
    expect(container).not.toHaveTextContent(/faxed to|call ahead/i);
    expect(requestSummary(voiding, NOW).text).toBe(words);
    expect(isLive(voiding)).toBe(true);
  });

  it('that was withdrawn is a step of its own between the fax and the approval after it', () => {
    const voided = withVoid('voided', '2026-11-21T19:00:00Z');
    const again = { text: 'Approved', at: '2026-11-21T19:00:00Z', by: null, detail: 'Copy 1 is void' };
    const request: PrescriptionView = {
      ...voided,
      status: 'APPROVED',
      statuses: [{ code: 'APPROVED', ...again }, ...voided.statuses],
    };
    const timeline = timelineOf(request, atLength(request, true));
    expect(timeline.map((step) => step.label)).toEqual([
      'Pending',
      'Faxed to pharmacy',
      'Withdrawn from the pharmacy',
      'Approved',
      'Faxed to pharmacy',
    ]);
  });

  it('whose copy is void is not picked up: the dashboard says so as the request’s own page does', () => {
    const voided: PrescriptionView = { ...withVoid('voided', '2026-11-21T19:00:00Z'), status: 'APPROVED' };
    const { container } = render(<OutcomeNotice prescription={voided} forPatient />);
    const { title, text } = requestSummary(voided, NOW);
    expect(title).toBe('The prescription that was sent before is void');
    expect(text).toMatch(/Please do not pick anything up with the earlier prescription\.$/);
    expect(container).toHaveTextContent(`${title}.`);
    expect(container).toHaveTextContent(text);
  });

  it('that is work is marked for the staff, also where nobody knows or another machine answered', () => {
    const unknown = faxed({ state: 'unknown', reason: 'No answer came.' });
    render(<StaffRequestStatus prescription={{ ...unknown, work: 'fax' }} />);
    expect(screen.getByText('Fax failed')).toBeInTheDocument();
    render(<StaffRequestStatus prescription={{ ...faxed({}), work: 'fax' }} />);
    expect(screen.getByText('Fax to check')).toBeInTheDocument();
    // Nothing of it is for the patient.
    render(<RequestStatus prescription={{ ...faxed({}), work: 'fax' }} />);
    expect(screen.getAllByText('Fax to check')).toHaveLength(1);
  });
});
