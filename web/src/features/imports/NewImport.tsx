import { TAPE_BYTES_MAX } from '@bursar/contracts/tape-limits';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileDrop } from '../../ui/file/FileDrop.tsx';
import { DayField } from '../../ui/form/DayField.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { FormerImports } from './FormerImports.tsx';
import type { Taken } from './use-tape-upload.ts';
import classes from './NewImport.module.css';

type NewImportProps = {
  onFile: (file: File, taken: Taken) => void;
  /** Why there is nothing at the address that was opened. */
  notice?: string;
};

export const tapeEndings = ['.csv', '.xlsx'] as const;

/** The start of an import: a file, the template it may follow, and the imports so far. */
export function NewImport({ onFile, notice }: NewImportProps) {
  const { t } = useTranslation('imports');
  // On a page that was opened at this address the session comes a moment later.
  const { today } = useFormat().settings;
  const [chosen, setChosen] = useState<string | null>();
  const cutOffOn = chosen === undefined ? (today ?? null) : chosen;
  const [isAsked, setAsked] = useState(false);
  const problem =
    cutOffOn === null
      ? t('cutOff.missing')
      : today && cutOffOn > today
        ? t('cutOff.future')
        : undefined;
  const take = (file: File) => {
    setAsked(true);
    if (cutOffOn !== null && !problem) onFile(file, { cutOffOn, readAs: {} });
  };
  return (
    <div className={classes.start}>
      {notice && <output className={classes.notice}>{notice}</output>}
      <div className={classes.cutOff}>
        <DayField
          id="cut-off-day"
          label={t('cutOff.label')}
          hint={t('cutOff.hint')}
          value={cutOffOn}
          onChange={setChosen}
          today={today ?? ''}
          {...(today !== undefined && { latest: today })}
          error={isAsked ? problem : undefined}
          required
        />
      </div>
      <FileDrop
        title={t('drop.title')}
        hint={t('drop.hint')}
        endings={tapeEndings}
        largestBytes={TAPE_BYTES_MAX}
        onFile={take}
      />
      <p className={classes.template}>
        <a href="/api/imports/template.csv" download="bursar-loan-tape.csv">
          <IconDownload size={18} stroke={1.5} aria-hidden="true" />
          {t('template.download')}
        </a>
        <span>{t('template.hint')}</span>
      </p>
      <FormerImports />
    </div>
  );
}
