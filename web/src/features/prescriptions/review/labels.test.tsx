// SPDX-License-Identifier: AGPL-3.0-or-later

import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { WholeNumbers } from './labels';

test('the number of a request is one piece of its sentence, whose words stay as they are', () => {
  const { container } = render(<WholeNumbers>Also requested in P-20054, P-20057.</WholeNumbers>);
  for (const label of ['P-20054', 'P-20057']) expect(screen.getByText(label)).toHaveClass('s-nowrap');
  expect(container).toHaveTextContent('Also requested in P-20054, P-20057.');
});
