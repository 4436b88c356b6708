import type { AllocationComponent, ComponentOrder } from './allocation.ts';

/** Common orders, which have names of their own. */
const NAMED_ORDERS = {
  penalties_fees_interest_principal: ['penalty', 'fee', 'interest', 'principal'],
  interest_principal_penalties_fees: ['interest', 'principal', 'penalty', 'fee'],
  principal_first: ['principal', 'interest', 'penalty', 'fee'],
} as const satisfies Record<string, ComponentOrder>;

type NamedOrder = keyof typeof NAMED_ORDERS;

type Spelt<Left extends AllocationComponent = AllocationComponent> = {
  [First in Left]: [Exclude<Left, First>] extends [never]
    ? First
    : `${First}_${Spelt<Exclude<Left, First>>}`;
}[Left];

/**
 * The names of the orders. A common order has its own name; any other is named by its components,
 * such as `fee_penalty_principal_interest`.
 */
export type AllocationOrder =
  | NamedOrder
  | Exclude<
      Spelt,
      | 'penalty_fee_interest_principal'
      | 'interest_principal_penalty_fee'
      | 'principal_interest_penalty_fee'
    >;

/** All 24 orders of the four components by name, the common ones first. */
// The cast names the permutations that `customOrders` returns, which its type cannot express.
export const COMPONENT_ORDERS = { ...NAMED_ORDERS, ...customOrders() } as Readonly<
  Record<AllocationOrder, ComponentOrder>
>;

// `Object.keys` loses the key type, which the constant guarantees.
export const ALLOCATION_ORDERS = Object.keys(COMPONENT_ORDERS) as readonly AllocationOrder[];

export const isNamedOrder = (order: AllocationOrder): order is NamedOrder => order in NAMED_ORDERS;

/**
 * Returns the name of an order.
 *
 * @throws RangeError if a component is missing or repeated.
 * @example The order principal, interest, penalty, fee is `principal_first`.
 */
export function allocationOrderOf(order: readonly AllocationComponent[]): AllocationOrder {
  const spelt = order.join('_');
  const found = ALLOCATION_ORDERS.find((name) => COMPONENT_ORDERS[name].join('_') === spelt);
  if (!found) throw new RangeError(`An order has each component once, not ${spelt}.`);
  return found;
}

function customOrders(): { readonly [spelt: string]: readonly AllocationComponent[] } {
  const named = Object.values(NAMED_ORDERS).map((order) => order.join('_'));
  const all = permutations(NAMED_ORDERS.penalties_fees_interest_principal);
  const custom = all.map((order) => [order.join('_'), order] as const);
  return Object.fromEntries(custom.filter(([spelt]) => !named.includes(spelt)));
}

function permutations(
  left: readonly AllocationComponent[],
): readonly (readonly AllocationComponent[])[] {
  if (left.length === 0) return [[]];
  return left.flatMap((first) =>
    permutations(left.filter((one) => one !== first)).map((rest) => [first, ...rest]),
  );
}
