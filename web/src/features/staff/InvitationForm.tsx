import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { PageForm } from '../../ui/form/PageForm.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Invited } from './Invited.tsx';
import type { useInvitation } from './use-invitation.ts';

type InvitationFormProps = {
  readonly title: string;
  readonly back: ReactNode;
  /** The list that the person will stand in: its address and the way there in words. */
  readonly list: { readonly to: string; readonly label: string };
  readonly invitation: ReturnType<typeof useInvitation>;
  /** Something beside the person is typed as well. */
  readonly unsaved?: boolean;
  readonly onNext: () => void;
  /** `FormSection`s. */
  readonly children: ReactNode;
};

/** The page that invites somebody, and after that says where the invitation went. */
export function InvitationForm(props: InvitationFormProps) {
  const { title, back, list, invitation, unsaved = false, onNext, children } = props;
  const { t } = useTranslation('staff');
  const { form, invited } = invitation;
  if (invited) {
    return (
      <>
        <PageHeader title={title} back={back} />
        <Invited
          account={invited}
          onNext={onNext}
          toList={<ButtonLink to={list.to}>{list.label}</ButtonLink>}
        />
      </>
    );
  }
  return (
    <>
      <PageHeader title={title} description={t('invite.meaning')} back={back} />
      <PageForm
        problems={form.summary}
        attempt={form.count}
        failure={form.failure}
        submitLabel={t('invite.submit')}
        busy={invitation.isSending}
        unsaved={invitation.isUnsaved || unsaved}
        onSubmit={invitation.send}
        cancel={<ButtonLink to={list.to}>{t('invite.cancel')}</ButtonLink>}
      >
        {children}
      </PageForm>
    </>
  );
}
