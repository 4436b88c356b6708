import type { Role } from '@bursar/contracts/roles';
import { ProductPalette } from '../../features/search/ProductPalette.tsx';
import { usePaletteActions } from './use-palette-actions.ts';

type FramePaletteProps = {
  role: Role | undefined;
  onOpenSettings: () => void;
  onClose: () => void;
};

/** The product's palette with the pages and actions of the frame. */
export function FramePalette({ role, onOpenSettings, onClose }: FramePaletteProps) {
  const actions = usePaletteActions(role, onOpenSettings);
  return <ProductPalette role={role} actions={actions} onClose={onClose} />;
}
