import { uuidv7 } from 'uuidv7';

/**
 * Valid request bodies for the records that users create in the office apps, for tests of their
 * ids.
 */
export const columnOf = () => ({ id: uuidv7(), title: 'Own' });
export const boardOf = () => ({ id: uuidv7(), title: 'Own', isShared: false, columns: [] });
export const cardBody = { title: 'Own', details: '', assigneeId: null, dueOn: null, labels: [] };
export const labelBody = { name: 'Own', colour: 'teal' };
export const personalNoteBody = {
  title: 'Own',
  text: '',
  colour: 'teal',
  tags: [],
  isShared: false,
};
export const taskBody = (assigneeId: string) => ({
  title: 'Own',
  details: '',
  assigneeId,
  dueOn: null,
  priority: 'normal',
  loanId: null,
});
export const personBody = {
  name: 'Own',
  organisation: '',
  occupation: '',
  email: '',
  phone: '',
  address: '',
  details: '',
  isShared: false,
};
export const eventBody = {
  title: 'Own',
  place: '',
  details: '',
  colour: 'teal',
  isShared: false,
  when: { firstDay: '2026-06-15', lastDay: '2026-06-15' },
};
