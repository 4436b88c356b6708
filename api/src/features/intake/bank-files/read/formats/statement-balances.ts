import { fileQuestionChoices } from '@bursar/contracts/intake/file-questions.values';
import { currencyDecimals, formatUnits } from '@bursar/loan-maths/money';
import { refuse } from '../../../../../platform/outcome.ts';
import type { FileQuestions } from '../../../imports/read/file-questions.ts';
import { UnreadableBankFile } from '../bank-line.ts';

export type Statement = {
  readonly account: string;
  readonly currency: string;
  readonly openingMinor: number;
  readonly closingMinor: number;
  /** The sum of the statement's booked lines; money that went out is negative. */
  readonly movedMinor: number;
};

type Figures = Readonly<Record<'account' | 'currency' | 'opening' | 'moved' | 'closing', string>>;

/**
 * Compares the balances of the statements in a file with their lines. A difference may mean that
 * lines are missing, so the user decides whether to read the lines that are there.
 */
export class StatementBalances {
  readonly #differences: Figures[] = [];
  readonly #shown: string[] = [];

  check({ account, currency, openingMinor, closingMinor, movedMinor }: Statement): void {
    if (openingMinor + movedMinor === closingMinor) return;
    const write = (minor: number) => formatUnits(minor, currencyDecimals(currency) ?? 2);
    const sign = movedMinor < 0 ? '−' : '+';
    const sum = write(openingMinor + movedMinor);
    const [opening, closing] = [write(openingMinor), write(closingMinor)];
    const moved = `${sign} ${write(Math.abs(movedMinor))}`;
    this.#shown.push(
      [account, `${opening} ${moved} = ${sum} ≠ ${closing} ${currency}`]
        .filter(Boolean)
        .join(' · '),
    );
    this.#differences.push({ account, currency, opening, closing, moved: write(movedMinor) });
  }

  /**
   * Asks about the differences found, and refuses the file if the user chose that; called after the
   * whole file is read.
   */
  settle(questions: FileQuestions): void {
    const [first] = this.#differences;
    // The answer to an open question may change which lines count.
    if (!first || questions.open.length > 0) return;
    const answer = questions.ask({
      key: 'balance',
      kind: 'balance',
      choices: fileQuestionChoices.balance,
      values: this.#shown,
    });
    if (answer === 'refuse-file') {
      throw new UnreadableBankFile(refuse('bank_balance_differs', { details: first }));
    }
  }
}
