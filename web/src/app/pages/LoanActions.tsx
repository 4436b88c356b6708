import type { TFunction } from 'i18next';
import { IconCoin, IconDots } from '@tabler/icons-react';
import { transition } from '@bursar/loan-maths/lifecycle';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AssignDialog } from '../../features/distribution/assignments/AssignDialog.tsx';
import { TakeBackDialog } from '../../features/distribution/assignments/MoveDialog.tsx';
import type { LoanDetails } from '../../features/servicing/loans/loans.queries.ts';
import type {
  LossWay,
  WriteOffDialogProps,
} from '../../features/servicing/write-offs/WriteOffDialog.tsx';
import { refusalSentence } from '../../lib/failure-sentence.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { useMay } from '../../lib/session-query.ts';
import { Button, IconButton } from '../../ui/button/Button.tsx';
import { RefusedButton } from '../../ui/button/RefusedButton.tsx';
import { Stack } from '../../ui/layout/Layout.tsx';
import { Text } from '../../ui/layout/Text.tsx';
import { Menu, type MenuAction } from '../../ui/menu/Menu.tsx';
import { Keys } from '../../ui/shortcut/Keys.tsx';
import { useShortcut } from '../../ui/shortcut/use-shortcut.ts';
import { overlayOnDemand } from '../../ui/state/on-demand.ts';
import { useIsPhone } from '../../ui/state/use-media.ts';
import { CallButton } from './CallButton.tsx';
import type { LoanDrawer } from './loan-panels.ts';
import classes from './LoanPage.module.css';

type LoanActionsProps = {
  readonly loan: LoanDetails;
  readonly onOpen: (drawer: LoanDrawer) => void;
};

/**
 * The actions that the user may take on a loan, such as payments, contacts and assignment. On a
 * phone they are one line, with the less frequent ones in the menu.
 */
export function LoanActions({ loan, onOpen }: LoanActionsProps) {
  const isDesk = useSession()?.role === 'team';
  const mayPay = useMay('post-payment');
  const isPhone = useIsPhone();
  const { phone } = loan.borrower;
  const work = useWorkActions(transition(loan.status, 'settle').ok, onOpen);
  const [shown, hidden] = isPhone ? [work.slice(0, 1), work.slice(1)] : [work, []];
  const planning = usePlanningActions(onOpen);
  return (
    <>
      {isPhone && phone && (
        <CallButton loan={loan} phone={phone} onCall={() => onOpen('contact')} />
      )}
      {shown.map(({ id, label, shortcut }) => (
        <Button key={id} shortcut={shortcut} onClick={() => onOpen(id)}>
          {label}
        </Button>
      ))}
      {mayPay && <PayButton loan={loan} onPay={() => onOpen('payment')} />}
      <MoreMenu
        loan={loan}
        isHeld={(isDesk ? loan.agent : loan.team) !== null}
        work={[...hidden, ...planning]}
        onOpen={onOpen}
      />
    </>
  );
}

type WorkAction = {
  readonly id: 'contact' | 'promise' | 'note' | 'next-action' | 'snooze';
  readonly label: string;
  readonly shortcut: string;
};

/**
 * Returns the actions to log a contact, record a promise and write a note, as far as the user may;
 * a promise needs an amount owed.
 */
function useWorkActions(isOwed: boolean, onOpen: LoanActionsProps['onOpen']) {
  const { t } = useTranslation(['contact-log', 'loan-notes']);
  const mayWork = useMay('work-loans');
  const mayPromise = mayWork && isOwed;
  const mayWriteNote = useMay('write-note');
  const labels = {
    contact: t('log.action'),
    promise: t('promise.action'),
    note: t('loan-notes:action.write'),
  };
  useShortcut('l', () => onOpen('contact'), { label: labels.contact, enabled: mayWork });
  useShortcut('r', () => onOpen('promise'), { label: labels.promise, enabled: mayPromise });
  useShortcut('n', () => onOpen('note'), { label: labels.note, enabled: mayWriteNote });
  const contact: WorkAction = { id: 'contact', label: labels.contact, shortcut: 'L' };
  const promise: WorkAction = { id: 'promise', label: labels.promise, shortcut: 'R' };
  const note: WorkAction = { id: 'note', label: labels.note, shortcut: 'N' };
  return [
    ...(mayWork ? [contact] : []),
    ...(mayPromise ? [promise] : []),
    ...(mayWriteNote ? [note] : []),
  ];
}

