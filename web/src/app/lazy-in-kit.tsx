import { type ComponentType, lazy } from 'react';

/** A part with Mantine's components in it, fetched with what they need when it is first asked for. */
export function lazyInKit<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    const [Part, { Kit }] = await Promise.all([load(), import('./Kit.tsx')]);
    const PartInKit = (props: Props) => (
      <Kit>
        <Part {...props} />
      </Kit>
    );
    return { default: PartInKit };
  });
}
