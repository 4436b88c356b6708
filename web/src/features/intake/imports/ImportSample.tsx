import type { SampleLoan, TapeImport } from '@bursar/contracts/intake/imports';
import type { FileQuestion } from '@bursar/contracts/intake/file-questions';
import type { TapeReading } from '@bursar/contracts/intake/tape-reading';
import { textEncodings } from '@bursar/contracts/intake/tape-telling';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { Count } from '../../../ui/format/Count.tsx';
import { DayText } from '../../../ui/format/DayText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Rate } from '../../../ui/format/Rate.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { FigureTable, type FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { CheckAgain, TapeColumns } from './TapeColumns.tsx';
import { TapeQuestions } from './TapeQuestions.tsx';
import { sampleQuery } from './imports.queries.ts';
import type { AgainProps, ReadAs } from './use-tape-upload.ts';

type ImportSampleProps = AgainProps & { tape: TapeImport };

/** A sample of what the dry run read, to check before booking. */
export function ImportSample({ tape, ...again }: ImportSampleProps) {
  const query = useQuery(sampleQuery(tape.id));
  if (query.error) {
    return (
      <ErrorState
        title={failureSentence(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (!query.data) return <SkeletonLines lines={4} />;
  const { reading, readAs, loans } = query.data;
  const shared = { reading, readAs, tape };
  return (
    <>
      {reading && reading.questions.length > 0 && (
        <TapeQuestions {...shared} questions={reading.questions} {...again} />
      )}
      {reading && reading.columns.length > 0 && (
        <TapeColumns {...shared} reading={reading} {...again} />
      )}
      {reading && (reading.isEncodingInDoubt || reading.encodingQuestion) && (
        <LettersInDoubt {...shared} reading={reading} {...again} />
      )}
      {loans.length > 0 && <FirstLoans loans={loans} currency={tape.currency} />}
    </>
  );
}

type FirstLoansProps = { loans: readonly SampleLoan[]; currency: string };

function FirstLoans({ loans, currency }: FirstLoansProps) {
  const { t } = useTranslation('imports');
  const columns: readonly FigureColumn<SampleLoan>[] = [
    { id: 'id', header: t('sample.externalId'), cell: (loan) => <bdi>{loan.externalId}</bdi> },
    {
      id: 'borrower',
      header: t('sample.borrower'),
      cell: (loan) => <bdi>{loan.borrowerName}</bdi>,
    },
    {
      id: 'principal',
      header: t('sample.principal', { currency }),
      align: 'end',
      cell: ({ principalMinor }) => (
        <Money amountMinor={principalMinor} currency={currency} withCurrency={false} />
      ),
    },
    {
      id: 'rate',
      header: t('sample.rate'),
      align: 'end',
      cell: (loan) => <Rate percent={loan.annualRatePercent} />,
    },
    {
      id: 'instalments',
      header: t('sample.instalments'),
      align: 'end',
      cell: (loan) => <Count value={loan.instalmentCount} />,
    },
    {
      id: 'frequency',
      header: t('sample.frequency'),
      cell: ({ every, unit }) => t(`sample.every.${unit}`, { count: every }),
    },
    {
      id: 'disbursed',
      header: t('sample.disbursed'),
      cell: (loan) => <DayText day={loan.disbursedOn} />,
    },
    {
      id: 'first-due',
      header: t('sample.firstDue'),
      cell: (loan) => <DayText day={loan.firstDueOn} />,
    },
  ];
  return (
    <Stack gap={2}>
      <Text as="h3" size="body" weight="strong">
        {t('sample.title')}
      </Text>
      <Text tone="muted" size="table">
        {t('sample.meaning')}
      </Text>
      <FigureTable
        label={t('sample.title')}
        columns={columns}
        rows={loans}
        rowId={({ row }) => row}
      />
    </Stack>
  );
}

type Doubt = TapeReading['doubts'][number];
type LettersInDoubtProps = ImportSampleProps & { reading: TapeReading; readAs: ReadAs };

/** The first letters by each possible encoding, or as the chosen one reads them, and the choice. */
function LettersInDoubt({ reading, readAs, tape, ...again }: LettersInDoubtProps) {
  const { t } = useTranslation('imports');
  const [chosen, setChosen] = useState<string | null>(reading.encoding);
  const encoding = textEncodings.find((one) => one === chosen);
  const columns: readonly FigureColumn<Doubt>[] = [
    {
      id: 'row',
      header: t('findings.row'),
      align: 'end',
      cell: (cell) => <Count value={cell.row} />,
    },
    { id: 'column', header: t('findings.column'), cell: ({ column }) => <bdi>{column}</bdi> },
    {
      id: 'value',
      header: t('letters.value'),
      wide: true,
      cell: ({ value }) => <bdi>{value}</bdi>,
    },
  ];
  return (
    <Stack gap={2}>
      <Text as="h3" size="body" weight="strong">
        {t('letters.title')}
      </Text>
      <Text tone="muted" size="table">
        {reading.encoding === null
          ? t('letters.unreadable')
          : t('letters.meaning', { encoding: t(`letters.encodings.${reading.encoding}`) })}
      </Text>
      {reading.encodingQuestion && <LettersByEncoding question={reading.encodingQuestion} />}
      {reading.doubts.length > 0 && (
        <FigureTable
          label={t('letters.title')}
          columns={columns}
          rows={reading.doubts}
          rowId={({ row, column, value }) => `${row} ${column} ${value}`}
        />
      )}
      <Box max="24rem">
        <SelectField
          id="tape-encoding"
          label={t('letters.choose')}
          options={textEncodings.map((one) => ({
            value: one,
            label: t(`letters.encodings.${one}`),
          }))}
          value={chosen}
          onChange={setChosen}
          required
        />
      </Box>
      {encoding !== undefined && encoding !== reading.encoding && (
        <CheckAgain tape={tape} readAs={{ ...readAs, encoding }} {...again} />
      )}
    </Stack>
  );
}

type EncodingChoice = FileQuestion['choices'][number];

function LettersByEncoding({ question }: { question: FileQuestion }) {
  const { t } = useTranslation('imports');
  const columns: readonly FigureColumn<EncodingChoice>[] = [
    {
      id: 'encoding',
      header: t('letters.choose'),
      cell: ({ choice }) => {
        const encoding = textEncodings.find((one) => one === choice);
        return encoding ? t(`letters.encodings.${encoding}`) : choice;
      },
    },
    {
      id: 'readings',
      header: t('letters.value'),
      wide: true,
      cell: ({ readings }) =>
        readings.map((reading, at) => (
          <Box as="div" key={at}>
            <bdi>{reading}</bdi>
          </Box>
        )),
    },
  ];
  return (
    <FigureTable
      label={t('letters.choose')}
      columns={columns}
      rows={question.choices}
      rowId={({ choice }) => choice}
    />
  );
}
