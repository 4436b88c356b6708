import type { ReadDashboard } from '@bursar/contracts/reporting/dashboard';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import type { Book, Dashboard, LatestPayment } from './dashboard.queries.ts';
import { DashboardPage } from './DashboardPage.tsx';
import { LatestPayments } from './LatestPayments.tsx';

const texts = ['dashboard', 'loans'];

const book = (changes: Partial<Book> = {}): Book => ({
  currency: 'USD',
  activeLoans: 3,
  outstandingMinor: 400_000,
  disbursedMonthMinor: 0,
  collectedMonthMinor: 30_000,
  collectedPreviousMonthMinor: 40_000,
  incomeMonthMinor: 1_250,
  incomePreviousMonthMinor: 0,
  outstandingOver30Minor: 100_000,
  unassignedLoans: 0,
  buckets: [
    { bucket: 'current', loans: 2, outstandingMinor: 300_000 },
    { bucket: '31-60', loans: 1, outstandingMinor: 100_000 },
  ],
  collections: [{ month: '2026-03-01', collectedMinor: 30_000 }],
  ...changes,
});

const payment = (changes: Partial<LatestPayment> = {}): LatestPayment => ({
  id: '019c0000-0000-7000-8000-000000000001',
  loanId: '019c0000-0000-7000-8000-000000000002',
  loanReference: 'L-000017',
  borrower: 'Nora Quist',
  amountMinor: 12_345,
  interestMinor: 2_345,
  recoveredMinor: 0,
  currency: 'USD',
  valueDate: '2026-03-01',
  postedAt: '2026-03-01T09:00:00.000Z',
  ...changes,
});

async function drawDashboard(changes: Partial<Dashboard>, work?: ReactNode) {
  answerApi(
    answers<ReadDashboard>('GET /api/dashboard', {
      businessDate: '2026-03-14',
      compared: {
        from: '2026-03-01',
        to: '2026-03-14',
        previousFrom: '2026-02-01',
        previousTo: '2026-02-14',
      },
      books: [book()],
      latestPayments: [],
      ...changes,
    }),
  );
  await drawFeature(<DashboardPage work={work} />, { texts });
}

const row = (name: string) => page.getByRole('row', { name });

describe('the dashboard', () => {
  it('compares a month to date with the same days of the previous month', async () => {
    await drawDashboard({});
    const main = page.getByRole('main');
    await expect.element(main).toHaveTextContent(/Outstanding principal ?4,000\.00/);
    await expect.element(main).toHaveTextContent(/400\.00 by 14\WFeb/);
    await expect.element(main).toHaveTextContent(/12\.50 ?Nothing by 14\WFeb/);
  });

  it('shows the share of each bucket and of the loans over 30 days past due', async () => {
    await drawDashboard({});
    await expect.element(page.getByRole('main')).toHaveTextContent(/25\.0%.*1,000\.00/);
    await expect.element(row('Current')).toHaveTextContent(/2 ?3,000\.00 ?75\.0%/);
  });

  it('never shows the share of a bucket with loans as zero', async () => {
    const buckets: Book['buckets'] = [
      { bucket: 'current', loans: 2, outstandingMinor: 99_999_900 },
      { bucket: '1-30', loans: 1, outstandingMinor: 100 },
      { bucket: '31-60', loans: 0, outstandingMinor: 0 },
    ];
    await drawDashboard({ books: [book({ buckets, outstandingMinor: 100_000_000 })] });
    await expect.element(row('1–30 days')).toHaveTextContent(/1\.00 ?<0\.1%/);
    await expect.element(row('31–60 days')).toHaveTextContent(/0\.00 ?0\.0%/);
  });

  it('counts the loans that nobody works, with a link to assign them', async () => {
    await drawDashboard({ books: [book({ unassignedLoans: 2 })] });
    const link = page.getByRole('link', { name: 'Assign loans' });
    await expect.element(link).toHaveAttribute('href', '/loan?status=active');
  });

  it('never adds up two currencies', async () => {
    await drawDashboard({ books: [book(), book({ currency: 'EUR', outstandingMinor: 900_000 })] });
    await expect
      .element(page.getByRole('region', { name: 'Book in USD' }))
      .toHaveTextContent('4,000.00');
    await expect
      .element(page.getByRole('region', { name: 'Book in EUR' }))
      .toHaveTextContent('9,000.00');
    await expect.element(page.getByRole('main')).not.toHaveTextContent('13,000.00');
  });

  it('shows the work once, also with two currencies', async () => {
    const books = [book(), book({ currency: 'EUR' })];
    await drawDashboard({ books }, <p>Promises of today</p>);
    await expect.element(page.getByRole('region', { name: 'Book in EUR' })).toBeVisible();
    expect(page.getByText('Promises of today').elements()).toHaveLength(1);
  });
});

describe('the latest payments', () => {
  it('leave their currency to the page', async () => {
    await drawDashboard({ latestPayments: [payment()] });
    await expect.element(row('L-000017')).toHaveTextContent(/123\.45/);
    await expect.element(row('L-000017')).not.toHaveTextContent(/USD/);
  });

  it('name their currency if the page shows several', async () => {
    const books = [book(), book({ currency: 'EUR' })];
    await drawDashboard({ books, latestPayments: [payment()] });
    await expect.element(row('L-000017')).toHaveTextContent(/USD/);
  });

  it('mark a recovery, and link to loans only if the user can open them', async () => {
    const recovery = payment({ recoveredMinor: 12_345 });
    const draw = (canOpenLoans: boolean) =>
      drawFeature(
        <LatestPayments payments={[recovery]} canOpenLoans={canOpenLoans} withCurrency={false} />,
        { texts },
      );
    await draw(false);
    await expect.element(row('L-000017')).toHaveTextContent(/123\.45.*Recovery/);
    await expect.element(page.getByRole('link')).not.toBeInTheDocument();
    await draw(true);
    await expect.element(page.getByRole('link', { name: 'L-000017' })).toBeVisible();
  });
});
