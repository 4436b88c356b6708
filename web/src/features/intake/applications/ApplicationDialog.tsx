import type { ApplicationEvent } from '@bursar/contracts/choices';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { useContractForm, type FormMutation } from '../../../lib/contract-form.ts';
import { sessionQuery } from '../../../lib/session-query.ts';
import { DayField } from '../../../ui/form/DayField.tsx';
import { TextareaField } from '../../../ui/form/TextareaField.tsx';
import { Grid } from '../../../ui/layout/Layout.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { useLastShown } from '../../../ui/overlay/use-overlay.ts';
import {
  useDecideApplication,
  useDisburseLoan,
  useUndoDisbursement,
  type ApplicationDetails,
} from './applications.queries.ts';

type ApplicationDialogProps = {
  readonly application: Pick<ApplicationDetails, 'id' | 'reference' | 'disburseOn' | 'firstDueOn'>;
  /** The event to confirm; the dialog is closed if it is null. */
  readonly event: ApplicationEvent | null;
  readonly onClose: () => void;
};

type Values = {
  /** The id sent with the event, repeated on every retry. */
  readonly id: string;
  readonly reason: string;
  readonly disbursedOn: string | null;
  readonly firstDueOn: string | null;
};

/** Asks for the data of an event: a reason or, for a disbursement, its days. */
export function ApplicationDialog({ application, event: asked, onClose }: ApplicationDialogProps) {
  const { t } = useTranslation(['applications', 'failures']);
  const event = useLastShown(asked);
  const today = useQuery(sessionQuery).data?.portfolio?.businessDate ?? application.disburseOn;
  const form = useContractForm<Values, Sent, unknown>({
    name: 'application-event',
    opened: asked !== null,
    empty: () => ({
      id: uuidv7(),
      reason: '',
      disbursedOn: application.disburseOn < today ? application.disburseOn : today,
      firstDueOn: application.firstDueOn,
    }),
    rules: ({ reason, disbursedOn, firstDueOn }) =>
      event === 'disburse'
        ? {
            disbursedOn: disbursedOn === null ? t('problem.day') : undefined,
            firstDueOn:
              firstDueOn === null
                ? t('problem.day')
                : disbursedOn !== null && firstDueOn < disbursedOn
                  ? t('failures:first_due_before_disbursement')
                  : undefined,
          }
        : {
            reason:
              event !== 'approve' && reason.trim() === ''
                ? t('failures:reason_missing')
                : undefined,
          },
    body: (values) => sentOf(event, values),
    mutation: useEventMutation(application.id),
    announce: () => void (event && notify.success(t(`event.${event}.done`))),
    onSent: onClose,
  });
  if (event === null) return null;
  return (
    <FormDialog
      {...form.dialog}
      opened={asked !== null}
      onClose={onClose}
      size="small"
      title={t(`event.${event}.title`, { reference: application.reference })}
      submitLabel={t(`event.${event}.action`)}
      submitKind={event === 'approve' || event === 'disburse' ? 'primary' : 'danger'}
    >
      <p>{t(`event.${event}.meaning`)}</p>
      {event === 'disburse' ? (
        <Grid min={9}>
          <DayField
            {...form.field('disbursedOn')}
            label={t('field.disbursedOn')}
            today={today}
            latest={today}
            required
          />
          <DayField
            {...form.field('firstDueOn')}
            label={t('field.firstDueOn')}
            today={today}
            required
          />
        </Grid>
      ) : (
        <TextareaField
          {...form.field('reason')}
          label={t('field.reason')}
          rows={2}
          maxLength={500}
          focusFirst
          {...(event === 'approve' ? { optional: true } : { required: true })}
        />
      )}
    </FormDialog>
  );
}

type Sent =
  | { readonly event: 'disburse'; readonly id: string; disbursedOn: string; firstDueOn: string }
  | { readonly event: Exclude<ApplicationEvent, 'disburse'>; readonly id: string; reason: string };

function sentOf(event: ApplicationEvent | null, values: Values): Sent | null {
  const { id, reason, disbursedOn, firstDueOn } = values;
  if (event === null) return null;
  if (event !== 'disburse') return { event, id, reason };
  return disbursedOn === null || firstDueOn === null
    ? null
    : { event, id, disbursedOn, firstDueOn };
}

function useEventMutation(applicationId: string): FormMutation<Sent, unknown> {
  const deciding = useDecideApplication(applicationId);
  const disbursing = useDisburseLoan(applicationId);
  const undoing = useUndoDisbursement(applicationId);
  const mutations = [deciding, disbursing, undoing];
  return {
    isPending: mutations.some(({ isPending }) => isPending),
    isPaused: mutations.some(({ isPaused }) => isPaused),
    mutateAsync: (sent) => {
      if (sent.event === 'disburse') {
        const { event: _event, ...days } = sent;
        return disbursing.mutateAsync(days);
      }
      const { event, ...reasoned } = sent;
      if (event === 'undo-disbursement') return undoing.mutateAsync(reasoned);
      return deciding.mutateAsync({ ...reasoned, event });
    },
  };
}
