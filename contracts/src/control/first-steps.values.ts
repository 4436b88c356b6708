/** The steps of the first day. Administrators take the first four, managers the others. */
export const firstSteps = [
  'company',
  'portfolio',
  'mail',
  'manager',
  'days-off',
  'product',
  'team',
  'agent',
  'loans',
] as const;
export type FirstStep = (typeof firstSteps)[number];
