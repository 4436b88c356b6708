import { spreadRules } from '@bursar/contracts/choices';
import { useTranslation } from 'react-i18next';
import { SegmentedChoice } from '../../ui/filters/SegmentedChoice.tsx';
import { setSpread } from './move-target.ts';
import type { TargetDraft } from './move-target.ts';
import classes from './SpreadChoice.module.css';

type SpreadChoiceProps = {
  readonly to: TargetDraft;
  readonly onAim: (to: TargetDraft) => void;
};

/** All to one, or a share for each of several; and by what the shares are even. */
export function SpreadChoice({ to, onAim }: SpreadChoiceProps) {
  const { t } = useTranslation('assignments');
  return (
    <div className={classes.choice}>
      <SegmentedChoice
        label={t('spread.how')}
        choices={[
          { value: 'one', label: t('spread.toOne') },
          { value: 'several', label: t('spread.toSeveral') },
        ]}
        chosen={to.isSpread ? 'several' : 'one'}
        onChoose={(how) => onAim(setSpread(to, how === 'several'))}
      />
      {to.isSpread && (
        <SegmentedChoice
          label={t('spread.evenBy')}
          choices={spreadRules.map((rule) => ({ value: rule, label: t(`spread.by.${rule}`) }))}
          chosen={to.by}
          onChoose={(by) => onAim({ ...to, by })}
        />
      )}
    </div>
  );
}
