import type { FirstStep } from '@bursar/contracts/control/first-steps.values';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { TextLink } from '../../../ui/link/TextLink.tsx';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import type { FirstSteps as Steps } from './first-steps-query.ts';

const addressOf: Record<FirstStep, string> = {
  company: paths.settings('company'),
  portfolio: paths.createPortfolio(),
  mail: paths.settings('mail'),
  manager: paths.createUser,
  'days-off': paths.officeRules(),
  product: paths.createProduct,
  team: paths.createTeam,
  agent: paths.addAgent,
  loans: paths.importTape(),
};

type FirstStepsProps = {
  readonly steps: Steps;
  /** Shown below the list. */
  readonly further: ReactNode;
};

/**
 * The steps until the installation, or a manager's portfolio, is ready for work; finished steps are
 * marked.
 */
export function FirstSteps({ steps, further }: FirstStepsProps) {
  const { t } = useTranslation('first-steps');
  const format = useFormat();
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Box as="section" flow="stack" gap={3} framed pad={[4, 5]} aria-label={t('title')}>
      <Row justify="between" lines={1}>
        <Text as="h2" size="lead" weight="strong">
          {t('title')}
        </Text>
        <Text tone="muted">
          {t('count', { done: format.count(done), all: format.count(steps.length) })}
        </Text>
      </Row>
      <Text tone="muted">{t('hint')}</Text>
      <Stack as="ol" gap={0}>
        {steps.map(({ step, isDone, isOptional }) => (
          <Box as="li" key={step} flow="row" gap={3} wrap={false} line="above" pad={[3, 0]}>
            {isDone ? (
              <IconCircleCheck size={20} stroke={1.5} aria-hidden="true" />
            ) : (
              <IconCircle size={20} stroke={1.5} aria-hidden="true" />
            )}
            <Box grow>
              <TextLink to={addressOf[step]}>{t(`step.${step}`)}</TextLink>
              <Text tone="muted" size="table">
                {t(`means.${step}`)}
              </Text>
              {step === 'loans' && !isDone && (
                <a href="/sample-tape.csv" download>
                  {t('sample')}
                </a>
              )}
            </Box>
            <StatusBadge tone={isDone ? 'good' : 'done'}>
              {t(isDone ? 'done' : isOptional ? 'optional' : 'open')}
            </StatusBadge>
          </Box>
        ))}
      </Stack>
      {further}
    </Box>
  );
}
