import { type ComponentType, lazy } from 'react';

/** Loads a component and the kit's providers on first use. */
export function lazyInKit<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    const [Part, { Kit }] = await Promise.all([load(), import('../ui/theme/Kit.tsx')]);
    const PartInKit = (props: Props) => (
      <Kit>
        <Part {...props} />
      </Kit>
    );
    return { default: PartInKit };
  });
}
