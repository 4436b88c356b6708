/// <reference types="@vitest/browser-playwright" />
import { ARREARS_SCALE } from '@bursar/loan-maths/buckets';
import { afterEach, expect, it } from 'vitest';
import { cdp } from 'vitest/browser';
import { draw } from '../../../ui/testing/draw.tsx';
import { ArrearsMeter } from './ArrearsBadge.tsx';

const print = (media: 'print' | '') => cdp().send('Emulation.setEmulatedMedia', { media });
afterEach(() => print(''));

function stylesOf(container: Element) {
  return [...container.querySelectorAll('[aria-hidden]')].map((meter) => getComputedStyle(meter));
}

it('the arrears badge prints as many tall steps as a loan is late, and low marks for the others', async () => {
  const { container } = await draw(
    <>
      {ARREARS_SCALE.map((bucket) => (
        <ArrearsMeter key={bucket} bucket={bucket} />
      ))}
    </>,
  );
  await print('print');
  const styles = stylesOf(container);
  expect(styles.map(({ backgroundSize }) => backgroundSize)).toEqual(
    ARREARS_SCALE.map((_, steps) => `${steps * 5}px 100%, 100% 2px`),
  );
  // With any other value, a browser does not print the bars.
  expect(styles.map(({ printColorAdjust }) => printColorAdjust)).toEqual(
    ARREARS_SCALE.map(() => 'exact'),
  );
  expect(styles.map(({ backgroundColor }) => backgroundColor)).toEqual(
    ARREARS_SCALE.map(() => 'rgba(0, 0, 0, 0)'),
  );
});
