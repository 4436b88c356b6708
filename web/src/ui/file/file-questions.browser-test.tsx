import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../testing/draw.tsx';
import { FileQuestions } from './FileQuestions.tsx';

const questions = [
  {
    key: 'encoding',
    kind: 'encoding',
    column: '',
    word: '',
    values: [],
    choices: [
      { choice: 'windows-1252', readings: ['ãÍãÏ Úáí'] },
      { choice: 'windows-1256', readings: ['محمد علي'] },
    ],
  },
  {
    key: 'decimal-mark',
    kind: 'decimal-mark',
    column: 'Amount',
    word: '',
    values: ['1.500'],
    choices: [
      { choice: 'point', readings: ['1.500'] },
      { choice: 'comma', readings: ['1500'] },
    ],
  },
  {
    key: 'day-order',
    kind: 'day-order',
    column: 'Date',
    word: '',
    values: ['03/04/2026'],
    choices: [
      { choice: 'day-first', readings: ['2026-04-03'] },
      { choice: 'month-first', readings: ['2026-03-04'] },
    ],
  },
  {
    key: 'status:geparkt',
    kind: 'status',
    column: 'Status',
    word: 'Geparkt',
    values: ['01.06.2026 · Ada · 5,00'],
    choices: [
      { choice: 'booked', readings: [] },
      { choice: 'not-booked', readings: [] },
    ],
  },
] as const;

const names: Readonly<Record<string, string>> = {
  'windows-1256': 'Windows-1256 (Arabic)',
  'day-first': 'Day first',
  'not-booked': 'Not booked, leave out',
};

it('the questions of a file are shown with its values, and all answers are sent at once', async () => {
  const onAnswer = vi.fn<(answers: Readonly<Record<string, string>>) => void>();
  const onLeave = vi.fn<() => void>();
  await draw(
    <FileQuestions
      fileName="june.csv"
      questions={questions}
      answerText={(choice) => names[choice] ?? choice}
      onAnswer={onAnswer}
      onLeave={onLeave}
      busy={false}
    />,
  );
  const read = page.getByRole('button', { name: 'Read file' });
  await page.getByRole('radio', { name: /محمد علي.*Windows-1256/ }).click({ force: true });
  await expect.element(page.getByRole('radio', { name: '1.50' })).toBeInTheDocument();
  await page.getByRole('radio', { name: '1,500.00' }).click({ force: true });
  await page.getByRole('radio', { name: /Day first.*3 April 2026/ }).click({ force: true });
  await read.click();
  expect(onAnswer).not.toHaveBeenCalled();
  await expect.element(page.getByText('Choose an answer.')).toBeVisible();
  await expect.element(page.getByText('01.06.2026 · Ada · 5,00')).toBeVisible();
  await page
    .getByRole('group', { name: /Geparkt/ })
    .getByRole('radio', { name: 'Not booked, leave out' })
    .click({ force: true });
  await read.click();
  expect(onAnswer).toHaveBeenCalledWith({
    encoding: 'windows-1256',
    'decimal-mark': 'comma',
    'day-order': 'day-first',
    'status:geparkt': 'not-booked',
  });
  await page.getByRole('button', { name: 'Choose another file' }).click();
  expect(onLeave).toHaveBeenCalledOnce();
});
