import { useTranslation } from 'react-i18next';
import { chooseLanguage, useDisplaySettings } from '../../lib/display-settings.ts';
import { htmlLanguageOf, useLanguage } from '../../lib/languages.ts';
import { Flag } from '../../ui/flag/Flag.tsx';
import classes from './LanguageGrid.module.css';

/** Every language with its flag; choosing one turns the page the way it is read. */
export function LanguageGrid() {
  const { t } = useTranslation('sign-in');
  const { languageList } = useDisplaySettings();
  const current = useLanguage();
  return (
    <ul className={classes.grid} aria-label={t('languages')}>
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
