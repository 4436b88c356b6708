import { afterAll } from 'vitest';
import { closeWhatFileOpened } from './when-file-ends.ts';

// Vitest runs this set-up file again for every test file.
afterAll(closeWhatFileOpened);
