import {
  type Icon,
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
} from '@tabler/icons-react';
import type { ComponentProps, CSSProperties } from 'react';
import { Box } from '../layout/Box.tsx';
import classes from './Note.module.css';

type NoteProps = ComponentProps<typeof Box> & {
  /** The kind: information, success, warning or failure. */
  kind: Kind;
};

type Kind = 'neutral' | 'accent' | 'good' | 'soon' | 'late';

/** A framed note with an icon in the colour of its kind. */
export function Note({ kind, className, pad = [3, 4], children, ...rest }: NoteProps) {
  const [block] = [pad].flat();
  const looks: CSSProperties & { '--tone': string; '--icon-top': string } = {
    '--tone': kind === 'neutral' ? 'var(--ink-muted)' : `var(--${kind})`,
    '--icon-top': `var(--space-${block})`,
  };
  const Mark = icons[kind];
  return (
    <Box
      pad={pad}
      {...rest}
      className={[classes.note, className].filter(Boolean).join(' ')}
      style={looks}
    >
      <Mark size={18} stroke={1.5} className={classes.icon} aria-hidden="true" />
      {children}
    </Box>
  );
}

const icons: Readonly<Record<Kind, Icon>> = {
  neutral: IconInfoCircle,
  accent: IconInfoCircle,
  good: IconCircleCheck,
  soon: IconAlertCircle,
  late: IconAlertTriangle,
};
