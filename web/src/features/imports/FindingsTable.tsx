import type { Finding } from '@bursar/contracts/imports';
import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { Count } from '../../ui/format/Count.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { FigureTable } from '../../ui/table/FigureTable.tsx';
import type { FigureColumn } from '../../ui/table/FigureTable.tsx';
import { findingSentence } from './finding-sentence.ts';
import classes from './FindingsTable.module.css';

/** Findings by row and column; on a phone each stands under its own place. */
export function FindingsTable({ findings }: { findings: readonly Finding[] }) {
  const { t } = useTranslation('imports');
  const isPhone = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false });
  const wide: readonly FigureColumn<Finding>[] = [
    {
      id: 'row',
      header: t('findings.row'),
      align: 'end',
      cell: ({ row }) => (row === null ? t('findings.file') : <Count value={row} />),
    },
    {
      id: 'severity',
      header: t('findings.severity'),
      cell: (finding) => <Severity {...finding} />,
    },
    {
      id: 'column',
      header: t('findings.column'),
      cell: ({ column }) => <code className={classes.column}>{column ?? ''}</code>,
    },
    {
      id: 'message',
      header: t('findings.message'),
      wide: true,
      cell: (finding) => <Sentence finding={finding} />,
    },
  ];
  const narrow: readonly FigureColumn<Finding>[] = [
    { id: 'message', header: t('findings.message'), wide: true, cell: Stacked },
  ];
  return (
    <FigureTable
      label={t('findings.title')}
      columns={isPhone ? narrow : wide}
      rows={findings}
      rowId={({ number }) => number}
    />
  );
}

function Stacked(finding: Finding) {
  return <StackedFinding finding={finding} />;
}

function StackedFinding({ finding }: { finding: Finding }) {
  const { t } = useTranslation('imports');
  const { row, column } = finding;
  return (
    <div className={classes.stacked}>
      <span className={classes.place}>
        <Severity {...finding} />
        {row === null ? t('findings.file') : t('findings.rowNumber', { row })}
        {column && <code className={classes.column}>{column}</code>}
      </span>
      <Sentence finding={finding} />
    </div>
  );
}

function Severity({ severity }: Pick<Finding, 'severity'>) {
  const { t } = useTranslation('imports');
  return (
    <StatusBadge tone={severity === 'error' ? 'late' : 'soon'}>
      {t(`findings.${severity}`)}
    </StatusBadge>
  );
}

function Sentence({ finding }: { finding: Finding }) {
  const { t } = useTranslation('imports');
  return <span className={classes.sentence}>{findingSentence(finding, t)}</span>;
}
