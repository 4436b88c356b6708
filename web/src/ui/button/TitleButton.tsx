import type { ComponentProps } from 'react';
import { textStyleOf, type TextStyle } from '../layout/Text.tsx';
import classes from './TitleButton.module.css';

type TitleButtonProps = ComponentProps<'button'> & Pick<TextStyle, 'weight'>;

/** The name of a thing that opens it, as it stands in a list of such things. */
export function TitleButton(props: TitleButtonProps) {
  return <button type="button" {...textStyleOf(props, classes.title)} />;
}
