import type { ComponentProps } from 'react';
import { looking, type Look } from '../layout/Text.tsx';
import classes from './TitleButton.module.css';

type TitleButtonProps = ComponentProps<'button'> & Pick<Look, 'weight'>;

/** The name of a thing that opens it, as it stands in a list of such things. */
export function TitleButton(props: TitleButtonProps) {
  return <button type="button" {...looking(props, classes.title)} />;
}
