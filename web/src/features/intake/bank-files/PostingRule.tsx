import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { Switch } from '../../../ui/switch/Switch.tsx';
import { postingRuleQuery, useChangePostingRule } from './bank-files.queries.ts';

/** The rule that posts exact lines automatically, with its switch for users who may change it. */
export function PostingRule() {
  const { t } = useTranslation('bank-files');
  const format = useFormat();
  const { data: rule } = useQuery(postingRuleQuery);
  const change = useChangePostingRule();
  if (!rule) return null;
  const { postsExact, mayChange, changedBy, changedAt } = rule;
  return (
    <Stack as="section" gap={3}>
      <Text as="h2" size="body" weight="strong">
        {t('rule.title')}
      </Text>
      <Box flow="row" gap={3} wrap={false} align="start">
        <Row>
          {mayChange ? (
            <Switch
              label={t('rule.name')}
              checked={postsExact}
              busy={change.isPending}
              onChange={(checked) => change.mutate(checked)}
            />
          ) : (
            <Text tone="muted">{t(postsExact ? 'rule.on' : 'rule.off')}</Text>
          )}
        </Row>
        <Stack gap={1}>
          <Text weight="medium">{t('rule.name')}</Text>
          <Text tone="muted" size="table">
            {t(postsExact ? 'rule.meansOn' : 'rule.meansOff')}
          </Text>
          {changedBy !== null && changedAt !== null && (
            <Text tone="muted" size="caption">
              {t('rule.changed', { who: changedBy, when: format.instant(changedAt) })}
            </Text>
          )}
          {change.error && (
            <Text tone="late" role="alert">
              {failureSentence(change.error)}
            </Text>
          )}
        </Stack>
      </Box>
    </Stack>
  );
}
