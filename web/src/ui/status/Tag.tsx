import type { CSSProperties } from 'react';
import { useFormat } from '../format/FormatProvider.tsx';
import { Box } from '../layout/Box.tsx';
import { Text } from '../layout/Text.tsx';
import classes from './Tag.module.css';

export type TagColour = 'slate' | 'lapis' | 'sky' | 'teal' | 'ochre' | 'violet';

const colours: Readonly<Record<TagColour, string>> = {
  slate: 'var(--series-6)',
  lapis: 'var(--series-1)',
  sky: 'var(--series-2)',
  teal: 'var(--series-3)',
  ochre: 'var(--series-4)',
  violet: 'var(--series-5)',
};

/** Returns the style that sets `--mark` to the colour that users chose for a tag. */
export function inColour(colour: TagColour): CSSProperties & { '--mark': string } {
  return { '--mark': colours[colour] };
}

/** The name of a tag with a small colour mark, so that lists do not fill with coloured labels. */
export function Tag({ colour, children }: { colour: TagColour; children: string }) {
  return (
    <span className={classes.tag} style={inColour(colour)}>
      <Text as="bdi" clip>
        {children}
      </Text>
    </span>
  );
}

type TagRowProps = {
  tags: readonly { id: string; name: string; colour: TagColour }[];
  /** For a table cell: tags that do not fit are cut off, and the tooltip lists all names. */
  oneLine?: boolean;
};

/** The tags of one record. */
export function TagRow({ tags, oneLine = false }: TagRowProps) {
  return (
    <Box
      as="span"
      flow="row"
      gap={1}
      align="stretch"
      wrap={!oneLine}
      clip={oneLine}
      shrinks
      title={oneLine ? tags.map((tag) => tag.name).join(', ') : undefined}
    >
      {tags.map((tag) => (
        <Tag key={tag.id} colour={tag.colour}>
          {tag.name}
        </Tag>
      ))}
    </Box>
  );
}

/**
 * The tags of a record where only one name fits: the first tag, the number of others, and all names
 * for screen readers.
 */
export function TagsInShort({ tags }: Pick<TagRowProps, 'tags'>) {
  const format = useFormat();
  const [first, ...more] = tags;
  if (!first) return null;
  return (
    <span className={classes.short} role="img" aria-label={format.list(tags.map(nameOf))}>
      <Tag colour={first.colour}>{first.name}</Tag>
      {more.length > 0 && <bdi dir="ltr">{`+${format.count(more.length)}`}</bdi>}
    </span>
  );
}

const nameOf = ({ name }: { name: string }): string => name;
