import type { FailureSentence } from '@bursar/contracts/failure-sentences/failure-sentence';
import { failureSentences } from '@bursar/contracts/failure-sentences/failure-sentences';
import type { Plugin } from 'vite';

const path = '/locales/en/failures.json';

/** Texts that only the web uses. */
const ownTexts = {
  // The call did not reach the API, so it could not name the failure.
  network_unreachable: 'The server cannot be reached. Check your connection and try again.',
  // The API gives obstacles by name, in the details of `loan_worked_on_since`.
  obstacle: {
    assigned: 'a team or agent',
    'document-filed': 'a document',
    'note-written': 'a note',
    'payment-posted': 'a payment',
    'refund-given': 'a refund of credit',
    'charge-open': 'a charge',
    'loss-moved': 'a write-off',
    rescheduled: 'a reschedule',
    'contact-logged': 'a logged contact (it cannot be removed)',
    'message-sent': 'a sent message (it cannot be removed)',
    'promise-taken': 'a promise to pay (it cannot be removed)',
    'party-added': 'a co-borrower or guarantor',
    'collateral-held': 'pledged collateral',
    'invoice-open': 'an invoice',
  },
};

/** Returns the English namespace `failures` for i18next: the sentences of the API and the web's own. */
export function englishFailureTexts(): Record<string, string | Record<string, string>> {
  const sentences = Object.entries(failureSentences).flatMap(([code, sentence]) =>
    Object.entries(formsOf(code, sentence)),
  );
  return { ...Object.fromEntries(sentences), ...ownTexts };
}

/** Writes `{name}` as i18next's `{{name}}`, and the forms of a counted sentence as keys. */
function formsOf(code: string, sentence: FailureSentence): Record<string, string> {
  const write = (text: string) => text.replaceAll(/\{(\w+)\}/g, '{{$1}}');
  return typeof sentence === 'string'
    ? { [code]: write(sentence) }
    : { [`${code}_one`]: write(sentence.one), [`${code}_other`]: write(sentence.other) };
}

/**
 * Serves the English failure texts next to the files of `public/locales`, and writes them in a
 * build.
 */
export function failureTexts(): Plugin {
  return {
    name: 'bursar:failure-texts',
    configureServer({ middlewares }) {
      middlewares.use(path, (_request, response) => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(englishFailureTexts()));
      });
    },
    generateBundle() {
      const source = JSON.stringify(englishFailureTexts());
      this.emitFile({ type: 'asset', fileName: path.slice(1), source });
    },
  };
}
