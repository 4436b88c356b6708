import { useFormat } from './FormatProvider.tsx';
import classes from './figures.module.css';

type RateProps = {
  /** Per cent as stored: `"14.07"` is 14.07 %. */
  percent: string | number;
  fractionDigits?: number;
  /** True for a share above zero: one that would be rounded to zero is shown as `<0.01%`. */
  isAboveZero?: boolean;
};

/** A rate or a share in per cent, in tabular figures. */
export function Rate({ percent, fractionDigits = 2, isAboveZero }: RateProps) {
  const format = useFormat();
  const least = 10 ** -fractionDigits;
  const isTiny = isAboveZero && Number(percent) < least / 2;
  return (
    <bdi dir="ltr" className={classes.figures}>
      {isTiny && '<'}
      {format.percent(isTiny ? least : percent, fractionDigits)}
    </bdi>
  );
}
