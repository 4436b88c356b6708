import type { MergedFact } from '@bursar/contracts/records/borrower-merges';
import type { Borrower } from '@bursar/contracts/records/borrowers';
import { borrowerFacts } from '@bursar/contracts/facts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { FactText } from '../../../ui/fact/FactText.tsx';
import { TickBox } from '../../../ui/form/TickBox.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { holdingsQuery } from './borrowers.queries.ts';
import { comparedFacts, defaultTaken, nameOf } from './compare-records.ts';
import classes from './Merge.module.css';

type ComparedRecordsProps = {
  readonly remaining: Borrower;
  readonly other: Borrower;
  readonly chosen: { readonly [Key in MergedFact]?: boolean };
  readonly onChoose: (fact: MergedFact, isOther: boolean) => void;
};

/** Compares two records fact by fact; for each difference, the user chooses a value. */
export function ComparedRecords(props: ComparedRecordsProps) {
  const { remaining, other } = props;
  const { t } = useTranslation('borrowers');
  const known = comparedFacts.filter((fact) => remaining[fact] !== null || other[fact] !== null);
  return (
    <Box as="section" line="above" aria-label={t('merge.compared')}>
      <Box
        flow="grid"
        columns="11rem minmax(0, 1fr) minmax(0, 1fr)"
        level="baseline"
        lines={1}
        gap={4}
        size="table"
        breaks
        pad={[2, 0]}
        line="below"
        className={classes.pair}
      >
        <span />
        <Text as="span" size="caption" tone="muted">
          {t('merge.keptRecord')}
          <Name record={remaining} />
        </Text>
        <Text as="span" size="caption" tone="muted">
          {t('merge.otherRecord')}
          <Name record={other} />
        </Text>
      </Box>
      {known.map((fact) => (
        <Pair key={fact} fact={fact} {...props} />
      ))}
    </Box>
  );
}

function Name({ record }: { readonly record: Borrower }) {
  const { t } = useTranslation('borrowers');
  return (
    <Stack as="span" gap={0} size="body">
      <Link to={paths.borrower(record.id)} target="_blank">
        <bdi>{nameOf(record) ?? t('title')}</bdi>
      </Link>
    </Stack>
  );
}

function Pair({
  fact,
  remaining,
  other,
  chosen,
  onChoose,
}: ComparedRecordsProps & { fact: MergedFact }) {
  const { t } = useTranslation('facts');
  const labelId = useId();
  const isSame = remaining[fact] === other[fact];
  const isOther = chosen[fact] ?? defaultTaken(remaining, other, fact);
  return (
    <Box
      flow="grid"
      columns="11rem minmax(0, 1fr) minmax(0, 1fr)"
      level="baseline"
      lines={1}
      gap={4}
      size="table"
      breaks
      pad={[2, 0]}
      line="below"
      className={classes.pair}
      role={isSame ? undefined : 'radiogroup'}
      aria-labelledby={isSame ? undefined : labelId}
    >
      <Text as="span" size="caption" tone="muted" id={labelId}>
        {t(fact)}
      </Text>
      {[remaining, other].map((record, at) =>
        isSame ? (
          <Text key={record.id} as="span" tone="muted">
            <Value fact={fact} record={record} />
          </Text>
        ) : (
          <Row
            key={record.id}
            as="label"
            gap={2}
            wrap={false}
            align="baseline"
            className={classes.value}
          >
            <TickBox
              type="radio"
              name={labelId}
              checked={isOther === (at === 1)}
              onChange={() => onChoose(fact, at === 1)}
            />
            <Value fact={fact} record={record} />
          </Row>
        ),
      )}
    </Box>
  );
}

type ValueProps = {
  readonly fact: MergedFact;
  readonly record: Pick<Borrower, MergedFact | 'currency'>;
};

export function Value({ fact, record }: ValueProps) {
  if (record[fact] === null) return '–';
  if (fact === 'externalId') return <bdi>{record.externalId}</bdi>;
  return (
    <FactText
      name={fact}
      fieldFormat={borrowerFacts[fact]}
      value={record[fact]}
      currency={record.currency}
    />
  );
}

const held = [
  'loans',
  'parties',
  'applications',
  'documents',
  'contacts',
  'consents',
  'identityDocuments',
  'patients',
] as const;

/** The counts of the loans and other records that move from the merged record. */
export function WhatMoves({ borrowerId }: { readonly borrowerId: string }) {
  const { t } = useTranslation('borrowers');
  const format = useFormat();
  const { data } = useQuery(holdingsQuery(borrowerId));
  if (!data) return null;
  const moved = held
    .filter((kind) => data[kind] > 0)
    .map((kind) =>
      t(`merge.moved.${kind}`, { count: data[kind], figure: format.count(data[kind]) }),
    );
  return (
    <div>
      <p>
        {moved.length > 0
          ? t('merge.moves', { what: format.list(moved) })
          : t('merge.movesNothing')}
      </p>
      <Text as="p" size="caption" tone="muted">
        {t('merge.meaning')}
      </Text>
    </div>
  );
}
