import { type ComponentProps, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button/Button.tsx';
import { MoneyField } from '../../../../ui/form/MoneyField.tsx';
import { TextField } from '../../../../ui/form/TextField.tsx';
import { ConfirmDialog } from '../../../../ui/overlay/ConfirmDialog.tsx';
import { FormDialog } from '../../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../../ui/overlay/notify.ts';
import { ReasonDialog } from '../../../../ui/overlay/ReasonDialog.tsx';
import { SideDrawer } from '../../../../ui/overlay/SideDrawer.tsx';
import { documented, type Part } from '../../part.ts';
import { noChange } from '../../still-panels.tsx';

export const part: Part = {
  examples: { WithAForm, BeforeSomethingThatMatters, AskingWhy, FromTheSide, ThatFails },
  stills: {
    WithAForm: SaveViewOpen,
    BeforeSomethingThatMatters: WriteOffOpen,
    AskingWhy: ReasonOpen,
    FromTheSide: BorrowerOpen,
    ThatFails: RefusedOpen,
  },
  components: [
    documented<ComponentProps<typeof FormDialog>>('FormDialog', [
      { name: 'opened', type: 'boolean' },
      { name: 'title', type: 'string' },
      { name: 'size', type: "'small' | 'normal' | 'wide' | 'broad'", standard: "'normal'" },
      { name: 'submitLabel', type: 'string' },
      { name: 'submitKind', type: "'primary' | 'danger'", standard: "'primary'" },
      { name: 'busy', type: 'boolean', standard: 'false' },
      { name: 'failure', type: 'string', standard: '–' },
    ]),
    documented<ComponentProps<typeof SideDrawer>>('SideDrawer', [
      { name: 'footer', type: 'ReactNode', standard: '–' },
      { name: 'size', type: "'settings' | 'form' | 'record' | 'table'", standard: "'form'" },
    ]),
  ],
  keyboard: [
    { keys: ['Tab'], does: 'moveFocus' },
    { keys: ['Enter'], does: 'send' },
    { keys: ['Esc'], does: 'closeDialog' },
  ],
};

type SampleProps = { opened: boolean; onClose: () => void };

function WithAForm() {
  const { t } = useTranslation('gallery-samples');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('ui:views.save')}</Button>
      <SaveView opened={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}

function SaveView({ opened, onClose }: SampleProps) {
  const { t } = useTranslation('gallery-samples');
  const id = useId();
  const [name, setName] = useState('');
  const save = () => {
    onClose();
    notify.success(t('saved', { name }));
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('ui:views.save')}
      submitLabel={t('ui:views.save')}
      onSubmit={save}
    >
      <TextField id={id} label={t('name')} value={name} onChange={setName} />
    </FormDialog>
  );
}

function SaveViewOpen() {
  return <SaveView opened onClose={noChange} />;
}

function BeforeSomethingThatMatters() {
  const { t } = useTranslation('gallery-samples');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button kind="danger" onClick={() => setIsOpen(true)}>
        {t('writeOff')}
      </Button>
      <WriteOff opened={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}

function WriteOff({ opened, onClose }: SampleProps) {
  const { t } = useTranslation('gallery-samples');
  const take = () => {
    onClose();
    notify.success(t('writtenOff'));
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('writeOffTitle')}
      confirmLabel={t('writeOff')}
      tone="danger"
      onConfirm={take}
    >
      {t('writeOffText')}
    </ConfirmDialog>
  );
}

function WriteOffOpen() {
  return <WriteOff opened onClose={noChange} />;
}

function AskingWhy() {
  const { t } = useTranslation('gallery-samples');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button kind="danger" onClick={() => setIsOpen(true)}>
        {t('writeOff')}
      </Button>
      <WriteOffWithReason opened={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}

function WriteOffWithReason({ opened, onClose }: SampleProps) {
  const { t } = useTranslation('gallery-samples');
  const id = useId();
  const [reason, setReason] = useState('');
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title={t('writeOffTitle')}
      meaning={t('writeOffText')}
      reason={{ id, label: t('reason'), value: reason, onChange: setReason }}
      submitLabel={t('writeOff')}
      onSubmit={onClose}
      busy={false}
      failure={undefined}
      draftOnClose={reason === '' ? 'nothing' : undefined}
    />
  );
}

function ReasonOpen() {
  return <WriteOffWithReason opened onClose={noChange} />;
}

function FromTheSide() {
  const { t } = useTranslation('gallery-samples');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('showBorrower')}</Button>
      <Borrower opened={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}

function Borrower({ opened, onClose }: SampleProps) {
  const { t } = useTranslation('gallery-samples');
  return (
    <SideDrawer
      opened={opened}
      onClose={onClose}
      title={t('borrower')}
      footer={<Button onClick={onClose}>{t('ui:overlay.close')}</Button>}
    >
      <p>{t('promiseText')}</p>
    </SideDrawer>
  );
}

function BorrowerOpen() {
  return <Borrower opened onClose={noChange} />;
}

/** Every attempt is refused: the amount remains in its field, with the reason above it. */
function ThatFails() {
  const { t } = useTranslation('gallery-samples');
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const post = () => {
    setIsBusy(true);
    setTimeout(() => {
      setIsBusy(false);
      setFailure(t('tooMuch'));
    }, 1200);
  };
  return (
    <>
      <Button kind="primary" onClick={() => setIsOpen(true)}>
        {t('postPayment')}
      </Button>
      <Payment
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        onPost={post}
        busy={isBusy}
        failure={failure}
      />
    </>
  );
}

type PaymentProps = SampleProps & {
  onPost: () => void;
  busy: boolean;
  failure: string | undefined;
};

function Payment({ opened, onClose, onPost, busy, failure }: PaymentProps) {
  const { t } = useTranslation('gallery-samples');
  const id = useId();
  const [amount, setAmount] = useState<number | null>(500_00);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('postPayment')}
      submitLabel={t('postPayment')}
      onSubmit={onPost}
      busy={busy}
      failure={failure}
      safe={t('safe')}
    >
      <MoneyField id={id} label={t('amount')} currency="USD" value={amount} onChange={setAmount} />
    </FormDialog>
  );
}

function RefusedOpen() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Payment opened onClose={noChange} onPost={noChange} busy={false} failure={t('tooMuch')} />
  );
}
