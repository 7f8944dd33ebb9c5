import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FaxView, PrescriptionView } from '../../api/types';
import { RequestStatus } from './RequestStatus';
import { medication, prescription } from './review/test-data';
import { faxTrouble, isLive, standingWords, storyOf } from './story';

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

describe('a fax on the way of a request', () => {
  it('is done once it was faxed', () => {
    const arrived = faxed({});
    expect(storyOf(arrived, 'long', NOW).at(-1)).toMatchObject({ state: 'done' });
    expect(faxTrouble(arrived)).toBeNull();
    expect(isLive(arrived)).toBe(false);
  });

  it('that failed is no step done, and stays on the dashboard until a copy arrived', () => {
    const failed = faxed({ state: 'failed', undelivered: true, reason: 'The line was busy.' });
    expect(storyOf(failed, 'short', NOW).at(-1)).toMatchObject({
      label: 'Faxed to pharmacy',
      state: 'failed',
      who: 'Fax failed: the clinic is on it',
    });
    expect(standingWords(failed, NOW).title).toBe('The fax to your pharmacy failed');
    expect(isLive(failed)).toBe(true);
    const again = faxed({ state: 'sent', copy: 2, undelivered: true });
    expect(storyOf(again, 'long', NOW).at(-1)).toMatchObject({
      state: 'failed',
      who: 'Fax failed, on its way again',
    });
  });

  it('that failed stands beside the status, which itself stays', () => {
    render(<RequestStatus prescription={faxed({ state: 'failed', undelivered: true })} />);
    expect(screen.getByText('Faxed to pharmacy')).toBeInTheDocument();
    expect(screen.getByText('Fax failed: the clinic is on it')).toBeInTheDocument();
  });
});
