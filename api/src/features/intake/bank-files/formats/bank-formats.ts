import type { BankFormat } from './bank-format.ts';
import { camtFormats } from './camt.ts';

/** Every format other than a table, in the order in which a file is compared with them. */
export const bankFormats: readonly BankFormat[] = [...camtFormats];
