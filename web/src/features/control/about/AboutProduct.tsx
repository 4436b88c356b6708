import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { version, packages } from 'virtual:shipped';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { Button } from '../../../ui/button/Button.tsx';
import { Count } from '../../../ui/format/Count.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { FoldedSection } from '../../../ui/page/FoldedSection.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { Skeleton } from '../../../ui/page/Skeleton.tsx';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import { FigureTable, type FigureColumn } from '../../../ui/table/FigureTable.tsx';
import classes from './About.module.css';
import { healthQuery, type Health } from './about.queries.ts';
import { countLicences } from './count-licences.ts';

/** Bursar's version and health, further `links`, and the licences of its packages. */
export function AboutProduct({ links }: { readonly links: ReactNode }) {
  const { t } = useTranslation('about');
  return (
    <>
      <section aria-labelledby="about-product">
        <Box as="h2" size="lead" weight="strong" id="about-product" below={3}>
          {t('product.title')}
        </Box>
        <Box as="dl" line="below">
          <AboutFact name={t('product.version')}>
            <bdi dir="ltr">{version}</bdi>
          </AboutFact>
          <HealthFacts />
          <AboutFact name={t('product.api')}>
            <a href="/api/docs">{t('product.apiLink')}</a>
          </AboutFact>
        </Box>
      </section>
      {links}
      <LicenceTable />
    </>
  );
}

function AboutFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box
      flow="grid"
      columns="9rem minmax(0, 1fr)"
      level="center"
      line="above"
      className={classes.fact}
    >
      <Text as="dt" tone="muted">
        {name}
      </Text>
      <dd>{children}</dd>
    </Box>
  );
}

/** Shows whether the server answers and its database is ready, with a button to check again. */
function HealthFacts() {
  const { t } = useTranslation('about');
  const { data, isFetching, refetch } = useQuery(healthQuery);
  return (
    <>
      <AboutFact name={t('health.server')}>
        <HealthBadge part="server" health={data?.server} />
      </AboutFact>
      <AboutFact name={t('health.database')}>
        <Row gap={4}>
          <HealthBadge part="database" health={data?.database} />
          <Button size="compact" busy={isFetching} onClick={() => void refetch()}>
            {t('health.checkAgain')}
          </Button>
        </Row>
      </AboutFact>
    </>
  );
}

type HealthBadgeProps = {
  readonly part: 'server' | 'database';
  readonly health: Health | undefined;
};

function HealthBadge({ part, health }: HealthBadgeProps) {
  const { t } = useTranslation('about');
  if (health === undefined) return <Skeleton width="3.5rem" />;
  return (
    <StatusBadge tone={health === 'answers' ? 'good' : 'late'}>
      {t(`health.${part}State.${health}`)}
    </StatusBadge>
  );
}

/** Every third-party package that the browser receives, with its version and licence. */
function LicenceTable() {
  const { t } = useTranslation('about');
  const format = useFormat();
  const licences = useMemo(() => countLicences(packages), []);
  const columns = useMemo(() => licenceColumns(t), [t]);
  return (
    <section aria-labelledby="about-licences">
      <Box as="h2" size="lead" weight="strong" id="about-licences" below={1}>
        {t('licences.title')}
      </Box>
      <Box as="p" tone="muted" below={3}>
        {t('licences.summary', {
          count: packages.length,
          figure: format.count(packages.length),
        })}
      </Box>
      <Box below={4}>
        <FigureTable
          label={t('licences.byLicence')}
          columns={[
            {
              id: 'licence',
              header: t('licences.licence'),
              cell: ({ licence }) => spellLicence(licence, t),
              wide: true,
            },
            {
              id: 'count',
              header: t('licences.packages'),
              align: 'end',
              cell: ({ count }) => <Count value={count} />,
            },
          ]}
          rows={licences}
          rowId={({ licence }) => licence}
        />
      </Box>
      <FoldedSection
        title={t('licences.list')}
        summary={<Text tone="muted">{format.count(packages.length)}</Text>}
        isOpenFirst={false}
        isFramed={false}
      >
        <FigureTable
          label={t('licences.list')}
          columns={columns}
          rows={packages}
          rowId={(row) => `${row.name}@${row.version}`}
        />
      </FoldedSection>
    </section>
  );
}

type ShippedPackage = (typeof packages)[number];

function licenceColumns(t: TFunction<'about'>): readonly FigureColumn<ShippedPackage>[] {
  return [
    {
      id: 'name',
      header: t('licences.package'),
      cell: (row) => <bdi dir="ltr">{row.name}</bdi>,
      wide: true,
    },
    {
      id: 'version',
      header: t('licences.version'),
      cell: (row) => <bdi dir="ltr">{row.version}</bdi>,
    },
    {
      id: 'licence',
      header: t('licences.licence'),
      cell: (row) => spellLicence(row.licence, t),
    },
  ];
}

/** Writes a licence in words: "MIT or CC0-1.0" if the package leaves the choice. */
function spellLicence(licence: string, t: TFunction<'about'>): string {
  return licence
    .replaceAll(/[()]/g, '')
    .split(/ or /i)
    .map((choice) =>
      choice
        .split(/ and /i)
        .map((name) => `\u2066${name.replaceAll('-', '\u2011')}\u2069`)
        .reduce((one, other) => t('licences.both', { one, other })),
    )
    .reduce((one, other) => t('licences.either', { one, other }));
}
