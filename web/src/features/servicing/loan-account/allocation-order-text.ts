import {
  isNamedOrder,
  COMPONENT_ORDERS,
  type AllocationOrder,
} from '@bursar/loan-maths/component-orders';
import type { TFunction } from 'i18next';

/** Names the order in which a payment is allocated; a custom order lists its four parts. */
export function allocationOrderText(t: TFunction<'facts'>, order: AllocationOrder): string {
  if (isNamedOrder(order)) return t(`allocationOrder.${order}`);
  const [first, second, third, last] = COMPONENT_ORDERS[order];
  return t('allocationOrder.custom', {
    first: t(`portion.first.${first}`),
    second: t(`portion.then.${second}`),
    third: t(`portion.then.${third}`),
    last: t(`portion.then.${last}`),
  });
}
