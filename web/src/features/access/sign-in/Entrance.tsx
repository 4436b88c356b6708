import { Suspense, lazy, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { productName } from '../../../lib/document-title.ts';
import { Logo } from '../../../ui/brand/Logo.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import classes from './Entrance.module.css';
import { chooseLanguage, useDisplaySettings } from '../../../lib/display-settings.ts';
import { htmlLanguageOf, useLanguage } from '../../../lib/languages.ts';
import { Flag } from '../../../ui/flag/Flag.tsx';

export type EntranceProps = {
  children: ReactNode;
  /** `boxed` has the ledger beside it, `cover` lies on the ledger. */
  look?: 'boxed' | 'cover' | undefined;
};

/** The pages before sign-in: the form on one side, an open ledger on the other. */
export function Entrance({ children, look = 'boxed' }: EntranceProps) {
  const { t } = useTranslation('sign-in');
  const isWide = matchMedia('(width >= 64em)').matches;
  return (
    <main className={classes.page} data-look={look}>
      <div className={classes.entrance}>
        <header>
          <Logo name={productName} />
        </header>
        {children}
      </div>
      <aside
        className={classes.ledger}
        aria-label={t('ledger.label')}
        // A sheet stands out from the dark ledger under it, in either scheme.
        data-mantine-color-scheme={look === 'cover' ? 'dark' : undefined}
      >
        {isWide && (
          <Suspense>
            <LoanYear />
          </Suspense>
        )}
      </aside>
    </main>
  );
}

type HeadingProps = {
  title: string;
  /** What is to be done here, in a sentence. */
  meaning: string;
  /** `h2` below a first part. */
  as?: 'h1' | 'h2';
};

/** What a page before sign-in, or a part of it, is for. */
export function Heading({ title, meaning, as = 'h1' }: HeadingProps) {
  const isFirst = as === 'h1';
  return (
    <>
      <Text
        as={as}
        size={isFirst ? 'figure' : 'lead'}
        weight="medium"
        className={isFirst ? classes.title : classes.part}
      >
        {title}
      </Text>
      <Text tone="muted" className={classes.meaning}>
        {meaning}
      </Text>
    </>
  );
}

/** The form does not wait for the picture beside it, and a phone has no room for one. */
const LoanYear = lazy(() => import('./LoanYear.tsx').then((m) => ({ default: m.LoanYear })));

/** Every language with its flag; choosing one turns the page the way it is read. */
export function LanguageGrid() {
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
