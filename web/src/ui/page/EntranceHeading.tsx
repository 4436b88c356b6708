import { Text } from '../layout/Text.tsx';
import classes from './EntranceHeading.module.css';

type EntranceHeadingProps = {
  title: string;
  /** One sentence that says what to do on this page. */
  meaning: string;
  /** `h2` if it is below another section. */
  as?: 'h1' | 'h2';
};

/** The heading of a page before sign-in, or of a section of it. */
export function EntranceHeading({ title, meaning, as = 'h1' }: EntranceHeadingProps) {
  const isFirst = as === 'h1';
  return (
    <>
      <Text
        as={as}
        size={isFirst ? 'figure' : 'lead'}
        weight="medium"
        className={isFirst ? classes.title : classes.part}
      >
        {title}
      </Text>
      <Text tone="muted" className={classes.meaning}>
        {meaning}
      </Text>
    </>
  );
}
