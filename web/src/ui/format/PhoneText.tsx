import classes from './figures.module.css';
import { groupPhone } from './group-phone.ts';

/** A phone number in groups, written from left to right in every language. */
export function PhoneText({ number }: { number: string }) {
  return (
    <bdi dir="ltr" className={classes.figures}>
      {groupPhone(number)}
    </bdi>
  );
}
