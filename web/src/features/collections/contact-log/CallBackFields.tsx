import { useTranslation } from 'react-i18next';
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx';
import { DayField } from '../../../ui/form/DayField.tsx';
import { TimeField } from '../../../ui/form/TimeField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Grid } from '../../../ui/layout/Layout.tsx';
import { callBackChoices, chosenCallBack, MORNING, type CallBackChoice } from './call-back.ts';
import type { PromisingLoan } from './promise-draft.ts';
import type { ContactForm } from './use-contact-form.ts';

/**
 * The fields for the time of the next call. If a time is set, the loan returns to the top of the
 * queue at that time, whatever the outcome is.
 */
export function CallBackFields({ loan, form }: { loan: PromisingLoan; form: ContactForm }) {
  const { t } = useTranslation('contact-log');
  const format = useFormat();
  const { agreedAt, nextWorkingDay } = form.callBack;
  const { timeZone } = format.settings;
  const labelOf = (choice: CallBackChoice): string => {
    if (choice === 'open' && agreedAt) {
      return t('callBack.agreed', { time: format.instant(agreedAt) });
    }
    if (choice === 'open') return t('callBack.none');
    const day = format.day(nextWorkingDay, 'weekday');
    return t(`callBack.${choice}`, { day, time: format.time(MORNING) });
  };
  return (
    <>
      <ChoiceField
        {...form.field('tryAgain', form.values.tryAgain === 'other' ? undefined : 'tryAgainAt')}
        inColumns
        label={t('field.callBack')}
        choices={callBackChoices
          .filter((choice) => isOffered(choice, form))
          .map((value) => ({ value, label: labelOf(value) }))}
        onChange={(tryAgain) =>
          form.change({
            tryAgain,
            tryChosenAt: chosenCallBack(tryAgain, { nextWorkingDay, timeZone }),
          })
        }
      />
      {form.values.tryAgain === 'other' && (
        <Grid min={12}>
          <DayField
            {...form.field('tryDay')}
            label={t('field.day')}
            today={loan.businessDate}
            earliest={loan.businessDate}
            required
          />
          <TimeField {...form.field('tryTime', 'tryAgainAt')} label={t('field.time')} required />
        </Grid>
      )}
    </>
  );
}

/**
 * Returns whether a choice is offered. `none` is offered only if a time is agreed. The outcome
 * `call-back` needs a time, so it excludes `none`, and also `open` if no time is agreed.
 */
function isOffered(choice: CallBackChoice, { values, callBack }: ContactForm): boolean {
  if (callBack.agreedAt !== null) return choice !== 'none' || values.outcome !== 'call-back';
  if (choice === 'none') return false;
  return choice !== 'open' || values.outcome !== 'call-back';
}
