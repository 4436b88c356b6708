import { afterAll } from 'vitest';
import { closeWhatFileOpened } from './when-file-ends.ts';

// The project's set-up: Vitest runs it anew in every test file.
afterAll(closeWhatFileOpened);
