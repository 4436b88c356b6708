import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { draw } from './draw.tsx';

type Drawing = {
  /** The translation files that the component reads, such as `charges`. */
  readonly texts: readonly string[];
  readonly language?: 'en' | 'ae';
};

/**
 * Renders a component of a feature with its texts and an empty cache; `answerApi` gives the
 * answers.
 */
export async function drawFeature(part: ReactNode, { texts, language = 'en' }: Drawing) {
  // An earlier test may have left a draft.
  localStorage.clear();
  // A failure is shown at once, because a test's server does not recover.
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const element = <QueryClientProvider client={queryClient}>{part}</QueryClientProvider>;
  return draw(element, language, [...texts, 'failures']);
}
