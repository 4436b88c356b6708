import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../testing/draw.tsx';
import { PercentField } from './PercentField.tsx';
import { PhoneField } from './PhoneField.tsx';
import { TimeZoneField } from './TimeZoneField.tsx';

function Fields() {
  const [phone, setPhone] = useState('+14155550179');
  const [percent, setPercent] = useState<string | null>('4');
  const [timeZone, setTimeZone] = useState<string | null>('Asia/Kolkata');
  return (
    <>
      <PhoneField id="phone" label="Phone" value={phone} onChange={setPhone} maxLength={40} />
      <PercentField id="share" label="Share" value={percent} onChange={setPercent} />
      <TimeZoneField id="zone" label="Time zone" value={timeZone} onChange={setTimeZone} />
      <output aria-label="Value">{[phone, percent, timeZone].join(' | ')}</output>
    </>
  );
}

const value = () => page.getByLabelText('Value');
const phone = () => page.getByLabelText('Phone');

it('fields show stored values as lists do', async () => {
  await draw(<Fields />);
  await expect.element(phone()).toHaveValue('+1 415 555 0179');
  await expect.element(page.getByLabelText('Share')).toHaveValue('4.00');
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await expect.element(zone).toHaveValue('Kolkata (UTC+5:30)');
  await expect.element(value()).toHaveTextContent('+14155550179 | 4 | Asia/Kolkata');
});

it('a phone number is grouped when its field is left', async () => {
  await draw(<Fields />);
  await phone().fill('+1415 555 0123');
  await expect.element(phone()).toHaveValue('+1415 555 0123');
  await userEvent.tab();
  await expect.element(phone()).toHaveValue('+1 415 555 0123');
  await expect.element(value()).toHaveTextContent('+14155550123 | 4');
  await phone().fill('555 01');
  await userEvent.tab();
  await expect.element(phone()).toHaveValue('555 01');
});

it.each(['+44 (0)20 7946 0958', '+1 415 555 0123 - 45', '+1 (415) 555-0123'])(
  'a phone number with brackets or an extension stays as it was typed: %s',
  async (typed) => {
    await draw(<Fields />);
    await phone().fill(typed);
    await userEvent.tab();
    await expect.element(phone()).toHaveValue(typed);
    await expect.element(value()).toHaveTextContent(`${typed} | 4`);
  },
);

it('a time zone is found by its official name', async () => {
  await draw(<Fields />);
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await zone.fill('america/phoe');
  await page.getByRole('option', { name: 'Phoenix (UTC−7)' }).click();
  await expect.element(zone).toHaveValue('Phoenix (UTC−7)');
  await expect.element(value()).toHaveTextContent('| America/Phoenix');
});
