import type { StaffRow } from '@bursar/contracts/distribution/staff';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '../../../lib/contract-form.ts';
import type { FormProblems } from '../../../lib/form-fields.ts';
import { sessionQuery } from '../../../lib/session-query.ts';
import { Button, ButtonLink } from '../../../ui/button/Button.tsx';
import type { SubmittedForm } from '../../../ui/form/FormMessages.tsx';
import { FormDone, PageForm } from '../../../ui/form/PageForm.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { InvitationLink } from './InvitationLink.tsx';
import { personProblems, personMessages } from './person-values.ts';
import type { PersonValues } from './person-values.ts';
import { useInviteStaff } from './staff.queries.ts';
import type { Invitation } from './staff.queries.ts';

type InvitationOptions<Values> = {
  /**
   * Values of an empty form, with a new id. Retries send the same id, so that no person is invited
   * twice.
   */
  readonly empty: () => Values;
  /** The values of the first invitation, if some are known. */
  readonly first?: () => Values;
  /** The problems of the fields other than the person’s own. */
  readonly rules?: (values: Values) => FormProblems;
  readonly body: (values: Values) => Invitation | null;
};

const contract = () =>
  import('@bursar/contracts/distribution/staff').then(({ inviteStaff }) => inviteStaff);

/** The form of an invitation, and the account it has created. */
export function useInvitation<Values extends PersonValues>(options: InvitationOptions<Values>) {
  const { empty, first = empty, rules, body } = options;
  const { t } = useTranslation(['staff', 'failures']);
  const [invited, setInvited] = useState<StaffRow | null>(null);
  const form = useContractForm<Values, Invitation, StaffRow>({
    empty: first,
    rules: (values) => ({ ...personProblems(values, t), ...rules?.(values) }),
    contract,
    messages: personMessages(t),
    body,
    mutation: useInviteStaff(),
    onSent: setInvited,
  });
  /** Starts another invitation; the next person is likely to need the same language and team. */
  const next = () => {
    const { language, teamId } = form.values;
    form.startAnew({ ...empty(), language, teamId });
    setInvited(null);
  };
  return { form, invited, next };
}

type InvitationFormProps = {
  readonly title: string;
  readonly back: ReactNode;
  /** The list that will contain the person: its address and the link's label. */
  readonly list: { readonly to: string; readonly label: string };
  readonly invitation: {
    readonly form: SubmittedForm;
    readonly invited: StaffRow | null;
    readonly next: () => void;
  };
  readonly children: ReactNode;
};

/** The page to invite a person; afterwards it shows whether the invitation was emailed. */
export function InvitationForm(props: InvitationFormProps) {
  const { title, back, list, invitation, children } = props;
  const { t } = useTranslation('staff');
  const { form, invited, next } = invitation;
  if (invited) {
    return (
      <>
        <PageHeader title={title} back={back} />
        <Invited account={invited}>
          <ButtonLink to={list.to}>{list.label}</ButtonLink>
          <Button kind="primary" onClick={next}>
            {t('invited.next')}
          </Button>
        </Invited>
      </>
    );
  }
  return (
    <>
      <PageHeader title={title} description={t('invite.meaning')} back={back} />
      <PageForm
        form={form}
        submitLabel={t('invite.submit')}
        cancel={<ButtonLink to={list.to}>{t('invite.cancel')}</ButtonLink>}
      >
        {children}
      </PageForm>
    </>
  );
}

type InvitedProps = { readonly account: StaffRow; readonly children: ReactNode };

/** Shown after an invitation: whether it was emailed and what happens next. */
function Invited({ account, children }: InvitedProps) {
  const { t } = useTranslation('staff');
  const isMailDelivered = useQuery(sessionQuery).data?.isMailDelivered !== false;
  const { name, email } = account;
  return (
    <FormDone
      title={t(isMailDelivered ? 'invited.title' : 'invited.waiting', { name, email })}
      hint={t(isMailDelivered ? 'invited.hint' : 'invited.waitingHint')}
    >
      {!isMailDelivered && <InvitationLink accountId={account.id} />}
      {children}
    </FormDone>
  );
}
