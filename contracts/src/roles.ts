/** The four roles of staff, as the specification names them. */
export const roles = ['admin', 'user', 'team', 'agent'] as const;
export type Role = (typeof roles)[number];

export const isRole = (value: string): value is Role => roles.some((role) => role === value);
