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
      { name: 'size', type: "'settings' | 'form' | 'record' | 'table'", standard: "'form'" },
    ]),
  ],
  keyboard: [
    { keys: ['Tab'], does: 'moveFocus' },
    { keys: ['Enter'], does: 'send' },
    { keys: ['Esc'], does: 'close' },
  ],
};

function WithAForm() {
  const { t } = useTranslation('gallery-samples');
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [name, setName] = useState('');
  const save = () => {
    setIsOpen(false);
    notify.success(t('saved', { name }));
  };
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('ui:views.save')}</Button>
      <FormDialog
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('ui:views.save')}
        submitLabel={t('ui:form.save')}
        onSubmit={save}
      >
        <TextField id={id} label={t('name')} value={name} onChange={setName} />
      </FormDialog>
    </>
  );
}

function BeforeSomethingThatMatters() {
  const { t } = useTranslation('gallery-samples');
  const [isOpen, setIsOpen] = useState(false);
  const take = () => {
    setIsOpen(false);
    notify.success(t('writtenOff'));
  };
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('writeOff')}</Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('writeOffTitle')}
        confirmLabel={t('writeOff')}
        onConfirm={take}
      >
        {t('writeOffText')}
      </ConfirmDialog>
    </>
  );
}

function AskingWhy() {
  const { t } = useTranslation('gallery-samples');
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [reason, setReason] = useState('');
  return (
    <>
      <Button kind="danger" onClick={() => setIsOpen(true)}>
        {t('writeOff')}
      </Button>
      <ReasonDialog
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('writeOffTitle')}
        meaning={t('writeOffText')}
        reason={{ id, label: t('reason'), value: reason, onChange: setReason }}
        submitLabel={t('writeOff')}
        onSubmit={() => setIsOpen(false)}
        busy={false}
        failure={undefined}
        draftOnClose={reason === '' ? 'nothing' : undefined}
      />
    </>
  );
}

function FromTheSide() {
  const { t } = useTranslation('gallery-samples');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('showBorrower')}</Button>
      <SideDrawer
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('borrower')}
        footer={<Button onClick={() => setIsOpen(false)}>{t('ui:overlay.close')}</Button>}
      >
        <p>{t('promiseText')}</p>
      </SideDrawer>
    </>
  );
}

/** The first attempt is refused: the typed text remains, with the reason above it. */
function ThatFails() {
  const { t } = useTranslation('gallery-samples');
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [amount, setAmount] = useState<number | null>(500_00);
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
      <FormDialog
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('postPayment')}
        submitLabel={t('postPayment')}
        onSubmit={post}
        busy={isBusy}
        failure={failure}
        safe={t('safe')}
      >
        <MoneyField
          id={id}
          label={t('amount')}
          currency="USD"
          value={amount}
          onChange={setAmount}
        />
      </FormDialog>
    </>
  );
}
