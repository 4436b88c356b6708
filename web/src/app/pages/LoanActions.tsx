import { IconCoin, IconDots } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AssignDialog } from '../../features/assignments/AssignDialog.tsx';
import { TakeBackDialog } from '../../features/assignments/MoveDialog.tsx';
import type { LoanDetails } from '../../features/loans/loans.queries.ts';
import { useSession } from '../../lib/session.ts';
import { useMay } from '../../lib/session-query.ts';
import { Button, IconButton } from '../../ui/button/Button.tsx';
import { RefusedButton } from '../../ui/button/RefusedButton.tsx';
import { Menu } from '../../ui/menu/Menu.tsx';
import { useShortcut } from '../../ui/shortcut/use-shortcut.ts';
import type { LoanDrawer } from './loan-panels.ts';

type LoanActionsProps = {
  readonly loan: LoanDetails;
  /** Opens what slides in beside the loan. */
  readonly onOpen: (drawer: LoanDrawer) => void;
};

/** What the reader may do with a loan: pay it, note something, hand it on. */
export function LoanActions({ loan, onOpen }: LoanActionsProps) {
  const isDesk = useSession()?.role === 'team';
  const mayPay = useMay('post-payment');
  const mayWork = useMay('work-loans');
  const mayWriteNote = useMay('write-note');
  const mayAssign = useMay('assign-loans');
  return (
    <>
      {mayWork && <WorkButtons isOwed={loan.paymentRefusal === null} onOpen={onOpen} />}
      {mayWriteNote && <NoteButton onWrite={() => onOpen('note')} />}
      {mayPay && <PayButton loan={loan} onPay={() => onOpen('payment')} />}
      {mayAssign && <MoveMenu loan={loan} isHeld={(isDesk ? loan.agent : loan.team) !== null} />}
    </>
  );
}

type WorkButtonsProps = Pick<LoanActionsProps, 'onOpen'> & { readonly isOwed: boolean };

/** Log a contact, take a promise: nobody promises to pay what is not owed. */
function WorkButtons({ isOwed, onOpen }: WorkButtonsProps) {
  const { t } = useTranslation('contacts');
  useShortcut('l', () => onOpen('contact'), { label: t('log.action') });
  useShortcut('r', () => onOpen('promise'), { label: t('promise.action'), enabled: isOwed });
  return (
    <>
      <Button shortcut="L" onClick={() => onOpen('contact')}>
        {t('log.action')}
      </Button>
      {isOwed && (
        <Button shortcut="R" onClick={() => onOpen('promise')}>
          {t('promise.action')}
        </Button>
      )}
    </>
  );
}

function PayButton({ loan, onPay }: { loan: LoanDetails; onPay: () => void }) {
  const { t } = useTranslation(['payments', 'failures']);
  const { paymentRefusal } = loan;
  useShortcut('p', onPay, { label: t('post.action'), enabled: paymentRefusal === null });
  const icon = <IconCoin size={18} stroke={1.5} />;
  if (paymentRefusal !== null) {
    return (
      <RefusedButton reason={t(`failures:${paymentRefusal}`)} icon={icon}>
        {t('post.action')}
      </RefusedButton>
    );
  }
  return (
    <Button kind="primary" shortcut="P" icon={icon} onClick={onPay}>
      {t('post.action')}
    </Button>
  );
}

function NoteButton({ onWrite }: { onWrite: () => void }) {
  const { t } = useTranslation('notes');
  useShortcut('n', onWrite, { label: t('action.write') });
  return (
    <Button shortcut="N" onClick={onWrite}>
      {t('action.write')}
    </Button>
  );
}

function MoveMenu({ loan, isHeld }: { loan: LoanDetails; isHeld: boolean }) {
  const { t } = useTranslation('assignments');
  const [dialog, setDialog] = useState<'assign' | 'take-back' | null>(null);
  const loans = useMemo(() => ({ selection: { loanIds: [loan.id] }, count: 1 }), [loan.id]);
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
  return (
    <>
      <Menu
        trigger={<IconButton label={t('action.more')} icon={<IconDots size={18} stroke={1.5} />} />}
        actions={isHeld ? [assign, takeBack] : [assign]}
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
    </>
  );
}
