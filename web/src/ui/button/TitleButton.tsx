import type { ComponentProps } from 'react';
import classes from './TitleButton.module.css';

type TitleButtonProps = ComponentProps<'button'> & { weight?: 'medium' };

/** The name of a thing that opens it, as it stands in a list of such things. */
export function TitleButton({ weight, className, ...rest }: TitleButtonProps) {
  const names = [classes.title, className].filter(Boolean).join(' ');
  return <button type="button" {...rest} className={names} data-weight={weight} />;
}
