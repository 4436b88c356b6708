import '../ui/theme/foundation.ts';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startLanguages } from '../lib/languages.ts';
import { App } from './App.tsx';
import { createAppRouter } from './router.tsx';

const container = document.getElementById('app');
if (!container) throw new Error('index.html has no element with the id "app"');

// Nothing is drawn before its texts are there; first-paint.js has begun to fetch them.
const firstWords = document.getElementById('first-words');
await startLanguages(firstWords instanceof HTMLLinkElement ? firstWords.href : undefined);
const router = createAppRouter();

const root = createRoot(container);
// As a transition, so that drawing the frame does not block a phone's input.
startTransition(() =>
  root.render(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
  ),
);
