import { IconArrowUp } from '@tabler/icons-react';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/button/Button.tsx';
import { titleIfCut } from '../../ui/table/title-if-cut.ts';
import classes from './LateParts.module.css';
import { SessionEnding } from './SessionEnding.tsx';

/** The parts of every framed page that nobody needs in its first seconds. */
export function LateParts() {
  useTitlesOfCutTexts();
  return (
    <>
      <SessionEnding />
      <ScrollToTop />
    </>
  );
}

/** Gives any text that is cut with an ellipsis its whole text as a tooltip. */
function useTitlesOfCutTexts(): void {
  useEffect(() => {
    document.addEventListener('pointerover', titleIfCut);
    return () => document.removeEventListener('pointerover', titleIfCut);
  }, []);
}

const shownBeyondPx = 50;
/** Updated on scroll: reading the position while rendering would force a layout. */
let isFarDown = false;

/** The button back to the top, shown after scrolling more than 50 pixels. */
function ScrollToTop() {
  const { t } = useTranslation();
  const isShown = useSyncExternalStore(onScroll, () => isFarDown);
  if (!isShown) return null;
  return (
    <IconButton
      className={classes.toTop}
      data-screen-only
      label={t('scrollToTop')}
      icon={<IconArrowUp size={18} stroke={1.5} />}
      onClick={() => scrollTo({ top: 0, behavior: 'smooth' })}
    />
  );
}

function onScroll(listener: () => void): () => void {
  const note = () => {
    isFarDown = scrollY > shownBeyondPx;
    listener();
  };
  note();
  addEventListener('scroll', note, { passive: true });
  return () => removeEventListener('scroll', note);
}
