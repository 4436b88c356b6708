import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/Button.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import classes from './Profile.module.css';

type RecoveryCodesProps = { readonly codes: readonly string[]; readonly onDone: () => void };

/** The codes for the day the phone is lost, shown this once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation('profile');
  const copy = () =>
    void navigator.clipboard.writeText(codes.join('\n')).then(
      () => notify.success(t('factor.copied')),
      () => notify.error(t('factor.notCopied')),
    );
  return (
    <div tabIndex={-1} role="status" className={classes.codes}>
      <p className={classes.sessionName}>{t('factor.codesTitle')}</p>
      <p>{t('factor.codesHint')}</p>
      <ul className={classes.codeList} dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.ways}>
        <Button kind="primary" onClick={onDone}>
          {t('factor.kept')}
        </Button>
        <Button onClick={copy}>{t('factor.copy')}</Button>
      </div>
    </div>
  );
}
