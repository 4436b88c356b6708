import type { BankLine } from '@bursar/contracts/intake/bank-files';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { useDecideLine, type Decision } from './bank-files.queries.ts';

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
  const { id, state, reason, loan } = line;
  const decideAs = (decision: Decision) => () =>
    decide.mutate(decision, { onError: (failure) => notify.error(failureSentence(failure)) });
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
    const again =
      state === 'refused' && loan
        ? [{ label: t('decide.again'), run: decideAs({ id, decision: 'match', loanId: loan.id }) }]
        : [];
    return [
      ...again,
      { label: t(loan ? 'decide.change' : 'decide.choose'), run: opening('match') },
      { label: t('decide.split'), run: opening('split') },
      { label: t('decide.leaveOut'), run: opening('set-aside') },
    ];
  };
  const actions = actionsOf();
  if (actions.length === 0) return null;
  return (
    <Row gap={1} justify="end">
      {actions.map(({ label, run }) => (
        <Button key={label} kind="quiet" size="compact" busy={decide.isPending} onClick={run}>
          {label}
        </Button>
      ))}
    </Row>
  );
}
