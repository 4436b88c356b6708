import type { TapeImport } from '@bursar/contracts/imports';
import { useQuery } from '@tanstack/react-query';
import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { loadOf } from '../../lib/load-of.ts';
import { Count } from '../../ui/format/Count.tsx';
import { InstantText } from '../../ui/format/InstantText.tsx';
import { Loaded } from '../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../ui/page/Skeleton.tsx';
import { FigureTable } from '../../ui/table/FigureTable.tsx';
import type { FigureColumn } from '../../ui/table/FigureTable.tsx';
import { ImportStateBadge } from './ImportStateBadge.tsx';
import { importsQuery } from './imports.queries.ts';
import { useImportAddress } from './use-import-address.ts';
import classes from './FormerImports.module.css';

/** The portfolio's imports, newest first; each opens where it was left. */
export function FormerImports() {
  const { t } = useTranslation('imports');
  const query = useQuery(importsQuery);
  return (
    <section className={classes.imports}>
      <h3 className={classes.title}>{t('former.title')}</h3>
      <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={3} />}>
        {(data) => <ImportsTable imports={data.imports} />}
      </Loaded>
    </section>
  );
}

function ImportsTable({ imports }: { imports: readonly TapeImport[] }) {
  const { t } = useTranslation('imports');
  const isPhone = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false });
  const file: FigureColumn<TapeImport> = {
    id: 'file',
    header: t('former.file'),
    wide: true,
    cell: ({ id, fileName }) => <FileLink importId={id} fileName={fileName} />,
  };
  const state: FigureColumn<TapeImport> = {
    id: 'state',
    header: t('former.state'),
    cell: (tape) => (
      <span className={classes.state}>
        <ImportStateBadge tape={tape} />
        {tape.undoneAt !== null && (
          <span className={classes.undone}>
            <bdi>{tape.undoneBy}</bdi>, <InstantText at={tape.undoneAt} />
          </span>
        )}
      </span>
    ),
  };
  const others: readonly FigureColumn<TapeImport>[] = [
    {
      id: 'loans',
      header: t('former.loans'),
      align: 'end',
      cell: ({ summary }) => (summary ? <Count value={summary.loans} /> : '–'),
    },
    {
      id: 'errors',
      header: t('former.errors'),
      align: 'end',
      cell: ({ summary }) => (summary ? <Count value={summary.errors} /> : '–'),
    },
    { id: 'who', header: t('former.who'), cell: ({ createdBy }) => <bdi>{createdBy}</bdi> },
    {
      id: 'when',
      header: t('former.when'),
      align: 'end',
      cell: ({ createdAt }) => <InstantText at={createdAt} />,
    },
  ];
  if (imports.length === 0) return <p className={classes.none}>{t('former.none')}</p>;
  return (
    <FigureTable
      label={t('former.title')}
      columns={isPhone ? [file, state] : [file, state, ...others]}
      rows={imports}
      rowId={({ id }) => id}
    />
  );
}

function FileLink({ importId, fileName }: { importId: string; fileName: string }) {
  const { hrefOf } = useImportAddress();
  return (
    <Link to={hrefOf(importId)} preventScrollReset className={classes.file}>
      <bdi>{fileName}</bdi>
    </Link>
  );
}
