import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { nameText, version } from '../values.ts';

const company = z.object({
  legalName: nameText.max(200),
  address: z.string().max(500),
  registrationNumber: z.string().max(60),
});

/** Until the company is saved, the version is 0 and the fields are empty. */
const stored = company.extend({ version });

export const readCompany = endpoint({
  key: 'GET /api/company',
  summary: 'Get the company that runs this installation. Empty until it is saved.',
  access: 'signed-in',
  answer: stored,
  failures: [],
});
export type ReadCompany = typeof readCompany;

export const changeCompany = endpoint({
  key: 'PUT /api/company',
  summary: 'Set the company that runs this installation. Fails if it changed since it was read.',
  access: 'manage-company',
  body: stored,
  answer: stored,
  failures: ['name_missing', 'not_found', 'changed_since'],
});
export type ChangeCompany = typeof changeCompany;
