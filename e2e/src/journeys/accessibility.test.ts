import { expect } from '@playwright/test';
import type { Role } from '@bursar/contracts/roles';
import { test } from '../stack/journey.ts';
import { readPagePaths } from '../stack/read-page-paths.ts';
import { arrangeBook, payArrears } from '../steps/book.ts';
import {
  dress,
  expectAccessibleByDayAndNight,
  type Language,
  languages,
  turnTo,
} from '../steps/looks.ts';
import { expectSettled, openPage } from '../steps/pages.ts';

/** The pages that stand outside the frame. */
const publicPages = [
  '/login',
  '/auth/boxed-signin',
  '/auth/boxed-password-reset',
  '/unauthorized',
  '/pages/error404',
  '/pages/error500',
  '/pages/error503',
  '/pages/maintenence',
  '/no/such/page',
];

/** Walks through the pages in the frame; a few pages each. What is in braces `arrangeBook` names. */
const walks: readonly { role: Role; through: string; pages: readonly string[] }[] = [
  {
    role: 'user',
    through: 'the books',
    pages: ['/', '/loan', '/assignloan', '/allloan', '/chart'],
  },
  {
    role: 'user',
    through: 'a loan',
    pages: [
      '/loan-details?id={loan}',
      '/loan-details?id={loan}&tab=payments',
      '/loan-details?id={loan}&tab=assignments',
      '/loan-details?id={loan}&tab=ledger',
      '/loan-details?id={loan}&tab=terms',
    ],
  },
  {
    role: 'user',
    through: 'the people',
    pages: [
      '/team',
      '/teams/create',
      '/edit-team/{team}',
      '/agent',
      '/agent/add',
      '/edit-agent/{agent}',
    ],
  },
  {
    role: 'team',
    through: 'the desk',
    pages: ['/', '/agent', '/agentloan', '/assignteam', '/allassign', '/agentgraph'],
  },
  {
    role: 'agent',
    through: 'the work',
    pages: ['/', '/assignagent', '/agentchart', '/roles', '/about'],
  },
  {
    role: 'agent',
    through: 'their own account',
    pages: ['/users/profile', '/users/profile?tab=security', '/users/profile?tab=notices'],
  },
  {
    role: 'admin',
    through: 'the people',
    pages: ['/', '/users', '/create-user', '/edit-user/{manager}', '/allteam', '/allagent'],
  },
  {
    role: 'admin',
    through: 'the installation',
    pages: [
      '/roles',
      '/role-and-permission',
      '/approvals',
      '/approvals?tab=rules',
      '/about',
      '/about?tab=audit',
      '/about?tab=translations',
      '/apps/mailbox',
    ],
  },
];

/** Four looks of a page take two seconds; where the machine is busy with other things, ten times that. */
const pageTimeoutMs = 20_000;

for (const language of languages) {
  test(`axe finds nothing on the pages of a visitor, ${language}`, async ({ visit }) => {
    const visitor = await visit();
    await dress(visitor, language);
    for (const address of publicPages) {
      await openPage(visitor.page, address);
      await expectAccessibleByDayAndNight(visitor.page, address);
    }
  });
}

for (const { role, through, pages } of walks) {
  test(`axe finds nothing as the ${role} walks through ${through}`, async ({
    visit,
    portfolio,
    admin,
    stack,
  }) => {
    test.setTimeout(pages.length * pageTimeoutMs);
    const names = await arrangeBook(stack.owner, portfolio);
    await payArrears(await visit(portfolio.team.agent), names.loan);
    const { manager, team } = portfolio;
    const visitor = await visit({ admin, user: manager, team: team.desk, agent: team.agent }[role]);
    await dress(visitor);
    const { page } = visitor;
    // Each page opens in the language in which the one before it was left.
    let language: Language = 'en';
    for (const path of pages) {
      const address = path.replace(/\{(\w+)\}/, (_, name: keyof typeof names) => names[name]);
      await openPage(page, address);
      await expectAccessibleByDayAndNight(page, address);
      language = language === 'en' ? 'ae' : 'en';
      await turnTo(page, language);
      await expectSettled(page);
      await expectAccessibleByDayAndNight(page, address);
    }
  });
}

test('every page there is has been looked at', () => {
  const walked = [...publicPages, ...walks.flatMap(({ pages }) => pages)].map((path) =>
    path.replace(/\?.*/, '').replace(/\{\w+\}/, ':id'),
  );
  const missing = readPagePaths().filter((path) => path !== '*' && !walked.includes(path));
  expect(missing).toEqual([]);
});
