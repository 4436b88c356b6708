import { expect, it } from 'vitest';
import { groupPhone } from './group-phone.ts';

it.each([
  ['+12025556802', '+1 202 555 6802'],
  ['+33612345678', '+33 612 345 678'],
  ['+442079460018', '+44 207 946 0018'],
  ['+971501234567', '+971 501 234 567'],
  ['+35621234567', '+356 212 345 67'],
])('the phone number %s is grouped as %s', (stored, shown) => {
  expect(groupPhone(stored)).toBe(shown);
});

it('text that is not an international number is left unchanged', () => {
  expect(groupPhone('555 01 02')).toBe('555 01 02');
  expect(groupPhone('')).toBe('');
});
