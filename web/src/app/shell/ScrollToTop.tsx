import { IconArrowUp } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/button/Button.tsx';
import classes from './ScrollToTop.module.css';

const shownBeyondPx = 50;

/** The way back up, once the page has been scrolled more than 50 pixels. */
export function ScrollToTop() {
  const { t } = useTranslation();
  const isShown = useSyncExternalStore(onScroll, () => scrollY > shownBeyondPx);
  if (!isShown) return null;
  return (
    <IconButton
      className={classes.button}
      label={t('scrollToTop')}
      icon={<IconArrowUp size={18} stroke={1.5} />}
      onClick={() => scrollTo({ top: 0, behavior: 'smooth' })}
    />
  );
}

function onScroll(listener: () => void): () => void {
  addEventListener('scroll', listener, { passive: true });
  return () => removeEventListener('scroll', listener);
}
