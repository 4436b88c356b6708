import { describe, expect, it } from 'vitest';
import { sourceOf } from './source-of.ts';

const file = `import '@mantine/core/styles/Tabs.layer.css';
import { useState, useId } from 'react';
import classes from './x.module.css';
import { Button, type ButtonKind } from '../Button.tsx';

export const part = { examples: { First, Second } };

/** Counts. */
function First() {
  const [count, setCount] = useState(first);

  return <Button onClick={() => setCount(count + 1)}>{count}</Button>;
}

const first = 1;

function Second() {
  return <p className={classes.second}>{kind}</p>;
}

const kind: ButtonKind = 'primary';
`;

describe('sourceOf', () => {
  it('shows an example with the code it uses from its file, and nothing else', () => {
    expect(sourceOf(file, 'First')).toBe(`import '@mantine/core/styles/Tabs.layer.css';
import { useState } from 'react';
import { Button } from '../Button.tsx';

/** Counts. */
function First() {
  const [count, setCount] = useState(first);

  return <Button onClick={() => setCount(count + 1)}>{count}</Button>;
}

const first = 1;`);
  });

  it('includes the code that the used code depends on', () => {
    const source = sourceOf(file, 'Second');
    expect(source).toContain("import classes from './x.module.css';");
    expect(source).toContain("import { type ButtonKind } from '../Button.tsx';");
    expect(source).toContain("const kind: ButtonKind = 'primary';");
    expect(source).not.toContain('useState');
  });
});
