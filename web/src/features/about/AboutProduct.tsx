import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { version } from 'virtual:shipped';
import classes from './About.module.css';
import { HealthFacts } from './HealthFacts.tsx';
import { LicenceTable } from './LicenceTable.tsx';

/** Which Bursar this is, how it is, and whose work it stands on. */
export function AboutProduct() {
  const { t } = useTranslation('about');
  return (
    <>
      <p className={classes.purpose}>{t('description')}</p>
      <section className={classes.section} aria-labelledby="about-product">
        <h2 id="about-product" className={classes.heading}>
          {t('product.title')}
        </h2>
        <dl className={classes.facts}>
          <AboutFact name={t('product.version')}>
            <bdi dir="ltr">{version}</bdi>
          </AboutFact>
          <HealthFacts />
          <AboutFact name={t('product.api')}>
            <a href="/api/docs">{t('product.apiLink')}</a>
          </AboutFact>
        </dl>
      </section>
      <LicenceTable />
    </>
  );
}

export function AboutFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
