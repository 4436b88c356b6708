import type { BankLine, BankReturn } from '@bursar/contracts/intake/bank-files';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { refusalSentence } from '../../../lib/failure-sentence.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { DayText } from '../../../ui/format/DayText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import { FigureTable, type FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { isSame } from './DuplicateNotes.tsx';
import { toneOf } from './bank-line-text.ts';
import { BankLineActions, type LineDialog } from './BankLineActions.tsx';
import { useMedia } from '../../../ui/state/use-media.ts';

type TableProps = {
  readonly bankFileId: string;
  readonly lines: readonly BankLine[];
  readonly onOpen: (dialog: LineDialog, line: BankLine) => void;
};

/** The lines of a bank file, each with its state and its actions. */
export function BankLineTable({ bankFileId, lines, onOpen }: TableProps) {
  const { t } = useTranslation('bank-files');
  const isPhone = useMedia('(max-width: 48em)');
  const hasRoom = useMedia('(min-width: 75em)');
  const doing = { bankFileId, onOpen };
  return (
    <FigureTable
      label={t('one.lines')}
      columns={isPhone ? phoneColumns(t, doing) : wideColumns(t, { ...doing, hasRoom })}
      rows={lines}
      rowId={({ id }) => id}
      rowMark={({ state }) => (state === 'left-out' ? 'done' : undefined)}
    />
  );
}

type Doing = Pick<TableProps, 'bankFileId' | 'onOpen'>;
type Translate = TFunction<'bank-files'>;

function wideColumns(
  t: Translate,
  { hasRoom, ...doing }: Doing & { readonly hasRoom: boolean },
): readonly FigureColumn<BankLine>[] {
  return [
    {
      id: 'payer',
      header: t('column.payer'),
      wide: true,
      wraps: true,
      cell: (line) => (
        <Box pad={[2, 0]}>
          <Payer line={line} />
        </Box>
      ),
    },
    { id: 'day', header: t('column.day'), cell: ({ valueOn }) => <DayText day={valueOn} /> },
    {
      id: 'amount',
      header: t('column.amount'),
      align: 'end',
      cell: (line) => <Amount line={line} />,
    },
    {
      id: 'becomes',
      header: t('column.becomes'),
      size: '15rem',
      wraps: true,
      cell: (line) => (
        <Box pad={[2, 0]}>
          <Becomes line={line} />
        </Box>
      ),
    },
    {
      id: 'action',
      header: t('column.action'),
      align: 'action',
      // With less room the actions of a line wrap, so that the payer keeps a readable width.
      ...(hasRoom && { size: '17rem' }),
      cell: (line) => <BankLineActions line={line} {...doing} />,
    },
  ];
}

function phoneColumns(t: Translate, doing: Doing): readonly FigureColumn<BankLine>[] {
  return [
    {
      id: 'payer',
      header: t('column.payer'),
      wide: true,
      cell: (line) => (
        <Box flow="stack" gap={2} pad={[2, 0]}>
          <Row justify="between" align="baseline" wrap={false}>
            <Payer line={line} />
            <Amount line={line} />
          </Row>
          <Becomes line={line} />
          <Row justify="between">
            <Text as="span" size="caption" tone="muted">
              <DayText day={line.valueOn} />
            </Text>
            <BankLineActions line={line} {...doing} />
          </Row>
        </Box>
      ),
    },
  ];
}

const Amount = ({ line }: { readonly line: BankLine }) => (
  <Money amountMinor={line.amountMinor} currency={line.currency} />
);

function Payer({ line }: { readonly line: BankLine }) {
  const { t } = useTranslation('bank-files');
  return (
    <Stack as="span" gap={1}>
      <Text as="span" weight="medium">
        {line.debtorName === '' ? t('one.nameless') : <bdi>{line.debtorName}</bdi>}
      </Text>
      {line.payerAccount !== '' && (
        <Text as="span" tone="muted" size="caption" tabular>
          <bdi>{line.payerAccount}</bdi>
        </Text>
      )}
      {line.remittance !== '' && (
        <Text as="span" tone="muted" size="caption">
          <bdi>{line.remittance}</bdi>
        </Text>
      )}
    </Stack>
  );
}

/**
 * A line's state with the reason, its loans, and the payment or credit balance that it returns or
 * may return.
 */
function Becomes({ line }: { readonly line: BankLine }) {
  const { t } = useTranslation('bank-files');
  const format = useFormat();
  const { state, loan, refusal } = line;
  const isBooked = state === 'posted' || state === 'returned';
  const loanPath = loan && (isBooked ? paths.loanPayments : paths.loanDetails)(loan.id);
  return (
    <Stack as="span" gap={1}>
      <StatusBadge tone={toneOf[state]}>{t(`state.${state}`)}</StatusBadge>
      {line.parts.map((part) => (
        <Part key={part.loan.id} part={part} line={line} />
      ))}
      {loan && loanPath && line.parts.length === 0 && !line.returned?.splitLine && (
        <span>
          <Link to={loanPath}>{loan.reference}</Link> <bdi>{loan.borrower}</bdi>
        </span>
      )}
      <Text as="span" tone={refusal ? 'late' : 'muted'} size="caption">
        {refusal ? refusalSentence({ ...refusal, code: refusal.error }) : <Reason line={line} />}
      </Text>
      {line.mayReturn && <MayReturn found={line.mayReturn} line={line} />}
      {line.mayReturnSplit && (
        <Text as="span" size="caption">
          <Link to={paths.bankFile(line.mayReturnSplit.fileId)}>
            {t('return.maySplit', {
              file: line.mayReturnSplit.fileName,
              line: line.mayReturnSplit.number,
            })}
          </Link>{' '}
          {line.mayReturnSplit.parts.length === 0 && t('return.reverseParts')}
          {line.mayReturnSplit.feeMinor > 0 &&
            t('return.withFee', {
              amount: format.amount(line.mayReturnSplit.feeMinor, line.currency),
            })}
        </Text>
      )}
      {line.returned && <Returned returned={line.returned} line={line} />}
    </Stack>
  );
}

type MayReturnProps = { readonly found: BankReturn; readonly line: BankLine };

/** The payment or credit balance that the line most likely returns. */
function MayReturn({ found, line }: MayReturnProps) {
  const { t } = useTranslation('bank-files');
  const format = useFormat();
  const { kind, loan, amountMinor, feeMinor, valueDate, score, evidence } = found;
  const values = {
    amount: format.amount(amountMinor, line.currency),
    day: valueDate === null ? '' : format.day(valueDate),
    score: format.count(score),
    evidence: format.list(evidence.map((part) => t(`evidence.${part}`))),
  };
  return (
    <Text as="span" size="caption">
      {t(`return.may.${kind}`, values)}{' '}
      <Link to={paths.loanPayments(loan.id)}>{loan.reference}</Link> <bdi>{loan.borrower}</bdi>{' '}
      {feeMinor > 0 && t('return.withFee', { amount: format.amount(feeMinor, line.currency) })}
      {' · '}
      <Text as="span" tone="muted" size="caption">
        {t('reason.scored', values)}
      </Text>
    </Text>
  );
}

type ReturnedProps = {
  readonly returned: NonNullable<BankLine['returned']>;
  readonly line: BankLine;
};

/** The confirmed return, and whether it was booked. */
function Returned({ returned, line }: ReturnedProps) {
  const { t } = useTranslation('bank-files');
  const format = useFormat();
  const { kind, outcome, amountMinor, feeMinor, valueDate, splitLine } = returned;
  const values = {
    amount: format.amount(amountMinor, line.currency),
    day: valueDate === null ? '' : format.day(valueDate),
  };
  const tone = outcome === 'not-done' ? 'late' : undefined;
  return (
    <Text as="span" size="caption" {...(tone && { tone })}>
      {t(`return.is.${kind}.${outcome}`, values)}{' '}
      {splitLine && (
        <Link to={paths.bankFile(splitLine.fileId)}>
          {t('return.ofSplit', { file: splitLine.fileName, line: splitLine.number })}
        </Link>
      )}{' '}
      {feeMinor > 0 && t('return.withFee', { amount: format.amount(feeMinor, line.currency) })}
    </Text>
  );
}

type PartProps = { readonly part: BankLine['parts'][number]; readonly line: BankLine };

/** One loan of a split line, with its amount. */
function Part({ part, line }: PartProps) {
  const { t } = useTranslation('bank-files');
  const { loan, amountMinor, isReversed } = part;
  const path = (line.state === 'posted' ? paths.loanPayments : paths.loanDetails)(loan.id);
  return (
    <span>
      <Money amountMinor={amountMinor} currency={line.currency} />{' '}
      <Link to={path}>{loan.reference}</Link> <bdi>{loan.borrower}</bdi>
      {isReversed && (
        <Text as="span" tone="late" size="caption">
          {' '}
          {t('reason.reversed')}
        </Text>
      )}
    </span>
  );
}

function Reason({ line }: { readonly line: BankLine }) {
  const { t } = useTranslation('bank-files');
  const format = useFormat();
  const { state, reason, duplicateOf, possibleDuplicateOf, isReversed, evidence, score } = line;
  const { leftOutWhy, leftOutNote } = line;
  const isOpen = state === 'needs-look';
  // If posting could not complete a split line, the line still has its parts, but the user must see
  // why it waits.
  if (line.parts.length > 0 && !isOpen) return t('reason.split');
  if (isReversed) return t('reason.reversed');
  const other = duplicateOf ?? (isOpen ? possibleDuplicateOf : null);
  if (isOpen && line.totalOf) {
    const { fileId, fileName: file, lines } = line.totalOf;
    return (
      <Link to={paths.bankFile(fileId)}>
        {t('reason.totalOf', { file, count: lines, figure: format.count(lines) })}
      </Link>
    );
  }
  if (other) {
    const key = isSame(other, line.inTotal) ? 'reason.inTotal' : 'reason.possible';
    const { fileId, fileName: file, number } = other;
    return (
      <Link to={paths.bankFile(fileId)}>
        {t(duplicateOf ? 'reason.repeated' : key, { file, line: number })}
      </Link>
    );
  }
  if (score !== null) {
    const parts = evidence.map((part) => t(`evidence.${part}`));
    if (line.foundIn !== null) parts.push(t('reason.foundIn', { column: line.foundIn }));
    return t(line.isPostedByRule ? 'reason.byRule' : 'reason.scored', {
      score: format.count(score),
      evidence: format.list(parts),
    });
  }
  if (leftOutWhy) {
    return [t(`asideWhy.${leftOutWhy}`), leftOutNote].filter(Boolean).join(': ');
  }
  return reason === null ? t('reason.none') : t(`reason.${reason}`);
}
