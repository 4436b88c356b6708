import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { SkeletonLines } from '../../ui/page/Skeleton.tsx';
import { approvalRulesQuery } from './approvals.queries.ts';
import classes from './ApprovalRules.module.css';
import { RuleLine } from './RuleLine.tsx';

/** What needs a second person, portfolio by portfolio: to read for everyone, to change for whoever may. */
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
    <>
      <p className={classes.meaning}>{t(mayChange ? 'rules.meaning' : 'rules.readOnly')}</p>
      {data.portfolios.map((portfolio) => (
        <section key={portfolio.id} className={classes.portfolio}>
          <h2 className={classes.name}>
            <bdi>{portfolio.name}</bdi>
          </h2>
          <ul className={classes.rules}>
            {portfolio.rules.map((rule) => (
              <RuleLine
                // What was saved elsewhere is what the field starts from.
                key={`${rule.kind} ${rule.limitLoans}`}
                portfolio={portfolio}
                rule={rule}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
