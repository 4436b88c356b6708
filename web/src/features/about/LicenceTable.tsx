import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { packages } from 'virtual:shipped';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { FigureTable } from '../../ui/table/FigureTable.tsx';
import type { FigureColumn } from '../../ui/table/FigureTable.tsx';
import classes from './About.module.css';
import { countLicences } from './count-licences.ts';

/** Every package of others that the browser is given, with its version and licence. */
export function LicenceTable() {
  const { t } = useTranslation('about');
  const format = useFormat();
  const columns = useMemo(() => licenceColumns(t), [t]);
  const licences = countLicences(packages).map(({ licence, count }) =>
    t('licences.counted', {
      count,
      licence: spellLicence(licence, t),
      figure: format.count(count),
    }),
  );
  return (
    <section className={classes.section} aria-labelledby="about-licences">
      <h2 id="about-licences" className={classes.heading}>
        {t('licences.title')}
      </h2>
      <p className={classes.purpose}>
        {t('licences.summary', {
          count: packages.length,
          figure: format.count(packages.length),
          licences: format.list(licences),
        })}
      </p>
      <div className={classes.packages}>
        <FigureTable
          label={t('licences.packages')}
          columns={columns}
          rows={packages}
          rowId={(row) => `${row.name}@${row.version}`}
        />
      </div>
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

/** A licence as a reader says it: "MIT or CC0-1.0" where the package leaves the choice. */
function spellLicence(licence: string, t: TFunction<'about'>): string {
  const [first = '', ...others] = licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .map((name) => `\u2066${name.replaceAll('-', '\u2011')}\u2069`);
  return others.reduce((one, other) => t('licences.either', { one, other }), first);
}