/** Returns the actions that say when the loan is worked next, for users who may work loans. */
function usePlanningActions(onOpen: LoanActionsProps['onOpen']): readonly WorkAction[] {
  const { t } = useTranslation('work-queue');
  const mayWork = useMay('work-loans');
  const labels = { plan: t('line.plan'), snooze: t('line.snooze') };
  useShortcut('a', () => onOpen('next-action'), { label: labels.plan, enabled: mayWork });
  useShortcut('s', () => onOpen('snooze'), { label: labels.snooze, enabled: mayWork });
  if (!mayWork) return [];
  return [
    { id: 'next-action', label: labels.plan, shortcut: 'A' },
    { id: 'snooze', label: labels.snooze, shortcut: 'S' },
  ];
}

function PayButton({ loan, onPay }: { loan: LoanDetails; onPay: () => void }) {
  const { t } = useTranslation(['payments', 'failures']);
  const isPhone = useIsPhone();
  const { paymentRefusal } = loan;
  const action = loan.status === 'written_off' ? t('recover.submit') : t('post.action');
  useShortcut('p', onPay, { label: action, enabled: paymentRefusal === null });
  // On a phone the label needs the width.
  const icon = !isPhone && <IconCoin size={18} stroke={1.5} />;
  // A fully recovered write-off needs no payment; the write-off panel on the page says so.
  if (paymentRefusal === 'loss_is_recovered') return null;
  if (paymentRefusal !== null) {
    return (
      <RefusedButton reason={t(`failures:${paymentRefusal}`)} icon={icon}>
        {action}
      </RefusedButton>
    );
  }
  return (
    <Button kind="primary" shortcut="P" icon={icon} onClick={onPay}>
      {action}
    </Button>
  );
}

type MoreMenuProps = LoanActionsProps & {
  readonly isHeld: boolean;
  /** The actions that have no button of their own. */
  readonly work: readonly WorkAction[];
};

/** The less frequent actions on a loan. */
function MoreMenu({ loan, isHeld, work, onOpen }: MoreMenuProps) {
  const { t } = useTranslation(['assignments', 'payments', 'loans', 'borrowers']);
  const [dialog, setDialog] = useState<OpenedDialog | null>(null);
  const [isStatementAsked, setStatementAsked] = useState(false);
  const mayAssign = useMay('assign-loans');
  const mayInvoice = useMay('manage-invoices');
  // Like payments, parties can be added while something is owed.
  const mayAddParty = useMay('change-loan-parties') && loan.paymentRefusal === null;
  const loans = useMemo(() => ({ selection: { loanIds: [loan.id] }, count: 1 }), [loan.id]);
  const termsActions = useTermsActions(loan, {
    onReschedule: () => onOpen('reschedule'),
    onPlan: () => onOpen('plan'),
    onSettlement: () => onOpen('settlement'),
    onUndo: () => setDialog('undo-reschedule'),
  });
  const lossActions = useLossActions(loan, setDialog);
  const way = dialog === 'write-off' || dialog === 'undo' ? dialog : null;
  const close = () => setDialog(null);
  const assign = {
    id: 'assign',
    label: t('action.assign'),
    onSelect: () => setDialog('assign'),
  };
  const takeBack = {
    id: 'take-back',
    label: t('action.takeBack'),
    onSelect: () => setDialog('take-back'),
  };
  const moves = isHeld ? [assign, takeBack] : [assign];
  const statement = {
    id: 'statement',
    label: t('payments:statement.action'),
    onSelect: () => {
      setStatementAsked(true);
      setDialog('statement');
    },
  };
  const invoice = {
    id: 'invoice',
    label: t('loans:page.newInvoice'),
    to: paths.createInvoiceOf(loan.id),
  };
  const party = {
    id: 'party',
    label: t('borrowers:parties.add'),
    onSelect: () => setDialog('party'),
  };
  const others = [
    ...(mayAssign ? moves : []),
    statement,
    ...(mayInvoice ? [invoice] : []),
    ...(mayAddParty ? [party] : []),
    ...termsActions,
    ...lossActions,
  ];
  const actions = [
    ...work.map(({ id, label, shortcut }) => ({
      id,
      label,
      end: <MenuKey shortcut={shortcut} />,
      onSelect: () => onOpen(id),
    })),
    ...others.map((action, at) =>
      at === 0 && work.length > 0 ? { ...action, apart: true } : action,
    ),
  ];
  return (
    <>
      <Menu
        trigger={<IconButton label={t('action.more')} icon={<IconDots size={18} stroke={1.5} />} />}
        actions={actions}
      />
      <AssignDialog
        opened={dialog === 'assign'}
        loans={loans}
        onClose={close}
        onMoved={() => undefined}
      />
      <TakeBackDialog
        opened={dialog === 'take-back'}
        loans={loans}
        onClose={close}
        onMoved={() => undefined}
      />
      {/* Mounted on first use, so that the loan loads without it. */}
      {isStatementAsked && (
        <Suspense>
          <StatementDialog loan={loan} opened={dialog === 'statement'} onClose={close} />
        </Suspense>
      )}
      {dialog === 'party' && (
        <Suspense>
          <AddLoanParty loanId={loan.id} onClose={close} />
        </Suspense>
      )}
      {loan.rescheduledOn !== null && termsActions.length > 0 && (
        <UndoRescheduleDialog loan={loan} opened={dialog === 'undo-reschedule'} onClose={close} />
      )}
      {lossActions.length > 0 && (
        <WriteOffDialog loan={loan} opened={way !== null} way={way} onClose={close} />
      )}
    </>
  );
}

