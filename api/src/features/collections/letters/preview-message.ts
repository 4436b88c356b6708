import type {
  MessageTemplate,
  PreviewMessage,
} from '@bursar/contracts/collections/message-templates';
import type { FailureOf } from '@bursar/contracts/endpoint';
import type { Language } from '@bursar/contracts/languages';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { readCharged } from '../../servicing/charges/read-charged.ts';
import { listInstalments } from '../../servicing/loan-account/instalments.store.ts';
import { readLoanToPay } from '../../servicing/loan-account/loan-state.store.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';
import { checkTexts } from './check-texts.ts';
import { listMessageLoans } from './message-loans.store.ts';
import {
  readMessageFigures,
  writeMessage,
  type Sender,
  type WrittenMessage,
} from './write-message.ts';
import { readSender } from './read-sender.ts';

type Asked = Pick<MessageTemplate, 'channel' | 'en' | 'ae'> & {
  readonly loanId: string;
  readonly language?: Language | undefined;
};

type Previewed = {
  readonly message: WrittenMessage;
  readonly sender: Sender;
  readonly reference: string;
};

/** Writes a message about a loan in the caller's scope, with today's values. */
export async function previewMessage(
  database: Database,
  { channel, en, ae, loanId, language }: Asked,
  { session, now }: Pick<CommandContext, 'session' | 'now'>,
): Promise<Outcome<Previewed, FailureOf<PreviewMessage>>> {
  const { scope, businessDate: today } = session;
  const checked = checkTexts(channel, { en, ae });
  return readCharged(
    database,
    { session, now, loanId },
    async (sql): Promise<Outcome<Previewed, FailureOf<PreviewMessage>>> => {
      const loan = await readLoanToPay(sql, { scope, loanId });
      if (!loan) return refuse('not_found');
      if (!checked.ok) return checked;
      const { portfolioId } = loan;
      const asked = { portfolioId, today, at: now.toISOString() };
      const instalments = await listInstalments(sql, { portfolioId, loanId });
      const loans = await listMessageLoans(sql, { ...asked, loanIds: [loanId] });
      const messageLoan = loans.get(loanId);
      if (!messageLoan) return refuse('not_found');
      const sender = await readSender(sql, portfolioId);
      const figures = await readMessageFigures(sql, { loan, loanId, instalments, today });
      const source = { loan: messageLoan, figures, sender, today };
      const wish = { channel, texts: checked.value, language };
      const reference = loanReference(messageLoan.referenceNumber);
      return succeed({ message: writeMessage(source, wish), sender, reference });
    },
  );
}
