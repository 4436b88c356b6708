import type { CallList, CallOffer } from '@bursar/contracts/collections/call-lists';
import { useState, type ReactNode } from 'react';
import { OfferedCall } from './OfferedCall.tsx';

type CurrentCallProps = {
  readonly list: CallList;
  readonly centreId: string;
  /** Shown while there is no call. */
  readonly children: ReactNode;
};

/**
 * The call offered to the user. Once the user calls or types, the call stays until it is logged or
 * returned, even after the offer ends: the server decides whether it can still be logged.
 */
export function CurrentCall({ list, centreId, children }: CurrentCallProps) {
  const [begun, setBegun] = useState<CallOffer | null>(null);
  const isOffered = begun === null || (list.offer !== null && keyOf(list.offer) === keyOf(begun));
  const offer = isOffered ? list.offer : begun;
  if (!offer) return children;
  return (
    <OfferedCall
      key={keyOf(offer)}
      list={list}
      offer={offer}
      centreId={centreId}
      isOver={!isOffered && Date.parse(offer.offeredUntil) <= Date.now()}
      onBegun={() => setBegun(offer)}
      onEnded={() => setBegun(null)}
    />
  );
}

const keyOf = ({ offeredAt, patientId }: CallOffer): string => offeredAt + patientId;
