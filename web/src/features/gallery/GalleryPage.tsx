import type { PagePath } from '@bursar/contracts/routes';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ComponentType, type MouseEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Box } from '../../ui/layout/Box.tsx';
import { Row, Stack } from '../../ui/layout/Layout.tsx';
import { Text } from '../../ui/layout/Text.tsx';
import { Still } from '../../ui/overlay/Still.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { CodeBlock } from './CodeBlock.tsx';
import classes from './GalleryPage.module.css';
import { Heading, Keyboard, Properties } from './PartTables.tsx';
import type { Hang, Part } from './part.ts';
import { sourceOf } from './source-of.ts';
import { useExampleInView } from './use-example-in-view.ts';

/** A page of the gallery, with the key of its title. */
export type PartLink = { readonly path: PagePath; readonly title: string };

type GalleryPageProps = {
  part: Part;
  /** The source text of the file with the examples. */
  source: string;
  path: PagePath;
  /** The namespace of the section's translations. */
  namespace: string;
  /** All pages of the section, including this one. */
  section: readonly PartLink[];
};

/** One part of the kit: its live examples with code, its properties and its keys. */
export function GalleryPage({ part, source, path, namespace, section }: GalleryPageProps) {
  const { t } = useTranslation(['app', 'gallery']);
  const { t: textOf } = useTranslation(namespace);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const title = section.find((link) => link.path === path)?.title;
  const titleOf = (example: string) => textOf(`${name}.examples.${example}.title`);
  return (
    <>
      <PageHeader title={title && t(title)} back={<Place namespace={namespace} />} />
      <Box
        flow="grid"
        columns="minmax(0, 1fr) 11rem"
        level="start"
        gap={8}
        className={classes.page}
      >
        <Box
          flow="stack"
          gap={8}
          max="56rem"
          className={classes.examples}
          data-two={part.wide && true}
        >
          {Object.entries(part.examples).map(([example, Example]) => (
            <Shown
              key={example}
              id={idOf(example)}
              title={titleOf(example)}
              note={textOf(`${name}.examples.${example}.note`)}
              code={sourceOf(source, example)}
              Picture={part.stills?.[example]}
              hang={part.hangs?.[example]}
              isWide={part.wide?.includes(example) ?? true}
            >
              <Example />
            </Shown>
          ))}
          <Properties part={part} />
          <Keyboard part={part} />
        </Box>
        <Neighbours
          path={path}
          section={section}
          examples={Object.keys(part.examples).map((example) => {
            return { id: idOf(example), title: titleOf(example) };
          })}
        />
      </Box>
    </>
  );
}

/** The id of an example on its page, to which links can jump. */
const idOf = (example: string): string => `example-${example}`;

/** Says where the page is, because the sidebar lists only the sections of the gallery. */
function Place({ namespace }: { namespace: string }) {
  const { t } = useTranslation('app');
  const isSection = namespace !== 'gallery-more';
  return (
    <Row as="span" gap={1} tone="muted">
      {t('menu.gallery')}
      {isSection && (
        <>
          <IconChevronRight size={14} stroke={1.5} className="mirrors" aria-hidden="true" />
          {t(namespace.replace('gallery-', 'menu.'))}
        </>
      )}
    </Row>
  );
}

type ShownProps = {
  id: string;
  title: string;
  note: string;
  code: string;
  /** A picture of the menu or dialog that the example opens; undefined if there is none. */
  Picture: ComponentType | undefined;
  /** Undefined if the picture is apart from the example. */
  hang: Hang | undefined;
  isWide: boolean;
  children: ReactNode;
};

/** A live variant; the button at the end of its title's line shows its code below it. */
function Shown({ id, title, note, code, Picture, hang, isWide, children }: ShownProps) {
  const { t } = useTranslation('gallery');
  const codeId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const label = t('codeOf', { title });
  return (
    <Stack
      as="section"
      id={id}
      gap={3}
      className={classes.example}
      tabIndex={-1}
      data-wide={isWide || undefined}
    >
      {/* The gap keeps Arabic descenders off the line below. */}
      <Stack as="header" gap={1}>
        <Row justify="between" wrap={false} align="baseline">
          <Heading>{title}</Heading>
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={isOpen}
            aria-controls={isOpen ? codeId : undefined}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t('code')}
            <span className="unseen"> {label}</span>
            <IconChevronDown size={16} stroke={1.5} aria-hidden="true" />
          </button>
        </Row>
        <Text tone="muted">{note}</Text>
      </Stack>
      <div className={classes.shown}>
        <Box pad={[4, 0, 0]} data-example className={classes.stage}>
          {Picture && hang ? (
            <div className={classes.tray} data-hang={hang}>
              <div>{children}</div>
              <Still isBare>
                <Picture />
              </Still>
            </div>
          ) : (
            children
          )}
        </Box>
        {Picture && !hang && (
          <Box above={4} data-example>
            <Still>
              <Picture />
            </Still>
          </Box>
        )}
        {/* Rendered only while it is open, because a page has up to sixteen examples. */}
        {isOpen && (
          <Box id={codeId} above={4}>
            <CodeBlock label={label} code={code} />
          </Box>
        )}
      </div>
    </Stack>
  );
}

type NeighboursProps = Pick<GalleryPageProps, 'path' | 'section'> & {
  examples: readonly ExampleLink[];
};

type ExampleLink = { readonly id: string; readonly title: string };

/**
 * Links to the other parts of the section, and below the link of this page to its examples; next to
 * the page or, on narrow screens, below it.
 */
function Neighbours({ path, section, examples }: NeighboursProps) {
  const { t } = useTranslation(['app', 'gallery']);
  return (
    <nav className={classes.neighbours} aria-label={t('gallery:neighbours')} data-screen-only>
      <ul className={classes.links}>
        {section.map((link) => (
          <li key={link.path}>
            <Link
              to={link.path}
              className={classes.link}
              aria-current={link.path === path ? 'page' : undefined}
            >
              {t(link.title)}
            </Link>
            {link.path === path && examples.length > 1 && (
              <Examples key={path} examples={examples} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Examples({ examples }: { examples: readonly ExampleLink[] }) {
  const shown = useExampleInView(examples.map(({ id }) => id));
  const jump = (event: MouseEvent, id: string) => {
    event.preventDefault();
    const example = document.getElementById(id);
    example?.scrollIntoView();
    example?.focus({ preventScroll: true });
  };
  return (
    <ul className={classes.exampleLinks}>
      {examples.map(({ id, title }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className={classes.exampleLink}
            aria-current={id === shown ? 'location' : undefined}
            onClick={(event) => jump(event, id)}
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}
