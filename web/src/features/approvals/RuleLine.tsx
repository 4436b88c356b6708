import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { Button } from '../../ui/button/Button.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { Switch } from '../../ui/switch/Switch.tsx';
import type { ApprovalRule, RuledPortfolio } from './approvals.queries.ts';
import { useChangeApprovalRule } from './approvals.queries.ts';
import classes from './ApprovalRules.module.css';
import { readLimit } from './read-limit.ts';

type RuleLineProps = {
  readonly portfolio: Pick<RuledPortfolio, 'id' | 'name' | 'mayChange'>;
  readonly rule: ApprovalRule;
};

/** One kind of command: whether it needs a second person and, where it has a limit, from how many loans. */
export function RuleLine({ portfolio, rule }: RuleLineProps) {
  const { t } = useTranslation('approvals');
  const format = useFormat();
  const changing = useChangeApprovalRule();
  const save = (change: Partial<Pick<ApprovalRule, 'required' | 'limitLoans'>>) =>
    changing.mutate({ portfolioId: portfolio.id, ...rule, ...change });
  const { kind, required, limitLoans } = rule;
  const { mayChange } = portfolio;
  return (
    <li className={classes.rule}>
      <div>
        <p className={classes.kind}>{t(`kind.${kind}`)}</p>
        <p className={classes.means}>
          {limitLoans === null
            ? t(`means.${kind}`)
            : t(`means.${kind}`, { count: limitLoans, figure: format.count(limitLoans) })}
        </p>
        {changing.error && (
          <p role="alert" className={classes.failure}>
            {failureSentence(changing.error)}
          </p>
        )}
        {mayChange && required && limitLoans !== null && (
          <LimitForm
            limitLoans={limitLoans}
            busy={changing.isPending}
            onSave={(limit) => save({ limitLoans: limit })}
          />
        )}
      </div>
      {mayChange ? (
        <Switch
          label={t('rules.switch', { kind: t(`kind.${kind}`), portfolio: portfolio.name })}
          checked={required}
          busy={changing.isPending}
          onChange={(checked) => save({ required: checked })}
        />
      ) : (
        <span className={classes.means}>{t(required ? 'rules.on' : 'rules.off')}</span>
      )}
    </li>
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
  const limit = readLimit(text);
  return (
    <form
      noValidate
      className={classes.limit}
      onSubmit={(event) => {
        event.preventDefault();
        if (limit !== null && limit !== limitLoans) onSave(limit);
      }}
    >
      <TextField
        id={id}
        label={t('rules.limit')}
        value={text}
        onChange={setText}
        error={limit === null ? t('rules.limitWrong') : undefined}
      />
      <Button type="submit" busy={busy} aria-disabled={limit === null || limit === limitLoans}>
        {t('rules.save')}
      </Button>
    </form>
  );
}
