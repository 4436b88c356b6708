import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../../lib/api-client.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { notify } from '../../../ui/overlay/notify.ts';
import { useChangeRules, type Distribution, type Rule } from './distribution-rules.queries.ts';
import { RuleDialog } from './RuleDialog.tsx';

type Place = {
  /** The position of the edited rule; the number of rules for a new one. */
  readonly index: number;
  readonly distribution: Distribution;
};

type RuleEditorProps = Place & {
  readonly onReload: () => Promise<Distribution | undefined>;
  readonly onClose: () => void;
};

/**
 * The dialog of one rule. Rules have no ids, so saving sends all rules as they were when the dialog
 * opened, with the edited one, and ignores later fetches. If another user has changed the rules,
 * the server refuses them, and the dialog continues with the latest rules.
 */
export function RuleEditor({ onReload, onClose, ...opened }: RuleEditorProps) {
  const { t } = useTranslation('distribution-rules');
  const [{ index, distribution }, setPlace] = useState<Place>(opened);
  const [failure, setFailure] = useState<string>();
  const changing = useChangeRules();
  const { rules, runsDaily, version } = distribution;
  const edited = rules[index];
  const startFromLatest = async () => {
    const latest = await onReload();
    if (!latest || latest.version === version) return;
    const place = edited ? placeIn(latest.rules, { rule: edited, index }) : null;
    setPlace({ index: place ?? latest.rules.length, distribution: latest });
    setFailure(t(edited && place === null ? 'dialog.goneSince' : 'dialog.changedSince'));
  };
  const save = (rule: Rule) =>
    changing.mutate(
      { rules: rules.toSpliced(index, edited ? 1 : 0, rule), runsDaily, version },
      {
        onSuccess: () => {
          onClose();
          notify.success(t('saved'));
        },
        onError: (cause) => {
          setFailure(failureSentence(cause));
          if (cause instanceof ApiFailure && cause.code === 'changed_since') void startFromLatest();
        },
      },
    );
  return (
    <RuleDialog
      rule={edited ?? null}
      distribution={distribution}
      busy={changing.isPending}
      failure={failure}
      onSave={save}
      onClose={onClose}
    />
  );
}

/**
 * Returns the position of a rule in newer rules, trying its former position first; null if the rule
 * was changed or removed.
 */
function placeIn(rules: readonly Rule[], { rule, index }: { rule: Rule; index: number }) {
  const same = JSON.stringify(rule);
  if (JSON.stringify(rules[index]) === same) return index;
  const found = rules.findIndex((one) => JSON.stringify(one) === same);
  return found === -1 ? null : found;
}
