// The two parts of a dashboard about the agents' work are in one chunk, so that they load together.
export { TeamDesk } from '../../features/collections/work-queue/TeamDesk.tsx';
export { TodaysPromises } from './TodaysPromises.tsx';
