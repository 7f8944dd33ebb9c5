// SPDX-License-Identifier: AGPL-3.0-or-later

import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type DeviceSwitch, deviceSwitch, useDeviceSwitch } from './deviceSwitch';

function Shown({ one }: { readonly one: DeviceSwitch }) {
  return <p>{useDeviceSwitch(one) ? 'on' : 'off'}</p>;
}

test('a switch is on at first, every screen follows it, and the device keeps it', () => {
  const one = deviceSwitch('salal.example');
  render(<Shown one={one} />);
  expect(screen.getByText('on')).toBeVisible();
  act(() => one.set(false));
  expect(screen.getByText('off')).toBeVisible();
  expect(deviceSwitch('salal.example').get()).toBe(false);
  expect(deviceSwitch('salal.another').get()).toBe(true);
  act(() => one.set(true));
  expect(screen.getByText('on')).toBeVisible();
});
