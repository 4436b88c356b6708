import type { TestApp } from './test-app.ts';

/**
 * Returns the id of one of an agent's notifications; a loan must have been assigned to the agent.
 */
export async function notificationOf(test: TestApp, agentId: string): Promise<string> {
  const [notification] = await test.owner<{ id: string }[]>`
    select id from notifications where account_id = ${agentId} limit 1`;
  if (!notification) throw new Error('the agent got no notification of the assigned loan');
  return notification.id;
}
