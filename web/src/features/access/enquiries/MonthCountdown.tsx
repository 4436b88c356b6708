import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { htmlLanguageOf, useLanguage } from '../../../lib/languages.ts';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import classes from './MonthCountdown.module.css';
import { nextMonth, timeUntil, units } from './month-countdown.ts';

/** Counts down to the first day of the next month in the visitor's own time zone. */
export function MonthCountdown() {
  const { t } = useTranslation('enquiries');
  const language = useLanguage();
  const now = useNow();
  const end = nextMonth(now);
  const locale = htmlLanguageOf(language);
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }).format(end);
  const two = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2, numberingSystem: 'latn' });
  const left = timeUntil(end, now);
  return (
    <Stack gap={2} role="timer">
      <Text size="table" tone="muted">
        {t('countdown.until', { month })}
      </Text>
      <dl className={classes.units}>
        {units
          .filter((unit) => unit !== 'days' || left.days > 0)
          .map((unit) => (
            <div key={unit}>
              <Text as="dt" size="caption" tone="muted">
                {t(`countdown.${unit}`)}
              </Text>
              <Text as="dd" size="figure" weight="medium" tabular>
                {two.format(left[unit])}
              </Text>
            </div>
          ))}
      </dl>
    </Stack>
  );
}

function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
