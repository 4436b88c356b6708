import type { BankLine } from '@bursar/contracts/intake/bank-files';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { useDecideLine, useSplitLine, type Decision } from './bank-files.queries.ts';

/** The dialogs that a line opens. */
export type LineDialog = 'match' | 'split' | 'set-aside' | 'return' | 'undo-return';

type ActionsProps = {
  readonly line: BankLine;
  readonly bankFileId: string;
  readonly onOpen: (dialog: LineDialog, line: BankLine) => void;
};

/** The actions that the state of a line allows. */
export function BankLineActions({ line, bankFileId, onOpen }: ActionsProps) {
  const { t } = useTranslation('bank-files');
  const decide = useDecideLine(bankFileId);
  const split = useSplitLine(bankFileId);
  const { id, state, reason, loan } = line;
  const onError = (failure: Error) => notify.error(failureSentence(failure));
  const decideAs = (decision: Decision) => () => decide.mutate(decision, { onError });
  const opening = (dialog: LineDialog) => () => onOpen(dialog, line);
  const actionsOf = () => {
    if (state === 'posted') return [];
    if (state === 'returned') {
      return [{ label: t('return.undo.start'), run: opening('undo-return') }];
    }
    if (state === 'left-out' && reason !== 'by-person') {
      const isOutgoing = line.amountMinor > 0 && (reason === 'debit' || reason === 'reversal');
      const label = t(
        line.mayReturn || line.mayReturnSplit?.parts.length ? 'return.confirm' : 'return.find',
      );
      return isOutgoing ? [{ label, run: opening('return') }] : [];
    }
    if (state === 'left-out') {
      return [{ label: t('decide.takeIn'), run: decideAs({ id, decision: 'take-in' }) }];
    }
    const equal = equalPaymentOf(line);
    const confirmed = equal === undefined ? {} : { confirmedDuplicateOf: equal };
    const again = (loanId: string) =>
      line.parts.length === 0
        ? decideAs({ id, decision: 'match', loanId, ...confirmed })
        : () => split.mutate({ id, parts: partsOf(line), ...confirmed }, { onError });
    const label = t(equal === undefined ? 'decide.again' : 'decide.second');
    return [
      ...(state === 'refused' && loan ? [{ label, run: again(loan.id) }] : []),
      { label: t(loan ? 'decide.change' : 'decide.choose'), run: opening('match') },
      { label: t('decide.split'), run: opening('split') },
      { label: t('decide.leaveOut'), run: opening('set-aside') },
    ];
  };
  const actions = actionsOf();
  const isBusy = decide.isPending || split.isPending;
  if (actions.length === 0) return null;
  return (
    <Row gap={1} justify="end">
      {actions.map(({ label, run }) => (
        <Button key={label} kind="quiet" size="compact" busy={isBusy} onClick={run}>
          {label}
        </Button>
      ))}
    </Row>
  );
}

/**
 * Returns the loans and amounts of a split line with new payment ids, to post the same split again.
 */
const partsOf = ({ parts }: BankLine) =>
  parts.map(({ loan, amountMinor }) => ({ id: uuidv7(), loanId: loan.id, amountMinor }));

/**
 * Returns the id of the payment that the server considers the same as this line, if the server
 * refused the line for that reason.
 */
function equalPaymentOf({ refusal }: BankLine): string | undefined {
  if (refusal?.error !== 'payment_looks_posted_already') return undefined;
  const { paymentId } = refusal.details;
  return typeof paymentId === 'string' ? paymentId : undefined;
}
