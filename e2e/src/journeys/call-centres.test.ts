import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { arrangeLoan } from '@bursar/api/testing/arrange';
import { test, type Visitor } from '../stack/journey.ts';
import { expectAccessible } from '../steps/axe.ts';
import { callAs } from '../steps/calls.ts';
import { expectToast } from '../steps/loans.ts';

test('a call list follows its preset, and patients who withdrew consent are not called', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { team } = portfolio;
  const loan = await arrangeLoan(stack.owner, portfolio, {
    teamId: team.id,
    agentId: team.otherAgent.id,
    borrowerName: 'Rosa Aguilar',
  });
  const manager = await visit(portfolio.manager);
  const { page: office } = manager;

  await test.step('the manager creates a preset and a centre that uses it', async () => {
    await office.goto('/call-center-presets-create');
    await field(office, 'Name').fill('Follow-up');
    await field(office, 'Script for the caller').fill('Good morning, how is the payment plan?');
    await office.getByRole('checkbox', { name: 'Unreachable' }).uncheck({ force: true });
    const saturday = office.getByRole('group', { name: 'Saturday' });
    await expect(saturday).toContainText('Closed');
    await saturday.getByRole('switch', { name: 'Open on Saturday' }).check({ force: true });
    await saturday.getByRole('textbox', { name: 'Until' }).fill('8:30');
    await office.getByRole('button', { name: 'Create preset' }).click();
    await expect(saturday).toContainText('The hours must end after they begin.');
    await expectAccessible(office, 'a preset with hours that are wrong');
    await saturday.getByRole('textbox', { name: 'Until' }).fill('14:00');
    await office.getByRole('button', { name: 'Create preset' }).click();
    await expectToast(office, 'Follow-up created');
    await expect(
      office.getByText('Mon\u2060–\u2060Fri, 09:00 to 17:00; Sat, 09:00 to 14:00'),
    ).toBeVisible();
    await office.goto('/call-center-create');
    await field(office, 'Name').fill('Patient desk');
    await choose(office, 'Preset', 'Follow-up');
    await office.getByRole('button', { name: 'Create call centre' }).click();
    await expect(office.getByRole('heading', { level: 1, name: 'Patient desk' })).toBeVisible();
    await expect(office.getByText('No patients are due to be called.')).toBeVisible();
  });

  await test.step('an agent becomes a caller of the centre', async () => {
    await office.goto('/create-call-center-member');
    await office.getByRole('combobox', { name: 'Person' }).fill('delta-agent');
    await office.getByRole('option', { name: /^delta-agent/ }).click();
    await choose(office, 'Call centre', 'Patient desk');
    await office.getByRole('button', { name: 'Add member' }).click();
    await expect(office.getByRole('link', { name: /^delta-agent/ })).toBeVisible();
  });

  await test.step('a patient linked to a borrower consents to calls, and another one withdraws consent', async () => {
    await office.goto('/call-center-patients-create');
    await field(office, 'Name').fill('Rosa Aguilar');
    await field(office, 'Phone').fill('+1 415 555 2671');
    await choose(office, 'Call centre', 'Patient desk');
    await office.getByRole('combobox', { name: /^Borrower/ }).fill('Aguilar');
    await office.getByRole('option', { name: /Rosa Aguilar/ }).click();
    await office.getByRole('button', { name: 'Create patient' }).click();
    await expect(office.getByText('No consent is recorded')).toBeVisible();
    await office.getByRole('button', { name: 'Record consent' }).click();
    await office.getByRole('dialog').getByRole('button', { name: 'Save consent' }).click();
    await expect(office.getByText(/Consent given on 15\sJun/)).toBeVisible();
    await admitWithdrawn(manager, 'Samuel Ortega');
  });

  const { page: caller } = await visit(team.agent);
  await test.step('the agent is offered only the due patient, with the script', async () => {
    await caller.goto('/call-centers');
    await caller.getByRole('link', { name: 'Patient desk' }).click();
    await expect(caller.getByText('1 patient cannot be called without consent.')).toBeVisible();
    await expect(caller.getByText('how is the payment plan?')).toBeVisible();
    await caller.getByRole('button', { name: 'Take next call' }).click();
    await expect(caller.getByRole('heading', { name: 'Rosa Aguilar' })).toBeVisible();
    await expect(caller.getByRole('radio', { name: 'Unreachable' })).toHaveCount(0);
    await logCall(caller, 'No answer');
    await expect(caller.getByText('No patients are due to be called.')).toBeVisible();
    await expect(
      caller.getByText(/1 patient is waiting for the next attempt, Monday 11:\d\d/),
    ).toBeVisible();
  });

  await test.step('the call becomes a contact attempt of the borrower’s loan', async () => {
    await office.goto(`/loan-details?id=${loan.id}&tab=contacts`);
    await expect(office.getByText('delta-agent', { exact: false })).toBeVisible();
    await expect(office.getByText('Rang out.')).toBeVisible();
  });
});

const field = (page: Page, name: string) =>
  page.getByRole('main').getByRole('textbox', { name, exact: true });

async function choose(page: Page, name: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name, exact: true }).click();
  await page.getByRole('option', { name: option }).click();
}

async function logCall(page: Page, outcome: string): Promise<void> {
  await page.getByRole('radio', { name: outcome }).check({ force: true });
  await page.getByRole('textbox', { name: /^Note/ }).fill('Rang out.');
  await page.getByRole('button', { name: 'Log call' }).click();
  await expectToast(page, /Call to Rosa Aguilar logged/);
}

/** Creates a patient of the only centre; the patient gave consent and then withdrew it. */
async function admitWithdrawn(manager: Visitor, name: string): Promise<void> {
  const { rows } = await (await manager.context.request.get('/api/call-centres')).json();
  const patientId = randomUUID();
  const patient = { id: patientId, centreId: rows[0].id, name, phone: '+1 415 555 2672' };
  expect(await callAs(manager, 'POST /api/call-centre-patients', patient)).toBe(200);
  for (const state of ['given', 'withdrawn']) {
    const consent = { id: randomUUID(), state, means: 'spoken', agreedOn: '2026-06-15' };
    const path = `POST /api/call-centre-patients/${patientId}/consents`;
    expect(await callAs(manager, path, consent)).toBe(200);
  }
}
