import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { drawFeature } from '../../ui/testing/draw-feature.tsx';
import { GalleryPage } from './GalleryPage.tsx';
import type { Part } from './part.ts';

const Tall = () => <div style={{ blockSize: '60rem' }} />;

/** Pagination is a page of the gallery; the examples are named as in its translations. */
const part: Part = {
  examples: { MoreOfThem: Tall, BackAndForth: Tall, Numbered: Tall },
  components: [],
  keyboard: [],
};

it('the rail jumps to an example, and marks the one in view', async () => {
  await drawFeature(
    <GalleryPage
      part={part}
      source=""
      path="/elements/pagination"
      namespace="gallery-elements"
      section={[{ path: '/elements/pagination', title: 'gallery:title.elementsPagination' }]}
    />,
    { texts: ['app', 'gallery', 'gallery-elements'] },
  );
  const links = page.getByRole('navigation').getByRole('listitem').getByRole('list');
  const marked = () => links.element().querySelector('[aria-current]')?.getAttribute('href');
  expect(marked()).toBe('#example-MoreOfThem');
  await links.getByRole('link').nth(2).click();
  await vi.waitFor(() => expect(marked()).toBe('#example-Numbered'));
  expect(document.activeElement?.id).toBe('example-Numbered');
  expect(location.hash).toBe('');
});
