import type { TapeImport } from '@bursar/contracts/imports';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import classes from './ImportOutcome.module.css';

/** What has become of an import, and what that means, in a sentence. */
export function ImportOutcome({ tape }: { tape: TapeImport }) {
  const sentence = useOutcome(tape);
  return (
    <output className={classes.outcome} data-tone={toneOf(tape)}>
      {sentence}
    </output>
  );
}

function useOutcome(tape: TapeImport): string {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const { state, summary, failure } = tape;
  const loans = summary?.loans ?? 0;
  const errors = summary?.errors ?? 0;
  if (state === 'failed') return t(`failure.${failure?.code ?? 'unexpected_failure'}`);
  if (state === 'checked' && errors > 0) {
    return t('outcome.hasErrors', { count: errors, errors: format.count(errors) });
  }
  const { comparison } = summary ?? {};
  if (comparison && (state === 'checked' || state === 'booked' || state === 'undone')) {
    return t(`outcome.update.${state}`, {
      fresh: format.count(comparison.new),
      changed: format.count(comparison.changed),
      missing: format.count(comparison.missing),
      when: format.instant((state === 'undone' ? tape.undoneAt : tape.bookedAt) ?? tape.createdAt),
      who: `\u2068${tape.undoneBy ?? ''}\u2069`,
    });
  }
  const words = {
    who: `\u2068${tape.undoneBy ?? ''}\u2069`,
    count: state === 'booked' ? tape.rowsBooked : loans,
    loans: format.count(state === 'booked' ? tape.rowsBooked : loans),
    when: format.instant((state === 'undone' ? tape.undoneAt : tape.bookedAt) ?? tape.createdAt),
  };
  return t(`outcome.${state}`, words);
}

function toneOf({ state, summary }: TapeImport): 'good' | 'late' | 'neutral' {
  if (state === 'booked') return 'good';
  const hasErrors = state === 'checked' && (summary?.errors ?? 0) > 0;
  return state === 'failed' || hasErrors ? 'late' : 'neutral';
}
