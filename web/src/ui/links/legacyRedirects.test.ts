// SPDX-License-Identifier: AGPL-3.0-or-later

import { describe, expect, it } from 'vitest';
import { legacyRedirect } from './legacyRedirects';

describe('links with a goal', () => {
  it('lead to the new password with what they carried, from the front page and from the sign-up', () => {
    for (const from of ['/', '/registration'])
      expect(legacyRedirect(from, '?redirect=recovery%2Fpassword&token=a%26b')).toBe(
        '/recovery/password?redirect=recovery%2Fpassword&token=a%26b',
      );
  });

  it('lead to the sign-up for any other goal, and stay there', () => {
    expect(legacyRedirect('/', '?redirect=dashboard')).toBe('/registration?redirect=dashboard');
    expect(legacyRedirect('/', '?redirect=https://evil.example&token=t')).toBe(
      '/registration?redirect=https%3A%2F%2Fevil.example&token=t',
    );
    expect(legacyRedirect('/registration', '?redirect=dashboard')).toBeNull();
  });

  it('stay where they are without a goal', () => {
    expect(legacyRedirect('/', '?token=t')).toBeNull();
    expect(legacyRedirect('/', '')).toBeNull();
  });
});
