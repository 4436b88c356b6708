import type { ComponentProps } from 'react';
import { textStyleOf, type TextStyle } from '../layout/Text.tsx';
import classes from './TitleButton.module.css';

type TitleButtonProps = ComponentProps<'button'> & Pick<TextStyle, 'weight'>;

/** The name of an item in a list; pressing it opens the item. */
export function TitleButton(props: TitleButtonProps) {
  return <button type="button" {...textStyleOf(props, classes.title)} />;
}
