import type { TapeImport } from '@bursar/contracts/imports';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { spellBytes } from '../../ui/file/refuse-file.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { ImportStateBadge } from './ImportStateBadge.tsx';
import { newImport, useImportAddress } from './use-import-address.ts';
import classes from './ImportFacts.module.css';

/** Whose file it is, from when, how large, and in which state. */
export function ImportFacts({ tape }: { tape: TapeImport }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const { hrefOf } = useImportAddress();
  return (
    <p className={classes.facts}>
      <ImportStateBadge tape={tape} />
      <span>
        {t('facts', {
          size: spellBytes(tape.fileBytes, format.settings.locale),
          who: tape.createdBy,
          when: format.instant(tape.createdAt),
        })}
      </span>
      {tape.cutOffOn !== null && (
        <span>{t('cutOff.fact', { day: format.day(tape.cutOffOn) })}</span>
      )}
      <Link to={hrefOf(newImport)} preventScrollReset className={classes.others}>
        {t('otherImports')}
      </Link>
    </p>
  );
}
