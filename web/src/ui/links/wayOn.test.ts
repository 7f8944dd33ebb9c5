import { describe, expect, it } from 'vitest';
import { wayOn } from './wayOn';

describe('links with a goal', () => {
  it('lead to the new password with what they carried, from the front page and from the sign-up', () => {
    for (const from of ['/', '/registration'])
      expect(wayOn(from, '?redirect=recovery%2Fpassword&token=a%26b')).toBe(
        '/recovery/password?redirect=recovery%2Fpassword&token=a%26b',
      );
  });

  it('lead to the sign-up for any other goal, and stay there', () => {
    expect(wayOn('/', '?redirect=dashboard')).toBe('/registration?redirect=dashboard');
    expect(wayOn('/', '?redirect=https://evil.example&token=t')).toBe(
      '/registration?redirect=https%3A%2F%2Fevil.example&token=t',
    );
    expect(wayOn('/registration', '?redirect=dashboard')).toBeNull();
  });

  it('stay where they are without a goal', () => {
    expect(wayOn('/', '?token=t')).toBeNull();
    expect(wayOn('/', '')).toBeNull();
  });
});
