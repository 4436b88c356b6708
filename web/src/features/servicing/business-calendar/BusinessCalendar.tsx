import { weekdays as week } from '@bursar/contracts/choices';
import type { Holiday, ListBusinessCalendars } from '@bursar/contracts/servicing/business-calendar';
import { WEEKLY_DAYS_OFF_MAX } from '@bursar/contracts/servicing/business-calendar.values';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { businessCalendarQuery } from '../loan-account/business-calendar-query.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { useMay } from '../../../lib/session-query.ts';
import { weekdayName } from '../../../lib/weekday-name.ts';
import { Button, IconButton } from '../../../ui/button/Button.tsx';
import { DayField } from '../../../ui/form/DayField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { TickBox } from '../../../ui/form/TickBox.tsx';
import { DayText } from '../../../ui/format/DayText.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Grid, Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { PortfolioLines } from '../../../ui/page/PortfolioLines.tsx';
import { SettingsSection } from '../../../ui/page/SettingsSection.tsx';
import classes from './BusinessCalendar.module.css';
import {
  useChangeWeeklyDaysOff,
  useRemoveHoliday,
  useSetHoliday,
} from './business-calendar.queries.ts';

type Portfolio = AnswerOf<ListBusinessCalendars>['portfolios'][number];
type PortfolioProps = { readonly portfolio: Portfolio };

/** The days off of each portfolio: shown to all, edited by users with the permission. */
export function BusinessCalendar() {
  const { t } = useTranslation('business-calendar');
  const query = useQuery(businessCalendarQuery);
  return (
    <SettingsSection title={t('title')} meaning={t('meaning')} load={loadOf(query)} lines={4}>
      {({ portfolios }) => (
        <PortfolioLines portfolios={portfolios}>
          {(portfolio) => <OfPortfolio portfolio={portfolio} />}
        </PortfolioLines>
      )}
    </SettingsSection>
  );
}

function OfPortfolio({ portfolio }: PortfolioProps) {
  const mayChange = useMay('change-days-off');
  const { weekdays } = portfolio;
  return (
    <Stack gap={3}>
      {mayChange ? (
        // The key resets the boxes when the saved days change, for example by another user.
        <WeeklyForm key={weekdays.join()} portfolio={portfolio} />
      ) : (
        <WeeklyText weekdays={weekdays} />
      )}
      <Holidays portfolio={portfolio} mayChange={mayChange} />
      {mayChange && <NewHoliday portfolio={portfolio} />}
    </Stack>
  );
}

function WeeklyText({ weekdays }: Pick<Portfolio, 'weekdays'>) {
  const { t } = useTranslation('business-calendar');
  const format = useFormat();
  const names = weekdays.map((day) => weekdayName(format.settings.locale, day, 'long'));
  return <span>{names.length > 0 ? format.list(names) : t('weekly.none')}</span>;
}

function WeeklyForm({ portfolio }: PortfolioProps) {
  const { t } = useTranslation('business-calendar');
  const { locale } = useFormat().settings;
  const [chosen, setChosen] = useState<readonly number[]>(portfolio.weekdays);
  const changing = useChangeWeeklyDaysOff(portfolio.id);
  const isTooMany = chosen.length > WEEKLY_DAYS_OFF_MAX;
  const isChanged = week.some((day) => chosen.includes(day) !== portfolio.weekdays.includes(day));
  const toggle = (day: number) =>
    setChosen(chosen.includes(day) ? chosen.filter((one) => one !== day) : [...chosen, day]);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isChanged || isTooMany || changing.isPending) return;
        changing.mutate([...chosen], { onSuccess: () => notify.success(t('weekly.saved')) });
      }}
    >
      <Stack gap={2}>
        <fieldset>
          <Box as="legend" tone="muted" below={2}>
            {t('weekly.label')}
          </Box>
          {/* On a page of usual width, the weekend is on a line of its own. */}
          <Grid min={7} gap={2}>
            {week.map((day) => (
              <Row as="label" key={day} gap={2}>
                <TickBox checked={chosen.includes(day)} onChange={() => toggle(day)} />
                {weekdayName(locale, day, 'long')}
              </Row>
            ))}
          </Grid>
          <Row>
            {isChanged && (
              <Button
                type="submit"
                size="compact"
                busy={changing.isPending}
                aria-disabled={isTooMany}
              >
                {t('weekly.save')}
              </Button>
            )}
          </Row>
        </fieldset>
        {isTooMany && (
          <Text tone="late" size="table" role="alert">
            {t('weekly.tooMany')}
          </Text>
        )}
        <Failure error={changing.error} />
      </Stack>
    </form>
  );
}

