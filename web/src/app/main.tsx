import '../ui/theme/foundation.ts';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startLanguages } from '../lib/languages.ts';
import { App } from './App.tsx';
import { createAppRouter } from './router.tsx';

const container = document.getElementById('app');
if (!container) throw new Error('index.html has no element with the id "app"');
const root = createRoot(container);

// Rendering waits for the translations; first-paint.js has already started to load them.
const preloadedTranslations = document.getElementById('preload-translations');
const translations = startLanguages(
  preloadedTranslations instanceof HTMLLinkElement ? preloadedTranslations.href : undefined,
);
// A top-level await would make the bundler write files that only forward to others.
void translations.then(() => {
  const router = createAppRouter();
  // A transition, so that rendering the frame does not block a phone's input.
  startTransition(() =>
    root.render(
      <StrictMode>
        <App router={router} />
      </StrictMode>,
    ),
  );
});
