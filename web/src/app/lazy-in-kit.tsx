import { type ComponentType, lazy, useState } from 'react';

/**
 * Loads a component and the kit's providers on first use. After `load` it renders at once, without a
 * placeholder.
 */
export function lazyInKit<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const loadInKit = async (): Promise<{ default: ComponentType<Props> }> => {
    const [Part, { Kit }] = await Promise.all([load(), import('../ui/theme/Kit.tsx')]);
    loaded ??= (props) => (
      <Kit>
        <Part {...props} />
      </Kit>
    );
    return { default: loaded };
  };
  const Lazy = lazy(loadInKit);
  function PartInKit(props: Props) {
    // Chosen once, because another component later would discard the part's state.
    const [Chosen] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return <Chosen {...props} />;
  }
  return Object.assign(PartInKit, { load: loadInKit });
}
