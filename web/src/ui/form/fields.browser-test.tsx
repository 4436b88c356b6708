import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../testing/draw.tsx';
import { DayField } from './DayField.tsx';
import { MoneyField } from './MoneyField.tsx';
import { SelectField } from './SelectField.tsx';
import { TextareaField } from './TextareaField.tsx';
import { TimeField } from './TimeField.tsx';

function Fields() {
  const [amountMinor, setAmountMinor] = useState<number | null>(null);
  const [day, setDay] = useState<string | null>(null);
  const [time, setTime] = useState('');
  const [team, setTeam] = useState<string | null>(null);
  return (
    <form aria-label="Promise">
      <MoneyField
        id="amount"
        label="Amount"
        currency="USD"
        value={amountMinor}
        onChange={setAmountMinor}
      />
      <DayField id="day" label="Day" value={day} onChange={setDay} today="2026-03-01" />
      <TimeField id="time" label="Time" value={time} onChange={setTime} />
      <SelectField
        id="team"
        label="Team"
        options={['Delta', 'Echo', 'Golf'].map((name) => ({ value: name, label: name }))}
        value={team}
        onChange={setTeam}
      />
      <output aria-label="Value">{JSON.stringify([amountMinor, day, time, team])}</output>
    </form>
  );
}

const value = () => page.getByLabelText('Value');

it('fields read an amount, a day and a time in the usual forms', async () => {
  await draw(<Fields />);
  await page.getByLabelText('Amount').fill('1,234.5');
  await page.getByLabelText('Day', { exact: true }).fill('5/12');
  await page.getByLabelText('Time').fill('930');
  await userEvent.tab();
  await expect.element(value()).toHaveTextContent('[123450,"2026-12-05","09:30",null]');
  await expect.element(page.getByLabelText('Amount')).toHaveValue('1,234.50');
});

it('fields read Arabic digits', async () => {
  await draw(<Fields />, 'ae');
  await page.getByLabelText('Amount').fill('١٢٣٤٫٥');
  await page.getByLabelText('Day', { exact: true }).fill('٥/١٢');
  await expect.element(value()).toHaveTextContent('[123450,"2026-12-05","",null]');
});

it('fields align each line of a text by its own letters', async () => {
  await draw(
    <TextareaField id="reason" label="Reason" value="The bank." onChange={() => undefined} />,
    'ae',
  );
  await expect
    .element(page.getByLabelText('Reason'))
    .toHaveStyle({ unicodeBidi: 'plaintext', textAlign: 'start' });
});

it('fields report text that they cannot read, and then have no value', async () => {
  await draw(<Fields />);
  const amount = page.getByLabelText('Amount');
  await amount.fill('12..5');
  await userEvent.tab();
  await expect.element(amount).toHaveAccessibleDescription('Enter an amount, such as 1,234.50');
  await expect.element(value()).toHaveTextContent('[null,null,"",null]');
});

it('fields accept a day from the calendar and return the focus', async () => {
  await draw(<Fields />);
  const opener = page.getByRole('button', { name: 'Open the calendar' });
  await opener.click();
  const day = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
  await expect.element(day('1 March 2026')).not.toHaveStyle({ boxShadow: 'none' });
  await expect.element(day('17 March 2026')).toHaveStyle({ boxShadow: 'none' });
  await day('17 March 2026').click();
  await expect.element(value()).toHaveTextContent('[null,"2026-03-17","",null]');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

it('fields choose from a list with the arrow keys', async () => {
  await draw(<Fields />);
  const team = page.getByRole('combobox', { name: 'Team' });
  team.element().focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('option', { name: 'Echo' })).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(value()).toHaveTextContent('"Echo"');
});

it('fields mark only the chosen option', async () => {
  await draw(<Fields />);
  const team = page.getByRole('combobox', { name: 'Team' });
  await team.click();
  await page.getByRole('option', { name: 'Echo' }).click();
  await team.click();
  const isMarked = (name: string) =>
    page.getByRole('option', { name }).element().querySelector('svg') !== null;
  await expect.element(page.getByRole('option', { name: 'Echo' })).toBeVisible();
  expect(['Delta', 'Echo', 'Golf'].filter(isMarked)).toEqual(['Echo']);
});

function Picked() {
  const [amountMinor, setAmountMinor] = useState<number | null>(null);
  const [problem, setProblem] = useState<string>();
  return (
    <>
      <MoneyField
        id="amount"
        label="Amount"
        currency="USD"
        value={amountMinor}
        onChange={setAmountMinor}
        onUnreadable={setProblem}
      />
      <button type="button" onClick={() => setAmountMinor(5_000)}>
        Instalment
      </button>
      <output aria-label="Value">{problem ?? amountMinor ?? 'none'}</output>
    </>
  );
}

it('an amount picked next to the field replaces text that cannot be read', async () => {
  await draw(<Picked />);
  const amount = page.getByLabelText('Amount');
  await amount.fill('12x');
  // The error moves the button, so the click must come after it.
  await userEvent.tab();
  await expect.element(value()).not.toHaveTextContent('none');
  await page.getByRole('button', { name: 'Instalment' }).click();
  await expect.element(amount).toHaveValue('50.00');
  await expect.element(value()).toHaveTextContent('5000');
  await amount.fill('13x');
  await expect.element(amount).toHaveValue('13x');
});
