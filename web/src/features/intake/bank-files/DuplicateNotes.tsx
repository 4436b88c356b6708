import type { BankLine } from '@bursar/contracts/intake/bank-files';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Note } from '../../../ui/status/Note.tsx';

/**
 * Warns if a line's money may already be in other lines: as a duplicate, as a part of a total or as
 * their total.
 */
export function DuplicateNotes({ line }: { readonly line: BankLine }) {
  const { t } = useTranslation('bank-files');
  const format = useFormat();
  const { possibleDuplicateOf: other, totalOf, inTotal } = line;
  const isInTotal = other !== null && isSame(other, inTotal);
  return (
    <>
      {totalOf && (
        <Note as="p" kind="soon">
          {t('match.totalOf', {
            file: totalOf.fileName,
            count: totalOf.lines,
            figure: format.count(totalOf.lines),
          })}
        </Note>
      )}
      {other && other.fileId !== totalOf?.fileId && (
        <Note as="p" kind="soon">
          {t(isInTotal ? 'match.inTotal' : 'match.possible', {
            file: other.fileName,
            line: other.number,
          })}
        </Note>
      )}
    </>
  );
}

type Place = { readonly fileId: string; readonly number: number };

export const isSame = (one: Place, other: Place | null): boolean =>
  one.fileId === other?.fileId && one.number === other.number;
