import { fileQuestionChoices } from '@bursar/contracts/intake/file-questions.values';
import { textEncodings } from '@bursar/contracts/intake/tape-telling';
import { useTranslation } from 'react-i18next';

const answers = Object.values(fileQuestionChoices).flatMap((choices) => choices ?? []);

/**
 * Returns a function that names an answer to a question about a file, such as an encoding or an
 * order of dates.
 */
export function useAnswerText(): (choice: string) => string {
  const { t } = useTranslation('ui');
  return (choice) => {
    const encoding = textEncodings.find((one) => one === choice);
    if (encoding) return t(`fileQuestions.encoding.${encoding}`);
    const answer = answers.find((one) => one === choice);
    return answer ? t(`fileQuestions.choice.${answer}`) : choice;
  };
}
