import type { BankFormat } from './bank-format.ts';
import { bai2 } from './bai2.ts';
import { cfonb120 } from './cfonb120.ts';
import { camtFormats } from './camt.ts';
import { coda } from './coda.ts';
import { mt940, mt942 } from './mt940.ts';
import { ofx } from './ofx.ts';
import { qif } from './qif.ts';

/** Every format other than a table, in the order in which a file is compared with them. */
export const bankFormats: readonly BankFormat[] = [
  ...camtFormats,
  mt940,
  mt942,
  ofx,
  qif,
  bai2,
  cfonb120,
  coda,
];
