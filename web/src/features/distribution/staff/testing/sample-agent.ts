import type { StaffRow } from '@bursar/contracts/distribution/staff';

/** An active agent with five active loans. */
export const sampleAgent: StaffRow = {
  id: '01980000-0000-7000-8000-000000000001',
  name: 'Sana Haddad',
  email: 'sana@bursar.example',
  phone: null,
  role: 'agent',
  status: 'active',
  portfolio: null,
  team: null,
  language: 'en',
  timeZone: null,
  photoChangedAt: null,
  commissionRatePercent: null,
  monthlyTargetMinor: null,
  currency: 'USD',
  loans: 7,
  activeLoans: 5,
  outstandingMinor: 100_000,
  over30Loans: 0,
  hasSecondFactor: false,
  lastSeenAt: null,
  createdAt: '2026-01-01T00:00:00Z',
  version: 1,
};
