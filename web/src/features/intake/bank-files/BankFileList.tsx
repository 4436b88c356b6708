import type { BankFile } from '@bursar/contracts/intake/bank-files';
import type { BankColumn } from '@bursar/contracts/intake/bank-layouts';
import { BANK_FILE_BYTES_MAX } from '@bursar/contracts/intake/bank-files.values';
import type { TableFound } from '@bursar/contracts/intake/tape-table';
import type { FileQuestion } from '@bursar/contracts/intake/file-questions';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { uuidv7 } from 'uuidv7';
import { ApiFailure } from '../../../lib/api-client.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { failureOf } from '../../../lib/load-of.ts';
import { paths } from '../../../lib/paths.ts';
import { useAddress } from '../../../lib/use-address.ts';
import { useAnswerText } from '../../../lib/use-answer-text.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { FileDrop } from '../../../ui/file/FileDrop.tsx';
import { FileQuestions } from '../../../ui/file/FileQuestions.tsx';
import { Count } from '../../../ui/format/Count.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { TableToCome } from '../../../ui/page/PageShape.tsx';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import { CellPair } from '../../../ui/table/CellPair.tsx';
import { FigureTable, type FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { MoreRows } from '../../../ui/table/MoreRows.tsx';
import { BankColumns } from './BankColumns.tsx';
import { bankFilesQuery, useUploadBankFile, type SentBankFile } from './bank-files.queries.ts';
import { countIn } from './bank-line-text.ts';
import { PostingRule } from './PostingRule.tsx';
import { useIsPhone } from '../../../ui/state/use-media.ts';

/** Accepts every extension: banks use many, and the format is recognised by the content. */
const endings: readonly string[] = [];

/** A sent file with the columns to choose, or with the server's open questions. */
type Asked = {
  readonly sent: SentBankFile;
  readonly questions: readonly FileQuestion[];
  readonly columns: readonly BankColumn[] | null;
  readonly table: TableFound | null;
};

/** Refusals that another choice of columns may solve. */
const columnFailures: ReadonlySet<string> = new Set([
  'columns_missing',
  'bank_line_not_read',
  'bank_dates_ambiguous',
  'bank_amounts_mixed',
  'bank_direction_unknown',
  'bank_direction_contradictory',
  'bank_balance_contradictory',
  'bank_currencies_disagree',
]);

/** The portfolio's bank files, newest first, with the upload of another one. */
export function BankFileList() {
  const { t } = useTranslation('bank-files');
  const answerText = useAnswerText();
  const [, open] = useAddress('id');
  const upload = useUploadBankFile();
  const [asked, setAsked] = useState<Asked | null>(null);
  const send = (sent: SentBankFile) =>
    upload.mutate(sent, {
      onSuccess: ({ bankFile, questions, columns, table }) => {
        if (bankFile) open(bankFile.id);
        else setAsked({ sent, questions, columns, table });
      },
    });
  const leave = () => {
    setAsked(null);
    upload.reset();
  };
  const failed = upload.isError ? upload.variables : undefined;
  const problem = upload.isError ? failureSentence(upload.error) : undefined;
  return (
    <>
      <PageHeader title={t('title')} description={t('meaning')} />
      <Stack gap={6}>
        {asked?.columns && (
          <BankColumns
            key={`${asked.sent.id} ${asked.table?.sheet} ${asked.table?.row} ${asked.table?.hasHeading}`}
            fileName={asked.sent.file.name}
            columns={asked.columns}
            table={asked.table}
            onTable={(table) => send({ ...asked.sent, columns: {}, table })}
            onChoose={(columns) => send({ ...asked.sent, columns })}
            onLeave={leave}
            busy={upload.isPending}
            failure={problem}
          />
        )}
        {asked && !asked.columns && (
          <FileQuestions
            key={asked.questions.map(({ key }) => key).join(' ')}
            fileName={asked.sent.file.name}
            questions={asked.questions}
            answerText={answerText}
            onAnswer={(answers) =>
              send({ ...asked.sent, answers: { ...asked.sent.answers, ...answers } })
            }
            onLeave={leave}
            busy={upload.isPending}
            failure={problem}
          />
        )}
        {!asked && (
          <Stack gap={3}>
            <FileDrop
              title={upload.isPending ? t('drop.sending') : t('drop.title')}
              titleOnTouch={t('drop.onPhone')}
              hint={t('drop.hint')}
              endings={endings}
              largestBytes={BANK_FILE_BYTES_MAX}
              onFile={(file) => send({ id: uuidv7(), file, answers: {} })}
              problem={problem}
              disabled={upload.isPending}
            />
            {failed && (
              <Row gap={3}>
                <Button onClick={() => send(failed)}>{t('drop.again')}</Button>
                {upload.error instanceof ApiFailure && columnFailures.has(upload.error.code) && (
                  <Button kind="quiet" onClick={() => send({ ...failed, columns: {} })}>
                    {t('columns.choose')}
                  </Button>
                )}
              </Row>
            )}
          </Stack>
        )}
        <FormerFiles />
        <PostingRule />
      </Stack>
    </>
  );
}

function FormerFiles() {
  const { t } = useTranslation('bank-files');
  const query = useInfiniteQuery(bankFilesQuery);
  const files = query.data?.pages.flatMap((page) => page.bankFiles);
  return (
    <Stack as="section" gap={3}>
      <Text as="h2" size="body" weight="strong">
        {t('former.title')}
      </Text>
      <Loaded
        load={{ data: files, failure: failureOf(query) }}
        waiting={<TableToCome rows={4} />}
        empty={<EmptyState title={t('former.none')} hint={t('former.noneHint')} />}
        isEmpty={(rows) => rows.length === 0}
      >
        {(rows) => (
          <div>
            <FileTable files={rows} />
            <MoreRows shown={rows.length} pages={query} />
          </div>
        )}
      </Loaded>
    </Stack>
  );
}

function FileTable({ files }: { readonly files: readonly BankFile[] }) {
  const { t } = useTranslation('bank-files');
  const isPhone = useIsPhone();
  return (
    <FigureTable
      isList
      label={t('former.title')}
      columns={columnsOf(t, isPhone)}
      rows={files}
      rowId={({ id }) => id}
    />
  );
}

type Translate = TFunction<'bank-files'>;

function columnsOf(t: Translate, isPhone: boolean): readonly FigureColumn<BankFile>[] {
  const name = ({ id, fileName }: BankFile) => (
    <Link to={paths.bankFile(id)}>
      <bdi>{fileName}</bdi>
    </Link>
  );
  const state: FigureColumn<BankFile> = {
    id: 'state',
    header: t('former.state'),
    cell: (file) => <FileState file={file} />,
  };
  if (isPhone) {
    const when = (file: BankFile) => <InstantText at={file.uploadedAt} />;
    const pair = (file: BankFile) => <CellPair first={name(file)} second={when(file)} />;
    return [{ id: 'file', header: t('former.file'), wide: true, cell: pair }, state];
  }
  return [
    { id: 'file', header: t('former.file'), wide: true, cell: name },
    state,
    {
      id: 'lines',
      header: t('former.lines'),
      align: 'end',
      cell: ({ lines }) => <Count value={lines} />,
    },
    {
      id: 'posted',
      header: t('former.posted'),
      align: 'end',
      cell: (file) => <Count value={countIn(file, 'posted')} />,
    },
    { id: 'who', header: t('former.who'), cell: ({ uploadedBy }) => <bdi>{uploadedBy}</bdi> },
    {
      id: 'when',
      header: t('former.when'),
      cell: ({ uploadedAt }) => <InstantText at={uploadedAt} />,
    },
  ];
}

/** The most urgent state among a file's lines: refused, undecided, to post, or all done. */
function FileState({ file }: { readonly file: BankFile }) {
  const { t } = useTranslation('bank-files');
  const [waiting, open] = [countIn(file, 'matched'), countIn(file, 'needs-look')];
  if (countIn(file, 'refused') > 0) {
    return <StatusBadge tone="late">{t('former.hasRefused')}</StatusBadge>;
  }
  if (open > 0) return <StatusBadge tone="soon">{t('former.toLookAt')}</StatusBadge>;
  if (waiting > 0) return <StatusBadge tone="open">{t('former.toPost')}</StatusBadge>;
  return <StatusBadge tone="done">{t('former.done')}</StatusBadge>;
}
