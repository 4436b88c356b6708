import { demoAccounts } from '@bursar/api/seed/demo-people';
import type { Database } from '@bursar/api/platform/database';
import { roles, type Role } from '@bursar/contracts/roles';
import { pagePaths, routeAdmits, routes, type RoutePath } from '@bursar/contracts/routes';

/** Something to take a picture of: an address, and who looks at it (null: a visitor). */
export type View = {
  /** The picture's folder and the start of its name: `user/loan-details`. */
  readonly name: string;
  readonly role: Role | null;
  readonly address: string;
};

/** Every page for everyone who may open it, and the states of pages that are pages of their own. */
export async function listViews(owner: Database): Promise<View[]> {
  const examples = await findExamples(owner);
  return pagePaths.flatMap((path) => {
    const { access } = routes[path];
    if (access === 'public' || access === 'signed-out') {
      return [viewOf({ role: null, path, address: addressOf(path, examples) })];
    }
    return roles
      .filter((role) => routeAdmits(access, role))
      .flatMap((role) => {
        const address = addressOf(path, examples);
        const alone = viewOf({ role, path, address });
        return [alone, ...statesOf(path, role).map((state) => withState(alone, state))];
      });
  });
}

/** What an open page may also show, by the query that shows it; seen by the first role that may. */
const states: Partial<Record<RoutePath, readonly string[]>> = {
  '/loan': ['import=new', 'panel=tags'],
  '/loan-details': [
    'tab=payments',
    'tab=contacts',
    'tab=notes',
    'tab=documents',
    'tab=assignments',
    'tab=ledger',
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
  '/about': ['tab=audit', 'tab=translations'],
  '/users/profile': ['tab=security', 'tab=notices'],
};

function statesOf(path: RoutePath, role: Role): readonly string[] {
  const first = roles.find((one) => routeAdmits(routes[path].access, one));
  return role === first ? (states[path] ?? []) : [];
}

function withState(view: View, state: string): View {
  const joint = view.address.includes('?') ? '&' : '?';
  const [, value = ''] = state.split('=');
  return { ...view, name: `${view.name}-${value}`, address: `${view.address}${joint}${state}` };
}

function viewOf(view: { role: Role | null; path: RoutePath; address: string }): View {
  const { role, path, address } = view;
  const words = path === '/' ? 'home' : path === '*' ? 'anywhere-else' : path;
  const page = words
    .replaceAll(/\/:\w+/g, '')
    .replace(/^\//, '')
    .replaceAll('/', '-');
  return { name: `${role ?? 'visitor'}/${page}`, role, address };
}

type Examples = Partial<Record<RoutePath, string>>;

/** Addresses that name something, with something of the demo in it. */
async function findExamples(owner: Database): Promise<Examples> {
  const emailOf = (role: Role) => demoAccounts.find((person) => person.role === role)?.email ?? '';
  const idOf = async (email: string): Promise<string> => {
    const [row] = await owner<{ id: string }[]>`select id from accounts where email = ${email}`;
    return row?.id ?? '';
  };
  const agentId = await idOf(emailOf('agent'));
  const [team] = await owner<{ id: string }[]>`
    select team_id as id from accounts where id = ${agentId}`;
  // Late for a while, so that there is something to see, and in the agent's hands.
  const [loan] = await owner<{ id: string }[]>`
    select loan_id as id from loan_state
    where agent_id = ${agentId} and status = 'active' and last_payment_on is not null
    order by oldest_unpaid_due_on, loan_id limit 1`;
  return {
    '/loan-details': `/loan-details?id=${loan?.id ?? ''}`,
    '/edit-user/:id': `/edit-user/${await idOf(emailOf('user'))}`,
    '/edit-team/:id': `/edit-team/${team?.id ?? ''}`,
    '/edit-agent/:id': `/edit-agent/${agentId}`,
    '*': '/no/such/page',
  };
}

function addressOf(path: RoutePath, examples: Examples): string {
  const address = examples[path] ?? path;
  if (address.includes(':') || address.includes('*')) {
    throw new Error(`No example is known for ${path}: add one to findExamples.`);
  }
  return address;
}
