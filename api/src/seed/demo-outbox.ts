import type { CalendarDate } from '@bursar/loan-maths';
import type { Transaction } from '../platform/database.ts';
import { momentOf } from './placed-loan.ts';

/** Adds sent emails and one failed email, for the administrator's list of outgoing mail. */
export async function addDemoOutbox(transaction: Transaction, today: CalendarDate): Promise<void> {
  const invitation = (number: number, to: string, failure: string | null) => {
    const at = momentOf(today, 0, number).toISOString();
    return {
      id: `00000000-0000-7000-8000-00000000000${number}`,
      to_address: to,
      subject: 'Your Bursar account',
      body: 'An account at Bursar has been opened for this address.',
      created_at: at,
      next_attempt_at: at,
      attempts: failure === null ? 1 : 8,
      sent_at: failure === null ? at : null,
      last_failure: failure,
    };
  };
  const mails = [
    invitation(1, 'priya.raman@bursar.example', null),
    invitation(2, 'tomas.silva@bursar.example', null),
    invitation(3, 'j.webber@bursar.example', '550 5.1.1 The mailbox does not exist'),
  ];
  await transaction`insert into outbox ${transaction(mails)}`;
}
