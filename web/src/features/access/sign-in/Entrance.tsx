import { Suspense, type ComponentType, lazy, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { productName } from '../../../lib/document-title.ts';
import { Logo } from '../../../ui/brand/Logo.tsx';
import classes from './Entrance.module.css';
import { chooseLanguage, useDisplaySettings } from '../../../lib/display-settings.ts';
import { htmlLanguageOf, useLanguage } from '../../../lib/languages.ts';
import { Flag } from '../../../ui/flag/Flag.tsx';

export type EntranceProps = {
  children: ReactNode;
  /** `boxed` shows the ledger next to the form, `cover` behind it. */
  variant?: 'boxed' | 'cover' | undefined;
};

/** The frame of the pages before sign-in: the form on one side, an open ledger on the other. */
export function Entrance({ children, variant = 'boxed' }: EntranceProps) {
  const { t } = useTranslation('sign-in');
  const isWide = matchMedia('(width >= 64em)').matches;
  return (
    <main className={classes.page} data-look={variant}>
      <div className={classes.entrance}>
        <header className={classes.head}>
          <Logo name={productName} />
          {/* Without a logo, the server answers with one transparent pixel. */}
          <img className={classes.company} src="/api/company/logo" alt="" />
        </header>
        <div className={classes.body}>{children}</div>
        <LanguageGrid />
      </div>
      <aside className={classes.ledger} aria-label={t('ledger.label')}>
        {isWide && (
          <Suspense>
            <LoanYear />
          </Suspense>
        )}
      </aside>
    </main>
  );
}

/**
 * Loaded separately: the form must not wait for the picture, and phones do not show it. If it cannot
 * be loaded, the page is shown without it.
 */
const LoanYear = lazy<ComponentType>(() =>
  import('./LoanYear.tsx').then(
    (m) => ({ default: m.LoanYear }),
    () => ({ default: () => null }),
  ),
);

/** All languages with their flags; choosing one also changes the page's direction. */
function LanguageGrid() {
  const { t } = useTranslation('sign-in');
  const { languageList } = useDisplaySettings();
  const current = useLanguage();
  return (
    <ul className={classes.languages} aria-label={t('languages')}>
      {languageList.map(({ code, name }) => (
        <li key={code}>
          <button
            type="button"
            className={classes.language}
            lang={htmlLanguageOf(code)}
            aria-pressed={code === current}
            onClick={() => void chooseLanguage(code)}
          >
            <Flag code={code} />
            {name}
          </button>
        </li>
      ))}
    </ul>
  );
}
