import { Text } from '../../../ui/layout/Text.tsx';

/** An empty cell. */
export function Nothing() {
  return (
    <Text as="span" tone="muted">
      –
    </Text>
  );
}
