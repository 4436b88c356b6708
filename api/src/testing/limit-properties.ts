import { installTimeLimit } from './property-time-limit.ts';

// Vitest runs this set-up file again for every test file.
installTimeLimit();
