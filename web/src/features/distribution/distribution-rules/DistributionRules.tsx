import { IconChevronUp, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { languages } from '../../../lib/languages.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { Button, IconButton } from '../../../ui/button/Button.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { isolated } from '../../../ui/format/isolated.ts';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { SettingsSection } from '../../../ui/page/SettingsSection.tsx';
import { Switch } from '../../../ui/switch/Switch.tsx';
import {
  distributionRulesQuery,
  useChangeRules,
  type Distribution,
  type Rule,
} from './distribution-rules.queries.ts';
import { RuleEditor } from './RuleEditor.tsx';
import { RunDialog } from './RunDialog.tsx';
import { SkillsDialog } from './SkillsDialog.tsx';

/** The rules that assign loans to agents, in the order in which they are tried. */
export function DistributionRules() {
  const { t } = useTranslation('distribution-rules');
  const query = useQuery(distributionRulesQuery);
  return (
    <SettingsSection title={t('title')} meaning={t('meaning')} load={loadOf(query)} lines={4}>
      {(distribution) => (
        <Rules
          distribution={distribution}
          onReload={() => query.refetch().then(({ data }) => data)}
        />
      )}
    </SettingsSection>
  );
}

type Opened =
  | { readonly dialog: 'rule'; readonly index: number }
  | { readonly dialog: 'run' | 'skills' };

type RulesProps = {
  readonly distribution: Distribution;
  readonly onReload: () => Promise<Distribution | undefined>;
};

function Rules({ distribution, onReload }: RulesProps) {
  const { t } = useTranslation('distribution-rules');
  const { rules, runsDaily, version } = distribution;
  const [opened, setOpened] = useState<Opened | null>(null);
  const changing = useChangeRules();
  const change = (changed: Partial<Pick<Distribution, 'rules' | 'runsDaily'>>, done?: string) =>
    changing.mutate(
      { rules, runsDaily, version, ...changed },
      {
        onSuccess: () => done && notify.success(done),
        onError: (cause) => notify.error(failureSentence(cause)),
      },
    );
  const close = () => setOpened(null);
  return (
    <Stack gap={3}>
      <ol>
        {rules.map((rule, index) => (
          <RuleLine
            // Names may repeat, so the position is part of the key.
            key={`${index} ${rule.name}`}
            rule={rule}
            distribution={distribution}
            onEdit={() => setOpened({ dialog: 'rule', index })}
            onRemove={() => change({ rules: rules.toSpliced(index, 1) }, t('removed'))}
            onUp={
              index === 0
                ? null
                : () => change({ rules: rules.toSpliced(index, 1).toSpliced(index - 1, 0, rule) })
            }
          />
        ))}
      </ol>
      {rules.length === 0 && <Text tone="muted">{t('none')}</Text>}
      <Row gap={3} lines={2}>
        <Switch
          label={t('daily')}
          checked={runsDaily}
          busy={changing.isPending}
          onChange={(isOn) => change({ runsDaily: isOn })}
        />
        <Text as="span" size="table" aria-hidden="true">
          {t('daily')}
        </Text>
      </Row>
      <Row gap={2} lines={2}>
        <Button onClick={() => setOpened({ dialog: 'rule', index: rules.length })}>
          {t('add')}
        </Button>
        <Button onClick={() => setOpened({ dialog: 'skills' })}>{t('skills.open')}</Button>
        {rules.length > 0 && (
          <Button kind="primary" onClick={() => setOpened({ dialog: 'run' })}>
            {t('run.open')}
          </Button>
        )}
      </Row>
      {opened?.dialog === 'rule' && (
        <RuleEditor
          index={opened.index}
          distribution={distribution}
          onReload={onReload}
          onClose={close}
        />
      )}
      {opened?.dialog === 'skills' && <SkillsDialog distribution={distribution} onClose={close} />}
      {opened?.dialog === 'run' && <RunDialog onClose={close} />}
    </Stack>
  );
}

type RuleLineProps = {
  readonly rule: Rule;
  readonly distribution: Distribution;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  /** Null for the first rule. */
  readonly onUp: (() => void) | null;
};

function RuleLine({ rule, distribution, onEdit, onRemove, onUp }: RuleLineProps) {
  const { t } = useTranslation('distribution-rules');
  const { name } = rule;
  return (
    <Box flow="row" as="li" lines={2} gap={3} justify="between" pad={[2, 0]} line="below">
      <span>
        <Text as="div" weight="medium">
          <bdi>{name}</bdi>
        </Text>
        <Text as="div" tone="muted" size="table">
          <Summary rule={rule} distribution={distribution} />
        </Text>
      </span>
      <Row gap={1} wrap={false}>
        {onUp && (
          <IconButton
            size="compact"
            label={t('up', { name })}
            icon={<IconChevronUp size={18} stroke={1.5} />}
            onClick={onUp}
          />
        )}
        <Button size="compact" aria-label={t('editNamed', { name })} onClick={onEdit}>
          {t('edit')}
        </Button>
        <IconButton
          size="compact"
          label={t('remove', { name })}
          icon={<IconTrash size={18} stroke={1.5} />}
          onClick={onRemove}
        />
      </Row>
    </Box>
  );
}

/** The conditions of a rule and its receivers in one line. */
function Summary({
  rule,
  distribution: { currency, teams },
}: Pick<RuleLineProps, 'rule' | 'distribution'>) {
  const { t } = useTranslation(['distribution-rules', 'loans']);
  const format = useFormat();
  const { buckets, minOutstandingMinor: min, maxOutstandingMinor: max, language, skill } = rule;
  const money = (amountMinor: number) => isolated(format.money(amountMinor, currency));
  const team = teams.find(({ id }) => id === rule.teamId);
  const parts = [
    buckets.length > 0
      ? format.list(buckets.map((bucket) => t(`loans:bucket.${bucket}`)))
      : t('any'),
    ...(min === null ? [] : [t('from', { amount: money(min) })]),
    ...(max === null ? [] : [t('upTo', { amount: money(max) })]),
    ...(language === null ? [] : [languages.find(({ code }) => code === language)?.name ?? '']),
    team ? t('toTeam', { team: isolated(team.name) }) : t('toAll'),
    ...(skill === null ? [] : [t('withSkill', { skill: isolated(skill) })]),
    ...(rule.speaksLanguage ? [t('speaks')] : []),
    ...(rule.keepsAgent ? [t('keeps')] : []),
    ...(rule.takesHeld ? [t('takes')] : []),
  ];
  return <>{parts.join(' · ')}</>;
}
