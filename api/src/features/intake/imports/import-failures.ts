import type { TapeImport } from '@bursar/contracts/intake/imports';
import type { NewFinding } from '../../../platform/table-files/findings.ts';

type Described = NonNullable<TapeImport['failure']>;

/** The stored reason of a failed import; its sentence is written when the import is read. */
export type ImportFailure = { readonly code: Described['code'] };

const sentences: Record<Described['code'], string> = {
  import_interrupted:
    'Bursar was stopped while it worked on this file. Nothing of it was booked. Import it again.',
  external_ids_booked_meanwhile:
    'Some of these loans were booked by another import meanwhile, so nothing of this one was. The findings list them.',
  values_taken_meanwhile:
    'Another borrower was given one of these ID numbers in the meantime, so nothing of this file was booked. The findings list the rows.',
  loans_changed_meanwhile:
    'Some of these loans changed in the books since the tape was checked, so nothing of it was booked. The findings list them; check the tape again.',
  holders_changed_meanwhile:
    'A team or an agent of this tape can no longer receive loans, so nothing was booked. Import the file again.',
  unexpected_failure:
    'Something went wrong on our side. Nothing of this file was booked. Import it again.',
};

export function describeImportFailure({ code }: ImportFailure): Described {
  return { code, message: sentences[code] };
}

/** Thrown inside an import's work to roll everything back; `endStoppedImport` then stores the reason. */
export class ImportStopped extends Error {
  readonly reason: 'cancelled' | Described['code'];
  readonly findings: readonly NewFinding[];

  constructor(reason: 'cancelled' | Described['code'], findings: readonly NewFinding[] = []) {
    super(reason);
    this.name = 'ImportStopped';
    this.reason = reason;
    this.findings = findings;
  }
}
