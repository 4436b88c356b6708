import { Grid, Stack } from '../layout/Layout.tsx';
import { Skeleton, SkeletonLines } from './Skeleton.tsx';
import { SplitPage } from './SplitPage.tsx';
import { StatStrip, StatTile } from './StatTile.tsx';
import classes from './PageShape.module.css';

type PagePart = 'tabs' | 'form' | 'table' | 'facts' | 'picture' | 'lines';

/** The parts of a page below its header, from top to bottom. */
export type Shape = {
  /** The number of key figures. */
  readonly tiles?: number;
  /** True if the key figures have notes. */
  readonly notes?: boolean;
  readonly parts: readonly PagePart[];
  /** True if a form is next to the parts. */
  readonly hasSideForm?: boolean;
};

/** Placeholders in the shape of a page whose record is loading. */
export function PageShape({ tiles = 0, notes = false, parts, hasSideForm = false }: Shape) {
  const shownParts = parts.map((part) => <PartToCome key={part} part={part} />);
  return (
    <div aria-hidden="true">
      {tiles > 0 && (
        <StatStrip label="">
          {places(tiles).map((tile) => (
            <StatTile
              key={tile}
              label={<Skeleton width="6rem" height="1lh" />}
              value=""
              loading
              {...(!notes && { note: null })}
            />
          ))}
        </StatStrip>
      )}
      {hasSideForm ? (
        <SplitPage main={shownParts} side={<FormToCome />} />
      ) : (
        parts.length > 0 && (
          <Stack gap={6} className={tiles > 0 ? classes.below : undefined}>
            {shownParts}
          </Stack>
        )
      )}
    </div>
  );
}

function PartToCome({ part }: { readonly part: PagePart }) {
  switch (part) {
    case 'tabs':
      return <TabsToCome />;
    case 'form':
      return <FormToCome />;
    case 'table':
      return <TableToCome />;
    case 'facts':
      return <FactsToCome />;
    case 'picture':
      return <Skeleton height="18rem" />;
    case 'lines':
      return <SkeletonLines lines={4} />;
  }
}

/** A form of two sections, as `PageForm` arranges them. */
export function FormToCome() {
  return (
    <div className={classes.form} aria-hidden="true">
      {places(2).map((section) => (
        <div key={section} className={classes.section}>
          <Skeleton width="8rem" height="1.25rem" />
          <div className={classes.fields}>
            {places(4).map((field) => (
              <div key={field} className={classes.field}>
                <Skeleton width="6rem" height="1rem" />
                <Skeleton height="var(--control)" />
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

/** The head and the first rows of a table. */
export function TableToCome({ rows = 6 }: { readonly rows?: number }) {
  return (
    <div className={classes.table} aria-hidden="true">
      {places(rows + 1).map((row) => (
        <div key={row} className={classes.row}>
          <Skeleton width="5rem" height="0.75rem" />
          <Skeleton width="60%" height="0.75rem" />
          <Skeleton width="40%" height="0.75rem" />
          <Skeleton width="4rem" height="0.75rem" />
        </div>
      ))}
    </div>
  );
}

/** The first cards of a list of cards. */
export function CardsToCome({ cards = 6 }: { readonly cards?: number }) {
  return (
    <Grid min={16} aria-hidden="true">
      {places(cards).map((card) => (
        <div key={card} className={classes.card}>
          <Skeleton width="50%" height="1.25rem" />
          <SkeletonLines lines={3} />
        </div>
      ))}
    </Grid>
  );
}

type RowsToComeProps = {
  readonly rows?: number;
  /** The start of each row: a person's face, or a box to tick. */
  readonly mark: 'face' | 'box';
  /**
   * True if the two texts of a row are next to each other; on a phone they are below each other.
   */
  readonly oneLine?: boolean;
};

/** The first rows of a list that is not a table, such as conversations, messages or tasks. */
export function RowsToCome({ rows = 8, mark, oneLine = false }: RowsToComeProps) {
  return (
    <div aria-hidden="true">
      {places(rows).map((row) => (
        <div key={row} className={classes.listRow} data-mark={mark}>
          <div className={classes.mark}>
            <Skeleton height="100%" />
          </div>
          <div className={classes.listText} data-one-line={oneLine || undefined}>
            <Skeleton width="9rem" height="0.75rem" />
            <Skeleton width={`${60 + ((row * 17) % 35)}%`} height="0.75rem" />
          </div>
        </div>
      ))}
    </div>
  );
}

function FactsToCome() {
  return (
    <div className={classes.facts}>
      {places(8).map((fact) => (
        <div key={fact} className={classes.field}>
          <Skeleton width="5rem" height="1rem" />
          <Skeleton width="8rem" height="1.25rem" />
        </div>
      ))}
    </div>
  );
}

function TabsToCome() {
  return (
    <div className={classes.tabs}>
      {places(5).map((tab) => (
        <Skeleton key={tab} width="4.5rem" height="1rem" />
      ))}
    </div>
  );
}

const places = (count: number) => Array.from({ length: count }, (_, at) => at);
