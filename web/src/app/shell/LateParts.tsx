import { IconArrowUp } from '@tabler/icons-react';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/button/Button.tsx';
import { titleIfCut } from '../../ui/table/title-if-cut.ts';
import classes from './LateParts.module.css';
import { SessionEnding } from './SessionEnding.tsx';
import { useAccountOfPage, useWritesOfAccount } from './use-account-of-page.ts';
import { useFailedReads } from './use-failed-reads.ts';
import { useLookOfOtherTabs } from './use-look-of-other-tabs.ts';
import { usePrefetchWhileIdle } from './use-prefetch-while-idle.ts';
import { useUserReports } from './use-user-reports.ts';

/** The parts of every framed page that no reader needs in the first seconds. */
export function LateParts() {
  useTitlesOfCutTexts();
  useLookOfOtherTabs();
  useAccountOfPage();
  useWritesOfAccount();
  useFailedReads();
  useUserReports();
  usePrefetchWhileIdle();
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
/** Milliseconds for which a phone shows the button after its reader scrolled up. */
const LINGER_MS = 2_000;
/**
 * True while the button is shown. It is updated on scroll, because reading the position while
 * rendering would force a layout.
 */
let isOffered = false;

/**
 * The button back to the top, shown after scrolling more than 50 pixels. On a phone it would cover
 * the end of a row, so it is shown there only at the end of the page, or briefly after scrolling
 * up.
 */
function ScrollToTop() {
  const { t } = useTranslation();
  const isShown = useSyncExternalStore(onScroll, () => isOffered);
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
  const phone = matchMedia('(max-width: 40em)');
  let before = scrollY;
  let lingering: ReturnType<typeof setTimeout> | undefined;
  const offer = (isNow: boolean) => {
    isOffered = isNow;
    listener();
  };
  const note = () => {
    clearTimeout(lingering);
    const isUpwards = scrollY < before;
    before = scrollY;
    const isFarDown = scrollY > shownBeyondPx;
    const isAlways = !phone.matches || isAtEnd();
    offer(isFarDown && (isAlways || isUpwards));
    if (isOffered && !isAlways) lingering = setTimeout(() => offer(false), LINGER_MS);
  };
  note();
  addEventListener('scroll', note, { passive: true });
  return () => {
    clearTimeout(lingering);
    removeEventListener('scroll', note);
  };
}

/** Returns whether the page is scrolled to its end; browsers round the position. */
const isAtEnd = (): boolean => scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
