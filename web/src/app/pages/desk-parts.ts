/** What a dashboard shows of the agents' work; one file, so that both load at once. */
export { TeamDesk } from '../../features/collections/work-queue/TeamDesk.tsx';
export { TodaysPromises } from './TodaysPromises.tsx';
