import { useFormat } from './FormatProvider.tsx';
import classes from './figures.module.css';

type RateProps = {
  /** Per cent as stored: `"14.07"` is 14.07 %. */
  percent: string | number;
  fractionDigits?: number;
};

/** A rate or a share in per cent, in tabular figures. */
export function Rate({ percent, fractionDigits = 2 }: RateProps) {
  const format = useFormat();
  return (
    <bdi dir="ltr" className={classes.figures}>
      {format.percent(percent, fractionDigits)}
    </bdi>
  );
}
