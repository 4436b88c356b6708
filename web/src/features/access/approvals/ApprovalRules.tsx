import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useId, useState } from 'react';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { Switch } from '../../../ui/switch/Switch.tsx';
import classes from './Approvals.module.css';
import {
  approvalRulesQuery,
  type ApprovalRule,
  type RuledPortfolio,
  useChangeApprovalRule,
} from './approvals.queries.ts';
import { readLimit } from './read-limit.ts';

/**
 * The approval rules by portfolio. Users with `manage-permissions` can change the rules of
 * portfolios that they run.
 */
export function ApprovalRules() {
  const { t } = useTranslation('approvals');
  const { data, error, refetch, isFetching } = useQuery(approvalRulesQuery);
  if (!data && error) {
    return (
      <ErrorState
        title={failureSentence(error)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  if (!data) return <SkeletonLines lines={4} />;
  const mayChange = data.portfolios.some((portfolio) => portfolio.mayChange);
  return (
    <div>
      <Box as="p" tone="muted" max="44rem">
        {t(mayChange ? 'rules.meaning' : 'rules.readOnly')}
      </Box>
      {data.portfolios.map((portfolio) => (
        <Box key={portfolio.id} as="section" above={6}>
          <Text as="h2" size="lead" weight="strong">
            <bdi>{portfolio.name}</bdi>
          </Text>
          <Box as="ul" above={3} line="above">
            {portfolio.rules.map((rule) => (
              <RuleLine
                // If the limit changes elsewhere, the key resets the field to it.
                key={`${rule.kind} ${rule.limitLoans}`}
                portfolio={portfolio}
                rule={rule}
              />
            ))}
          </Box>
        </Box>
      ))}
    </div>
  );
}

type RuleLineProps = {
  readonly portfolio: Pick<RuledPortfolio, 'id' | 'name' | 'mayChange'>;
  readonly rule: ApprovalRule;
};

/**
 * The rule for one kind of command: whether it needs a second person and, for kinds with a limit,
 * above which number of loans.
 */
function RuleLine({ portfolio, rule }: RuleLineProps) {
  const { t } = useTranslation('approvals');
  const format = useFormat();
  const changing = useChangeApprovalRule();
  const save = (change: Partial<Pick<ApprovalRule, 'required' | 'limitLoans'>>) =>
    changing.mutate({ portfolioId: portfolio.id, ...rule, ...change });
  const { kind, required, limitLoans } = rule;
  const { mayChange } = portfolio;
  return (
    <Box
      flow="row"
      as="li"
      gap={5}
      align="stretch"
      justify="between"
      wrap={false}
      pad={[4, 0]}
      line="below"
    >
      <Box shrinks>
        <Text weight="medium">{t(`kind.${kind}`)}</Text>
        <Box as="p" tone="muted" max="44rem">
          {limitLoans === null
            ? t(`means.${kind}`)
            : t(`means.${kind}`, { count: limitLoans, figure: format.count(limitLoans) })}
        </Box>
        {changing.error && (
          <Text tone="late" role="alert">
            {failureSentence(changing.error)}
          </Text>
        )}
        {mayChange && required && limitLoans !== null && (
          <LimitForm
            limitLoans={limitLoans}
            busy={changing.isPending}
            onSave={(limit) => save({ limitLoans: limit })}
          />
        )}
      </Box>
      {mayChange ? (
        <Switch
          label={t('rules.switch', { kind: t(`kind.${kind}`), portfolio: portfolio.name })}
          checked={required}
          busy={changing.isPending}
          onChange={(checked) => save({ required: checked })}
        />
      ) : (
        <Box as="span" tone="muted" fixed>
          {t(required ? 'rules.on' : 'rules.off')}
        </Box>
      )}
    </Box>
  );
}

type LimitFormProps = {
  readonly limitLoans: number;
  readonly busy: boolean;
  readonly onSave: (limitLoans: number) => void;
};

function LimitForm({ limitLoans, busy, onSave }: LimitFormProps) {
  const { t } = useTranslation('approvals');
  const id = useId();
  const [text, setText] = useState(String(limitLoans));
  const { locale } = useFormat().settings;
  const limit = readLimit(text, locale);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (limit !== null && limit !== limitLoans) onSave(limit);
      }}
    >
      <Box flow="row" wrap={false} align="end" above={3}>
        <div className={classes.limit}>
          <TextField
            id={id}
            label={t('rules.limit')}
            value={text}
            onChange={setText}
            error={limit === null ? t('rules.limitWrong') : undefined}
          />
        </div>
        <Button type="submit" busy={busy} aria-disabled={limit === null || limit === limitLoans}>
          {t('rules.save')}
        </Button>
      </Box>
    </form>
  );
}
