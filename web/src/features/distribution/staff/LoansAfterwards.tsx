import { useTranslation } from 'react-i18next';
import { useSession } from '../../../lib/session.ts';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TickBox } from '../../../ui/form/TickBox.tsx';
import classes from './LoansAfterwards.module.css';
import { Box } from '../../../ui/layout/Box.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import type { Suspension } from './use-suspension.ts';

type LoansAfterwardsProps = { readonly legend: string; readonly suspension: Suspension };

/** Asks where the loans of a suspended account go. */
export function LoansAfterwards({ legend, suspension }: LoansAfterwardsProps) {
  const { t } = useTranslation('staff');
  const isDesk = useSession()?.role === 'team';
  const { form, mayMove, heirs = [] } = suspension;
  const { loans } = form.values;
  const ways = mayMove
    ? (['stay', 'take-back', 'move'] as const)
    : (['stay', 'take-back'] as const);
  return (
    <>
      <Box flow="stack" as="fieldset" gap={2}>
        <Box as="legend" weight="medium" below={2}>
          {legend}
        </Box>
        {ways.map((way) => (
          <label key={way} className={classes.option}>
            <TickBox
              type="radio"
              name="loans"
              checked={loans === way}
              onChange={() => form.change({ loans: way })}
            />
            <span>{t(`suspend.way.${way}`)}</span>
            <Text as="span" tone="muted" size="table" className={classes.hint}>
              {t(way === 'take-back' && isDesk ? 'suspend.hint.desk' : `suspend.hint.${way}`)}
            </Text>
          </label>
        ))}
        <Text tone="soon" className={classes.soon} aria-live="polite">
          {suspension.needsApproval && t('suspend.needsApproval')}
        </Text>
      </Box>
      {loans === 'move' && (
        <SelectField
          {...form.field('toAgentId')}
          label={t('suspend.toAgent')}
          options={heirs}
          required
        />
      )}
    </>
  );
}
