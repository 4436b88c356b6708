import { useState } from 'react';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { useContractForm } from '../../lib/contract-form.ts';
import { onUserReport, type UserReport } from '../../lib/user-reports.ts';
import { draw } from '../testing/draw.tsx';
import { PageForm } from './PageForm.tsx';
import { TextField } from './TextField.tsx';

type Values = { readonly id: string; readonly note: string };
type Answer = { readonly replayed: boolean };

type FormProps = {
  readonly record: string;
  readonly send: (sent: Values) => Promise<Answer>;
  readonly announce: (answer: Answer) => void;
  /** The schema counts as loaded once this promise resolves. */
  readonly schema?: Promise<void>;
};

/** The form of a record, which refuses a note of one letter. */
function NoteForm({ record, send, announce, schema }: FormProps) {
  const form = useContractForm<Values, Values, Answer>({
    name: record,
    empty: () => ({ id: record, note: '' }),
    draftName: `note.${record}`,
    contract: async () => {
      await schema;
      return { body: { safeParse: () => ({ success: true }) } };
    },
    rules: ({ note }) => (note.length === 1 ? { note: 'Write a whole note.' } : {}),
    body: (values) => values,
    mutation: { isPending: false, mutateAsync: send },
    announce,
  });
  return (
    <PageForm form={{ ...form, isUnsaved: false }} submitLabel="Send">
      <TextField {...form.field('note')} label={`Note on ${record}`} />
    </PageForm>
  );
}

function Frame(props: Omit<FormProps, 'record'>) {
  const [record, setRecord] = useState('first');
  return (
    <>
      <NoteForm {...props} record={record} />
      <button type="button" onClick={() => setRecord('second')}>
        Next
      </button>
    </>
  );
}

const press = (name: string) => page.getByRole('button', { name }).click();

function collectReports(): readonly UserReport[] {
  const reports: UserReport[] = [];
  onTestFinished(onUserReport((report) => reports.push(report)));
  return reports;
}

beforeEach(() => localStorage.clear());

it('a form says that an earlier attempt of its saved draft had arrived', async () => {
  const reports = collectReports();
  const announced: Answer[] = [];
  const form = (
    <NoteForm
      record="first"
      send={async () => ({ replayed: true })}
      announce={(answer) => announced.push(answer)}
    />
  );
  const { unmount } = await draw(form);
  await page.getByLabelText('Note on first').fill('Call back');
  await unmount();
  await draw(form);
  await press('Send');
  await expect.poll(() => reports).toEqual([{ kind: 'sent-before' }]);
  expect(announced).toEqual([]);
});

it('a form that repeats its request announces the answer as its own', async () => {
  const reports = collectReports();
  const announced: Answer[] = [];
  await draw(
    <NoteForm
      record="first"
      send={async () => ({ replayed: true })}
      announce={(answer) => announced.push(answer)}
    />,
  );
  await page.getByLabelText('Note on first').fill('Call back');
  await press('Send');
  await expect.poll(() => announced).toEqual([{ replayed: true }]);
  expect(reports).toEqual([]);
});

it('a problem found after another record was opened is reported, and not marked there', async () => {
  const reports = collectReports();
  const sent: Values[] = [];
  let end: () => void = () => undefined;
  const schema = new Promise<void>((resolve) => {
    end = resolve;
  });
  const send = async (values: Values) => {
    sent.push(values);
    return { replayed: false };
  };
  await draw(<Frame send={send} announce={() => undefined} schema={schema} />);
  await page.getByLabelText('Note on first').fill('x');
  await press('Send');
  await press('Next');
  await page.getByLabelText('Note on second').fill('y');
  end();
  await expect
    .poll(() => reports)
    .toEqual([{ kind: 'form-not-sent', reason: 'Write a whole note.' }]);
  await expect.element(page.getByLabelText('Note on second')).toHaveAccessibleDescription('');
  expect(sent).toEqual([]);
});
