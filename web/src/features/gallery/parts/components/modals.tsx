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

export const part: Part = {
  examples: { WithAForm, BeforeSomethingThatMatters, AskingWhy, FromTheSide, ThatFails },
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
      { name: 'width', type: 'number', standard: '480' },
    ]),
  ],
  keyboard: [
    { keys: ['Tab'], does: 'staysInside' },
    { keys: ['Enter'], does: 'send' },
    { keys: ['Esc'], does: 'close' },
  ],
};

function WithAForm() {
  const { t } = useTranslation('gallery-components');
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [name, setName] = useState('');
  const save = () => {
    setIsOpen(false);
    notify.success(t('modals.words.named', { name }));
  };
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('modals.words.nameView')}</Button>
      <FormDialog
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('modals.words.nameView')}
        submitLabel={t('modals.words.save')}
        onSubmit={save}
      >
        <TextField id={id} label={t('modals.words.name')} value={name} onChange={setName} />
      </FormDialog>
    </>
  );
}

function BeforeSomethingThatMatters() {
  const { t } = useTranslation('gallery-components');
  const [isOpen, setIsOpen] = useState(false);
  const take = () => {
    setIsOpen(false);
    notify.success(t('modals.words.takenBack'));
  };
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('modals.words.takeBack')}</Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('modals.words.takeBackTitle')}
        confirmLabel={t('modals.words.takeBack')}
        onConfirm={take}
      >
        {t('modals.words.takeBackText')}
      </ConfirmDialog>
    </>
  );
}

function AskingWhy() {
  const { t } = useTranslation('gallery-components');
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [reason, setReason] = useState('');
  return (
    <>
      <Button kind="danger" onClick={() => setIsOpen(true)}>
        {t('modals.words.strike')}
      </Button>
      <ReasonDialog
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('modals.words.strikeTitle')}
        meaning={t('modals.words.strikeText')}
        reason={{ id, label: t('modals.words.reason'), value: reason, onChange: setReason }}
        submitLabel={t('modals.words.strike')}
        onSubmit={() => setIsOpen(false)}
        busy={false}
        failure={undefined}
        keeps={reason === '' ? 'nothing' : undefined}
      />
    </>
  );
}

function FromTheSide() {
  const { t } = useTranslation('gallery-components');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('modals.words.borrower')}</Button>
      <SideDrawer
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('modals.words.borrower')}
        footer={<Button onClick={() => setIsOpen(false)}>{t('modals.words.done')}</Button>}
      >
        <p>{t('modals.words.borrowerText')}</p>
      </SideDrawer>
    </>
  );
}

/** The first attempt is refused: the typed text remains, with the reason above it. */
function ThatFails() {
  const { t } = useTranslation('gallery-components');
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [amount, setAmount] = useState<number | null>(500_00);
  const post = () => {
    setIsBusy(true);
    setTimeout(() => {
      setIsBusy(false);
      setFailure(t('modals.words.tooMuch'));
    }, 1200);
  };
  return (
    <>
      <Button kind="primary" onClick={() => setIsOpen(true)}>
        {t('modals.words.post')}
      </Button>
      <FormDialog
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('modals.words.post')}
        submitLabel={t('modals.words.post')}
        onSubmit={post}
        busy={isBusy}
        failure={failure}
        safe={t('modals.words.safe')}
      >
        <MoneyField
          id={id}
          label={t('modals.words.amount')}
          currency="USD"
          value={amount}
          onChange={setAmount}
        />
      </FormDialog>
    </>
  );
}
