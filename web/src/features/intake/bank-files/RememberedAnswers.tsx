import type { BankFile } from '@bursar/contracts/intake/bank-files';
import { useTranslation } from 'react-i18next';
import { isolated } from '../../../ui/format/isolated.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { useAnswerText } from '../../../lib/use-answer-text.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { useChangeLayout } from './bank-files.queries.ts';

const questions = [
  'encoding',
  'decimal-mark',
  'day-order',
  'calendar',
  'ledger',
  'second-amount',
  'direction',
  'direction-word',
  'status',
] as const;

type RememberedAnswersProps = {
  readonly file: BankFile;
  readonly layout: NonNullable<BankFile['layout']>;
};

/**
 * The remembered answers that apply to the next file with these headings; the user can forget each.
 */
export function RememberedAnswers({ file, layout }: RememberedAnswersProps) {
  const { t } = useTranslation('bank-files');
  const answerText = useAnswerText();
  const change = useChangeLayout(file.id);
  const { name, answers } = layout;
  const forget = (key: string) =>
    change.mutate(
      { name, forgetAnswer: key },
      { onError: (failure) => notify.error(failureSentence(failure)) },
    );
  return Object.entries(answers).map(([key, choice]) => {
    const [, kind, word = ''] = /^([^:]*):?(.*)$/s.exec(key) ?? [];
    const question = questions.find((one) => one === kind);
    if (!question) return null;
    const asked = t(`layout.question.${question}`, { word: isolated(word) });
    return (
      <Row key={key} gap={2}>
        <Text tone="muted" size="table">
          {t('layout.remembered', { asked, answer: answerText(choice) })}
        </Text>
        <Button
          kind="quiet"
          size="compact"
          aria-label={t('layout.askAgainAbout', { asked })}
          busy={change.isPending && change.variables.forgetAnswer === key}
          onClick={() => forget(key)}
        >
          {t('layout.askAgain')}
        </Button>
      </Row>
    );
  });
}