function MenuKey({ shortcut }: { readonly shortcut: string }) {
  return (
    <span aria-hidden="true" className={classes.menuKey}>
      <Keys keys={[shortcut]} />
    </span>
  );
}

type OpenedDialog = 'assign' | 'take-back' | 'statement' | 'party' | 'undo-reschedule' | LossWay;

const AddLoanParty = lazy(async () => ({
  default: (await import('../../features/records/borrowers/AddLoanParty.tsx')).AddLoanParty,
}));

const UndoRescheduleDialog = overlayOnDemand(
  async () =>
    (await import('../../features/servicing/reschedules/UndoRescheduleDialog.tsx'))
      .UndoRescheduleDialog,
);

const StatementDialog = lazy(async () => ({
  default: (await import('../../features/servicing/payments/StatementDialog.tsx')).StatementDialog,
}));

const WriteOffDialog = overlayOnDemand<WriteOffDialogProps & { readonly opened: boolean }>(
  async () =>
    (await import('../../features/servicing/write-offs/WriteOffDialog.tsx')).WriteOffDialog,
);

type TermsWays = {
  readonly onReschedule: () => void;
  readonly onPlan: () => void;
  readonly onSettlement: () => void;
  readonly onUndo: () => void;
};

/**
 * Returns the actions that change a loan's terms: reschedule and undo a reschedule, or request a
 * plan if the user may not reschedule, and request a settlement.
 */
function useTermsActions(loan: LoanDetails, ways: TermsWays): readonly MenuAction[] {
  const { t } = useTranslation('loans');
  const mayReschedule = useMay('reschedule-loan');
  const mayRequest = useMay('request-plan');
  const maySettle = useMay('request-settlement');
  if (!transition(loan.status, 'reschedule').ok) return [];
  const settlement = {
    id: 'settlement',
    label: t('reschedule.settlement'),
    onSelect: ways.onSettlement,
  };
  const settlements = maySettle ? [settlement] : [];
  const plan = { id: 'plan', label: t('reschedule.plan'), onSelect: ways.onPlan };
  if (!mayReschedule) return mayRequest ? [plan, ...settlements] : settlements;
  const reschedule = {
    id: 'reschedule',
    label: t('reschedule.action'),
    onSelect: ways.onReschedule,
  };
  const undo = { id: 'undo-reschedule', label: t('reschedule.undo'), onSelect: ways.onUndo };
  return loan.rescheduledOn === null
    ? [reschedule, ...settlements]
    : [reschedule, undo, ...settlements];
}

/**
 * Returns the action that writes a loan off or undoes the write-off; a disabled action says why.
 */
function useLossActions(loan: LoanDetails, open: (way: LossWay) => void): readonly MenuAction[] {
  const { t } = useTranslation(['loans', 'failures']);
  const mayWriteOff = useMay('write-off-loan');
  const mayUndo = useMay('undo-write-off');
  const isLost = transition(loan.status, 'undo-write-off').ok;
  if (!(isLost ? mayUndo : mayWriteOff)) return [];
  const way = isLost ? 'undo' : 'write-off';
  const reason = lossRefusal(loan, way, t);
  const label = t(`loss.${way}.action`);
  return [
    {
      id: way,
      label: reason === null ? label : <RefusedLabel label={label} reason={reason} />,
      apart: true,
      disabled: reason !== null,
      onSelect: () => open(way),
    },
  ];
}

function lossRefusal(
  { status, loss }: LoanDetails,
  way: LossWay,
  t: TFunction<['loans', 'failures']>,
): string | null {
  if (way === 'undo') {
    return loss && loss.recoveredMinor > 0 ? t('failures:write_off_has_recoveries') : null;
  }
  if (transition(status, 'write-off').ok) return null;
  const details = { status, event: 'write-off' };
  return refusalSentence({ code: 'loan_event_refused', details, message: '' });
}

function RefusedLabel({ label, reason }: { label: string; reason: string }) {
  return (
    <Stack as="span" gap={0}>
      <span>{label}</span>
      <Text as="span" size="caption">
        {reason}
      </Text>
    </Stack>
  );
}
