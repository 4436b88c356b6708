import { demoAccounts } from '@bursar/api/seed/demo-people';
import type { Database } from '@bursar/api/platform/database';
import { roles, type Role } from '@bursar/contracts/roles';
import { type PagePath, pagePaths, routeAdmits, routes } from '@bursar/contracts/routes';
import { addressesOf, addressOf, type Names } from '../steps/pages.ts';

/** A view to take a picture of: its address and its role (null: a visitor). */
export type View = {
  /** The picture's folder and the start of its name: `user/loan-details`. */
  readonly name: string;
  readonly role: Role | null;
  readonly address: string;
};

/**
 * Returns every page for every role that may open it, and the states that count as pages of their
 * own.
 */
export async function listViews(owner: Database): Promise<View[]> {
  const names = await findNames(owner);
  return pagePaths.flatMap((path) => {
    const { access } = routes[path];
    const address = addressOf(addressesOf(path)[0], names);
    if (access === 'public' || access === 'signed-out') {
      return [viewOf({ role: null, path, address })];
    }
    return roles
      .filter((role) => routeAdmits(access, role))
      .flatMap((role) => {
        const alone = viewOf({ role, path, address });
        return [alone, ...statesOf(path, role).map((state) => withState(alone, state))];
      });
  });
}

/** Further states of each page, by query. Only the first role that may open the page shows them. */
const states: Partial<Record<PagePath, readonly string[]>> = {
  '/loan': ['import=new', 'panel=tags'],
  '/loan-details': [
    'tab=payments',
    'tab=contacts',
    'tab=notes',
    'tab=documents',
    'tab=assignments',
    'tab=ledger',
    'tab=audit',
    'tab=terms',
    'panel=payment',
    'panel=contact',
    'panel=promise',
    'panel=note',
    'panel=borrower',
    'panel=next-action',
    'panel=snooze',
  ],
  '/assignloan': ['batches=all'],
  '/approvals': ['tab=rules'],
  '/letters': ['tab=steps', 'tab=templates'],
  '/about': ['tab=audit', 'tab=translations'],
  '/users/profile': ['tab=security', 'tab=notices'],
};

function statesOf(path: PagePath, role: Role): readonly string[] {
  const first = roles.find((one) => routeAdmits(routes[path].access, one));
  return role === first ? (states[path] ?? []) : [];
}

function withState(view: View, state: string): View {
  const joint = view.address.includes('?') ? '&' : '?';
  const [, value = ''] = state.split('=');
  return { ...view, name: `${view.name}-${value}`, address: `${view.address}${joint}${state}` };
}

function viewOf(view: { role: Role | null; path: PagePath; address: string }): View {
  const { role, path, address } = view;
  const name = path === '/' ? 'home' : path === '*' ? 'anywhere-else' : path;
  const page = name
    .replaceAll(/\/:\w+/g, '')
    .replace(/^\//, '')
    .replaceAll('/', '-');
  return { name: `${role ?? 'visitor'}/${page}`, role, address };
}

/** Returns the ids for the addresses, from the demo data. */
async function findNames(owner: Database): Promise<Names> {
  const emailOf = (role: Role) => demoAccounts.find((person) => person.role === role)?.email ?? '';
  const [people] = await owner<{ agent: string; manager: string; team: string }[]>`
    select agent.id as agent, agent.team_id as team, manager.id as manager
    from accounts agent, accounts manager
    where agent.email = ${emailOf('agent')} and manager.email = ${emailOf('user')}`;
  const [calls] = await owner<
    { centre: string; preset: string; member: string; patient: string }[]
  >`
    select centre.id as centre, centre.preset_id as preset, member.id as member,
      patient.id as patient
    from call_centres centre
    join call_centre_members member on member.centre_id = centre.id
    join call_centre_patients patient on patient.centre_id = centre.id
    order by centre.id, member.id, patient.id limit 1`;
  if (!people || !calls) throw new Error('The demo lacks people or call centres.');
  // A loan of the agent that has been overdue for some time, so that its page has content.
  const [loan] = await owner<{ id: string }[]>`
    select loan_id as id from loan_state
    where agent_id = ${people.agent} and status = 'active' and last_payment_on is not null
    order by oldest_unpaid_due_on, loan_id limit 1`;
  if (!loan) throw new Error('The demo has no late loan in the hands of its first agent.');
  const [invoice] = await owner<{ id: string }[]>`
    select id from invoices where state = 'draft' order by id limit 1`;
  if (!invoice) throw new Error('The demo has no draft of an invoice.');
  return { ...people, ...calls, loan: loan.id, invoice: invoice.id };
}
