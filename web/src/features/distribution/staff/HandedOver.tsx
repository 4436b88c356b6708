import { useTranslation } from 'react-i18next';
import { copyText } from '../../../lib/copy-text.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import classes from './HandedOver.module.css';

type HandedOverProps = {
  readonly kind: 'link' | 'code';
  readonly meaning: string;
  readonly value: string;
};

/** A link or a code to pass on in person, with a copy button. */
export function HandedOver({ kind, meaning, value }: HandedOverProps) {
  const { t } = useTranslation('staff');
  const copy = () =>
    void copyText(value).then((isCopied) =>
      isCopied
        ? notify.success(t(kind === 'link' ? 'handOver.copied' : 'recovery.copied'))
        : notify.error(t('handOver.notCopied')),
    );
  return (
    <Box
      flow="stack"
      role="status"
      gap={2}
      align="start"
      pad={[3, 4]}
      max="34rem"
      text="start"
      framed
    >
      <p>{meaning}</p>
      <code dir="ltr" className={classes.address}>
        {value}
      </code>
      <Button onClick={copy}>{t(kind === 'link' ? 'handOver.copy' : 'recovery.copy')}</Button>
    </Box>
  );
}
