import type { ListPromiseLimits } from '@bursar/contracts/servicing/promise-limits';
import type { PromiseLimits as Limits } from '@bursar/contracts/servicing/promises.values';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { useMay } from '../../../lib/session-query.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { CountField } from '../../../ui/form/CountField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { PortfolioLines } from '../../../ui/page/PortfolioLines.tsx';
import { SettingsSection } from '../../../ui/page/SettingsSection.tsx';
import { promiseLimitsQuery, useChangePromiseLimits } from './contact-log.queries.ts';

type Portfolio = AnswerOf<ListPromiseLimits>['portfolios'][number];

/** The limits beyond which a promise waits for approval, by portfolio. */
export function PromiseLimits() {
  const { t } = useTranslation('contact-log');
  const mayChange = useMay('change-promise-limits');
  const query = useQuery(promiseLimitsQuery);
  return (
    <SettingsSection title={t('limits.title')} meaning={t('limits.meaning')} load={loadOf(query)}>
      {({ portfolios }) => (
        <PortfolioLines portfolios={portfolios}>
          {(portfolio) =>
            mayChange ? (
              // If the limits change elsewhere, the key resets the form to them.
              <LimitsForm
                key={limitFields.map(({ name }) => portfolio[name]).join(' ')}
                portfolio={portfolio}
              />
            ) : (
              <LimitList {...portfolio} />
            )
          }
        </PortfolioLines>
      )}
    </SettingsSection>
  );
}

const limitFields = [
  { name: 'daysAhead', least: 0, most: 366 },
  { name: 'sharePercent', least: 1, most: 100 },
  { name: 'mostBroken', least: 0, most: 1000 },
] as const;

function LimitList(limits: Limits) {
  const { t } = useTranslation('contact-log');
  const format = useFormat();
  return (
    <Stack gap={1}>
      {limitFields.map(({ name }) => {
        const value = limits[name];
        return (
          <Text key={name} size="table">
            {t('limits.line', {
              name: t(`limits.${name}`),
              value: value === null ? t('limits.none') : format.count(value),
            })}
          </Text>
        );
      })}
    </Stack>
  );
}

function LimitsForm({ portfolio }: { readonly portfolio: Portfolio }) {
  const { t } = useTranslation('contact-log');
  const format = useFormat();
  const { daysAhead, sharePercent, mostBroken } = portfolio;
  const [limits, setLimits] = useState<Limits>({ daysAhead, sharePercent, mostBroken });
  const [unreadable, setUnreadable] = useState<ReadonlySet<string>>(new Set());
  const changing = useChangePromiseLimits(portfolio.id);
  const isChanged = limitFields.some(({ name }) => limits[name] !== portfolio[name]);
  const isWrong = ({ name, least, most }: (typeof limitFields)[number]) => {
    const value = limits[name];
    return value !== null && (value < least || value > most);
  };
  const isValid = unreadable.size === 0 && !limitFields.some(isWrong);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isValid || !isChanged || changing.isPending) return;
        changing.mutate(limits, { onSuccess: () => notify.success(t('limits.saved')) });
      }}
    >
      <Stack gap={3}>
        <Box flow="stack" max="16rem">
          {limitFields.map((field) => (
            <CountField
              key={field.name}
              id={`${field.name}-${portfolio.id}`}
              label={t(`limits.${field.name}`)}
              placeholder={t('limits.none')}
              value={limits[field.name]}
              onChange={(value) => setLimits({ ...limits, [field.name]: value })}
              onUnreadable={(sentence) =>
                setUnreadable((now) => {
                  const next = new Set(now);
                  if (sentence === undefined) next.delete(field.name);
                  else next.add(field.name);
                  return next.size === now.size ? now : next;
                })
              }
              error={
                isWrong(field)
                  ? t('limits.wrong', {
                      least: format.count(field.least),
                      most: format.count(field.most),
                    })
                  : undefined
              }
            />
          ))}
        </Box>
        {isChanged && (
          <div>
            <Button type="submit" busy={changing.isPending} aria-disabled={!isValid}>
              {t('limits.save')}
            </Button>
          </div>
        )}
        {changing.error && (
          <Text tone="late" role="alert">
            {failureSentence(changing.error)}
          </Text>
        )}
      </Stack>
    </form>
  );
}
