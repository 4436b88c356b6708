import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { encode } from 'uqr';
import { useContractForm } from '../../../lib/contract-form.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { PageForm } from '../../../ui/form/PageForm.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import classes from './Profile.module.css';
import { Row } from '../../../ui/layout/Layout.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { useConfirmSecondFactor } from './profile.queries.ts';
import type { FactorSecret } from './profile.queries.ts';

type ScanSecretProps = {
  readonly secret: FactorSecret;
  readonly onDone: (answer: { recoveryCodes: readonly string[] }) => void;
  readonly onCancel: () => void;
};

const contract = () =>
  import('@bursar/contracts/access/second-factor').then((it) => it.confirmSecondFactor);

/** The secret to scan or type into the app, and a field for the first code, which confirms it. */
export function ScanSecret({ secret, onDone, onCancel }: ScanSecretProps) {
  const { t } = useTranslation('profile');
  const form = useContractForm({
    empty: () => ({ code: '' }),
    rules: ({ code }) => ({ code: code.trim() === '' ? t('factor.codeMissing') : undefined }),
    contract,
    body: (values) => values,
    mutation: useConfirmSecondFactor(),
    onSent: onDone,
  });
  return (
    <PageForm
      form={{ ...form, isUnsaved: false }}
      submitLabel={t('factor.switchOn')}
      cancel={<Button onClick={onCancel}>{t('factor.cancel')}</Button>}
    >
      <Row gap={5} className={classes.scan}>
        <QrCode text={secret.address} label={t('factor.qr')} />
        <div>
          <p>{t('factor.scan')}</p>
          <Box as="p" tone="muted" size="table" above={3} below={1}>
            {t('factor.orType')}
          </Box>
          <code className={classes.secret} dir="ltr">
            {secret.secret.match(/.{1,4}/g)?.join(' ')}
          </code>
        </div>
      </Row>
      <TextField
        {...form.field('code')}
        label={t('factor.code')}
        hint={t('factor.codeHint')}
        autoComplete="one-time-code"
        maxLength={10}
        required
      />
    </PageForm>
  );
}

/**
 * A QR code. It is dark on light in both themes, because many scanners cannot read light on dark.
 */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = useMemo(() => encode(text, { ecc: 'M', border: 3 }), [text]);
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className={classes.qr}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
