import { useTranslation } from 'react-i18next';
import { SelectField } from '../../ui/form/SelectField.tsx';
import type { SelectOption } from '../../ui/form/SelectField.tsx';
import { ShareAndTarget } from '../../ui/form/ShareAndTarget.tsx';
import type { Unreadable } from '../../ui/form/use-unreadable.ts';
import type { PersonFieldsProps } from './PersonFields.tsx';

type WorkFieldsProps = PersonFieldsProps & {
  readonly currency: string;
  /** The teams an agent can be in; absent where the team is not the reader’s to choose. */
  readonly teams?: readonly SelectOption[] | undefined;
  readonly unreadable: Unreadable;
};

/** Where an agent works and what their work earns them. */
export function WorkFields(props: WorkFieldsProps) {
  const { draft, change, form, currency, teams, unreadable } = props;
  const { t } = useTranslation('staff');
  return (
    <>
      {teams && (
        <SelectField
          {...form.fieldProps('teamId')}
          label={t('field.team')}
          hint={t('field.teamHint')}
          options={[{ value: noTeam, label: t('field.noTeam') }, ...teams]}
          value={draft.teamId ?? noTeam}
          onChange={(chosen) => change({ teamId: chosen === noTeam ? null : chosen })}
          required
        />
      )}
      <ShareAndTarget
        draft={draft}
        change={change}
        fieldProps={form.fieldProps}
        unreadable={unreadable}
        currency={currency}
        share={{ label: t('field.commission'), hint: t('field.commissionHint') }}
        target={{ label: t('field.target'), hint: t('field.targetHint') }}
      />
    </>
  );
}

/** No id of a team. */
const noTeam = '-';
