import '../ui/theme/foundation.ts';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startLanguages } from '../lib/languages.ts';
import { App } from './App.tsx';
import { createAppRouter } from './router.tsx';

const container = document.getElementById('app');
if (!container) throw new Error('index.html has no element with the id "app"');

// Nothing is drawn without words; those of a first visit are on their way since first-paint.js.
const firstWords = document.getElementById('first-words');
await startLanguages(firstWords instanceof HTMLLinkElement ? firstWords.href : undefined);
const router = createAppRouter();

const root = createRoot(container);
// In slices: drawn at once, the frame would hold up a phone for longer than a tap may wait.
startTransition(() =>
  root.render(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
  ),
);
