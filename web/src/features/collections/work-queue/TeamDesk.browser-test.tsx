import type {
  ListCollectionTargets,
  SetCollectionTargets,
} from '@bursar/contracts/collections/collection-targets';
import type { ReadTeamDesk } from '@bursar/contracts/collections/work-queue';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers } from '../../../lib/testing/answer-api.ts';
import { signInAs } from '../../../lib/testing/sign-in-as.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { TargetsDialog } from './TargetsDialog.tsx';
import { TeamDesk } from './TeamDesk.tsx';

type Agent = AnswerOf<ReadTeamDesk>['agents'][number];

const otto: Agent = {
  id: '0198-otto',
  name: 'Otto Rao',
  team: 'North',
  loans: 3,
  outstandingMinor: 100_000,
  overdue: 1,
  overdueMinor: 40_000,
  neglected: 0,
  contactsToday: 2,
  contactsWeek: 5,
  promisesToday: 1,
  promisesWeek: 1,
  promisesKept: 0,
  promisesSettled: 0,
  lastActivityAt: '2026-06-15T10:00:00.000Z',
  startedAt: '2026-06-15T09:30:00.000Z',
  isIdle: true,
  isLateStart: true,
  collectedMonthMinor: 150_000,
  targetMinor: 600_000,
  absenceCoverNeedsApproval: false,
  absenceCover: null,
};
const amina: Agent = {
  ...otto,
  id: '0198-amina',
  name: 'Amina Rao',
  lastActivityAt: null,
  startedAt: null,
  isIdle: false,
  collectedMonthMinor: 0,
  targetMinor: null,
};

it('links each agent to the queue and shows who is idle, late or near the target', async () => {
  await page.viewport(1440, 900);
  onTestFinished(() => page.viewport(1280, 800));
  answerApi(
    answers<ReadTeamDesk>('GET /api/work/desk', {
      businessDate: '2026-06-15',
      currency: 'USD',
      neglectedDays: 14,
      agents: [otto, amina],
    }),
  );
  await drawFeature(<TeamDesk />, { texts: ['work-queue'] });
  await expect
    .element(page.getByRole('link', { name: 'Otto Rao' }))
    .toHaveAttribute('href', '/edit-agent/0198-otto?queue=today');
  await expect.element(page.getByText('Idle')).toBeVisible();
  await expect.element(page.getByText(/Late start, /)).toBeVisible();
  await expect.element(page.getByText('Not started')).toBeVisible();
  await expect.element(page.getByText(/^25% of .*6,000\.00$/)).toBeVisible();
});

it('leads from the menu of an agent to the queue and to the form that hands it over', async () => {
  answerApi(
    signInAs({ role: 'team', permissions: ['assign-loans'] }),
    answers<ReadTeamDesk>('GET /api/work/desk', {
      businessDate: '2026-06-15',
      currency: 'USD',
      neglectedDays: 14,
      agents: [otto, amina],
    }),
  );
  await drawFeature(<TeamDesk />, { texts: ['work-queue'] });
  await page.getByRole('button', { name: 'Actions for Otto Rao' }).click();
  await expect
    .element(page.getByRole('menuitem', { name: 'Open queue' }))
    .toHaveAttribute('href', '/edit-agent/0198-otto?queue=today');
  await page.getByRole('menuitem', { name: 'Hand over queue…' }).click();
  await expect
    .element(page.getByRole('dialog', { name: 'Hand over the queue of Otto Rao' }))
    .toBeVisible();
});

it('sends only the targets that changed', async () => {
  const month: AnswerOf<ListCollectionTargets> = {
    month: '2026-06',
    currency: 'USD',
    agents: [
      { agentId: otto.id, name: 'Otto Rao', team: 'North', targetMinor: 600_000 },
      { agentId: amina.id, name: 'Amina Rao', team: 'North', targetMinor: null },
    ],
  };
  const calls = answerApi(
    answers<ListCollectionTargets>('GET /api/work/collection-targets/:month', month),
    answers<SetCollectionTargets>('PUT /api/work/collection-targets/:month', month),
  );
  await drawFeature(<TargetsDialog businessDate="2026-06-15" opened onClose={() => undefined} />, {
    texts: ['work-queue'],
  });
  await expect.element(page.getByLabelText(/Otto Rao/)).toHaveValue('6,000.00');
  await page.getByLabelText(/Amina Rao/).fill('250');
  await page.getByRole('button', { name: 'Save targets' }).click();
  await expect
    .poll(() => calls.at(-1)?.body)
    .toEqual({ targets: [{ agentId: amina.id, targetMinor: 25_000 }] });
});

it.each([1024, 1240, 1440])('shows what agents collected in a window of %i px', async (width) => {
  await page.viewport(width, 900);
  onTestFinished(() => page.viewport(1280, 800));
  answerApi(
    signInAs({ role: 'team', permissions: ['assign-loans'] }),
    answers<ReadTeamDesk>('GET /api/work/desk', {
      businessDate: '2026-06-15',
      currency: 'USD',
      neglectedDays: 14,
      agents: [otto, { ...amina, outstandingMinor: 237_384_794, overdueMinor: 30_323_449 }],
    }),
  );
  // The menu and the margins of a page take about 308 px.
  await drawFeature(
    <div style={{ inlineSize: width - 308 }}>
      <TeamDesk />
    </div>,
    { texts: ['work-queue'] },
  );
  await expect.element(page.getByRole('link', { name: 'Otto Rao' })).toBeVisible();
  const table = page.getByRole('table').element();
  const { parentElement: room } = table;
  expect(room && room.scrollWidth - room.clientWidth).toBe(0);
});
