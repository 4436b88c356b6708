import '@mantine/carousel/styles.layer.css';
import { Carousel, type CarouselProps } from '@mantine/carousel';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../../ui/format/Money.tsx';
import { Box } from '../../../../ui/layout/Box.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { useIsPhone } from '../../../../ui/state/use-media.ts';
import { documented, type Part } from '../../part.ts';
import { Scan } from '../../Scan.tsx';
import classes from './carousel.module.css';

export const part: Part = {
  examples: { OneAtATime, SeveralInSight, Pictures },
  components: [
    documented<CarouselProps>('Carousel', [
      { name: 'slideSize', type: 'string | { base, sm }', standard: "'100%'" },
      { name: 'slideGap', type: 'string | number', standard: '0' },
      { name: 'withIndicators', type: 'boolean', standard: 'false' },
      { name: 'emblaOptions', type: '{ loop, align, direction }', standard: '–' },
    ]),
  ],
  keyboard: [
    { keys: ['←', '→'], does: 'move' },
    { keys: ['Tab Enter'], does: 'press' },
  ],
};

/** The buttons and dots are below the slides, where they hide no text. */
const looks = {
  root: classes.carousel ?? '',
  controls: classes.below ?? '',
  control: classes.control ?? '',
  indicators: classes.dots ?? '',
  indicator: classes.indicator ?? '',
};

const severalLooks = { ...looks, viewport: classes.viewport ?? '' };

function OneAtATime() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Carousel withIndicators aria-label={t('loan')} classNames={looks} {...useControls()}>
      {(['schedule', 'payments', 'documents'] as const).map((tip) => (
        <Carousel.Slide key={tip}>
          <Box flow="stack" gap={2} framed pad={5} className={classes.slide}>
            <Text as="h3" size="lead" weight="medium">
              {t(tip)}
            </Text>
            <Text tone="soft">{t(`${tip}Text`)}</Text>
          </Box>
        </Carousel.Slide>
      ))}
    </Carousel>
  );
}

function SeveralInSight() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Carousel
      withIndicators
      aria-label={t('products')}
      slideSize={{ base: '84%', sm: '60%' }}
      slideGap="md"
      classNames={severalLooks}
      {...useControls()}
    >
      {products.map(({ id, amountMinor }) => (
        <Carousel.Slide key={id}>
          <Box flow="stack" gap={2} framed pad={5} className={classes.slide}>
            <Text tone="muted">{t(id)}</Text>
            <Text size="title" weight="medium">
              <Money amountMinor={amountMinor} currency="USD" />
            </Text>
          </Box>
        </Carousel.Slide>
      ))}
    </Carousel>
  );
}

/** Scans with their names as captions. */
function Pictures() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Carousel
      withIndicators
      aria-label={t('documents')}
      slideSize={{ base: '84%', sm: '60%' }}
      slideGap="md"
      classNames={severalLooks}
      {...useControls()}
    >
      {(['contract', 'identity', 'statement'] as const).map((kind) => (
        <Carousel.Slide key={kind}>
          <figure className={classes.picture}>
            <Scan kind={kind} />
            <Text as="figcaption" weight="medium">
              {t(kind)}
            </Text>
          </figure>
        </Carousel.Slide>
      ))}
    </Carousel>
  );
}

const products = [
  { id: 'salary', amountMinor: 5_000_00 },
  { id: 'car', amountMinor: 30_000_00 },
  { id: 'trade', amountMinor: 15_000_00 },
] as const;

/** Shared props of the carousels: button size, icons, labels and the slide direction. */
function useControls() {
  const { t } = useTranslation('gallery-samples');
  const isRtl = document.documentElement.dir === 'rtl';
  const isPhone = useIsPhone();
  return {
    controlSize: isPhone ? 40 : 32,
    emblaOptions: {
      direction: isRtl ? ('rtl' as const) : ('ltr' as const),
      align: 'start' as const,
    },
    previousControlIcon: <IconChevronLeft size={16} stroke={1.5} className="mirrors" />,
    nextControlIcon: <IconChevronRight size={16} stroke={1.5} className="mirrors" />,
    previousControlProps: { 'aria-label': t('previous') },
    nextControlProps: { 'aria-label': t('next') },
    getIndicatorProps: (at: number) => ({
      'aria-label': t('page', { number: at + 1 }),
    }),
  };
}
