import type { FailureCode } from '../failure-status.ts';
import { accessFailures } from './access-failures.ts';
import { anyCallFailures } from './any-call-failures.ts';
import { collectionsFailures } from './collections-failures.ts';
import { distributionFailures } from './distribution-failures.ts';
import { intakeFailures } from './intake-failures.ts';
import { officeFailures } from './office-failures.ts';
import { recordsFailures } from './records-failures.ts';
import { reportingFailures } from './reporting-failures.ts';
import { servicingFailures } from './servicing-failures.ts';
import type { FailureSentence } from './failure-sentence.ts';

/**
 * The English message of every failure: what is wrong and what to do. The API sends these messages,
 * and the web app shows them as its English texts. The Arabic messages have the same details.
 */
export const failureSentences: Readonly<Record<FailureCode, FailureSentence>> = {
  ...anyCallFailures,
  ...accessFailures,
  ...servicingFailures,
  ...recordsFailures,
  ...distributionFailures,
  ...collectionsFailures,
  ...intakeFailures,
  ...reportingFailures,
  ...officeFailures,
};
