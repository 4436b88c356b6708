import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../testing/draw.tsx';
import { StatStrip, StatTile } from './StatTile.tsx';

it('fits a figure into its tile again when its font arrives, which may be wider', async () => {
  await Promise.all([...document.fonts].map((font) => font.load()));
  await draw(
    <div style={{ inlineSize: 260 }}>
      <StatStrip label="Today">
        <StatTile label="Outstanding" value={<bdi>12,346,433,441.28</bdi>} />
      </StatStrip>
    </div>,
  );
  const text = page.getByText('12,346,433,441.28').element();
  const figure = text.closest('dd');
  if (!(text instanceof HTMLElement) || !figure) throw new Error('the tile shows no figure');
  const isCut = () => figure.scrollWidth > figure.clientWidth;
  expect(isCut()).toBe(false);
  text.style.letterSpacing = '0.3em';
  expect(isCut()).toBe(true);
  document.fonts.dispatchEvent(new Event('loadingdone'));
  await expect.poll(isCut).toBe(false);
});
