import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '../../../lib/contract-form.ts';
import type { FormMutation } from '../../../lib/contract-form.ts';
import { copyText } from '../../../lib/copy-text.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { sessionQuery } from '../../../lib/session-query.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { FormSection, PageForm } from '../../../ui/form/PageForm.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import classes from './Profile.module.css';
import { ScanSecret } from './ScanSecret.tsx';
import { Steps } from './Steps.tsx';
import {
  secondFactorQuery,
  useBeginSecondFactor,
  useRenewRecoveryCodes,
  useSwitchOffSecondFactor,
  type FactorSecret,
  type SecondFactorState,
} from './profile.queries.ts';

/** Sets up or switches off the second factor, or renews its recovery codes. */
export function SecondFactor() {
  const { t } = useTranslation('profile');
  const query = useQuery(secondFactorQuery);
  return (
    <FormSection title={t('factor.title')} hint={t('factor.hint')}>
      <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={2} />}>
        {(data) => <FactorSteps state={data} />}
      </Loaded>
    </FormSection>
  );
}

/** The steps of setting up or changing the second factor. */
type Step =
  | { readonly at: 'rest' }
  | { readonly at: 'begin' | 'renew' | 'switch-off' }
  | { readonly at: 'scan'; readonly secret: FactorSecret }
  | { readonly at: 'codes'; readonly codes: readonly string[] };

function FactorSteps({ state }: { state: SecondFactorState }) {
  return (
    <Steps first={atRest}>
      {(step, goOn) => <FactorStep state={state} step={step} goOn={goOn} />}
    </Steps>
  );
}

const atRest: Step = { at: 'rest' };

type StepProps = {
  readonly state: SecondFactorState;
  readonly step: Step;
  readonly goOn: (next: Step) => void;
};

function FactorStep({ state, step, goOn }: StepProps) {
  const { t } = useTranslation('profile');
  const { data: session } = useQuery(sessionQuery);
  const beginning = useBeginSecondFactor();
  const renewing = useRenewRecoveryCodes();
  const switchingOff = useSwitchOffSecondFactor();
  const rest = () => goOn({ at: 'rest' });
  const showCodes = ({ recoveryCodes }: { recoveryCodes: readonly string[] }) =>
    goOn({ at: 'codes', codes: recoveryCodes });
  switch (step.at) {
    case 'rest':
      return <AtRest state={state} onStep={(at) => goOn({ at })} />;
    case 'begin':
      return (
        <PasswordAsked
          submitLabel={t('factor.continue')}
          asking={beginning}
          mayBeEmpty={session?.isByProvider ?? false}
          onDone={(secret) => goOn({ at: 'scan', secret })}
          onCancel={rest}
        />
      );
    case 'renew':
      return (
        <PasswordAsked
          submitLabel={t('factor.renew')}
          asking={renewing}
          onDone={showCodes}
          onCancel={rest}
        />
      );
    case 'switch-off':
      return (
        <PasswordAsked
          submitLabel={t('factor.switchOff')}
          asking={switchingOff}
          onDone={() => {
            notify.success(t('factor.isOff'));
            rest();
          }}
          onCancel={rest}
        />
      );
    case 'scan':
      return <ScanSecret secret={step.secret} onDone={showCodes} onCancel={rest} />;
    case 'codes':
      return <RecoveryCodes codes={step.codes} onDone={rest} />;
  }
}

type RestProps = {
  readonly state: SecondFactorState;
  readonly onStep: (step: 'begin' | 'renew' | 'switch-off') => void;
};

function AtRest({ state: { confirmedAt, recoveryCodesLeft: count }, onStep }: RestProps) {
  const { t } = useTranslation('profile');
  const format = useFormat();
  if (confirmedAt === null) {
    return (
      <Row align="stretch">
        <Button onClick={() => onStep('begin')}>{t('factor.setUp')}</Button>
      </Row>
    );
  }
  return (
    <>
      <Row as="p" lines={1} gap={4} align="stretch" tone="muted">
        <StatusBadge tone="good">
          {t('factor.onSince', { day: format.instant(confirmedAt, 'medium') })}
        </StatusBadge>
        <span>{t('factor.codesLeft', { count, figure: format.count(count) })}</span>
      </Row>
      <Row align="stretch">
        <Button onClick={() => onStep('renew')}>{t('factor.renew')}</Button>
        <Button onClick={() => onStep('switch-off')}>{t('factor.switchOff')}</Button>
      </Row>
    </>
  );
}

type RecoveryCodesProps = { readonly codes: readonly string[]; readonly onDone: () => void };

/** The recovery codes for a lost phone, shown only once. */
function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation('profile');
  const copy = () =>
    void copyText(codes.join('\n')).then((isCopied) =>
      isCopied ? notify.success(t('factor.copied')) : notify.error(t('factor.notCopied')),
    );
  return (
    <Stack gap={3} tabIndex={-1} role="status" className={classes.codes}>
      <Text weight="medium">{t('factor.codesTitle')}</Text>
      <p>{t('factor.codesHint')}</p>
      <Box
        flow="grid"
        as="ul"
        columns="repeat(auto-fill, minmax(9rem, 1fr))"
        lines={2}
        gap={4}
        pad={4}
        className={classes.codeList}
        dir="ltr"
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </Box>
      <Row align="stretch">
        <Button kind="primary" onClick={onDone}>
          {t('factor.kept')}
        </Button>
        <Button onClick={copy}>{t('factor.copy')}</Button>
      </Row>
    </Stack>
  );
}

type PasswordAskedProps<Answer> = {
  readonly submitLabel: string;
  /** The mutation that receives the password. */
  readonly asking: FormMutation<{ password: string }, Answer>;
  /** True if a recent sign-in through the identity provider can replace the password. */
  readonly mayBeEmpty?: boolean;
  readonly onDone: (answer: Answer) => void;
  readonly onCancel: () => void;
};

const contract = () =>
  import('@bursar/contracts/access/second-factor').then((it) => it.beginSecondFactor);

/** Asks for the password again before a change to the second factor. */
function PasswordAsked<Answer>(props: PasswordAskedProps<Answer>) {
  const { submitLabel, asking, mayBeEmpty = false, onDone, onCancel } = props;
  const { t } = useTranslation('profile');
  const form = useContractForm({
    name: 'confirmation',
    empty: () => ({ password: '' }),
    rules: ({ password }) => ({
      password: password === '' && !mayBeEmpty ? t('password.currentMissing') : undefined,
    }),
    contract,
    body: (values) => values,
    mutation: asking,
    onSent: onDone,
  });
  return (
    <PageForm
      form={{ ...form, isUnsaved: false }}
      submitLabel={submitLabel}
      cancel={<Button onClick={onCancel}>{t('factor.cancel')}</Button>}
    >
      <TextField
        {...form.field('password')}
        label={t('factor.password')}
        hint={t(mayBeEmpty ? 'factor.passwordOrProvider' : 'factor.passwordHint')}
        type="password"
        autoComplete="current-password"
        required={!mayBeEmpty}
      />
    </PageForm>
  );
}
