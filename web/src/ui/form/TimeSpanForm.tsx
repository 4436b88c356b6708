import { useState } from 'react';
import { Button } from '../button/Button.tsx';
import { Box } from '../layout/Box.tsx';
import { Row, Stack } from '../layout/Layout.tsx';
import { Text } from '../layout/Text.tsx';
import { isTime } from './parse-time.ts';
import { TimeField } from './TimeField.tsx';

type Span = { readonly from: string; readonly until: string };

type TimeSpanFormProps = {
  readonly id: string;
  /** The stored times, as `HH:MM`. */
  readonly span: Span;
  readonly labels: Span & { readonly save: string };
  readonly busy: boolean;
  readonly failure: string | null;
  readonly onSave: (span: Span) => void;
};

/** Two times of day and, once one has changed, a button that saves them if both are valid. */
export function TimeSpanForm({ id, span, labels, busy, failure, onSave }: TimeSpanFormProps) {
  const [typed, setTyped] = useState(span);
  const isReadable = isTime(typed.from) && isTime(typed.until);
  const isChanged = typed.from !== span.from || typed.until !== span.until;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReadable && isChanged && !busy) onSave(typed);
      }}
    >
      <Stack gap={3}>
        <Row align="end" lines={2}>
          {(['from', 'until'] as const).map((end) => (
            <Box key={end} max="8rem">
              <TimeField
                id={`${end}-${id}`}
                label={labels[end]}
                value={typed[end]}
                onChange={(time) => setTyped({ ...typed, [end]: time })}
              />
            </Box>
          ))}
          {isChanged && (
            <Button type="submit" busy={busy} aria-disabled={!isReadable}>
              {labels.save}
            </Button>
          )}
        </Row>
        {failure !== null && (
          <Text tone="late" role="alert">
            {failure}
          </Text>
        )}
      </Stack>
    </form>
  );
}
