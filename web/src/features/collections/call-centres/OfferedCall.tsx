import type { CallList, CallOffer } from '@bursar/contracts/collections/call-lists';
import type { CallOutcome } from '@bursar/contracts/choices';
import { IconPhone } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { uuidv7 } from 'uuidv7';
import { ApiFailure } from '../../../lib/api-client.ts';
import { useContractForm } from '../../../lib/contract-form.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { languages } from '../../../lib/languages.ts';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx';
import { FormFailure } from '../../../ui/form/FormMessages.tsx';
import { TextareaField } from '../../../ui/form/TextareaField.tsx';
import { TickBox } from '../../../ui/form/TickBox.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { PhoneText } from '../../../ui/format/PhoneText.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { Panel } from '../../../ui/page/Panel.tsx';
import { ReachLink } from '../../../ui/status/ReachLink.tsx';
import { useLogCall, useOfferCall, usePutCallBack, type NewCall } from './call-centres.queries.ts';
import { CallTimeline } from './PatientHistory.tsx';

type OfferedCallProps = {
  readonly list: CallList;
  readonly offer: CallOffer;
  readonly centreId: string;
  /** True if the time of the offer has passed, so that others can take the call. */
  readonly isOver: boolean;
  /** Called when the user calls or types. */
  readonly onBegun: () => void;
  /** Called when the call was logged or returned, or was closed because it is no longer offered. */
  readonly onEnded: () => void;
};

/** The call offered to the user: the patient, the number and the outcome. */
export function OfferedCall(props: OfferedCallProps) {
  const { list, offer, isOver, onBegun } = props;
  const { t } = useTranslation('call-centres');
  const format = useFormat();
  // The call is logged with the time at which the user pressed the number, because the user may
  // save the outcome after the allowed hours.
  const [startedAt, setStartedAt] = useState<number | null>(null);
  const { patientId, name, phone, state, attempt, loanId } = offer;
  const closed = state === 'ready' ? null : t(`call.closed.${state}`);
  const language = languages.find(({ code }) => code === offer.language)?.name;
  return (
    <Panel
      title={t('desk.now')}
      note={t('call.attempt', {
        figure: format.count(attempt),
        total: format.count(list.preset.attempts),
      })}
    >
      <Stack gap={5}>
        <Stack gap={1}>
          <Text as="h3" size="title" weight="strong">
            <Link to={paths.editPatient(patientId)}>
              <bdi>{name}</bdi>
            </Link>
          </Text>
          <Row gap={2} size="title">
            <IconPhone size={20} stroke={1.5} aria-hidden="true" />
            {/* Pressing the number records when the call starts; the link then dials it. */}
            <span
              onClickCapture={() => {
                setStartedAt(Date.now());
                onBegun();
              }}
            >
              <ReachLink href={`tel:${phone}`} closed={closed}>
                <PhoneText number={phone} />
              </ReachLink>
            </span>
          </Row>
          <Text tone="muted" size="table">
            {language} · {t('call.yoursUntil')} <InstantText at={offer.offeredUntil} style="time" />
            {loanId && (
              <>
                {' · '}
                <Link to={paths.loanDetails(loanId)}>{t('call.loan')}</Link>
              </>
            )}
          </Text>
          {offer.note !== '' && (
            <Text tone="soft">
              <bdi>{offer.note}</bdi>
            </Text>
          )}
          {offer.isLinked && <Text tone="soft">{t('call.linked')}</Text>}
          {isOver && (
            <Text tone="late" role="status">
              {t('call.over')}
            </Text>
          )}
        </Stack>
        <CallForm {...props} startedAt={startedAt} />
        {offer.calls.length > 0 && <CallTimeline calls={offer.calls} />}
      </Stack>
    </Panel>
  );
}

const sayFailure = (cause: unknown) => void notify.error(failureSentence(cause));

/** Returns whether the server refused because it no longer offers the call to this user. */
const isTaken = (cause: Error | null): boolean =>
  cause instanceof ApiFailure && cause.code === 'call_not_offered';

type CallFormProps = OfferedCallProps & { readonly startedAt: number | null };

type Draft = {
  /**
   * Created with the offer and repeated on every retry, so that the call is not logged twice if an
   * answer is lost.
   */
  readonly id: string;
  readonly outcome: CallOutcome | null;
  readonly note: string;
  readonly withdrawsConsent: boolean;
};

const contract = () =>
  import('@bursar/contracts/collections/call-lists').then(({ logCall }) => logCall);

function CallForm({ list, offer, centreId, startedAt, onBegun, onEnded }: CallFormProps) {
  const { t } = useTranslation('call-centres');
  const { patientId, name } = offer;
  const logging = useLogCall(patientId);
  const offering = useOfferCall(centreId);
  const putting = usePutCallBack(patientId);
  const form = useContractForm<Draft, NewCall, unknown>({
    name: 'call',
    empty: () => ({ id: uuidv7(), outcome: null, note: '', withdrawsConsent: false }),
    rules: ({ outcome }) => ({ outcome: outcome === null ? t('problem.outcome') : undefined }),
    contract,
    body: ({ outcome, ...call }) => (outcome === null ? null : { ...call, outcome }),
    mutation: {
      ...logging,
      mutateAsync: (call) => logging.mutateAsync({ ...call, since: startedAt ?? Date.now() }),
    },
    announce: () => notify.success(t('call.logged', { name })),
    onEdited: onBegun,
    onSent: () => {
      // Requests the next call. `mutateAsync` reports a failure even if this form has disappeared
      // with the offer before the answer arrives.
      void offering.mutateAsync().catch(sayFailure);
      onEnded();
    },
  });
  const putBack = () =>
    putting.mutate(undefined, {
      onSuccess: onEnded,
      onError: (cause) => {
        sayFailure(cause);
        if (isTaken(cause)) onEnded();
      },
    });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <Stack gap={4}>
        <FormFailure failure={form.failure} />
        <ChoiceField
          {...form.field('outcome')}
          label={t('field.outcome')}
          choices={list.preset.outcomes.map((value) => ({ value, label: t(`outcome.${value}`) }))}
        />
        <TextareaField
          {...form.field('note')}
          label={t('field.callNote')}
          rows={3}
          maxLength={2000}
          optional
        />
        <Row as="span" gap={2}>
          <TickBox
            id="call-withdraws"
            checked={form.values.withdrawsConsent}
            onChange={(event) => form.change({ withdrawsConsent: event.currentTarget.checked })}
          />
          <label htmlFor="call-withdraws">{t('field.withdraws')}</label>
        </Row>
        <Row gap={2}>
          <Button type="submit" kind="primary" busy={form.isBusy}>
            {t('call.submit')}
          </Button>
          {isTaken(form.refusal) ? (
            <Button onClick={onEnded}>{t('call.close')}</Button>
          ) : (
            <Button busy={putting.isPending} onClick={putBack}>
              {t('call.putBack')}
            </Button>
          )}
        </Row>
      </Stack>
    </form>
  );
}
