import type { FastifyBaseLogger } from 'fastify';
import { replicaOf, type Database } from '../database.ts';
import type { ReplicaSeen } from './replica.ts';

const sentences: Record<ReplicaSeen, string> = {
  ready: 'the read replica answers reads again',
  late: 'the read replica is late; the primary answers reads until it has caught up',
  away: 'the read replica does not answer; the primary answers its reads',
  other:
    'the server of DATABASE_READ_URL is not a standby of this database; the primary answers its reads',
};

/** Logs a line each time a check finds the replica in another state. */
export function logReplica(database: Database, log: FastifyBaseLogger): void {
  const replica = replicaOf(database);
  replica?.onChange((seen) => {
    const facts = { lagBytes: replica.lagBytes() };
    if (seen === 'ready') log.info(facts, sentences.ready);
    else log.warn(facts, sentences[seen]);
  });
}
