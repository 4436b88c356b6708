import type { CheckedBorrowers } from '@bursar/contracts/intake/borrower-imports';
import type { FileQuestion } from '@bursar/contracts/intake/file-questions';
import type { TableFound } from '@bursar/contracts/intake/tape-table';
import type { TableChoice } from '@bursar/contracts/intake/tape-table.values';
import { missingFields } from '@bursar/contracts/intake/tape-fields';
import { BORROWER_FILE_BYTES_MAX } from '@bursar/contracts/intake/tape-limits';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { uuidv7 } from 'uuidv7';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { paths } from '../../../lib/paths.ts';
import { useMay } from '../../../lib/session-query.ts';
import { useAnswerText } from '../../../lib/use-answer-text.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { FileDrop } from '../../../ui/file/FileDrop.tsx';
import { FileQuestions } from '../../../ui/file/FileQuestions.tsx';
import { FormFailure } from '../../../ui/form/FormMessages.tsx';
import { Count } from '../../../ui/format/Count.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { FileImportIcon } from '../../../ui/icon/FileImportIcon.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { SideDrawer } from '../../../ui/overlay/SideDrawer.tsx';
import { StatStrip, StatTile } from '../../../ui/page/StatTile.tsx';
import { TableNote } from '../../../ui/table/TableNote.tsx';
import { FigureTable, type FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { TextLink } from '../../../ui/link/TextLink.tsx';
import {
  useCheckBorrowers,
  useImportBorrowers,
  type SentBorrowers,
} from './borrower-imports.queries.ts';
import { BorrowerReading } from './BorrowerReading.tsx';
import { FindingsTable } from './Findings.tsx';
import { tapeEndings } from './NewImport.tsx';
import { asFound } from '../../../ui/file/TableFields.tsx';
import { isMoved, TableSection, tableChosen } from '../../../ui/file/TableSection.tsx';

/** The import of a borrower file, for users who may create borrowers. */
export function ImportBorrowers() {
  const { t } = useTranslation('imports');
  const answerText = useAnswerText();
  const format = useFormat();
  const mayImport = useMay('create-borrowers');
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<SentBorrowers | null>(null);
  const [questions, setQuestions] = useState<readonly FileQuestion[]>([]);
  const checking = useCheckBorrowers();
  const importing = useImportBorrowers();
  if (!mayImport) return null;
  const leave = () => {
    setChosen(null);
    setQuestions([]);
    checking.reset();
    importing.reset();
  };
  const close = () => {
    setOpen(false);
    leave();
  };
  const check = (sent: SentBorrowers) => {
    setChosen(sent);
    checking.mutate(sent, { onSuccess: (read) => setQuestions(read.questions) });
  };
  const take = (file: File) => {
    leave();
    check({ id: uuidv7(), file, answers: {}, columns: null, words: {} });
  };
  const checked = checking.data?.questions.length === 0 ? checking.data : undefined;
  const takeIn = () =>
    chosen &&
    importing.mutate(chosen, {
      onSuccess: ({ taken }) => {
        notify.success(t('borrowers.done', { count: taken, figure: format.count(taken) }));
        close();
      },
    });
  return (
    <>
      <Button
        icon={<FileImportIcon size={18} stroke={1.5} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t('borrowers.action')}
      </Button>
      <SideDrawer
        opened={isOpen}
        onClose={close}
        title={chosen && checked ? <bdi>{chosen.file.name}</bdi> : t('borrowers.action')}
        size="table"
        footer={
          checked && (
            <>
              <Button onClick={leave}>{t('borrowers.otherFile')}</Button>
              {checked.errors === 0 && checked.fresh > 0 && (
                <Button kind="primary" busy={importing.isPending} onClick={takeIn}>
                  {t('borrowers.submit', {
                    count: checked.fresh,
                    figure: format.count(checked.fresh),
                  })}
                </Button>
              )}
            </>
          )
        }
      >
        {chosen && questions.length > 0 ? (
          <FileQuestions
            fileName={chosen.file.name}
            questions={questions}
            answerText={answerText}
            onAnswer={(answers) => check({ ...chosen, answers })}
            onLeave={leave}
            busy={checking.isPending}
            failure={checking.error ? failureSentence(checking.error) : undefined}
          />
        ) : checked ? (
          <Stack gap={6}>
            <FormFailure failure={importing.error ? failureSentence(importing.error) : undefined} />
            {chosen && checked.table && (
              <BorrowerTable
                key={JSON.stringify([chosen.id, chosen.table ?? null])}
                found={checked.table}
                former={chosen.table}
                isChecking={checking.isPending}
                isOpenFirst={checked.errors > 0}
                // Another table has other columns and words.
                onCheck={(table) => check({ ...chosen, table, columns: null, words: {} })}
              />
            )}
            {chosen && (
              <BorrowerReading
                key={JSON.stringify([chosen.id, chosen.table, chosen.columns, chosen.words])}
                checked={checked}
                chosen={chosen}
                isChecking={checking.isPending}
                onCheck={check}
              />
            )}
            <WhatIsInIt checked={checked} />
          </Stack>
        ) : (
          <ChooseFile
            isChecking={checking.isPending}
            problem={checking.error ? failureSentence(checking.error) : undefined}
            onFile={take}
          />
        )}
      </SideDrawer>
    </>
  );
}

type BorrowerTableProps = {
  readonly found: TableFound;
  readonly former: TableChoice | undefined;
  readonly isChecking: boolean;
  readonly isOpenFirst: boolean;
  readonly onCheck: (table: TableChoice | undefined) => void;
};

/** The position of the table. If it is changed or in doubt, a button checks the file again. */
function BorrowerTable(props: BorrowerTableProps) {
  const { found, former, isChecking, isOpenFirst, onCheck } = props;
  const { t } = useTranslation('imports');
  const [draft, setDraft] = useState(asFound(found));
  const isReady = isMoved(draft, found) || found.isOpen;
  return (
    <Stack gap={3}>
      <TableSection found={found} draft={draft} onDraft={setDraft} isOpenFirst={isOpenFirst} />
      {isReady && (
        <div>
          <Button busy={isChecking} onClick={() => onCheck(tableChosen(draft, found, former))}>
            {t('again.verb')}
          </Button>
        </div>
      )}
    </Stack>
  );
}

type ChooseFileProps = {
  readonly isChecking: boolean;
  readonly problem: string | undefined;
  readonly onFile: (file: File) => void;
};

function ChooseFile({ isChecking, problem, onFile }: ChooseFileProps) {
  const { t } = useTranslation('imports');
  return (
    <Stack gap={5}>
      <FileDrop
        title={isChecking ? t('borrowers.checking') : t('borrowers.drop')}
        titleOnTouch={t('borrowers.add')}
        hint={t('borrowers.hint')}
        endings={tapeEndings}
        largestBytes={BORROWER_FILE_BYTES_MAX}
        onFile={onFile}
        problem={problem}
        disabled={isChecking}
      />
      <Row as="p" gap={4} lines={1} tone="muted" size="table">
        <TextLink
          as="a"
          plain
          icon={<IconDownload size={18} stroke={1.5} aria-hidden="true" />}
          href="/api/borrower-imports/template.csv"
          download="bursar-borrowers.csv"
        >
          {t('borrowers.template')}
        </TextLink>
        <span>{t('borrowers.templateHint')}</span>
      </Row>
    </Stack>
  );
}

function WhatIsInIt({ checked }: { readonly checked: CheckedBorrowers }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const { rows, fresh, known, errors, warnings, findings } = checked;
  const isOpen =
    missingFields(checked.required, checked.columns).length > 0 ||
    checked.words.some(({ words }) => words.some(({ meaning }) => meaning === null));
  return (
    <>
      <StatStrip label={t('borrowers.figures')}>
        <StatTile label={t('borrowers.rows')} value={<Count value={rows} />} />
        <StatTile label={t('borrowers.fresh')} value={<Count value={fresh} />} />
        <StatTile label={t('borrowers.known')} value={<Count value={known} />} />
        <StatTile label={t('borrowers.errors')} value={<Count value={errors} />} />
      </StatStrip>
      {errors > 0 && <Text as="p">{t(isOpen ? 'borrowers.open' : 'borrowers.wrong')}</Text>}
      {errors === 0 && fresh === 0 && <Text as="p">{t('borrowers.nothing')}</Text>}
      {findings.length > 0 && (
        <Stack as="section" gap={3}>
          <Text as="h3" size="body" weight="strong">
            {t('findings.title')}
          </Text>
          <FindingsTable findings={findings} />
          {errors + warnings > findings.length && (
            <TableNote>
              {t('borrowers.firstFindings', { figure: format.count(findings.length) })}
            </TableNote>
          )}
        </Stack>
      )}
      {errors === 0 && fresh > 0 && <Sample sample={checked.sample} />}
      {known > 0 && <OnRecord known={known} onRecord={checked.onRecord} />}
    </>
  );
}

type SampleRow = CheckedBorrowers['sample'][number];

function Sample({ sample }: Pick<CheckedBorrowers, 'sample'>) {
  const { t } = useTranslation('imports');
  const columns: readonly FigureColumn<SampleRow>[] = [
    {
      id: 'row',
      header: t('findings.row'),
      align: 'end',
      cell: ({ row }) => <Count value={row} />,
    },
    {
      id: 'id',
      header: t('borrowers.id'),
      cell: ({ externalId }) => <bdi>{externalId}</bdi>,
    },
    { id: 'name', header: t('borrowers.name'), cell: ({ name }) => <bdi>{name}</bdi> },
    {
      id: 'phone',
      header: t('borrowers.phone'),
      cell: ({ phone }) => <bdi dir="ltr">{phone ?? '–'}</bdi>,
    },
    {
      id: 'email',
      header: t('borrowers.email'),
      cell: ({ email }) => <bdi dir="ltr">{email ?? '–'}</bdi>,
    },
  ];
  return (
    <Stack as="section" gap={3}>
      <Text as="h3" size="body" weight="strong">
        {t('borrowers.sample')}
      </Text>
      <FigureTable
        label={t('borrowers.sample')}
        columns={columns}
        rows={sample}
        rowId={({ row }) => row}
      />
    </Stack>
  );
}

/** Links to the existing borrowers that the import leaves unchanged. */
function OnRecord({ known, onRecord }: Pick<CheckedBorrowers, 'known' | 'onRecord'>) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const further = known - onRecord.length;
  return (
    <Stack as="section" gap={3}>
      <Text as="h3" size="body" weight="strong">
        {t('borrowers.known')}
      </Text>
      <Text as="p" tone="muted">
        {t('borrowers.knownMeaning')}
      </Text>
      <Stack as="ul" gap={1}>
        {onRecord.map(({ row, borrowerId, externalId, name }) => (
          <li key={row}>
            <Link to={paths.borrower(borrowerId)} target="_blank">
              <bdi>{name ?? externalId}</bdi>
            </Link>{' '}
            <Text as="span" tone="muted">
              <bdi>{externalId}</bdi> · {t('findings.rowNumber', { row })}
            </Text>
          </li>
        ))}
      </Stack>
      {further > 0 && (
        <Text as="p" tone="muted" size="caption">
          {t('borrowers.knownMore', { figure: format.count(further) })}
        </Text>
      )}
    </Stack>
  );
}
