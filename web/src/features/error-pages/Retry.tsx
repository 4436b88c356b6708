import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/Button.tsx';

/** Goes back to the page that failed and loads it anew, or to the start where there is none. */
export function Retry() {
  const { t } = useTranslation('errors');
  const [busy, setBusy] = useState(false);
  return (
    <Button
      kind="primary"
      busy={busy}
      onClick={() => {
        setBusy(true);
        if (history.length > 1) history.back();
        else location.assign('/');
      }}
    >
      {t('tryAgain')}
    </Button>
  );
}
