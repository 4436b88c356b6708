import type { BankFile } from '@bursar/contracts/intake/bank-files';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { isolated } from '../../../ui/format/isolated.ts';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { useChangeLayout } from './bank-files.queries.ts';
import { BankReading } from './BankReading.tsx';
import { RememberedAnswers } from './RememberedAnswers.tsx';

type BankLayoutProps = {
  readonly file: BankFile;
  readonly layout: NonNullable<BankFile['layout']>;
};

/**
 * Shows how a table was interpreted and that this layout is remembered; the user can rename or
 * forget the layout.
 */
export function BankLayout({ file, layout }: BankLayoutProps) {
  const { t } = useTranslation('bank-files');
  const format = useFormat();
  const [asked, setAsked] = useState<'rename' | 'forget' | null>(null);
  const change = useChangeLayout(file.id);
  const { columns, name } = layout;
  const nameOf = (column: (typeof columns)[number]) =>
    column.name || t('columns.nameless', { position: format.count(column.position) });
  const used = columns.flatMap((column) =>
    column.field === null
      ? []
      : [`${isolated(nameOf(column))}: ${t(`columns.field.${column.field}`)}`],
  );
  const unused = columns.filter(({ field }) => field === null).map(nameOf);
  const forget = () => {
    setAsked(null);
    change.mutate({ name: null }, { onError: (failure) => notify.error(failureSentence(failure)) });
  };
  return (
    <Stack as="section" gap={1} aria-label={t('layout.title')}>
      <Row gap={2}>
        <Text weight="medium">
          {t(layout.isChosen ? 'layout.chosen' : 'layout.recognised', {
            name: isolated(name),
          })}
        </Text>
        <Button kind="quiet" size="compact" onClick={() => setAsked('rename')}>
          {t('layout.rename')}
        </Button>
        <Button kind="quiet" size="compact" onClick={() => setAsked('forget')}>
          {t('layout.forget')}
        </Button>
      </Row>
      {file.reading ? (
        <BankReading reading={file.reading} />
      ) : (
        <Text tone="muted" size="table">
          {used.join(' · ')}
        </Text>
      )}
      <RememberedAnswers file={file} layout={layout} />
      {!file.reading && unused.length > 0 && (
        <Text tone="muted" size="table">
          {t('layout.unused', { columns: format.list(unused.map((one) => isolated(one))) })}
        </Text>
      )}
      {file.balance && (
        <Text tone="muted" size="table">
          {t(`layout.balance.${file.balance}`)}
        </Text>
      )}
      {asked === 'rename' && (
        <RenameLayout file={file} name={name} onClose={() => setAsked(null)} />
      )}
      <ConfirmDialog
        opened={asked === 'forget'}
        onClose={() => setAsked(null)}
        title={t('layout.forgetQuestion')}
        confirmLabel={t('layout.forget')}
        onConfirm={forget}
      >
        <Text>{t('layout.forgetMeaning')}</Text>
      </ConfirmDialog>
    </Stack>
  );
}

type RenameLayoutProps = {
  readonly file: BankFile;
  readonly name: string;
  readonly onClose: () => void;
};

function RenameLayout({ file, name, onClose }: RenameLayoutProps) {
  const { t } = useTranslation('bank-files');
  const [typed, setTyped] = useState(name);
  const [isAsked, setAsked] = useState(false);
  const change = useChangeLayout(file.id);
  const isMissing = typed.trim() === '';
  const rename = () => {
    setAsked(true);
    if (!isMissing) change.mutate({ name: typed.trim() }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('layout.rename')}
      submitLabel={t('layout.save')}
      onSubmit={rename}
      busy={change.isPending}
      failure={change.isError ? failureSentence(change.error) : undefined}
    >
      <TextField
        id="bank-layout-name"
        label={t('layout.name')}
        value={typed}
        onChange={setTyped}
        maxLength={100}
        error={isAsked && isMissing ? t('layout.nameMissing') : undefined}
        required
      />
    </FormDialog>
  );
}