type HolidaysProps = PortfolioProps & { readonly mayChange: boolean };

function Holidays({ portfolio, mayChange }: HolidaysProps) {
  const { t } = useTranslation('business-calendar');
  const removing = useRemoveHoliday(portfolio.id);
  const offerUndo = useOfferUndo(portfolio.id);
  const { holidays } = portfolio;
  if (holidays.length === 0) return <Text tone="muted">{t('holiday.none')}</Text>;
  return (
    <>
      <Box as="ul" max="30rem" aria-label={t('holiday.list')}>
        {holidays.map((holiday) => (
          <Row as="li" key={holiday.day} gap={3} justify="between" wrap={false}>
            <Row as="span" gap={3} lines={0}>
              <DayText day={holiday.day} />
              <bdi>{holiday.name}</bdi>
            </Row>
            {mayChange && (
              <IconButton
                label={t('holiday.remove', { name: holiday.name })}
                size="compact"
                icon={<IconTrash size={16} stroke={1.5} />}
                aria-disabled={removing.isPending}
                onClick={() =>
                  removing.mutate(holiday.day, {
                    onSuccess: () =>
                      offerUndo(t('holiday.removed', { name: holiday.name }), holiday.day, holiday),
                  })
                }
              />
            )}
          </Row>
        ))}
      </Box>
      <Failure error={removing.error} />
    </>
  );
}

type Draft = { readonly [Key in keyof Holiday]: Holiday[Key] | null };

function NewHoliday({ portfolio }: PortfolioProps) {
  const { t } = useTranslation('business-calendar');
  const [{ day, name }, setDraft] = useState<Draft>(empty);
  const [isAsked, setAsked] = useState(false);
  const adding = useSetHoliday(portfolio.id);
  const offerUndo = useOfferUndo(portfolio.id);
  const isNamed = name !== null && name.trim() !== '';
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (day === null || !isNamed || adding.isPending) return;
        // The new holiday replaces one that the day already has.
        const before = portfolio.holidays.find((holiday) => holiday.day === day);
        adding.mutate(
          { day, name },
          {
            onSuccess: (set) => {
              offerUndo(t('holiday.added', { name: set.name }), day, before);
              setDraft(empty);
              setAsked(false);
            },
          },
        );
      }}
    >
      <Stack gap={3}>
        <Row align="start">
          <DayField
            id={`holiday-day-${portfolio.id}`}
            label={t('holiday.day')}
            value={day}
            today={portfolio.businessDate}
            onChange={(chosen) => setDraft({ name, day: chosen })}
            error={isAsked && day === null ? t('holiday.dayMissing') : undefined}
            required
          />
          <TextField
            id={`holiday-name-${portfolio.id}`}
            label={t('holiday.name')}
            value={name ?? ''}
            maxLength={80}
            onChange={(typed) => setDraft({ day, name: typed })}
            error={isAsked && !isNamed ? t('holiday.nameMissing') : undefined}
            required
          />
          <Button type="submit" busy={adding.isPending} className={classes.add}>
            {t('holiday.add')}
          </Button>
        </Row>
        <Failure error={adding.error} />
      </Stack>
    </form>
  );
}

/**
 * Returns a function that notifies the user of a change to a day. The *Undo* in the message
 * restores the holiday that the day had before, or removes the new one.
 */
function useOfferUndo(portfolioId: string) {
  const { t } = useTranslation('ui');
  const adding = useSetHoliday(portfolioId);
  const removing = useRemoveHoliday(portfolioId);
  return (done: string, day: string, before: Holiday | undefined) => {
    const restore = () => (before ? adding.mutateAsync(before) : removing.mutateAsync(day));
    notify.undo(done, {
      label: t('overlay.undo'),
      run: () => void restore().catch((cause: unknown) => notify.error(failureSentence(cause))),
    });
  };
}

const empty: Draft = { day: null, name: null };

function Failure({ error }: { readonly error: Error | null }) {
  if (!error) return null;
  return (
    <Text tone="late" size="table" role="alert">
      {failureSentence(error)}
    </Text>
  );
}
