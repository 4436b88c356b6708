import { type ComponentType, lazy } from 'react';

/** A part of the kit, fetched with what it needs when it is first asked for. */
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
