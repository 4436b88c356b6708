import '../ui/theme/foundation.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startLanguages } from '../lib/languages.ts';
import { App } from './App.tsx';
import { createAppRouter } from './router.tsx';

const container = document.getElementById('app');
if (!container) throw new Error('index.html has no element with the id "app"');

// The words and the first page are fetched side by side; nothing is drawn without words.
const wordsArrived = startLanguages();
const router = createAppRouter();
await wordsArrived;

createRoot(container).render(
  <StrictMode>
    <App router={router} />
  </StrictMode>,
);
